"""A session of Punto Banco or Mini Baccarat: bets in seat order, then a round that plays itself."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import amount_of, ask, split_action
from chemmy_env.engine.common.ending import end_session
from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.money import UNIT, chips
from chemmy_env.engine.games.punto_banco.playing import play_round
from chemmy_env.engine.games.punto_banco.settling import settle
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import MAY_AMOUNT, MAY_PASS, Event, Over, Phase, Stage


@jit
def start(table, shoe, config, first_banker):
    """Begin a session whose chips and shoe are in place, up to its first question; nobody banks."""
    table.stage = Stage.NEXT_COUP
    advance(table, shoe, config)


@jit
def answer(table, shoe, config, action):
    """Carry out a legal action, a bet or none, and go on to the next question."""
    seat = table.seat
    amount = amount_of(table, config, action)
    table.stage = Stage.STAKES
    if amount == 0:
        note(table, config, Event.PASSES, seat, 0)
    else:
        _, side = split_action(config, action)
        table.side[seat] = side
        table.stake[seat] = amount * UNIT
        table.balance[seat] -= amount * UNIT
        note(table, config, Event.STAKES, seat, amount, side)
    advance(table, shoe, config)


@jit
def advance(table, shoe, config):
    """Go through the stages of rounds until somebody is asked or the session is over."""
    while table.stage > 1:  # Neither ASKING nor OVER.
        stage = table.stage
        if stage == Stage.STAKES:
            offer_bets(table, config)
        elif stage == Stage.DEAL:
            play_round(table, shoe, config)
            settle(table, config)
            table.stage = Stage.NEXT_COUP
        else:
            next_round(table, config)


@jit
def next_round(table, config):
    """Begin the next round, or end the session (R-B1)."""
    if table.coups >= config.max_coups:
        end_session(table, config, Over.TRUNCATED if config.truncates else Over.TERMINATED)
    elif not can_stake(table, config):
        end_session(table, config, Over.TERMINATED)
    else:
        table.cursor = 0
        table.stage = Stage.STAKES


@jit
def can_stake(table, config):
    """Tell whether anybody has the least stake (R-B1)."""
    able = 0
    for seat in range(config.num_seats):
        able += chips(table.balance[seat]) >= config.stakes[0]
    return able > 0


@jit
def offer_bets(table, config):
    """Ask the next seat in seat order that has the least stake for a bet (R-B1)."""
    while table.cursor < config.num_seats:
        seat = np.int64(table.cursor)
        table.cursor += 1
        own = chips(table.balance[seat])
        if own >= config.stakes[0]:
            legal = MAY_AMOUNT if config.compulsory else MAY_PASS | MAY_AMOUNT
            ask(table, Phase.STAKE, seat, legal, config.stakes[0], largest_stake(config, own))
            return
    table.stage = Stage.DEAL


@jit
def largest_stake(config, own):
    """Return the largest listed stake that `own` chips can pay."""
    largest = config.stakes[0]
    for index in range(1, config.amounts):
        if config.stakes[index] <= own:
            largest = config.stakes[index]
    return largest
