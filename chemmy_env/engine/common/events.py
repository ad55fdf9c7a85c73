"""The ring of public events of a table."""

from __future__ import annotations

from chemmy_env.engine.machine.dispatch import by_config
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.record import MAX_HISTORY


@jit
def keep(table, config, kind, seat, value, side=-1):
    """Put an event into the ring."""
    at = table.num_events % MAX_HISTORY
    table.events[at, 0] = kind
    table.events[at, 1] = seat
    table.events[at, 2] = value
    table.events[at, 3] = side
    table.num_events += 1


@jit
def ignore(table, config, kind, seat, value, side=-1):
    """Keep nothing."""
    return


@by_config(keeps_history=keep, otherwise=ignore)
def note(table, config, kind, seat, value, side=-1):
    """Remember a public event, where anybody asked for a history.

    Nothing is noted that tells whether a draw was asked for or forced. `side` is where a stake
    lies, -1 if it can lie on one side only.
    """
