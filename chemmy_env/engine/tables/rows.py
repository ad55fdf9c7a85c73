"""Tables side by side: their records and shoes, and how sessions start in them.

`Tables` keeps N of them, an environment one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np

from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.machine.binding import bind
from chemmy_env.engine.machine.jit import announce_compilation, remember_compilation
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.outputs import Array, Outputs, make_outputs
from chemmy_env.engine.records.record import TABLE_DTYPE, copy_records
from chemmy_env.engine.reset_options import Layout, parse_layout

Work = Callable[[int, int], object]
"""Takes the first of some rows and the row after the last."""
Key = int | np.uint64 | None
"""A seed to start over from, or `None` for the next session of the row's own."""


class Rows:
    """The records and shoes of some tables with the same rules.

    Args:
        compiled: the tables' rules and options.
        count: N.
    """

    state: Array
    """(N,) `TABLE_DTYPE`, one record a table; the same array for good."""
    shoes: Array
    """(N, 52 * decks) uint8, each table's cards in the order they are dealt; the same array for
    good."""

    def __init__(self, compiled: CompiledTable, count: int) -> None:
        self.compiled = compiled
        self.state = np.zeros(count, TABLE_DTYPE)
        self.shoes = np.zeros((count, compiled.rules.cards), np.uint8)

    def make_outputs(self) -> Outputs:
        """Allocate one set of output arrays."""
        sizes = self.compiled.observation_size, self.compiled.num_actions, self.compiled.num_seats
        return make_outputs(len(self.state), *sizes)

    @cached_property
    def _plain(self) -> Layout:
        return parse_layout(self.compiled, None)

    def layout(self, options: Mapping[str, Any] | None) -> Layout:
        """Read the options of a reset; `ValueError` if one is impossible."""
        return self._plain if options is None else parse_layout(self.compiled, options)

    def start(
        self, out: Outputs, layout: Layout, keys: Array | Key, share: Callable[[Work], object]
    ) -> None:
        """Start a session in every row, all laid out alike.

        Args:
            out: where the first questions are written.
            layout: chips, shoe and first banker.
            keys: (N,) uint64, or one for all, to start over from; `None` for each row's next
                session.
            share: calls what it is given for all rows, in parts.
        """
        self._name(slice(None), keys)
        self._lay(slice(None), layout)
        announce_compilation(self.compiled.kernels)
        share(lambda low, high: self._reset(out, layout, low, high))
        remember_compilation(self.compiled.kernels)

    def start_each(
        self, out: Outputs, rows: Sequence[int], layouts: Sequence[Layout], keys: Sequence[Key]
    ) -> None:
        """Start a session in some rows, each laid out and keyed by itself.

        Args:
            out: where the first questions are written; other rows are left as they are.
            rows: which rows.
            layouts: chips, shoe and first banker of each of them.
            keys: what each of them starts over from; `None` for its next session.
        """
        announce_compilation(self.compiled.kernels)
        for row, layout, key in zip(rows, layouts, keys, strict=True):
            self._name(row, key)
            self._lay(row, layout)
            self._reset(out, layout, row, row + 1)
        remember_compilation(self.compiled.kernels)

    def _reset(self, out: Outputs, layout: Layout, low: int, high: int) -> None:
        batch.reset_rows(
            self.state,
            self.shoes,
            self.compiled.config,
            out,
            layout.first_banker,
            layout.laid,
            low,
            high,
        )

    def _name(self, rows: slice | int, keys: Array | Key) -> None:
        """Say which sessions come next."""
        if keys is None:
            self.state["session"][rows] += 1
        else:
            self.state["key"][rows] = keys
            self.state["session"][rows] = 0

    def _lay(self, rows: slice | int, layout: Layout) -> None:
        """Put chips and shoe where the start of a session takes them from."""
        self.state["start"][rows, : self.compiled.num_seats] = layout.start
        if layout.shoe is not None:
            self.shoes[rows] = layout.shoe

    def copy(self) -> Self:
        """Return a copy that shares nothing but the rules, which nobody changes."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = copy_records(self.state)
        twin.shoes = self.shoes.copy()
        return twin


def bind_step(rows: Rows, out: Outputs, strict: bool) -> Callable[[int], int]:
    """Return the function that takes an action at the first table; see `step_one`.

    Args:
        rows: where it is taken.
        out: where its results are written.
        strict: refuse an illegal action instead of ending the session by it.
    """
    fixed = (
        rows.state,
        rows.shoes,
        rows.compiled.config,
        out.observation[0],
        out.action_mask[0],
        out.rewards[0],
        strict,
    )
    return bind(batch.step_one, fixed, (0,))


def bind_observe(rows: Rows, out: Outputs) -> Callable[[int, Array], None]:
    """Return the function that writes what a seat of the first table may know.

    It takes the seat, and the array to write into: (D,) float32, as a row of `out` is.
    """
    return bind(batch.observe_one, (rows.state, rows.compiled.config), (0, out.observation[0]))
