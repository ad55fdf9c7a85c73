"""One way to compile: cached, without the interpreter lock, C rules for division.

numba's own cache looks only at the file a function stands in. A kernel here is made of functions in
many files, so its cache lies in a folder named after all of them: an edit or an upgrade anywhere in
the engine can never run code compiled from before it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from chemmy_env.engine.machine.cache import name_by_signature

_numba: Final[Any] = numba.config
_ENGINE: Final = Path(__file__).parents[1]
_SOURCES: Final = (_ENGINE, _ENGINE.parent / "rules")


def _digest() -> str:
    """Hash every source file that a kernel can be made of."""
    digest = hashlib.sha256()
    for folder in _SOURCES:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """Return the folder for this version of the engine: where numba is told to, or beside the code.

    Where the code lies read-only, the temporary folder of the user serves.
    """
    name = f"chemmy_env-{_digest()}"
    if _numba.CACHE_DIR:
        return Path(_numba.CACHE_DIR) / name
    beside = _ENGINE / "__pycache__" / name
    try:
        beside.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=beside).close()
    except OSError:
        owner = os.getuid() if hasattr(os, "getuid") else "user"
        return Path(tempfile.gettempdir()) / f"chemmy_env-{owner}" / name
    return beside


CACHE: Final = _cache_folder()
"""Folder of the compiled kernels of this version of the engine."""
_STALE_SECONDS: Final = 86_400
SETTINGS: Final[dict[str, Any]] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,  # No C code calls a kernel; without it compiling is 8 % quicker.
}
"""How every kernel is compiled."""
_ready: Final[set[str]] = set()


def jit(function: Callable[..., Any]) -> Any:
    """Compile `function` with the settings that every kernel of the engine shares.

    Kernels allocate nothing, so they count no references to the arrays they are handed (`_nrt`):
    those two atomic additions a call would take a sixth of the engine's time.
    """
    return _compile(function)


def jit_inline(function: Callable[..., Any]) -> Any:
    """Compile `function` into its callers: for small ones that are called at every decision.

    A call hands an array over as seven numbers; for a few stores that costs more than they do.
    """
    return _compile(function, forceinline=True)


def _compile(function: Callable[..., Any], **more: Any) -> Any:
    before = _numba.CACHE_DIR
    _numba.CACHE_DIR = str(CACHE)  # Read while decorating, and only then.
    try:
        compiled = numba.njit(**SETTINGS, **more)(function)
    finally:
        _numba.CACHE_DIR = before
    name_by_signature(compiled)
    return compiled


@jit_inline
def put(out, at, value):
    """Write ``out[at]``; `at` is never negative.

    numba reads a signed index below zero as one from the end, and asks each time. In an observation
    of 76 numbers those questions cost as much as the writing.
    """
    out[np.uint64(at)] = value


def announce_compilation(kernels: str) -> None:
    """Say on stderr that the engine is about to be compiled, the first time it is.

    Args:
        kernels: the name of what is compiled, `CompiledTable.kernels`.
    """
    if kernels not in _ready and not _mark(kernels).exists():
        print(
            f"chemmy_env: compiling the engine for {kernels}, once (a quarter of a minute) ...",
            file=sys.stderr,
        )


def remember_compilation(kernels: str) -> None:
    """Note that the kernels of that name, of this version, have been compiled and cached."""
    if kernels not in _ready:
        _ready.add(kernels)
        if not _mark(kernels).exists():
            _mark(kernels).touch()
            _sweep()


def _mark(kernels: str) -> Path:
    return CACHE / f"compiled-{kernels}"


def _sweep() -> None:
    """Remove what earlier versions left beside the code and nobody has used for a day."""
    for folder in CACHE.parent.glob("chemmy_env-*"):
        if folder != CACHE and time.time() - folder.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
