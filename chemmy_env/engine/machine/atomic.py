"""Atomic operations on numbers that threads share.

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


def _load(shared: Any, at: int) -> int:
    return int(shared[at])


def _store(shared: Any, at: int, value: int) -> None:
    shared[at] = value


def _add(shared: Any, at: int, value: int) -> int:
    before = int(shared[at])
    shared[at] = before + value
    return before


def _compare_and_swap(shared: Any, at: int, expected: int, value: int) -> bool:
    if shared[at] != expected:
        return False
    shared[at] = value
    return True


def _pause() -> None:
    return None


@intrinsic(_load)
def load(typing: Any, shared: Any, at: Any) -> Any:
    """Return ``shared[at]``; `shared` is (n,) int64, `at` from 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        return builder.load_atomic(where, "acquire", _WORD_BYTES)

    return types.int64(shared, types.intp), generate


@intrinsic(_store)
def store(typing: Any, shared: Any, at: Any, value: Any) -> Any:
    """Set ``shared[at]``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], where, "release", _WORD_BYTES)
        return context.get_dummy_value()

    return types.void(shared, types.intp, types.int64), generate


@intrinsic(_add)
def add(typing: Any, shared: Any, at: Any, value: Any) -> Any:
    """Add to ``shared[at]``, and return what it was before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        return builder.atomic_rmw("add", where, arguments[2], "acq_rel")

    return types.int64(shared, types.intp, types.int64), generate


@intrinsic(_compare_and_swap)
def compare_and_swap(typing: Any, shared: Any, at: Any, expected: Any, value: Any) -> Any:
    """Set ``shared[at]`` if it is as expected, and return whether it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = address(context, builder, signature, arguments)
        found = builder.cmpxchg(where, arguments[2], arguments[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(shared, types.intp, types.int64, types.int64), generate


@intrinsic(_pause)
def spin_pause(typing: Any) -> Any:
    """Tell the processor that this is a spin-wait loop, where it has an instruction for that."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if platform.machine() in _HAVE_PAUSE:
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(builder.module.declare_intrinsic(_PAUSE, fnty=kind), [])
        return context.get_dummy_value()

    return types.void(), generate
