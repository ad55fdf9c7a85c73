"""What built-in players read off an observation, and how they draw."""

from __future__ import annotations

from typing import Final

import numpy as np

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import DRAW, STAND, Phase
from chemmy_env.rules.options import FREE

NUM_PHASES: Final = len(Phase)


@jit
def which(observation, start, width):
    """Return which part of a one-hot field is set; the last one if none is."""
    for index in range(width - 1):
        if observation[start + index] > 0.5:
            return index
    return width - 1


@jit
def seen_chips(observation, config, at):
    """Return the whole chips that an observation shows at one place."""
    return np.int64(round(observation[at] / (UNIT * config.per_unit)))


@jit
def whole_chips(hundredths, config):
    """Return a player's amount in whole chips of this table, at least one."""
    amount = min(hundredths, 1e9) * config.starting_chips / 100.0  # inf will do for "never".
    return max(np.int64(1), np.int64(round(amount)))


@jit
def draw_or_stand(player, config, observation, mask, roll, phase):
    """Roll against the table's chance of drawing, where the rules leave a choice."""
    if mask[STAND] == 0 or mask[DRAW] == 0:
        return STAND if mask[STAND] else DRAW
    total = which(observation, config.at_total, 10)
    if phase == Phase.BANKER:
        chance = player.banker[total, which(observation, config.at_third, 11)]
    else:
        several = 1 if observation[config.at_several] > 0.5 else 0
        if player.obeys and config.punter[several, total] != FREE:
            return np.int64(config.punter[several, total])
        chance = player.punter[several, total]
    return DRAW if roll < chance else STAND
