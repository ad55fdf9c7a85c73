"""Seats and money at a table: whole chips, who can still play, what goes back to its owner."""

from __future__ import annotations

from typing import Final

import numpy as np

from chemmy_env.engine.common.leaving import has_left
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import REWARD_PLACEMENT
from chemmy_env.rules.fields import UNITS_PER_CHIP

UNIT: Final = UNITS_PER_CHIP
_UNSIGNED_UNIT = np.uint64(UNIT)


@jit_inline
def chips(units):
    """Return the whole chips in an amount from 0: only they can be covered or staked (R-C4).

    Divided without a sign, which takes a third of the instructions.
    """
    return np.int64(np.uint64(units) // _UNSIGNED_UNIT)


@jit_inline
def wealth(table, seat):
    """Return what a seat owns, in units: balance, bank, and stakes on the table."""
    owned = table.balance[seat] + table.stake[seat]
    if seat == table.banker:
        owned += table.bank
    return owned


@jit_inline
def at_hand(table, config, seat):
    """Return what a seat can bank or stake, in units: nothing once it has left (R-S9)."""
    return np.int64(0) if has_left(table, config, seat) else table.balance[seat]


@jit
def can_go_on(table, config):
    """Tell whether a seat can open a bank and another has a whole chip to stake (R-C6).

    Seats that have left can do neither (R-S9).
    """
    least_bank = config.min_bank * UNIT
    least_stake = config.min_stake * UNIT
    openers = 0
    stakers = 0
    for seat in range(config.num_seats):
        own = np.int64(0) if has_left(table, config, seat) else wealth(table, seat)
        openers += own >= least_bank
        stakers += own >= least_stake
    return openers >= 1 and stakers >= 2


@jit
def give_back_stakes(table, config):
    """Return all stakes on the table to their owners."""
    for seat in range(config.num_seats):
        table.balance[seat] += table.stake[seat]
        table.stake[seat] = 0
    table.bystanders = 0


@jit_inline
def count_reward(table, config, seat, units):
    """Count a change of wealth as reward, where chips are what is played for."""
    if config.reward < REWARD_PLACEMENT:
        table.reward[seat] += units / UNIT
        table.credited = 1
