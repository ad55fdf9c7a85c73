"""Resets that tell rows apart: some of them only, or each from its own seed and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from chemmy_env.engine.common.keys import check_seed, row_seed
from chemmy_env.engine.records.outputs import Array
from chemmy_env.engine.reset_options import Layout
from chemmy_env.engine.tables.rows import Rows

Options: TypeAlias = "Mapping[str, Any] | Sequence[Mapping[str, Any] | None] | None"
"""What `Tables.reset` takes for all rows, or for each."""
Seeds: TypeAlias = "Sequence[int | None] | Array | None"
"""A seed a row; `None` for the row's next session."""


def each_row(
    tables: Rows, seed: int | None, options: Options, seeds: Seeds, mask: Any
) -> tuple[list[int], list[Layout], list[int | None]]:
    """Read a reset that may be another one in each row.

    Args:
        tables: the rows.
        seed: of row i: ``row_seed(seed, i)``.
        options: for all rows, or (N,) of them.
        seeds: (N,), instead of `seed`.
        mask: (N,) bool, the rows to reset; `None` for all.

    Returns:
        The rows to reset, and for each its layout and its seed, `None` for its next session.

    Raises:
        ValueError: for an impossible seed, option or mask, of any row.
    """
    count = len(tables.state)
    rows = np.flatnonzero(_mask(mask, count)).tolist()
    layouts = _layouts(tables, options, count)
    keys = _keys(seed, seeds, count)
    return rows, [layouts[row] for row in rows], [keys[row] for row in rows]


def all_alike(
    tables: Rows, seed: int | None, options: Options, seeds: Seeds, mask: Any
) -> tuple[Layout, Array | None] | None:
    """Read a reset of every row that is laid out alike in all of them; `None` if it is no such one.

    Args:
        tables: the rows.
        seed: as for `each_row`, like the rest.
        options: how the tables are laid out.
        seeds: a seed a row.
        mask: the rows to reset.

    Returns:
        The layout, and the rows' seeds, (N,) uint64; `None` for each row's next session.

    Raises:
        ValueError: for an impossible seed or option.
    """
    if mask is not None or not (options is None or isinstance(options, Mapping)):
        return None
    if seeds is None and seed is None:
        return tables.layout(options), None
    keys = _keys(seed, seeds, len(tables.state))
    if any(key is None for key in keys):
        return None
    return tables.layout(options), np.array(keys, np.uint64)


def _mask(mask: Any, count: int) -> Array:
    if mask is None:
        return np.ones(count, np.bool_)
    given = np.asarray(mask)
    if given.shape != (count,) or given.dtype != np.bool_ or not given.any():
        raise ValueError(f"mask = {mask!r}: expected ({count},) bools, at least one of them True")
    return given


def _layouts(tables: Rows, options: Options, count: int) -> list[Layout]:
    if isinstance(options, Sequence) and not isinstance(options, str | bytes):
        if len(options) != count:
            raise ValueError(f"{len(options)} options: expected one, or {count}, one a row")
        return [tables.layout(one) for one in options]
    return [tables.layout(options)] * count


def _keys(seed: int | None, seeds: Seeds, count: int) -> list[int | None]:
    if seeds is not None:
        if np.shape(seeds) != (count,):  # type: ignore[arg-type]
            raise ValueError(f"seeds of shape {np.shape(seeds)}: expected ({count},), one a row")  # type: ignore[arg-type]
        return [None if one is None else check_seed(one) for one in seeds]
    if seed is None:
        return [None] * count
    check_seed(seed)
    return [row_seed(seed, row) for row in range(count)]
