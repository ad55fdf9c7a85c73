"""A round of cards, played by the fixed table alone (R-B2)."""

from __future__ import annotations

from chemmy_env.engine.common.shoe import deal_third, deal_two_each, renew_if_low, two_card_total
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANK_HAND, PUNTER_HAND
from chemmy_env.rules.options import DRAW, STOOD

_HANDS = (PUNTER_HAND, BANK_HAND)
_NATURAL = 8


@jit
def play_round(table, shoe, config):
    """Deal Player and Banker, and draw as the rules' tables say; a natural stops both (R-B2)."""
    renew_if_low(table, shoe, config)  # R-B1
    deal_two_each(table, shoe, _HANDS)
    table.third[PUNTER_HAND] = STOOD
    table.third[BANK_HAND] = STOOD
    player = two_card_total(table, PUNTER_HAND)
    banker = two_card_total(table, BANK_HAND)
    if player >= _NATURAL or banker >= _NATURAL:
        return
    if config.punter[0, player] == DRAW:
        deal_third(table, shoe, PUNTER_HAND)
    if config.banker[banker, table.third[PUNTER_HAND]] == DRAW:
        deal_third(table, shoe, BANK_HAND)
