"""The ring of public events of a table."""

from __future__ import annotations

from chemmy_env.engine.jit import jit, jit_inline
from chemmy_env.engine.record import MAX_HISTORY


@jit_inline
def note(table, config, kind, seat, value):
    """Remember a public event, where anybody asked for a history.

    Nothing is noted that tells whether a draw was asked for or forced.
    """
    note_side(table, config, kind, seat, value, -1)


@jit
def note_side(table, config, kind, seat, value, side):
    """Remember a public event on one of the sides a stake can lie on; -1 for none of them."""
    if config.history:
        at = table.num_events % MAX_HISTORY
        table.events[at, 0] = kind
        table.events[at, 1] = seat
        table.events[at, 2] = value
        table.events[at, 3] = side
        table.num_events += 1
