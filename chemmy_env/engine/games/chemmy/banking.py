"""Who banks, and for how much: stage (a) of a coup (R-C5), and the end of a session."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import ask
from chemmy_env.engine.common.ending import end_session
from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.leaving import leave_bit
from chemmy_env.engine.common.money import UNIT, at_hand, can_go_on, chips, give_back_stakes
from chemmy_env.engine.common.seats import seat_from
from chemmy_env.engine.games.chemmy.covering import begin_cover
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import (
    MAY_AMOUNT,
    MAY_PASS,
    Event,
    Over,
    Phase,
    Result,
    Stage,
)
from chemmy_env.rules import RULES

_AT_LEAST = RULES["succession"].code("at_least")


@jit
def next_coup(table, config):
    """Begin the next coup: end the session, or ask who banks it."""
    if table.coups >= config.max_coups:  # R-C5: after the last coup nothing is asked.
        end_session(table, config, Over.TRUNCATED if config.truncates else Over.TERMINATED)
    elif table.result == Result.TIE and config.tie_rides:  # R-S5, R-K5
        if config.asks_after_tie:
            ask_continue(table, config)
        else:
            table.stage = Stage.DEAL
    elif not can_go_on(table, config):  # R-C6
        end_session(table, config, Over.TERMINATED)
    elif table.result == Result.TIE or table.result == Result.BANK:
        ask_continue(table, config)
    else:
        begin_fresh(table, config)


@jit
def ask_first_banker(table, config, seat):
    """Make the first banker open (R-C7)."""
    most = min(chips(table.balance[seat]), config.max_bank)
    ask(table, Phase.OPEN, seat, MAY_AMOUNT, config.min_bank, most)


@jit
def ask_continue(table, config):
    """Ask the banker to go on or retire (R-H11, R-P2, R-S6, R-K5)."""
    banker = table.banker
    if config.carried:
        least = chips(table.bank)
        most = least
    else:
        least = np.int64(table.required)
        most = min(chips(table.balance[banker]), config.max_bank)
    if least > most:  # R-C5: no legal yes, so no question.
        retire(table, config, Event.PASSES)
    else:
        legal = MAY_PASS | MAY_AMOUNT | leave_bit(config)
        ask(table, Phase.CONTINUE, banker, legal, least, most)


@jit
def answer_continue(table, config, amount):
    """Take the banker's answer."""
    if amount == 0:
        retire(table, config, Event.PASSES)
    elif (
        table.result == Result.TIE and config.tie_rides
    ):  # R-K5: the stakes ride, the deal goes on.
        note(table, config, Event.BANKS, table.banker, amount)
        table.stage = Stage.DEAL
    else:
        if not config.carried:
            place_bank(table, table.banker, amount)
        note(table, config, Event.BANKS, table.banker, amount)
        begin_cover(table)


@jit
def retire(table, config, event):
    """Give the bank and any riding stakes back, and offer the succession (R-H13, R-P5, R-K6).

    `event` tells the others why.
    """
    banker = table.banker
    note(table, config, event, banker, 0)
    if config.carried:
        table.required = chips(table.bank)  # R-K6: exactly its present level.
    give_back_stakes(table, config)
    table.balance[banker] += table.bank
    table.bank = 0
    table.turn = seat_from(banker, 1, config.num_seats)  # R-H14
    if event == Event.LEAVES and not can_go_on(table, config):  # R-C6, R-S9
        end_session(table, config, Over.TERMINATED)
    elif config.succession:
        table.stage = Stage.SUCCESSION
        table.cursor = 1
    else:
        begin_fresh(table, config)


@jit
def offer_succession(table, config):
    """Ask the next seat that can take the bank over from a banker who retired (R-H13, R-K6)."""
    seats = config.num_seats
    while table.cursor < seats:
        seat = seat_from(table.banker, table.cursor, seats)
        table.cursor += 1
        own = chips(at_hand(table, config, seat))
        if own >= table.required:
            most = min(own, config.max_bank)
            if config.succession != _AT_LEAST:
                most = np.int64(table.required)
            ask(table, Phase.SUCCEED, seat, MAY_PASS | MAY_AMOUNT, table.required, most)
            return
    begin_fresh(table, config)


@jit
def answer_succession(table, config, amount):
    """Take a seat's answer to the succession."""
    seat = table.seat
    if amount == 0:
        note(table, config, Event.PASSES, seat, 0)
        table.stage = Stage.SUCCESSION
        return
    if seat == table.turn:  # R-H14: the neighbour has used its turn.
        table.turn = seat_from(seat, 1, config.num_seats)
    open_bank(table, config, seat, amount)


@jit
def begin_fresh(table, config):
    """Offer a fresh bank in order, the outgoing banker last (R-H12, R-P5, R-S6, R-K6)."""
    seats = config.num_seats
    if table.banker < 0:  # Nobody has banked: the first banker is at `origin`.
        ask_first_banker(table, config, table.origin)
        return
    table.origin = table.turn if config.ordinary_turn else seat_from(table.banker, 1, seats)
    table.last = table.banker
    table.cursor = 0
    table.stage = Stage.FRESH


@jit
def offer_fresh(table, config):
    """Ask the next seat that can open a fresh bank; if there is none the session ends (R-H12)."""
    seats = config.num_seats
    while table.cursor <= seats:
        seat = seat_from(table.origin, table.cursor, seats)
        if table.cursor == seats:
            seat = np.int64(table.last)
        elif seat == table.last:
            table.cursor += 1
            continue
        table.cursor += 1
        own = chips(at_hand(table, config, seat))
        if own >= config.min_bank:
            most = min(own, config.max_bank)
            ask(table, Phase.OPEN, seat, MAY_PASS | MAY_AMOUNT, config.min_bank, most)
            return
    end_session(table, config, Over.TERMINATED)


@jit
def answer_open(table, config, amount):
    """Take a seat's answer to a fresh bank."""
    seat = table.seat
    if amount == 0:
        note(table, config, Event.PASSES, seat, 0)
        table.stage = Stage.FRESH
        return
    table.turn = seat_from(seat, 1, config.num_seats)  # R-H14
    open_bank(table, config, seat, amount)


@jit
def open_bank(table, config, seat, amount):
    """Let a seat take the bank; suivi lapses if the bank has changed hands (R-H3, R-K2)."""
    if seat != table.banker:
        table.suivi = -1
    table.banker = seat
    place_bank(table, seat, amount)
    note(table, config, Event.BANKS, seat, amount)
    begin_cover(table)


@jit
def place_bank(table, seat, amount):
    """Move chips from a balance into the bank."""
    table.bank = amount * UNIT
    table.balance[seat] -= table.bank
