"""Compiled kernels that several processes share: their files, and the names in them.

Files: numba numbers the files of a function's signatures in the order they are compiled. Two
processes that compile two signatures at the same moment, say one game each, can give both the same
number, and the index then leads from the one signature to the other's code. Here a file is named
after its signature, and is whole before the index tells of it: at worst an entry is lost, and
compiled again.

Names: numba names a compiled function after its arguments' types, a record type by the number it
has in the process. A process that loads what another one compiled for one game, and compiles the
same function for a game that has that number here, would hold two functions of one name, of which
only one is ever called. Here a record type has the same number everywhere.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numba
import numpy as np
from numba.core.caching import IndexDataCacheFile

from chemmy_env.engine.machine.record_types import take_records

_FIRST_CODE: Final = 2**30
"""Above all numbers that numba gives to types, which it counts from 0."""
_numbered: Final[list[Any]] = []
"""Types that keep their numbers for as long as the process lives."""


def number_for_all_processes(dtype: np.dtype[Any]) -> None:
    """Give numba's type of a record a number that follows from its fields.

    To be called before any kernel is handed such a record.
    """
    record: Any = numba.from_dtype(dtype)
    digest = hashlib.sha256(record.name.encode()).digest()
    record._code = _FIRST_CODE + int.from_bytes(digest[:4], "big") % _FIRST_CODE
    _numbered.append(record)


take_records(number_for_all_processes)


class KeyedCacheFile(IndexDataCacheFile):
    """Index and data files of one function, the data files named after what they hold."""

    def save(self, key: Any, data: Any) -> None:
        """Write what was compiled for `key`, then enter it into the index."""
        files: Any = self  # Its methods are numba's, which are not typed.
        digest = hashlib.sha256(repr(key).encode()).digest()
        name = files._data_name(int.from_bytes(digest[:8], "big"))
        files._save_data(name, data)
        files._save_index({**files._load_index(), key: name})


def name_by_signature(dispatcher: Any) -> None:
    """Let a compiled function keep its files as `KeyedCacheFile` does."""
    dispatcher._cache._cache_file.__class__ = KeyedCacheFile
