"""The types of the records that kernels are handed, declared without loading numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

RecordType = np.dtype[Any]
_declared: Final[list[RecordType]] = []
_takers: Final[list[Callable[[RecordType], object]]] = []


def declare_record(dtype: RecordType) -> RecordType:
    """Declare a record type that kernels will be handed; return it."""
    _declared.append(dtype)
    for take in _takers:
        take(dtype)
    return dtype


def take_records(take: Callable[[RecordType], object]) -> None:
    """Call `take` with every record type declared so far, and with each later one."""
    _takers.append(take)
    for dtype in _declared:
        take(dtype)
