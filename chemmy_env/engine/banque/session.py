"""A session of banque with two tableaux: start it, answer a question, go on to the next."""

from __future__ import annotations

from chemmy_env.engine.actions import amount_of, split_action
from chemmy_env.engine.banque import banking, playing, settling, staking
from chemmy_env.engine.chemmy.session import draw_first_banker
from chemmy_env.engine.codes import (
    DRAW,
    HOUSE_AGENT,
    HOUSE_NONE,
    LEFT_HAND,
    PUNTER_HAND,
    Phase,
    Stage,
)
from chemmy_env.engine.jit import jit

_NEXT_COUP = int(Stage.NEXT_COUP)
_FRESH = int(Stage.FRESH)
_STAKES = int(Stage.STAKES)
_ALLOT = int(Stage.ALLOT)
_DEAL = int(Stage.DEAL)
_PUNTER = int(Stage.PUNTER)
_LEFT = int(Stage.LEFT)
_BANKER = int(Stage.BANKER)
_CONTINUE = int(Phase.CONTINUE)
_STAKE = int(Phase.STAKE)
_ASK_RIGHT = int(Phase.PUNTER)
_ASK_LEFT = int(Phase.LEFT)
_ASK_BANKER = int(Phase.BANKER)


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
    table.stage = _NEXT_COUP
    advance(table, shoe, config)


@jit
def answer(table, shoe, config, action):
    """Carry out a legal action, and go on to the next question."""
    phase = table.phase
    if phase == _STAKE:
        _, side = split_action(config, action)
        staking.answer_bet(table, config, amount_of(table, config, action), side)
    elif phase == _ASK_RIGHT:
        playing.move_captain(table, shoe, config, PUNTER_HAND, action == DRAW)
        table.stage = _LEFT
    elif phase == _ASK_LEFT:
        playing.move_captain(table, shoe, config, LEFT_HAND, action == DRAW)
        table.stage = _BANKER
    elif phase == _ASK_BANKER:
        playing.move_banker(table, shoe, config, action == DRAW)
    elif phase == _CONTINUE:
        banking.answer_continue(table, config, amount_of(table, config, action))
    else:
        banking.answer_open(table, config, amount_of(table, config, action))
    advance(table, shoe, config)


@jit
def advance(table, shoe, config):
    """Go through the stages of coups until somebody is asked or the session is over."""
    while table.stage > 1:  # Neither ASKING nor OVER.
        stage = table.stage
        if stage == _STAKES:
            staking.offer_bets(table, config)
        elif stage == _ALLOT:
            staking.name_captains(table, config)
        elif stage == _DEAL:
            playing.deal_hands(table, shoe, config)
        elif stage == _PUNTER:
            playing.ask_captain(table, PUNTER_HAND, _ASK_RIGHT, _LEFT)
        elif stage == _LEFT:
            playing.ask_captain(table, LEFT_HAND, _ASK_LEFT, _BANKER)
        elif stage == _BANKER:
            playing.ask_banker(table, shoe, config)
        elif stage == _NEXT_COUP:
            banking.next_coup(table, config)
        elif stage == _FRESH:
            banking.offer_bank(table, config)
        else:
            settling.settle(table, config)
