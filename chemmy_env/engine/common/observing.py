"""Parts of an observation that every game writes alike."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.common.shoe import CARD_VALUES, two_card_total
from chemmy_env.engine.machine.dispatch import by_config
from chemmy_env.engine.machine.jit import jit, jit_inline, put
from chemmy_env.engine.records.codes import Event, Phase
from chemmy_env.engine.records.fields import EVENT_KINDS, EVENT_WIDTH
from chemmy_env.engine.records.record import MAX_HISTORY

_PER_PIP = np.float32(1 / 9)


@jit_inline
def write_phase(table, config, seat, out):
    """Write the question, whose turn it is, and the coups left.

    To all but the seat that is asked, a punter's question looks like a banker's: whether a draw was
    asked for or forced stays with the one who was asked.
    """
    phase = table.phase
    if seat == table.seat and phase:
        put(out, config.at_to_move, 1.0)
        if config.at_least:  # A single coup asks for no amounts.
            put(out, config.at_least, table.least * UNIT * config.per_unit)
            put(out, config.at_most, table.most * UNIT * config.per_unit)
    elif phase >= Phase.PUNTER:
        phase = Phase.BANKER.value
    put(out, config.at_phase + phase, 1.0)
    put(out, config.at_coups_left, (config.max_coups - table.coups) * config.per_coup)


@jit_inline
def write_chips(table, config, seat, out):
    """Write the balances and stakes of all seats, the observer first."""
    seats = config.num_seats
    per_unit = config.per_unit
    balance = config.at_balance
    stake = config.at_stake
    for other in range(seats):
        ahead = steps(other, seat, seats)
        put(out, balance + ahead, table.balance[other] * per_unit)
        put(out, stake + ahead, table.stake[other] * per_unit)


@jit
def write_sides(table, config, seat, out):
    """Write on which side each seat's stake lies, the observer first; nothing without a stake."""
    seats = config.num_seats
    sides = config.sides
    for other in range(seats):
        if table.stake[other]:
            at = config.at_side + steps(other, seat, seats) * sides
            put(out, at + table.side[other], 1.0)


@jit_inline
def write_hand(table, config, hand, out):
    """Write the first two cards of a hand, where cards are seen, and their total."""
    if config.at_cards:
        put(out, config.at_cards, CARD_VALUES[table.cards[hand, 0]] * _PER_PIP)
        put(out, config.at_cards + 1, CARD_VALUES[table.cards[hand, 1]] * _PER_PIP)
    put(out, config.at_total + two_card_total(table, hand), 1.0)


@jit_inline
def steps(other, seat, seats):
    """Count the steps anticlockwise from `seat` to `other`."""
    ahead = other - seat
    return ahead + seats if ahead < 0 else ahead


@jit_inline
def write_shoe(table, config, seat, out):
    """Write what the shoe has shown, and the history if there is one."""
    start = config.at_seen
    for part in range(11):  # `shoe_left` follows `seen`; both change at a settlement alone.
        put(out, start + part, table.shoe_view[part])
    write_supply(table, config, out)
    write_left(table, config, seat, out)
    write_history(table, config, seat, out)


@jit
def write_nothing(table, config, seat, out):
    """Leave the observation as it is."""
    return


@jit
def write_cards_in_hand(table, config, out):
    """Write which share of the banker's handful is left."""
    end = table.supply_end if table.supply_end else config.handful
    put(out, config.at_supply, (end - table.position) / config.handful)


@jit_inline
def write_no_supply(table, config, out):
    """Leave the observation as it is."""
    return


@by_config(deals_handfuls=write_cards_in_hand, otherwise=write_no_supply)
def write_supply(table, config, out):
    """Write how much is left of the banker's handful, where there is one (R-K7)."""


@jit
def write_who_left(table, config, seat, out):
    """Write a flag for each seat that has left, the observer first."""
    seats = config.num_seats
    for other in range(seats):
        put(out, config.at_left + steps(other, seat, seats), table.left >> other & 1)


@by_config(lets_leave=write_who_left, otherwise=write_nothing)
def write_left(table, config, seat, out):
    """Write who has left, where seats can (R-S9)."""


@jit
def write_events(table, config, seat, out):
    """Write the latest public events, the latest first; seats relative to the observer's."""
    seats = config.num_seats
    width = EVENT_WIDTH + config.sides if config.sides > 1 else EVENT_WIDTH
    for back in range(min(config.history, table.num_events)):
        at = (table.num_events - 1 - back) % MAX_HISTORY
        start = config.at_history + back * width
        kind = table.events[at, 0]
        value = table.events[at, 2]
        put(out, start + kind - 1, 1.0)
        who = table.events[at, 1]
        if who >= 0:
            put(out, start + EVENT_KINDS, (steps(who, seat, seats) + 1) * config.per_seat)
        if 1 <= kind <= Event.ACCEPTS:
            put(out, start + EVENT_KINDS + 1, value * UNIT * config.per_unit)
        else:
            put(out, start + EVENT_KINDS + 1, max(value, 0) / 10.0)
        if config.sides > 1 and table.events[at, 3] >= 0:
            put(out, start + EVENT_WIDTH + table.events[at, 3], 1.0)


@by_config(keeps_history=write_events, otherwise=write_nothing)
def write_history(table, config, seat, out):
    """Write the latest public events, where the observation has room for any."""
