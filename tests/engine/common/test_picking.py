"""A random legal action, found eight at a time, against one found by listing them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from chemmy_env.engine.common.picking import random_legal
from chemmy_env.engine.machine.jit import jit


@jit
def pick(mask, choices, roll):
    """Call what is inlined elsewhere."""
    return random_legal(mask, choices, roll)


MASKS = st.integers(1, 300).flatmap(
    lambda size: st.tuples(
        st.just(size), st.sets(st.integers(0, size - 1), min_size=1, max_size=size)
    )
)


@settings(deadline=None)  # The first call compiles.
@given(MASKS, st.floats(0, 1, exclude_max=True))
def test_it_is_the_action_whose_turn_it_is_in_the_list(case, roll):
    size, legal = case
    mask = np.zeros(size, np.int8)
    mask[list(legal)] = 1
    expected = sorted(legal)[int(roll * len(legal))]
    assert pick(mask, len(legal), roll) == expected


def test_every_action_of_a_full_mask_comes_up_whatever_the_size():
    for size in (*range(1, 20), 63, 64, 65, 71, 72, 73, 127, 128, 129, 136, 1204):
        mask = np.ones(size, np.int8)
        rolls = (np.arange(size) + 0.5) / size
        assert [pick(mask, size, roll) for roll in rolls] == list(range(size))
