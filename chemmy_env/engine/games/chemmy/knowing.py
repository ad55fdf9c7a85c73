"""Who may know which hand, and which hands are still possible for the others."""

from __future__ import annotations

from chemmy_env.engine.common.shoe import two_card_total
from chemmy_env.engine.games.chemmy.playing import banker_option, punter_option
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import (
    BANK_HAND,
    MAY_DRAW,
    MAY_STAND,
    PUNTER_HAND,
    STOOD,
    Phase,
)
from chemmy_env.rules.options import DRAW, FREE, STAND

_NATURAL = 8


@jit_inline
def sees(table, config, seat, hand):
    """Tell whether a seat has seen the first two cards of a hand in play (R-H6, R-H7, R-S2)."""
    if table.phase < Phase.PUNTER:
        return False
    if hand == PUNTER_HAND:
        return seat == table.active
    if hand == BANK_HAND and seat == table.banker:
        return config.both_look or table.phase == Phase.BANKER
    return False


@jit
def deal_again(table, config):
    """Tell whether the hands on the table could have led to the question that is pending.

    Sets which of draw and stand are legal, since they follow from the hand of whoever is asked.
    """
    punter_natural = two_card_total(table, PUNTER_HAND) >= _NATURAL
    bank_natural = two_card_total(table, BANK_HAND) >= _NATURAL
    banker_asked = table.phase == Phase.BANKER
    if punter_natural or (bank_natural and (config.both_look or banker_asked)):
        return False
    moved = punter_option(table, config)
    if banker_asked:
        wrong = STAND if table.third[PUNTER_HAND] != STOOD else DRAW
        if moved == wrong and not config.liable:
            return False
        table.misplayed = moved == wrong
        asked = banker_option(table, config)
    else:
        asked = FREE if config.liable else moved
    if asked != FREE and not config.asks_forced:
        return False
    table.legal = (MAY_STAND if asked != DRAW else 0) | (MAY_DRAW if asked != STAND else 0)
    return True
