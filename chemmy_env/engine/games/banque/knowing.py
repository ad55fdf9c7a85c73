"""Who may know which hand, and which hands are still possible for the others."""

from __future__ import annotations

from chemmy_env.engine.common.shoe import two_card_total
from chemmy_env.engine.games.banque.playing import goes_on
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANK_HAND, LEFT_HAND, PUNTER_HAND, SHOWN, Phase
from chemmy_env.rules.options import NATURAL


@jit
def sees(table, config, seat, hand):
    """Tell whether a seat has seen the first two cards of a hand in play.

    The banker has seen the bank's, a captain the tableau's, everybody a natural that a tableau
    shows (R-T3, R-T5, R-T6).
    """
    if table.phase < Phase.PUNTER:
        return False
    if hand == BANK_HAND:
        return seat == table.banker
    return seat == table.captain[hand] or table.third[hand] == SHOWN


@jit
def keep_question(table, config):
    """Leave the question as it is: captains and the banker are free (R-T5, R-T6)."""
    return


@jit
def is_possible(table, config):
    """Tell whether the hands on the table could have led to the pending question.

    Neither the bank nor a tableau that goes on has a natural (R-T3).
    """
    if two_card_total(table, BANK_HAND) >= NATURAL:
        return False
    for side in (PUNTER_HAND, LEFT_HAND):
        if goes_on(table, side) and two_card_total(table, side) >= NATURAL:
            return False
    return True
