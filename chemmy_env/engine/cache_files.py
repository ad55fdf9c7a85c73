"""Files of compiled kernels that several processes may write at the same time.

numba numbers the files of a function's signatures in the order they are compiled. Two processes
that compile two signatures at the same moment, say one game each, can give both the same number,
and the index then leads from the one signature to the other's code. Here a file is named after its
signature, and is whole before the index tells of it: at worst an entry is lost, and compiled again.
"""

from __future__ import annotations

import hashlib
from typing import Any

from numba.core.caching import IndexDataCacheFile


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
