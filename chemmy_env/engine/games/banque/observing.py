"""What a seat at the two tableaux sees.

A captain sees the tableau's first two cards from the deal, the banker the bank's; third cards and a
tableau's natural are public at once, everything else when the coup is settled (R-T3, R-T5, R-T6).
"""

from __future__ import annotations

from chemmy_env.engine.common.observing import (
    steps,
    write_chips,
    write_hand,
    write_phase,
    write_shoe,
    write_sides,
)
from chemmy_env.engine.common.shoe import two_card_total
from chemmy_env.engine.machine.jit import jit, put
from chemmy_env.engine.records.codes import (
    BANK_HAND,
    HOUSE_SCRIPT,
    LEFT_HAND,
    PUNTER_HAND,
    SHOWN,
    UNDECIDED,
    Phase,
)
from chemmy_env.rules.options import NATURAL

_TABLEAUX = (PUNTER_HAND, LEFT_HAND)


@jit
def observe(table, config, seat, out):
    """Write what `seat` may know into `out`, (D,) float32."""
    out[:] = 0.0
    write_phase(table, config, seat, out)
    write_chips(table, config, seat, out)
    write_sides(table, config, seat, out)
    write_places(table, config, seat, out)
    if table.phase >= Phase.PUNTER:
        write_hands(table, config, seat, out)
    write_shoe(table, config, seat, out)


@jit
def write_places(table, config, seat, out):
    """Write who banks or is asked first, and who is captain or may be (R-T1, R-T2, R-T4)."""
    seats = config.num_seats
    if config.house == HOUSE_SCRIPT:
        put(out, config.at_first + steps(0, seat, seats), 1.0)
    elif table.banker >= 0:
        put(out, config.at_banker + steps(table.banker, seat, seats), 1.0)
    for side in _TABLEAUX:
        leader = table.captain[side]
        if leader < 0:
            leader = table.pointer[side]
        put(out, config.at_captain + side * seats + steps(leader, seat, seats), 1.0)


@jit
def write_hands(table, config, seat, out):
    """Write shown naturals, third cards, and the hand that the observer plays."""
    if seat == table.banker:
        write_hand(table, config, BANK_HAND, out)
    for side in _TABLEAUX:
        if seat == table.captain[side]:
            write_hand(table, config, side, out)
        third = table.third[side]
        if third == SHOWN:
            put(out, config.at_natural + 2 * side + two_card_total(table, side) - NATURAL, 1.0)
        elif third != UNDECIDED:
            at = config.at_third_left if side == LEFT_HAND else config.at_third
            put(out, at + third, 1.0)
