"""Who has left the table for good, and the action of doing so (R-S9).

Where seats cannot leave, all of this is compiled away.
"""

from __future__ import annotations

from chemmy_env.engine.machine.dispatch import by_config
from chemmy_env.engine.machine.jit import jit_inline
from chemmy_env.engine.records.codes import MAY_LEAVE


@jit_inline
def _is_gone(table, config, seat):
    return table.left >> seat & 1 != 0


@jit_inline
def _is_here(table, config, seat):
    return False


@by_config(lets_leave=_is_gone, otherwise=_is_here)
def has_left(table, config, seat):
    """Tell whether a seat has left the table."""


@jit_inline
def _is_last(config, action):
    return action == config.num_actions - 1


@jit_inline
def _is_none(config, action):
    return False


@by_config(lets_leave=_is_last, otherwise=_is_none)
def is_leave(config, action):
    """Tell whether an action is LEAVE: the last one, at a table that has it."""


@jit_inline
def _offer(config):
    return MAY_LEAVE


@jit_inline
def _offer_nothing(config):
    return 0


@by_config(lets_leave=_offer, otherwise=_offer_nothing)
def leave_bit(config):
    """Return the bit of `Table.legal` that lets a seat leave, or 0 where it never may."""
