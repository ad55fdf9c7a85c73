"""How a built-in player plays banque with two tableaux (R-T, R-X)."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import action_near
from chemmy_env.engine.common.seen import NUM_PHASES, seen_chips, which, whole_chips
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import DRAW, PASS, STAND, Phase


@jit
def play_banque(player, config, observation, mask, roll):
    """Play banque: a flat stake on the tableau with less on it, the right if equal.

    Takes the bank and keeps it, which has the edge.
    """
    phase = which(observation, config.at_phase, NUM_PHASES)
    if phase >= Phase.PUNTER:
        return draw_or_stand_at_tableau(player, config, observation, roll, phase)
    least = seen_chips(observation, config, config.at_least)
    most = seen_chips(observation, config, config.at_most)
    if phase == Phase.STAKE:
        side = 1 if staked_on(config, observation, 1) < staked_on(config, observation, 0) else 0
        return action_near(least, most, config, side, whole_chips(player.stake, config))
    if phase in (Phase.OPEN, Phase.CONTINUE):
        return action_near(least, most, config, 0, most)
    return PASS


@jit
def staked_on(config, observation, side):
    """Add up the whole chips that an observation shows on a tableau."""
    staked = np.int64(0)
    for ahead in range(config.num_seats):
        if observation[config.at_side + 2 * ahead + side] > 0.5:
            staked += seen_chips(observation, config, config.at_stake + ahead)
    return staked


@jit
def draw_or_stand_at_tableau(player, config, observation, roll, phase):
    """Roll against the chance of drawing (R-X1, R-T9).

    A captain goes by total; the banker by total and the third card of the tableau with more staked
    among those without a natural, the right if equal.
    """
    total = which(observation, config.at_total, 10)
    if phase != Phase.BANKER:
        return DRAW if roll < player.punter[0, total] else STAND
    right = staked_on(config, observation, 0)
    left = staked_on(config, observation, 1)
    natural = config.at_natural
    if observation[natural] > 0.5 or observation[natural + 1] > 0.5:
        right = np.int64(0)
    if observation[natural + 2] > 0.5 or observation[natural + 3] > 0.5:
        left = np.int64(0)
    third = which(observation, config.at_third_left if left > right else config.at_third, 11)
    return DRAW if roll < player.banker[total, third] else STAND
