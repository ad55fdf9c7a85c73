"""Covering the bank: banco suivi, banco, stakes, and what the club adds; stages (b) and (c)."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import ask
from chemmy_env.engine.common.ending import end_session
from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.leaving import leave_bit
from chemmy_env.engine.common.money import UNIT, at_hand, chips
from chemmy_env.engine.common.seats import seat_from
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import (
    MAY_AMOUNT,
    MAY_BANCO,
    MAY_PASS,
    Event,
    Over,
    Phase,
    Result,
    Stage,
)


@jit
def begin_cover(table):
    """Put the bank on offer with nothing against it."""
    table.offered = table.bank
    table.covered = 0
    table.bystanders = 0
    table.active = -1
    table.bettors = 0
    table.banco = -1
    table.stage = Stage.COVER


@jit
def offer_suivi(table, config):
    """Ask whoever lost a banco in the last coup before everybody (R-H3, R-K2)."""
    table.stage = Stage.BANCO
    table.cursor = 0
    seat = table.suivi
    if config.suivi and seat >= 0 and seat != table.banker:
        ask_banco(table, config, Phase.SUIVI, seat)


@jit
def ask_banco(table, config, phase, seat):
    """Ask a seat to cover the bank alone, if it can; otherwise leave the table as it is."""
    whole = chips(table.bank)
    if at_hand(table, config, seat) >= whole * UNIT:
        ask(table, phase, seat, MAY_PASS | MAY_BANCO | leave_bit(config), whole, whole)


@jit
def offer_banco(table, config):
    """Ask the next seat in order for banco (R-H3), one put first before all (R-P4)."""
    seats = config.num_seats
    while table.cursor < seats:
        seat = seat_from(table.banker, table.cursor, seats)
        first = config.banco_first
        if table.cursor == 0:  # The banker's own place in the order: used for the one put first.
            seat = first if first >= 0 else np.int64(table.banker)
        table.cursor += 1
        out_of_turn = table.cursor > 1 and seat == first
        declined_suivi = config.suivi and seat == table.suivi  # R-C5
        if seat != table.banker and not out_of_turn and not declined_suivi:
            ask_banco(table, config, Phase.BANCO, seat)
            if table.stage != Stage.BANCO:
                return
    table.stage = Stage.STAKES
    table.cursor = 1


@jit
def answer_banco(table, config, amount):
    """Take the answer to suivi or banco."""
    seat = table.seat
    if amount == 0:
        note(table, config, Event.PASSES, seat, 0)
        table.stage = Stage.BANCO
        return
    stake(table, seat, amount)
    table.banco = seat
    note(table, config, Event.BANCO, seat, amount)
    table.stage = Stage.ALLOT


@jit
def stake(table, seat, amount):
    """Move a seat's chips onto the table."""
    units = amount * UNIT
    table.stake[seat] = units
    table.balance[seat] -= units
    table.covered += units


@jit
def offer_stakes(table, config):
    """Ask the next seat in order for a stake against the bank (R-H4, R-K2)."""
    seats = config.num_seats
    while table.cursor < seats:
        seat = seat_from(table.banker, table.cursor, seats)
        able = at_hand(table, config, seat)
        if not config.open_naming:
            remainder = table.bank - table.covered
            if remainder < UNIT:
                break
            able = min(able, remainder)
        most = min(chips(able), config.max_stake)
        table.cursor += 1
        if most >= config.min_stake:
            legal = MAY_AMOUNT if config.compulsory else MAY_PASS | MAY_AMOUNT
            ask(table, Phase.STAKE, seat, legal | leave_bit(config), config.min_stake, most)
            return
    table.stage = Stage.NAMED


@jit
def answer_stake(table, config, amount):
    """Take a seat's stake, or its pass."""
    table.stage = Stage.STAKES
    if amount == 0:
        note(table, config, Event.PASSES, table.seat, 0)
    else:
        note(table, config, Event.STAKES, table.seat, amount)
        stake(table, table.seat, amount)


@jit
def offer_excess(table, config):
    """Ask the banker how much to take of what was staked beyond the bank (R-K2)."""
    table.stage = Stage.ALLOT
    excess = chips(table.covered) - chips(table.bank)
    if excess > 0:
        room = chips(config.max_bank * UNIT - table.bank)
        most = min(excess, chips(table.balance[table.banker]), room)
        if most > 0:
            ask(table, Phase.EXCESS, table.banker, MAY_PASS | MAY_AMOUNT, 1, most)


@jit
def answer_excess(table, config, amount):
    """Let the bank rise by what the banker accepts."""
    table.stage = Stage.ALLOT
    if amount == 0:
        note(table, config, Event.PASSES, table.seat, 0)
    else:
        note(table, config, Event.ACCEPTS, table.seat, amount)
        table.balance[table.banker] -= amount * UNIT
        table.bank += amount * UNIT
        table.offered = table.bank


@jit
def allot(table, config):
    """Cover stakes in order up to the bank, return the rest, and name the active punter."""
    seats = config.num_seats
    left = chips(table.bank) * UNIT
    covered = np.int64(0)
    bettors = 0
    active = np.int64(-1)
    most = np.int64(0)
    for step in range(1, seats):
        seat = seat_from(table.banker, step, seats)
        named = table.stake[seat]
        staked = min(named, left)
        table.balance[seat] += named - staked
        table.stake[seat] = staked
        left -= staked
        covered += staked
        bettors += staked > 0
        larger = staked > most  # R-H6: equal stakes favour the earlier.
        most = staked if larger else most
        active = seat if larger else active
    table.covered = covered
    table.bettors = bettors
    table.active = active
    if table.covered == 0:
        leave_uncovered(table, config)
        return
    table.bystanders = min(config.bystanders * UNIT, left)  # R-K3
    table.covered += table.bystanders
    if not config.carried:  # R-H5: the reserve cannot be lost in this coup.
        table.balance[table.banker] += table.bank - table.covered
        table.bank = table.covered
    table.suivi = -1
    table.stage = Stage.DEAL


@jit
def leave_uncovered(table, config):
    """End the session, or let the bank pass as after a loss: nobody staked (R-H15)."""
    if not config.uncovered_passes:
        end_session(table, config, Over.TERMINATED)
        return
    # The coup counts: otherwise a session in which nobody ever stakes would never end.
    table.coups += 1
    table.balance[table.banker] += table.bank
    table.bank = 0
    table.suivi = -1
    table.result = Result.UNCOVERED
    table.stage = Stage.NEXT_COUP
