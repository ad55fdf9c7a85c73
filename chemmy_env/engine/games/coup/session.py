"""One coup by itself: seat 0 punts, seat 1 banks, a chip each, and only cards are asked for.

It is a coup of the chemin de fer table that begins with the deal; deal, questions and settlement
are the table's own. A coup that would ask nobody anything asks the punter to PASS once both hands
are known, so that every session has a step and its reward a step to come with.
"""

from __future__ import annotations

from chemmy_env.engine.common.actions import ask
from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.games.chemmy import banking, playing, settling
from chemmy_env.engine.games.coup.dealing import prepare
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import DRAW, MAY_PASS, Phase, Stage

PUNTER_SEAT = 0
BANKER_SEAT = 1


@jit
def start(table, shoe, config, first_banker):
    """Begin a coup whose shoe is in place, up to its first question; the seats are fixed."""
    if config.with_replacement:
        prepare(table, shoe)
    table.banker = BANKER_SEAT
    table.active = PUNTER_SEAT
    table.bettors = config.bettors
    table.balance[PUNTER_SEAT] -= UNIT
    table.stake[PUNTER_SEAT] = UNIT
    table.balance[BANKER_SEAT] -= UNIT
    table.bank = UNIT
    table.offered = UNIT
    table.covered = UNIT
    table.stage = Stage.DEAL
    advance(table, shoe, config)


@jit
def answer(table, shoe, config, action):
    """Carry out a legal action and go on to the next question."""
    if table.phase == Phase.PUNTER:
        playing.move_punter(table, shoe, config, action == DRAW)
    elif table.phase == Phase.BANKER:
        playing.move_banker(table, shoe, config, action == DRAW)
    else:
        table.stage = Stage.SETTLE
    advance(table, shoe, config)


@jit
def advance(table, shoe, config):
    """Go on until somebody is asked or the coup is settled and the session over."""
    while table.stage > 1:  # Neither ASKING nor OVER.
        stage = table.stage
        if stage == Stage.DEAL:
            playing.deal_hands(table, shoe, config)
        elif stage == Stage.PUNTER:
            playing.ask_punter(table, shoe, config)
        elif stage == Stage.BANKER:
            playing.ask_banker(table, shoe, config)
        elif stage == Stage.SETTLE:
            if table.decisions == 0:
                ask(table, Phase.CONTINUE, PUNTER_SEAT, MAY_PASS, 0, 0)
            else:
                settling.settle(table, config)
        else:
            banking.next_coup(table, config)
