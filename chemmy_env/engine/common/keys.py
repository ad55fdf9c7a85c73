"""Keyed random numbers: a hash of what is drawn, never a stream that is carried along.

The key of a number is (row key, session, purpose, index). So the same seed deals the same shoes
whatever was played before, whatever the batch and however many threads: paired sessions stay
paired when play differs. The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood
2014, "Fast splittable pseudorandom number generators").
"""

from __future__ import annotations

from typing import Final

import numpy as np

from chemmy_env.engine.machine.jit import jit, jit_inline

SEED_LIMIT: Final = 2**63
"""Seeds are whole numbers in [0, 2**63)."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_TO_UNIT = 1.0 / 9007199254740992.0

SESSION = np.uint64(0x53455353)
"""Purpose: one of the sessions that a seed gives, one after another."""
LOT = np.uint64(0x4C4F54)
"""Purpose: the first banker's lot."""
SHOE = np.uint64(0x53484F45)
"""Purpose: the order of a shoe."""
DECISION = np.uint64(0x4445434944)
"""Purpose: what a built-in policy rolls at a decision."""


@jit_inline
def mix(z):
    """Scramble 64 bits."""
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


@jit_inline
def derive(key, purpose, index):
    """Return the key, uint64, of the `index`-th thing of one purpose under `key`."""
    return mix(mix(key ^ (purpose * _GOLDEN)) + np.uint64(index) * _GOLDEN)


@jit_inline
def uniform(key, index):
    """Return the `index`-th number in [0, 1) under `key`."""
    return np.float64(mix(key + np.uint64(index) * _GOLDEN) >> np.uint64(11)) * _TO_UNIT


@jit
def row_key(seed, row):
    """Return `row_seed` without its checks, for kernels."""
    return mix(mix(np.uint64(seed)) + (np.uint64(row) + np.uint64(1)) * _GOLDEN) >> np.uint64(1)


def row_seed(seed: int, row: int) -> int:
    """Return the seed of one row of a batch.

    Row i of ``Tables(seed=s)`` plays what an environment reset with ``row_seed(s, i)`` plays.

    Raises:
        ValueError: if `seed` is not in [0, 2**63) or `row` is negative.
    """
    check_seed(seed)
    if not 0 <= row < SEED_LIMIT:
        raise ValueError(f"row = {row!r}: expected a whole number from 0")
    return int(row_key(np.uint64(seed), np.uint64(row)))


def check_seed(seed: int) -> int:
    """Return `seed` as a Python int if it is in [0, 2**63), else raise `ValueError`."""
    whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not whole or not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"seed = {seed!r}: expected a whole number in [0, 2**63)")
    return int(seed)
