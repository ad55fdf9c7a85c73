"""Seats: who sits where from whom, and who banks first."""

from __future__ import annotations

from chemmy_env.engine.common.keys import LOT, derive, uniform
from chemmy_env.engine.common.money import chips
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.rules.requiring import MAX_SEATS


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


_SEAT_BITS = (1 << (MAX_SEATS - 1).bit_length()) - 1
"""The bits of the highest seat's number, and of all lower ones."""


@jit_inline
def seat_from(origin, steps, seats):
    """Return the seat `steps` places anticlockwise from `origin`; 0 <= steps <= seats.

    This is asked for at every question: a comparison is quicker than a remainder, and the last step
    changes nothing but tells the compiler that no seat is negative, so that it counts none from the
    end of an array.
    """
    seat = origin + steps
    return (seat - seats if seat >= seats else seat) & _SEAT_BITS
