"""A session of chemin de fer: start it, answer a question, go on to the next (R-C5)."""

from __future__ import annotations

from chemmy_env.engine.actions import amount_of
from chemmy_env.engine.chemmy import banking, covering, playing, settling
from chemmy_env.engine.codes import DRAW, Phase, Stage
from chemmy_env.engine.jit import jit
from chemmy_env.engine.money import chips
from chemmy_env.engine.random import LOT, derive, uniform

_NEXT_COUP = int(Stage.NEXT_COUP)
_FRESH = int(Stage.FRESH)
_SUCCESSION = int(Stage.SUCCESSION)
_COVER = int(Stage.COVER)
_BANCO = int(Stage.BANCO)
_STAKES = int(Stage.STAKES)
_NAMED = int(Stage.NAMED)
_ALLOT = int(Stage.ALLOT)
_DEAL = int(Stage.DEAL)
_PUNTER = int(Stage.PUNTER)
_BANKER = int(Stage.BANKER)
_SETTLE = int(Stage.SETTLE)
_OPEN = int(Phase.OPEN)
_CONTINUE = int(Phase.CONTINUE)
_SUCCEED = int(Phase.SUCCEED)
_SUIVI = int(Phase.SUIVI)
_ASK_BANCO = int(Phase.BANCO)
_STAKE = int(Phase.STAKE)
_EXCESS = int(Phase.EXCESS)
_ASK_PUNTER = int(Phase.PUNTER)


@jit
def start(table, shoe, config, first_banker):
    """Begin a session whose chips and shoe are in place, up to its first question.

    `first_banker` is a seat, or -1 for what the rules say.
    """
    table.origin = first_banker if first_banker >= 0 else draw_first_banker(table, config)
    table.stage = _NEXT_COUP
    advance(table, shoe, config)


@jit
def draw_first_banker(table, config):
    """Choose among the seats that can open: by lot (R-H1, R-S1), or the first in order (R-K1)."""
    able = 0
    for seat in range(config.num_seats):
        able += chips(table.balance[seat]) >= config.min_bank
    pick = 0
    if config.lot:
        pick = int(uniform(derive(table.session_key, LOT, 0), 0) * able)
    for seat in range(config.num_seats):
        if chips(table.balance[seat]) >= config.min_bank:
            if pick == 0:
                return seat
            pick -= 1
    return 0


@jit
def answer(table, shoe, config, action):
    """Carry out a legal action, and go on to the next question."""
    phase = table.phase
    if phase > _EXCESS:
        if phase == _ASK_PUNTER:
            playing.move_punter(table, shoe, config, action == DRAW)
        else:
            playing.move_banker(table, shoe, config, action == DRAW)
    else:
        amount = amount_of(table, config, action)
        if phase == _STAKE:
            covering.answer_stake(table, config, amount)
        elif phase in (_ASK_BANCO, _SUIVI):
            covering.answer_banco(table, config, amount)
        elif phase == _CONTINUE:
            banking.answer_continue(table, config, amount)
        elif phase == _OPEN:
            banking.answer_open(table, config, amount)
        elif phase == _SUCCEED:
            banking.answer_succession(table, config, amount)
        else:
            covering.answer_excess(table, config, amount)
    advance(table, shoe, config)


@jit
def advance(table, shoe, config):
    """Go through the stages of coups until somebody is asked or the session is over."""
    while table.stage > 1:  # Neither ASKING nor OVER.
        stage = table.stage
        if stage == _BANCO:
            covering.offer_banco(table, config)
        elif stage == _STAKES:
            covering.offer_stakes(table, config)
        elif stage == _COVER:
            covering.offer_suivi(table, config)
        elif stage == _NAMED:
            covering.offer_excess(table, config)
        elif stage == _ALLOT:
            covering.allot(table, config)
        elif stage == _DEAL:
            playing.deal_hands(table, shoe, config)
        elif stage == _PUNTER:
            playing.ask_punter(table, shoe, config)
        elif stage == _BANKER:
            playing.ask_banker(table, shoe, config)
        elif stage == _SETTLE:
            settling.settle(table, config)
        elif stage == _NEXT_COUP:
            banking.next_coup(table, config)
        elif stage == _FRESH:
            banking.offer_fresh(table, config)
        else:
            banking.offer_succession(table, config)
