"""Bets on the two tableaux, and their captains (R-T2, R-T4)."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import ask
from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.money import UNIT, chips
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import (
    HOUSE_AGENT,
    HOUSE_NONE,
    MAY_AMOUNT,
    MAY_PASS,
    Event,
    Phase,
    Result,
    Stage,
)


@jit
def players(config):
    """Count the seats that bet and bank in turn: all but the house's."""
    return config.num_seats - 1 if config.house == HOUSE_AGENT else config.num_seats


@jit
def begin_bets(table):
    """Clear the tableaux of the last coup and begin to ask for bets."""
    table.covered = 0
    table.cursor = 1
    table.stage = Stage.STAKES


@jit
def offer_bets(table, config):
    """Ask the next seat for a bet (R-T2).

    From the banker's right on, within what the bank is still good for; or, where the house banks,
    from seat 0 on, within the limits.
    """
    seats = players(config)
    banked = config.house == HOUSE_NONE
    before = table.banker if banked else np.int8(-1)
    last = seats - 1 if banked else seats
    room = config.max_stake
    if banked:
        banker = table.banker
        room = min(room, min(chips(table.balance[banker]), config.max_bank) - chips(table.covered))
    while table.cursor <= last:
        seat = np.int64((before + table.cursor) % seats)
        table.cursor += 1
        most = min(chips(table.balance[seat]), room)
        if most >= config.min_stake:
            legal = MAY_AMOUNT if config.compulsory else MAY_PASS | MAY_AMOUNT
            ask(table, Phase.STAKE, seat, legal, config.min_stake, most)
            return
    table.stage = Stage.ALLOT


@jit
def answer_bet(table, config, amount, side):
    """Take a seat's bet on one tableau, or its pass."""
    seat = table.seat
    table.stage = Stage.STAKES
    if amount == 0:
        note(table, config, Event.PASSES, seat, 0)
    else:
        units = amount * UNIT
        table.side[seat] = side
        table.stake[seat] = units
        table.balance[seat] -= units
        table.covered += units
        note(table, config, Event.STAKES, seat, amount, side)


@jit
def name_captains(table, config):
    """Name each tableau's captain: the first at or after its pointer that bets there (R-T4)."""
    if table.covered == 0:
        leave_uncovered(table)
        return
    seats = players(config)
    for side in range(2):
        for step in range(seats):
            seat = (table.pointer[side] + step) % seats
            if table.stake[seat] and table.side[seat] == side:
                table.captain[side] = seat
                break
    table.stage = Stage.DEAL


@jit
def leave_uncovered(table):
    """Count a coup without bets, in which no cards are dealt (R-T5)."""
    table.coups += 1
    table.result = Result.UNCOVERED
    table.stage = Stage.NEXT_COUP


@jit
def staked_on(table, config, side):
    """Add up what lies on a tableau, in units."""
    staked = np.int64(0)
    for seat in range(config.num_seats):
        if table.side[seat] == side:
            staked += table.stake[seat]
    return staked
