"""What all adapters share: the spaces of a seat, seeds that nothing can repeat, render modes."""

from __future__ import annotations

import secrets

import numpy as np
from gymnasium import spaces

from chemmy_env.engine.common.keys import SEED_LIMIT
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.fields import bounds


def make_spaces(compiled: CompiledTable) -> tuple[spaces.Box, spaces.Discrete]:
    """Return the observation and action spaces of a seat."""
    low, high = bounds(compiled.fields)
    return spaces.Box(low, high, dtype=np.float32), spaces.Discrete(compiled.num_actions)


def fresh_seed() -> int:
    """Return a seed that nothing can repeat."""
    return secrets.randbelow(SEED_LIMIT)


def check_render_mode(render_mode: str | None, allowed: tuple[str, ...]) -> None:
    """Raise a `ValueError` unless it is `None` or one of the allowed modes."""
    if render_mode is not None and render_mode not in allowed:
        raise ValueError(f"render_mode = {render_mode!r}: expected None or one of {allowed}")
