"""How a built-in player plays the chemin de fer table (R-X)."""

from __future__ import annotations

from chemmy_env.engine.common.actions import action_near
from chemmy_env.engine.common.seen import NUM_PHASES, draw_or_stand, seen_chips, which, whole_chips
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANCO, PASS, Phase, Result


@jit
def play_chemin_de_fer(player, config, observation, mask, roll):
    """Play chemin de fer: flat banks and stakes, banco when rich, retire after a good win."""
    phase = which(observation, config.at_phase, NUM_PHASES)
    if phase >= Phase.PUNTER:
        return draw_or_stand(player, config, observation, mask, roll, phase)
    if phase in (Phase.SUIVI, Phase.BANCO):
        rich = observation[config.at_balance] >= player.banco_multiple * observation[config.at_bank]
        return BANCO if rich else PASS
    least = seen_chips(observation, config, config.at_least)
    most = seen_chips(observation, config, config.at_most)
    if phase == Phase.STAKE:
        return action_near(least, most, config, 0, whole_chips(player.stake, config))
    bank = whole_chips(player.bank, config)
    if phase == Phase.OPEN:
        return action_near(least, most, config, 0, bank)
    if phase == Phase.SUCCEED:
        return action_near(least, most, config, 0, bank) if least <= bank else PASS
    if phase == Phase.CONTINUE:
        won = observation[config.at_result + Result.BANK - 1] > 0.5
        won_chips = seen_chips(observation, config, config.at_covered)
        if won and won_chips >= whole_chips(player.significant_win, config):
            return PASS
        return action_near(least, most, config, 0, bank)
    return PASS
