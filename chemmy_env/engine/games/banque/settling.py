"""Settlement of both tableaux against the one bank, and the captains' pointers (R-T4, R-T7)."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.money import chips, count_reward
from chemmy_env.engine.common.shoe import final_total, show_hand, two_card_total
from chemmy_env.engine.games.banque.playing import goes_on
from chemmy_env.engine.games.banque.staking import players
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import (
    BANK_HAND,
    LEFT_HAND,
    PUNTER_HAND,
    SHOWN,
    Event,
    Result,
    Stage,
)

_TABLEAUX = (PUNTER_HAND, LEFT_HAND)


@jit
def settle(table, config):
    """Settle each tableau on its own, then the banker's net gain; all cards are shown (R-T7)."""
    show_hand(table, config, BANK_HAND)
    gain = np.int64(0)
    for side in _TABLEAUX:
        if table.third[side] != SHOWN:  # Else everybody has seen it.
            show_hand(table, config, side)
        if table.captain[side] >= 0:
            gain += settle_tableau(table, config, side)
    for side in _TABLEAUX:
        table.captain[side] = -1
    pay_banker(table, config, gain)
    table.coups += 1
    table.stage = Stage.NEXT_COUP


@jit
def settle_tableau(table, config, side):
    """Pay or take a tableau's stakes, move its pointer, and return the banker's gain in units.

    A natural is compared with the banker's two cards (R-T3).
    """
    bank = (
        final_total(table, BANK_HAND) if goes_on(table, side) else two_card_total(table, BANK_HAND)
    )
    hand = final_total(table, side)
    sign = np.int64(hand > bank) - np.int64(hand < bank)
    gain = np.int64(0)
    for seat in range(players(config)):
        staked = table.stake[seat]
        if staked and table.side[seat] == side:
            table.stake[seat] = 0
            table.side[seat] = 0
            table.balance[seat] += staked + sign * staked
            count_reward(table, config, seat, sign * staked)
            gain -= sign * staked
    captain = np.int64(table.captain[side])
    table.pointer[side] = captain
    result = Result.TIE
    if sign > 0:
        result = Result.PUNTERS
    elif sign < 0:
        result = Result.BANK
        table.pointer[side] = (captain + 1) % players(config)  # R-T4
    note(table, config, Event.SETTLED, captain, result, side)
    return gain


@jit
def pay_banker(table, config, gain):
    """Credit the banker or the house with the net gain, less commission if positive (R-T7)."""
    commission = np.int64(0)
    table.result = Result.TIE
    if gain > 0:
        commission = chips(gain) * config.commission
        table.result = Result.BANK
    elif gain < 0:
        table.result = Result.PUNTERS
    table.commission += commission
    if table.banker >= 0:
        table.balance[table.banker] += gain - commission
        count_reward(table, config, table.banker, gain - commission)
    else:
        table.outside += gain - commission
