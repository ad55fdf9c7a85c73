"""Compiled kernels on disk: their files, and the names in them.

numba's own cache numbers the files of a function's signatures in the order they are compiled and
keeps an index of them. Two processes that compile two signatures at the same moment, say one game
each, can give both the same number; a damaged index or file ends the program; and where its folder
cannot be written numba silently goes on beside the code, with files that know one source alone.
Here there is no index: a file is named after its signature, carries its own checksum, and counts as
missing if anything is wrong with it.

Names: numba names a compiled function after its arguments' types, a record type by the number it
has in the process. A process that loads what another one compiled for one game, and compiles the
same function for a game that has that number here, would hold two functions of one name, of which
only one is ever called. Here a record type has the same number everywhere.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
from numba.core.caching import Cache, CompileResultCacheImpl
from numba.core.serialize import dumps

from chemmy_env.engine.machine.record_types import take_records

_FIRST_CODE: Final = 2**30
"""Above all numbers that numba gives to types, which it counts from 0."""
_numbered: Final[list[Any]] = []
"""Types that keep their numbers for as long as the process lives."""
_CHECKSUM: Final = hashlib.sha256().digest_size


def number_for_all_processes(dtype: np.dtype[Any]) -> None:
    """Give numba's type of a record a number that follows from its fields.

    To be called before any kernel is handed such a record.
    """
    record: Any = numba.from_dtype(dtype)
    digest = hashlib.sha256(record.name.encode()).digest()
    record._code = _FIRST_CODE + int.from_bytes(digest[:4], "big") % _FIRST_CODE
    _numbered.append(record)


class KernelFiles:
    """The compiled signatures of one function, a file each.

    Args:
        folder: where they lie.
        name: of the function, with what tells it from others of that name.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self._version = (numba.__version__, sys.version)

    def path(self, key: Any) -> Path:
        """Return the file of a signature."""
        digest = hashlib.sha256(repr((self._version, key)).encode()).hexdigest()
        return self.folder / f"{self.name}.{digest[:32]}.nbc"

    def save(self, key: Any, data: Any) -> None:
        """Write a file, whole or not at all; where that is impossible, none."""
        write: Any = dumps
        content = write(data)
        with contextlib.suppress(OSError):
            handle, temporary = tempfile.mkstemp(dir=self.folder, prefix=".nbc-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(content).digest() + content)
                os.replace(temporary, self.path(key))
            except BaseException:
                os.unlink(temporary)
                raise

    def load(self, key: Any) -> Any:
        """Return what was saved, `None` if nothing was or if it is damaged."""
        try:
            whole = self.path(key).read_bytes()
        except OSError:
            return None
        checksum, content = whole[:_CHECKSUM], whole[_CHECKSUM:]
        if hashlib.sha256(content).digest() != checksum:
            return None
        return pickle.loads(content)


class EngineCache(Cache):
    """What a dispatcher of numba asks for compiled signatures.

    Args:
        function: the Python function.
        folder: where all kernels lie.
    """

    _numba: Final[Any] = object.__new__(CompileResultCacheImpl)
    """Knows how a compiled signature is taken apart and put together; it needs no state for that,
    and its constructor looks for a folder of its own."""

    def __init__(self, function: Any, folder: Path) -> None:
        code = function.__code__
        module = function.__module__.rpartition("engine.")[2]
        self._py_func = function
        self.files = KernelFiles(
            folder, f"{module}.{code.co_name}-{code.co_firstlineno}.{sys.implementation.cache_tag}"
        )
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self.files.folder)

    def flush(self) -> None:
        """Keep what there is: it is named after all sources, so none of it is stale."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled signature, `None` if it has to be compiled."""
        if not self._enabled:
            return None
        target_context.refresh()
        data = self.files.load(self._key(sig, target_context.codegen()))
        return None if data is None else self._numba.rebuild(target_context, data)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled signature."""
        if self._enabled and self._numba.check_cachable(data):
            self.files.save(self._key(sig, data.codegen), self._numba.reduce(data))

    def _key(self, sig: Any, codegen: Any) -> Any:
        whole: Any = self
        return whole._index_key(sig, codegen)


take_records(number_for_all_processes)
