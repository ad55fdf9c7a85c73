"""The arrays that a batch writes into, one set of them as a tuple that kernels take."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class Outputs(NamedTuple):
    """What a step returns, one row a table."""

    observation: Array
    """(N, D) float32: what the acting seat sees."""
    action_mask: Array
    """(N, A) int8: its legal actions."""
    seat: Array
    """(N,) int64: who acts."""
    rewards: Array
    """(N, P) float64: of every seat, since the last step."""
    terminated: Array
    """(N,) bool."""
    truncated: Array
    """(N,) bool."""
    final_observation: Array
    """(N, D) float32: where a session ended and the next one began at once, what the seat that made
    the last decision saw of the end."""
    final_seat: Array
    """(N,) int64: that seat."""


def make_outputs(tables: int, observation_size: int, num_actions: int, seats: int) -> Outputs:
    """Allocate one set of output arrays."""
    return Outputs(
        observation=np.zeros((tables, observation_size), np.float32),
        action_mask=np.zeros((tables, num_actions), np.int8),
        seat=np.zeros(tables, np.int64),
        rewards=np.zeros((tables, seats), np.float64),
        terminated=np.zeros(tables, np.bool_),
        truncated=np.zeros(tables, np.bool_),
        final_observation=np.zeros((tables, observation_size), np.float32),
        final_seat=np.zeros(tables, np.int64),
    )
