"""The Gymnasium spaces of a seat, the same for every seat of a table."""

from __future__ import annotations

from gymnasium import spaces
from numpy import float32

from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.fields import bounds


def make_spaces(compiled: CompiledTable) -> tuple[spaces.Box, spaces.Discrete]:
    """Return the spaces of a seat's observation, (D,) float32, and of its A actions, from 0.

    They are new objects: each environment seeds and samples its own.
    """
    low, high = bounds(compiled.fields)
    return spaces.Box(low, high, dtype=float32), spaces.Discrete(compiled.num_actions)
