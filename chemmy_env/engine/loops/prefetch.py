"""Having the next tables at hand while this one is played.

Little of a large batch is in the processor's caches, and it does not foresee by itself which part
of which record is read next: at a hundred thousand tables, waiting for them was more than a third
of a step.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types

from chemmy_env.engine.machine.intrinsics import address, intrinsic
from chemmy_env.engine.machine.jit import jit_inline
from chemmy_env.engine.records.record import TABLE_DTYPE

_LINE: Final = 64
"""Bytes that come at once."""
_FIELDS: Final[Any] = TABLE_DTYPE.fields
_BYTES: Final = _FIELDS["num_events"][1]
"""What steps read of a record: all but the ring of public events, its last and largest part."""
_AHEAD: Final = 2
_PREFETCH: Final = "llvm.prefetch"
_READ, _KEEP, _DATA = (ir.Constant(ir.IntType(32), value) for value in (0, 3, 1))


def _leave(tables: Any, row: int) -> None:
    return None


@intrinsic(_leave)
def _fetch(typing: Any, tables: Any, row: Any) -> Any:
    """Begin to fetch a record."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte, *[ir.IntType(32)] * 3])
        prefetch = builder.module.declare_intrinsic(_PREFETCH, (byte,), kind)
        record = builder.bitcast(address(context, builder, signature, arguments), byte)
        for start in range(0, _BYTES, _LINE):
            line = builder.gep(record, [ir.Constant(ir.IntType(64), start)])
            builder.call(prefetch, [line, _READ, _KEEP, _DATA])
        return context.get_dummy_value()

    return types.void(tables, types.intp), generate


@jit_inline
def fetch_ahead(tables, row, high):
    """Begin to fetch the record that comes after the next one, short of `high`.

    What lies from there on may be another thread's.
    """
    _fetch(tables, min(row + _AHEAD, high - 1))
