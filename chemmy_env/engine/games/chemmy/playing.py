"""The hands: deal, the punter's decision, the banker's; stages (d), (e) and (f)."""

from __future__ import annotations

from chemmy_env.engine.common.actions import ask
from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.shoe import (
    CARD_VALUES,
    deal_third,
    deal_two_each,
    renew_if_low,
    two_card_total,
)
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import (
    ASKED,
    BANK_HAND,
    MAY_DRAW,
    MAY_STAND,
    PUNTER_HAND,
    UNDECIDED,
    Event,
    Phase,
    Stage,
)
from chemmy_env.rules.options import DRAW, FREE, NATURAL, STOOD

_HANDS = (PUNTER_HAND, BANK_HAND)


@jit
def deal_hands(table, shoe, config):
    """Deal two cards each; a natural that may be shown at once settles the coup (R-H7, R-S2)."""
    renew_if_low(table, shoe, config)
    table.third[PUNTER_HAND] = UNDECIDED
    table.third[BANK_HAND] = UNDECIDED
    table.misplayed = 0
    deal_two_each(table, shoe, _HANDS)
    natural = two_card_total(table, PUNTER_HAND) >= NATURAL
    if config.both_look:
        natural |= two_card_total(table, BANK_HAND) >= NATURAL
    table.stage = Stage.SETTLE if natural else Stage.PUNTER


@jit_inline
def punter_option(table, config):
    """Return STAND, DRAW or FREE: what the rules leave the active punter."""
    return config.punter[1 if table.bettors > 1 else 0, two_card_total(table, PUNTER_HAND)]


@jit_inline
def banker_option(table, config):
    """Return STAND, DRAW or FREE: what the rules leave the banker."""
    return config.banker[two_card_total(table, BANK_HAND), table.third[PUNTER_HAND]]


@jit
def ask_punter(table, shoe, config):
    """Ask the active punter for a card or a stand, or play what the rules decide (R-H8)."""
    option = punter_option(table, config)
    if option == FREE or config.liable:
        ask(table, Phase.PUNTER, table.active, MAY_STAND | MAY_DRAW, 0, 0)
    elif config.asks_forced:
        ask(table, Phase.PUNTER, table.active, MAY_DRAW if option == DRAW else MAY_STAND, 0, 0)
    else:
        move_punter(table, shoe, config, option == DRAW)


@jit
def move_punter(table, shoe, config, draws):
    """Carry out the punter's decision; a banker's natural wins before the card is dealt (R-H7)."""
    option = punter_option(table, config)
    table.misplayed = option != FREE and (option == DRAW) != draws
    table.third[PUNTER_HAND] = ASKED if draws else STOOD
    if two_card_total(table, BANK_HAND) >= NATURAL:
        note(table, config, Event.PUNTER_CARD if draws else Event.PUNTER_STANDS, table.active, -1)
        table.stage = Stage.SETTLE
        return
    table.stage = Stage.BANKER
    if draws:
        deal_third(table, shoe, PUNTER_HAND)
        note(
            table, config, Event.PUNTER_CARD, table.active, CARD_VALUES[table.cards[PUNTER_HAND, 2]]
        )
    else:
        note(table, config, Event.PUNTER_STANDS, table.active, -1)


@jit
def ask_banker(table, shoe, config):
    """Ask the banker for a card or a stand, or play what the rules decide (R-H9)."""
    option = banker_option(table, config)
    if option == FREE:
        ask(table, Phase.BANKER, table.banker, MAY_STAND | MAY_DRAW, 0, 0)
    elif config.asks_forced:
        ask(table, Phase.BANKER, table.banker, MAY_DRAW if option == DRAW else MAY_STAND, 0, 0)
    else:
        move_banker(table, shoe, config, option == DRAW)


@jit
def move_banker(table, shoe, config, draws):
    """Carry out the banker's decision."""
    table.third[BANK_HAND] = STOOD
    if draws:
        deal_third(table, shoe, BANK_HAND)
        note(table, config, Event.BANKER_CARD, table.banker, CARD_VALUES[table.cards[BANK_HAND, 2]])
    else:
        note(table, config, Event.BANKER_STANDS, table.banker, -1)
    table.stage = Stage.SETTLE
