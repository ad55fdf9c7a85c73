"""One way to compile: cached, without the GIL, C rules for division.

With NUMBA_DISABLE_JIT=1 nothing is compiled: the kernels are the Python functions that they are
written as, slow, and open to debuggers and coverage.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any, Final

import numba
import numpy as np

from chemmy_env.engine.machine.cache import EngineCache
from chemmy_env.engine.machine.folder import choose_folder, digest, sweep

_numba: Final[Any] = numba.config
COMPILED: Final = not _numba.DISABLE_JIT
"""Whether kernels are compiled at all."""
CACHE: Final = choose_folder(_numba.CACHE_DIR, f"chemmy_env-{digest()}") if COMPILED else None
"""Folder of the compiled kernels of this version of the engine."""
SETTINGS: Final[dict[str, Any]] = {
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
    return _compile(function) if COMPILED else _plain(function)


def jit_inline(function: Callable[..., Any]) -> Any:
    """Compile `function` into its callers: for small ones that are called at every decision.

    A call hands an array over as seven numbers; for a few stores that costs more than they do.
    """
    return _compile(function, forceinline=True) if COMPILED else _plain(function)


def _compile(function: Callable[..., Any], **more: Any) -> Any:
    compiled = numba.njit(**SETTINGS, **more)(function)
    assert CACHE is not None
    compiled._cache = EngineCache(function, CACHE)
    return compiled


def _plain(function: Callable[..., Any]) -> Any:
    """Return the function itself, in which 64-bit integers wrap as compiled ones do."""
    return np.errstate(over="ignore")(function)


@jit_inline
def put(out, at, value):
    """Write ``out[at]``; `at` is never negative.

    numba reads a signed index below zero as one from the end, and asks each time. In an observation
    of 76 numbers those questions cost as much as the writing.
    """
    out[np.uint64(at)] = value


def announce_compilation(kernels: str, purpose: str = "the engine") -> None:
    """Say on stderr that kernels are about to be compiled, the first time they are.

    Args:
        kernels: the name of what is compiled, `CompiledTable.kernels`, and further words.
        purpose: what for.
    """
    if COMPILED and kernels not in _ready and not _is_marked(kernels):
        print(f"chemmy_env: compiling {purpose} for {kernels}, once ...", file=sys.stderr)


def remember_compilation(kernels: str) -> None:
    """Note that the kernels of that name, of this version, have been compiled and cached."""
    if COMPILED and kernels not in _ready:
        _ready.add(kernels)
        if not _is_marked(kernels):
            assert CACHE is not None
            with contextlib.suppress(OSError):
                (CACHE / f"compiled-{kernels}").touch()
            sweep(CACHE)


def _is_marked(kernels: str) -> bool:
    assert CACHE is not None
    try:
        return (CACHE / f"compiled-{kernels}").exists()
    except OSError:
        return False
