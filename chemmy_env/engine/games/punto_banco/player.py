"""How a built-in player plays outcome betting (R-B)."""

from __future__ import annotations

from chemmy_env.engine.common.actions import action_near
from chemmy_env.engine.common.seen import NUM_PHASES, seen_chips, which
from chemmy_env.engine.games.punto_banco.settling import BANKER_SIDE
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import PASS, Phase


@jit
def play_punto_banco(player, config, observation, mask, roll):
    """Bet the least stake on Banker, the bet that costs least."""
    if which(observation, config.at_phase, NUM_PHASES) != Phase.STAKE:
        return PASS
    least = seen_chips(observation, config, config.at_least)
    most = seen_chips(observation, config, config.at_most)
    return action_near(least, most, config, BANKER_SIDE, least)
