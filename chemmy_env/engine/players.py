"""Built-in players: how the compiled loop chooses an action from an observation and its mask.

A player sees what any agent sees, an observation and the legal actions, and one number in [0, 1)
that is keyed by the decision. `chemmy_env.policies` gives these players names, parameters and
sources.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from chemmy_env.engine.actions import action_near
from chemmy_env.engine.cache_files import number_for_all_processes
from chemmy_env.engine.codes import BANCO, DRAW, PASS, STAND, Phase
from chemmy_env.engine.dispatch import by_config
from chemmy_env.engine.jit import jit, jit_inline
from chemmy_env.engine.money import UNIT
from chemmy_env.engine.picking import random_legal
from chemmy_env.engine.punto_banco.settling import BANKER_SIDE
from chemmy_env.rules.options import FREE

RANDOM: Final = 0
TABLE: Final = 1
EXTERNAL: Final = -1
"""Index of a seat that is not played inside the loop; -2, -3 ... for further ones."""

PLAYER_DTYPE: Final = number_for_all_processes(
    np.dtype(
        [
            ("kind", np.int64),
            # Chances of drawing: bettors (one, several) by total; total by third card.
            ("punter", np.float64, (2, 10)),
            ("banker", np.float64, (10, 11)),
            # Whether the drawing rule is kept where the table lets it be broken (R-K4).
            ("obeys", np.int64),
            # Money, in hundredths of the starting chips; banco_multiple in multiples of the bank.
            ("bank", np.float64),
            ("stake", np.float64),
            ("banco_multiple", np.float64),
            ("significant_win", np.float64),
        ],
        align=True,
    )
)

NUM_PHASES: Final = len(Phase)
_OPEN = int(Phase.OPEN)
_CONTINUE = int(Phase.CONTINUE)
_SUCCEED = int(Phase.SUCCEED)
_SUIVI = int(Phase.SUIVI)
_ASK_BANCO = int(Phase.BANCO)
_STAKE = int(Phase.STAKE)
_PUNTER = int(Phase.PUNTER)
_BANKER = int(Phase.BANKER)
_BANK_WON = 1


@jit_inline
def choose(player, config, observation, mask, choices, roll):
    """Return the action of a built-in player.

    Args:
        player: one `PLAYER_DTYPE` record.
        config: the table's compiled rules and options.
        observation: (D,) float32.
        mask: (A,) int8.
        choices: how many actions it leaves open.
        roll: a number in [0, 1).
    """
    if player.kind == RANDOM:
        return random_legal(mask, choices, roll)
    return play_table(player, config, observation, mask, roll)


@jit
def which(observation, start, width):
    """Return which part of a one-hot field is set; the last one if none is."""
    for index in range(width - 1):
        if observation[start + index] > 0.5:
            return index
    return width - 1


@jit
def play_chemin_de_fer(player, config, observation, mask, roll):
    """Play chemin de fer: flat banks and stakes, banco when rich, retire after a good win."""
    phase = which(observation, config.at_phase, NUM_PHASES)
    if phase >= _PUNTER:
        return draw_or_stand(player, config, observation, mask, roll, phase)
    if phase in (_SUIVI, _ASK_BANCO):
        rich = observation[config.at_balance] >= player.banco_multiple * observation[config.at_bank]
        return BANCO if rich else PASS
    least = seen_chips(observation, config, config.at_least)
    most = seen_chips(observation, config, config.at_most)
    if phase == _STAKE:
        return action_near(least, most, config, 0, whole_chips(player.stake, config))
    bank = whole_chips(player.bank, config)
    if phase == _OPEN:
        return action_near(least, most, config, 0, bank)
    if phase == _SUCCEED:
        return action_near(least, most, config, 0, bank) if least <= bank else PASS
    if phase == _CONTINUE:
        won = observation[config.at_result + _BANK_WON] > 0.5
        won_chips = seen_chips(observation, config, config.at_covered)
        if won and won_chips >= whole_chips(player.significant_win, config):
            return PASS
        return action_near(least, most, config, 0, bank)
    return PASS


@jit
def play_single_coup(player, config, observation, mask, roll):
    """Play a coup alone: nothing is staked that anybody chooses."""
    phase = which(observation, config.at_phase, NUM_PHASES)
    if phase >= _PUNTER:
        return draw_or_stand(player, config, observation, mask, roll, phase)
    return PASS


@jit
def play_punto_banco(player, config, observation, mask, roll):
    """Bet the least stake on Banker, the bet that costs least."""
    if which(observation, config.at_phase, NUM_PHASES) != _STAKE:
        return PASS
    least = seen_chips(observation, config, config.at_least)
    most = seen_chips(observation, config, config.at_most)
    return action_near(least, most, config, BANKER_SIDE, least)


@jit
def play_banque(player, config, observation, mask, roll):
    """Play banque: a flat stake on the tableau with less on it, the right if equal.

    Takes the bank and keeps it, which has the edge.
    """
    phase = which(observation, config.at_phase, NUM_PHASES)
    if phase >= _PUNTER:
        return draw_or_stand_at_tableau(player, config, observation, roll, phase)
    least = seen_chips(observation, config, config.at_least)
    most = seen_chips(observation, config, config.at_most)
    if phase == _STAKE:
        side = 1 if staked_on(config, observation, 1) < staked_on(config, observation, 0) else 0
        return action_near(least, most, config, side, whole_chips(player.stake, config))
    if phase in (_OPEN, _CONTINUE):
        return action_near(least, most, config, 0, most)
    return PASS


@by_config(
    inline=False,
    chemmy=play_chemin_de_fer,
    punto_banco=play_punto_banco,
    coup=play_single_coup,
    banque=play_banque,
)
def play_table(player, config, observation, mask, roll):
    """Draw by the player's tables, and handle money by its parameters (R-X1, R-X2)."""


@jit
def seen_chips(observation, config, at):
    """Return the whole chips that an observation shows at one place."""
    return np.int64(round(observation[at] / (UNIT * config.per_unit)))


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
    if phase != _BANKER:
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
    if phase == _BANKER:
        chance = player.banker[total, which(observation, config.at_third, 11)]
    else:
        several = 1 if observation[config.at_several] > 0.5 else 0
        if player.obeys and config.punter[several, total] != FREE:
            return np.int64(config.punter[several, total])
        chance = player.punter[several, total]
    return DRAW if roll < chance else STAND
