"""A session of chemin de fer: start it, answer a question, go on to the next (R-C5)."""

from __future__ import annotations

from chemmy_env.engine.common.actions import amount_of
from chemmy_env.engine.common.leaving import is_leave
from chemmy_env.engine.common.seats import draw_first_banker
from chemmy_env.engine.games.chemmy import banking, covering, leaving, playing, settling
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import DRAW, Phase, Stage


@jit
def start(table, shoe, config, first_banker):
    """Begin a session whose chips and shoe are in place, up to its first question.

    `first_banker` is a seat, or -1 for what the rules say.
    """
    table.origin = first_banker if first_banker >= 0 else draw_first_banker(table, config)
    table.stage = Stage.NEXT_COUP
    advance(table, shoe, config)


@jit
def answer(table, shoe, config, action):
    """Carry out a legal action, and go on to the next question."""
    phase = table.phase
    if phase > Phase.EXCESS:
        if phase == Phase.PUNTER:
            playing.move_punter(table, shoe, config, action == DRAW)
        else:
            playing.move_banker(table, shoe, config, action == DRAW)
    elif is_leave(config, action):
        leaving.leave(table, config)
    else:
        amount = amount_of(table, config, action)
        if phase == Phase.STAKE:
            covering.answer_stake(table, config, amount)
        elif phase in (Phase.BANCO, Phase.SUIVI):
            covering.answer_banco(table, config, amount)
        elif phase == Phase.CONTINUE:
            banking.answer_continue(table, config, amount)
        elif phase == Phase.OPEN:
            banking.answer_open(table, config, amount)
        elif phase == Phase.SUCCEED:
            banking.answer_succession(table, config, amount)
        else:
            covering.answer_excess(table, config, amount)
    advance(table, shoe, config)


@jit
def advance(table, shoe, config):
    """Go through the stages of coups until somebody is asked or the session is over."""
    while table.stage > 1:  # Neither ASKING nor OVER.
        stage = table.stage
        if stage == Stage.BANCO:
            covering.offer_banco(table, config)
        elif stage == Stage.STAKES:
            covering.offer_stakes(table, config)
        elif stage == Stage.COVER:
            covering.offer_suivi(table, config)
        elif stage == Stage.NAMED:
            covering.offer_excess(table, config)
        elif stage == Stage.ALLOT:
            covering.allot(table, config)
        elif stage == Stage.DEAL:
            playing.deal_hands(table, shoe, config)
        elif stage == Stage.PUNTER:
            playing.ask_punter(table, shoe, config)
        elif stage == Stage.BANKER:
            playing.ask_banker(table, shoe, config)
        elif stage == Stage.SETTLE:
            settling.settle(table, config)
        elif stage == Stage.NEXT_COUP:
            banking.next_coup(table, config)
        elif stage == Stage.FRESH:
            banking.offer_fresh(table, config)
        else:
            banking.offer_succession(table, config)
