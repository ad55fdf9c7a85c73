"""The types of the records that kernels are handed, declared without loading numba."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

import numpy as np

RecordType = np.dtype[Any]
_declared: Final[list[RecordType]] = []
_takers: Final[list[Callable[[RecordType], object]]] = []


def declare_record(dtype: RecordType) -> RecordType:
    """Declare a record type that kernels will be handed; return it as it is to be used.

    Where numba is switched off (machine/jit.py), kernels are plain functions: their records need
    attributes, and whole numbers so wide that sums do not overflow as compiled ones do not.
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return np.dtype((np.record, _widened(dtype)))
    _declared.append(dtype)
    for take in _takers:
        take(dtype)
    return dtype


def take_records(take: Callable[[RecordType], object]) -> None:
    """Call `take` with every record type declared so far, and with each later one."""
    _takers.append(take)
    for dtype in _declared:
        take(dtype)


def _widened(dtype: RecordType) -> RecordType:
    """Return a record type whose small whole numbers have 64 bits."""
    fields: Any = dtype.fields
    wide = []
    for name in dtype.names or ():
        kind = fields[name][0]
        is_small = kind.base.kind in "iu" and kind.base.itemsize < 8
        wide.append((name, np.dtype(np.int64) if is_small else kind.base, kind.shape))
    return np.dtype(wide)
