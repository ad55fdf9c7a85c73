"""How a built-in player plays a single coup."""

from __future__ import annotations

from chemmy_env.engine.common.seen import NUM_PHASES, draw_or_stand, which
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import PASS, Phase


@jit
def play_single_coup(player, config, observation, mask, roll):
    """Play a coup alone: nothing is staked that anybody chooses."""
    phase = which(observation, config.at_phase, NUM_PHASES)
    if phase >= Phase.PUNTER:
        return draw_or_stand(player, config, observation, mask, roll, phase)
    return PASS
