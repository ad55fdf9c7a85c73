"""A session as bytes: a digest of all the rest, a line of JSON, then the table's arrays.

Reading one never runs anything that it holds; a damaged one is refused whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.record import TABLE_DTYPE

_FORMAT: Final = b"chemmy_env session 2 "
_DIGEST: Final = 64
"""Hexadecimal digits of a SHA-256."""

Array = np.ndarray[Any, Any]


def fingerprint(compiled: CompiledTable) -> str:
    """Return a digest of a table's rules, options and record layout."""
    told = repr((compiled.rules, compiled.options, compiled.num_players, TABLE_DTYPE.descr))
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def pack(compiled: CompiledTable, books: dict[str, Any], arrays: Sequence[Array]) -> bytes:
    """Return a session as bytes.

    Args:
        compiled: the table's rules and options; only an equal table takes the bytes back.
        books: what JSON can hold.
        arrays: the table's arrays, in the order `unpack` gives them back in.
    """
    head = {"table": fingerprint(compiled), "books": books}
    body = b"".join(array.tobytes() for array in arrays)
    rest = json.dumps(head).encode() + b"\n" + body
    return _FORMAT + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


def unpack(
    compiled: CompiledTable, state: bytes, like: Sequence[Array]
) -> tuple[dict[str, Any], list[Array]]:
    """Return the books and arrays that `pack` was given; the arrays are fresh.

    Args:
        compiled: the table that is to go on from them.
        state: the bytes.
        like: arrays of the expected types and shapes.

    Raises:
        ValueError: if the bytes are none of `pack`, have been altered, or are another table's.
    """
    head, body = _split(state)
    mine = fingerprint(compiled)
    if head["table"] != mine:
        raise ValueError(
            f"state of table {head['table']}: expected {mine}, a table with the same rules, seats "
            "and options"
        )
    expected = sum(array.nbytes for array in like)
    if len(body) != expected:
        raise ValueError(f"state with {len(body)} bytes of arrays: expected {expected}")
    arrays, at = [], 0
    for array in like:
        part = np.frombuffer(body, array.dtype, array.size, at).reshape(array.shape)
        arrays.append(part.copy())
        at += array.nbytes
    return head["books"], arrays


def _split(state: bytes) -> tuple[dict[str, Any], bytes]:
    if not isinstance(state, bytes | bytearray | memoryview):
        raise ValueError(f"state of type {type(state).__name__}: expected bytes from get_state()")
    told, _, rest = bytes(state).partition(b"\n")
    if not told.startswith(_FORMAT) or len(told) != len(_FORMAT) + _DIGEST:
        raise ValueError(f"state {bytes(state)[:24]!r}...: expected bytes from get_state()")
    if hashlib.sha256(rest).hexdigest().encode() != told[len(_FORMAT) :]:
        raise ValueError(
            f"state of {len(state)} bytes: expected all of what get_state() returned, unaltered"
        )
    line, _, body = rest.partition(b"\n")
    return json.loads(line), body
