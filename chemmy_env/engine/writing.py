"""How kernels write into arrays at every decision."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.jit import jit_inline


@jit_inline
def put(out, at, value):
    """Write a number; `at` is never negative.

    numba reads a signed index below zero as one from the end, and asks each time. In an observation
    of 76 numbers those questions cost as much as the writing.
    """
    out[np.uint64(at)] = value
