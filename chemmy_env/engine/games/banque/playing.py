"""The three hands: deal, the two captains' decisions, the banker's (R-T3, R-T5, R-T6, R-T9)."""

from __future__ import annotations

from chemmy_env.engine.common.actions import ask
from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.shoe import (
    CARD_VALUES,
    deal_third,
    deal_two_each,
    renew_if_low,
    show_hand,
    two_card_total,
)
from chemmy_env.engine.games.banque.staking import staked_on
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import (
    BANK_HAND,
    HOUSE_SCRIPT,
    LEFT_HAND,
    MAY_DRAW,
    MAY_STAND,
    PUNTER_HAND,
    SHOWN,
    UNDECIDED,
    Event,
    Phase,
    Stage,
)
from chemmy_env.rules.options import BANKER_FIXED, DRAW, NATURAL, STOOD, banker_table

SCRIPT = banker_table(BANKER_FIXED)
"""The scripted house's table, that of R-B2 (R-T9)."""
_HANDS = (PUNTER_HAND, LEFT_HAND, BANK_HAND)
_TABLEAUX = (PUNTER_HAND, LEFT_HAND)


@jit
def deal_hands(table, shoe, config):
    """Deal right, left, banker, twice (R-T3).

    A banker's natural settles both tableaux at once, a tableau's is shown. A tableau without bets
    gets its cards too, which nobody looks at (R-T5).
    """
    renew_if_low(table, shoe, config)  # R-T8
    for hand in _HANDS:
        table.third[hand] = UNDECIDED
    deal_two_each(table, shoe, _HANDS)
    if two_card_total(table, BANK_HAND) >= NATURAL:
        table.stage = Stage.SETTLE
        return
    for side in _TABLEAUX:
        if table.captain[side] >= 0 and two_card_total(table, side) >= NATURAL:
            table.third[side] = SHOWN
            show_hand(table, config, side)
    table.stage = Stage.PUNTER


@jit
def goes_on(table, side):
    """Tell whether a tableau has bets and shows no natural, so that its captain decides (R-T5)."""
    return table.captain[side] >= 0 and table.third[side] != SHOWN


@jit
def ask_captain(table, side, phase, next_stage):
    """Ask a tableau's captain for a card or a stand, if the tableau goes on (R-T5)."""
    if goes_on(table, side):
        ask(table, phase, table.captain[side], MAY_STAND | MAY_DRAW, 0, 0)
    else:
        table.stage = next_stage


@jit
def move_captain(table, shoe, config, side, draws):
    """Carry out a captain's decision; the third card is face up (R-T5)."""
    captain = table.captain[side]
    if draws:
        deal_third(table, shoe, side)
        note(table, config, Event.PUNTER_CARD, captain, table.third[side], side)
    else:
        table.third[side] = STOOD
        note(table, config, Event.PUNTER_STANDS, captain, -1, side)


@jit
def ask_banker(table, shoe, config):
    """Ask the banker or the script; nobody, if no tableau goes on (R-T3, R-T6, R-T9)."""
    right = goes_on(table, PUNTER_HAND)
    left = goes_on(table, LEFT_HAND)
    if not right and not left:
        table.stage = Stage.SETTLE
    elif config.house == HOUSE_SCRIPT:
        against = PUNTER_HAND if right else LEFT_HAND
        if right and left and staked_on(table, config, 1) > staked_on(table, config, 0):
            against = LEFT_HAND
        draws = SCRIPT[two_card_total(table, BANK_HAND), table.third[against]] == DRAW
        move_banker(table, shoe, config, draws)
    else:
        ask(table, Phase.BANKER, table.banker, MAY_STAND | MAY_DRAW, 0, 0)


@jit
def move_banker(table, shoe, config, draws):
    """Carry out the banker's decision (R-T6)."""
    if draws:
        deal_third(table, shoe, BANK_HAND)
        note(table, config, Event.BANKER_CARD, table.banker, CARD_VALUES[table.cards[BANK_HAND, 2]])
    else:
        table.third[BANK_HAND] = STOOD
        note(table, config, Event.BANKER_STANDS, table.banker, -1)
    table.stage = Stage.SETTLE
