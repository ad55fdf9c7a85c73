"""Numbers in memory that threads change together: what numba lacks on processors.

A store that follows other writes (release) and a load that comes before other reads (acquire): who
sees the number sees all that was written before it.
"""

from __future__ import annotations

import platform
from typing import Any, Final

from llvmlite import ir
from numba import types

from chemmy_env.engine.machine.intrinsics import address, intrinsic

_WORD_BYTES: Final = 8
_PAUSE: Final = "llvm.x86.sse2.pause"
_HAVE_PAUSE: Final = ("x86_64", "AMD64")


@intrinsic
def load(typing: Any, words: Any, at: Any) -> Any:
    """Return ``words[at]``; `words` is (n,) int64, `at` from 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        return builder.load_atomic(where, "acquire", _WORD_BYTES)

    return types.int64(words, types.intp), generate


@intrinsic
def store(typing: Any, words: Any, at: Any, value: Any) -> Any:
    """Set ``words[at]``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], where, "release", _WORD_BYTES)
        return context.get_dummy_value()

    return types.void(words, types.intp, types.int64), generate


@intrinsic
def add(typing: Any, words: Any, at: Any, value: Any) -> Any:
    """Add to ``words[at]``, and return what it was before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        return builder.atomic_rmw("add", where, arguments[2], "acq_rel")

    return types.int64(words, types.intp, types.int64), generate


@intrinsic
def swap_if(typing: Any, words: Any, at: Any, expected: Any, value: Any) -> Any:
    """Set ``words[at]`` if it is as expected, and return whether it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        found = builder.cmpxchg(where, arguments[2], arguments[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(words, types.intp, types.int64, types.int64), generate


@intrinsic
def rest(typing: Any) -> Any:
    """Leave the core to others for a moment, within a loop that waits, where it can be told to."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if platform.machine() in _HAVE_PAUSE:
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(builder.module.declare_intrinsic(_PAUSE, fnty=kind), [])
        return context.get_dummy_value()

    return types.void(), generate
