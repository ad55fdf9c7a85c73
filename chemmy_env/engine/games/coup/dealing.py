"""Cards dealt with replacement: every one from a whole pack."""

from __future__ import annotations

from chemmy_env.engine.common.keys import uniform
from chemmy_env.engine.machine.jit import jit
from chemmy_env.rules.table import CARDS_PER_PACK

CARDS_A_COUP = 6


@jit
def prepare(table, shoe):
    """Put a coup's next cards in place, each drawn from a whole pack (Kemeny and Snell 1957).

    Cards laid out by hand stay as they lie.
    """
    end = table.position + CARDS_A_COUP
    for at in range(table.position, end):
        if at >= table.laid:
            shoe[at] = int(uniform(table.shoe_key, at) * CARDS_PER_PACK)
    table.laid = max(table.laid, end)


@jit
def draw_anew(shoe, start, end, key, drawn):
    """Draw what lies from `start` to `end` anew, each card from a whole pack.

    Args:
        shoe: changed in place.
        start: first place.
        end: place after the last.
        key: uint64 source of the cards.
        drawn: how many numbers were taken from it before.
    """
    for at in range(start, end):
        shoe[at] = int(uniform(key, drawn + at - start) * CARDS_PER_PACK)
