"""The privates of numba that the engine uses, by name: a new numba that lacks one fails here."""

from __future__ import annotations

import inspect
from typing import Any

import numba
import pytest
from numba.core import caching, cgutils, serialize

from chemmy_env.engine.games.game import take_action

COMPILED: Any = take_action
USED = [
    (caching, "Cache", "EngineCache derives from it"),
    (caching.Cache, "_index_key", "names a signature"),
    (caching, "CompileResultCacheImpl", "takes signatures apart"),
    (caching.CompileResultCacheImpl, "reduce", "takes signatures apart"),
    (caching.CompileResultCacheImpl, "rebuild", "puts them together"),
    (caching.CompileResultCacheImpl, "check_cachable", "judges them"),
    (serialize, "dumps", "writes them"),
    (cgutils, "get_item_pointer", "finds a number in memory"),
    (COMPILED, "_cache", "is replaced by ours"),
    (COMPILED, "py_func", "is what by_config hands on"),
    (COMPILED, "compile", "binds a kernel to its arguments' types"),
    (numba.types.Record, "_code", "is set, so that processes agree"),
    (numba.config, "DISABLE_JIT", "tells whether to compile"),
    (numba.config, "CACHE_DIR", "is where the user wants kernels"),
]


@pytest.mark.parametrize(("owner", "name", "purpose"), USED)
def test_numba_has_what_is_used(owner: Any, name: str, purpose: str) -> None:
    known = hasattr(owner, name) or name in getattr(owner, "__annotations__", {})
    if owner is numba.types.Record:
        known = hasattr(numba.from_dtype(COMPILED.signatures[0][0].dtype), name)
    assert known, f"numba {numba.__version__} has no {owner}.{name}, which {purpose}"


def test_compiling_takes_the_settings_that_are_private_to_numba() -> None:
    from numba.core.options import TargetOptions  # noqa: F401 - the names below are its mappings.
    from numba.core.targetconfig import TargetConfig

    options = inspect.getmembers(numba.core.compiler.Flags, lambda one: True)
    names = {name for name, _ in options}
    assert {"nrt", "no_cfunc_wrapper", "error_model", "release_gil"} <= names
    assert TargetConfig is not None
