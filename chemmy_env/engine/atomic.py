"""Numbers in memory that threads change together: what numba lacks on processors.

A store that follows other writes (release) and a load that comes before other reads (acquire): who
sees the number sees all that was written before it.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WORD_BYTES: Final = 8
_PAUSE: Final = "llvm.x86.sse2.pause"
_item_pointer: Final[Any] = cgutils.get_item_pointer
_HAVE_PAUSE: Final = ("x86_64", "AMD64")


def _intrinsic(function: Callable[..., Any]) -> Any:
    return intrinsic(function)


def _address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return _item_pointer(
        context, builder, kind, array, [arguments[1]], wraparound=False, boundscheck=False
    )


@_intrinsic
def load(typing: Any, words: Any, at: Any) -> Any:
    """Return ``words[at]``; `words` is (n,) int64, `at` from 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature, arguments)
        return builder.load_atomic(address, "acquire", _WORD_BYTES)

    return types.int64(words, types.intp), generate


@_intrinsic
def store(typing: Any, words: Any, at: Any, value: Any) -> Any:
    """Set ``words[at]``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], address, "release", _WORD_BYTES)
        return context.get_dummy_value()

    return types.void(words, types.intp, types.int64), generate


@_intrinsic
def add(typing: Any, words: Any, at: Any, value: Any) -> Any:
    """Add to ``words[at]``, and return what it was before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature, arguments)
        return builder.atomic_rmw("add", address, arguments[2], "acq_rel")

    return types.int64(words, types.intp, types.int64), generate


@_intrinsic
def swap_if(typing: Any, words: Any, at: Any, expected: Any, value: Any) -> Any:
    """Set ``words[at]`` if it is as expected, and return whether it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature, arguments)
        found = builder.cmpxchg(address, arguments[2], arguments[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(words, types.intp, types.int64, types.int64), generate


@_intrinsic
def rest(typing: Any) -> Any:
    """Leave the core to others for a moment, within a loop that waits, where it can be told to."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if platform.machine() in _HAVE_PAUSE:
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(builder.module.declare_intrinsic(_PAUSE, fnty=kind), [])
        return context.get_dummy_value()

    return types.void(), generate
