"""A session of banque with two tableaux: start it, answer a question, go on to the next."""

from __future__ import annotations

from chemmy_env.engine.common.actions import amount_of, split_action
from chemmy_env.engine.common.seats import draw_first_banker
from chemmy_env.engine.games.banque import banking, playing, settling, staking
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import (
    DRAW,
    HOUSE_AGENT,
    HOUSE_NONE,
    LEFT_HAND,
    PUNTER_HAND,
    Phase,
    Stage,
)


@jit
def start(table, shoe, config, first_banker):
    """Begin a session whose chips and shoe are in place, up to its first question.

    `first_banker` is a seat, or -1 for what the rules say: seat 0 (R-T1), or the house (R-T9).
    """
    if config.house == HOUSE_NONE:
        if first_banker >= 0:
            table.banker = first_banker
        else:
            table.banker = draw_first_banker(table, config) if config.lot else 0
    elif config.house == HOUSE_AGENT:
        table.banker = config.num_seats - 1
    table.stage = Stage.NEXT_COUP
    advance(table, shoe, config)


@jit
def answer(table, shoe, config, action):
    """Carry out a legal action, and go on to the next question."""
    phase = table.phase
    if phase == Phase.STAKE:
        _, side = split_action(config, action)
        staking.answer_bet(table, config, amount_of(table, config, action), side)
    elif phase == Phase.PUNTER:
        playing.move_captain(table, shoe, config, PUNTER_HAND, action == DRAW)
        table.stage = Stage.LEFT
    elif phase == Phase.LEFT:
        playing.move_captain(table, shoe, config, LEFT_HAND, action == DRAW)
        table.stage = Stage.BANKER
    elif phase == Phase.BANKER:
        playing.move_banker(table, shoe, config, action == DRAW)
    elif phase == Phase.CONTINUE:
        banking.answer_continue(table, config, amount_of(table, config, action))
    else:
        banking.answer_open(table, config, amount_of(table, config, action))
    advance(table, shoe, config)


@jit
def advance(table, shoe, config):
    """Go through the stages of coups until somebody is asked or the session is over."""
    while table.stage > 1:  # Neither ASKING nor OVER.
        stage = table.stage
        if stage == Stage.STAKES:
            staking.offer_bets(table, config)
        elif stage == Stage.ALLOT:
            staking.name_captains(table, config)
        elif stage == Stage.DEAL:
            playing.deal_hands(table, shoe, config)
        elif stage == Stage.PUNTER:
            playing.ask_captain(table, PUNTER_HAND, Phase.PUNTER, Stage.LEFT)
        elif stage == Stage.LEFT:
            playing.ask_captain(table, LEFT_HAND, Phase.LEFT, Stage.BANKER)
        elif stage == Stage.BANKER:
            playing.ask_banker(table, shoe, config)
        elif stage == Stage.NEXT_COUP:
            banking.next_coup(table, config)
        elif stage == Stage.FRESH:
            banking.offer_bank(table, config)
        else:
            settling.settle(table, config)
