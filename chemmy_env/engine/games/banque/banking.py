"""Who banks at banque, and the end of a session (R-T1, R-T5, R-T8)."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import ask
from chemmy_env.engine.common.ending import end_session
from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.money import can_go_on, chips
from chemmy_env.engine.games.banque.staking import begin_bets, players
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import (
    HOUSE_NONE,
    MAY_AMOUNT,
    MAY_PASS,
    Event,
    Over,
    Phase,
    Stage,
)


@jit
def next_coup(table, config):
    """Begin the next coup: end the session, ask who banks it, or go on to the bets."""
    if table.coups >= config.max_coups:  # R-T8; after the last coup nothing is asked (R-C5).
        end_session(table, config, Over.TRUNCATED if config.truncates else Over.TERMINATED)
    elif config.house != HOUSE_NONE:
        if can_stake(table, config):
            begin_bets(table)
        else:  # R-T5
            end_session(table, config, Over.TERMINATED)
    elif not can_go_on(table, config):  # R-C6
        end_session(table, config, Over.TERMINATED)
    else:
        keep_or_offer(table, config)


@jit
def can_stake(table, config):
    """Tell whether anybody but the house has the least stake (R-T5)."""
    able = 0
    for seat in range(players(config)):
        able += chips(table.balance[seat]) >= config.min_stake
    return able > 0


@jit
def keep_or_offer(table, config):
    """Ask the banker to keep the bank; offer it to others if it is ruined (R-T1, R-T5)."""
    most = capital(table, config, table.banker)
    if most < config.min_bank:
        leave_bank(table)
    elif table.coups == 0:  # R-T1: the first banker simply banks.
        begin_bets(table)
    else:
        ask(table, Phase.CONTINUE, table.banker, MAY_PASS | MAY_AMOUNT, most, most)


@jit
def capital(table, config, seat):
    """Return the whole chips that a seat's bank is good for: its whole balance (R-T1, R-T2)."""
    return min(chips(table.balance[seat]), config.max_bank)


@jit
def leave_bank(table):
    """Leave the bank without a banker, and begin to offer it."""
    table.last = table.banker
    table.banker = -1
    table.cursor = 1
    table.stage = Stage.FRESH


@jit
def answer_continue(table, config, amount):
    """Take the banker's answer: goes on, or retires (R-T1)."""
    if amount == 0:
        note(table, config, Event.PASSES, table.banker, 0)
        leave_bank(table)
    else:
        note(table, config, Event.BANKS, table.banker, amount)
        begin_bets(table)


@jit
def offer_bank(table, config):
    """Offer the bank in order to seats with a whole chip, a retired banker last (R-T1)."""
    seats = config.num_seats
    while table.cursor <= seats:
        seat = np.int64((table.last + table.cursor) % seats)
        table.cursor += 1
        most = capital(table, config, seat)
        if most >= config.min_bank:
            ask(table, Phase.OPEN, seat, MAY_PASS | MAY_AMOUNT, most, most)
            return
    end_session(table, config, Over.TERMINATED)


@jit
def answer_open(table, config, amount):
    """Take a seat's answer to the offered bank."""
    if amount == 0:
        note(table, config, Event.PASSES, table.seat, 0)
        table.stage = Stage.FRESH
    else:
        table.banker = table.seat
        note(table, config, Event.BANKS, table.seat, amount)
        begin_bets(table)
