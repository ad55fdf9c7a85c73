"""Leaving the table for good, where the rules let a seat do so (R-S9)."""

from __future__ import annotations

from chemmy_env.engine.common.ending import end_session
from chemmy_env.engine.common.events import note
from chemmy_env.engine.games.chemmy.banking import retire
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import Event, Over, Phase, Stage

_FEWEST = 2
"""Seats without which a session ends."""


@jit
def leave(table, config):
    """Let the seat that is asked leave: its balance is final, it is asked nothing more.

    A banker leaves by retiring; anybody else declines the banco or the stake it was asked for.
    """
    table.left |= 1 << table.seat
    if table.phase == Phase.CONTINUE:
        retire(table, config, Event.LEAVES)
        return
    note(table, config, Event.LEAVES, table.seat, 0)
    if count_seats(table, config) < _FEWEST:
        end_session(table, config, Over.TERMINATED)
    elif table.phase == Phase.STAKE:
        table.stage = Stage.STAKES
    else:
        table.stage = Stage.BANCO


@jit
def count_seats(table, config):
    """Count the seats that have not left."""
    here = 0
    for seat in range(config.num_seats):
        here += 1 - (table.left >> seat & 1)
    return here
