"""Who may know which hand, and which hands are still possible for the others."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.shoe import two_card_total
from chemmy_env.engine.games.chemmy.playing import banker_option, punter_option
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import BANK_HAND, MAY_DRAW, MAY_STAND, PUNTER_HAND, Phase
from chemmy_env.rules.options import DRAW, FREE, NATURAL, STAND, STOOD


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
def is_possible(table, config):
    """Tell whether the hands on the table could have led to the question that is pending."""
    punter_natural = two_card_total(table, PUNTER_HAND) >= NATURAL
    bank_natural = two_card_total(table, BANK_HAND) >= NATURAL
    banker_asked = table.phase == Phase.BANKER
    if punter_natural or (bank_natural and (config.both_look or banker_asked)):
        return False
    if banker_asked and not config.liable and has_misplayed(table, config):
        return False
    return config.asks_forced or asked_option(table, config) == FREE


@jit
def renew_question(table, config):
    """Set which of draw and stand are legal: that follows from the hand of whoever is asked."""
    if table.phase == Phase.BANKER:
        table.misplayed = has_misplayed(table, config)
    asked = asked_option(table, config)
    table.legal = (MAY_STAND if asked != DRAW else 0) | (MAY_DRAW if asked != STAND else 0)


@jit
def has_misplayed(table, config):
    """Tell whether the punter drew or stood against the table (R-K4)."""
    wrong = STAND if table.third[PUNTER_HAND] != STOOD else DRAW
    return punter_option(table, config) == wrong


@jit
def asked_option(table, config):
    """Return STAND, DRAW or FREE: what is left to whoever is asked for a card."""
    if table.phase == Phase.BANKER:
        return np.int8(banker_option(table, config))
    return np.int8(FREE if config.liable else punter_option(table, config))
