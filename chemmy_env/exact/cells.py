"""Information sets ("cells") of the coup, their labels, and policy tables over them.

A side that sees its total has eight cells, the totals 0-7; a side that sees its two cards has 44,
the unordered hands `(low, high)` with such a total, sorted by total and then by the low card.
Naturals never ask. The banker's cells have eleven columns: the punter's third card 0-9 and, last,
a punter who stood (`None`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, Final, Literal, Self

import numpy as np
import numpy.typing as npt

Sees = Literal["total", "hand"]
Side = Literal["punter", "banker"]
Hand = tuple[int, int]
Cell = int | Hand
Ints = npt.NDArray[Any]
"""Integers: int64 where they fit, else Python ints in an object array."""

TOTALS: Final = tuple(range(8))
"""Totals that are no natural."""
NATURAL: Final = 8
"""Least total that is a natural."""
ALL_HANDS: Final[tuple[Hand, ...]] = tuple(
    sorted(
        ((low, high) for low in range(10) for high in range(low, 10)),
        key=lambda hand: (sum(hand) % 10, hand),
    )
)
"""The 55 unordered hands; those with a natural come last."""
HANDS: Final = tuple(hand for hand in ALL_HANDS if sum(hand) % 10 < NATURAL)
"""The 44 unordered hands that are no natural."""
STOOD: Final = 10
"""Column of the banker's table for a punter who stood."""
THIRDS: Final = 11


def hand_total(cell: Cell) -> int:
    """Return the total of a cell label."""
    return cell if isinstance(cell, int) else sum(cell) % 10


def cells(sees: Sees) -> tuple[Cell, ...]:
    """Return the cell labels of a side that sees its ``total`` or its ``hand``.

    Raises:
        ValueError: for another word.
    """
    if sees == "total":
        return TOTALS
    if sees == "hand":
        return HANDS
    raise ValueError(f"sees = {sees!r}: expected 'total' or 'hand'")


@cache
def cell_totals(sees: Sees) -> npt.NDArray[np.int64]:
    """Return the total of every cell, ``(8,)`` or ``(44,)`` int64."""
    return np.array([hand_total(cell) for cell in cells(sees)], dtype=np.int64)


class PolicyTable:
    """Chances of drawing, one exact fraction a cell; immutable.

    `numpy.asarray(table, float)` gives the float twin.

    Attributes:
        sees: what the side knows of its own two cards, ``"total"`` or ``"hand"``.
        chances: object array of `Fraction`, ``(cells,)`` or ``(cells, 11)``, read-only.
    """

    side: ClassVar[Side]
    sees: Sees
    chances: npt.NDArray[np.object_]

    def __init__(self, chances: npt.ArrayLike, sees: Sees | None = None) -> None:
        """Read chances of drawing.

        Args:
            chances: fractions, ints, floats (taken at their exact binary value) or texts such as
                ``"9/11"``. First axis: totals 0-7 (or 0-9) or the 44 hands; a banker's second
                axis: third card 0-9 and stood.
            sees: checked against the shape if given.

        Raises:
            ValueError: for a wrong shape, or a chance that is no number from 0 to 1.
        """
        given = np.asarray(chances, dtype=object)
        rows = given.shape[0] if given.ndim else 0
        if rows == 10:  # the shape of an option table: naturals never ask
            given, rows = given[: len(TOTALS)], len(TOTALS)
        found: Sees | None = {8: "total", 44: "hand"}.get(rows)  # type: ignore[assignment]
        tail = () if self.side == "punter" else (THIRDS,)
        if found is None or given.shape[1:] != tail or sees not in (None, found):
            wanted = {None: (8, 44), "total": (8,), "hand": (44,)}[sees]
            shapes = " or ".join(str((cells, *tail)) for cells in wanted)
            raise ValueError(
                f"{self.side}'s policy has shape {np.shape(chances)}: expected {shapes}"
            )
        self.sees = found
        self.chances = np.empty(given.shape, dtype=object)
        for place, chance in np.ndenumerate(given):
            self.chances[place] = _chance(chance, self, place)
        self.chances.flags.writeable = False

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the table."""
        return self.chances.shape

    @property
    def labels(self) -> tuple[Cell, ...]:
        """Labels of the rows."""
        return cells(self.sees)

    def label(self, index: Any) -> Any:
        """Return the label of a row, or of a `(row, column)` of the banker's."""
        if isinstance(index, tuple):
            row, column = index
            return self.labels[row], None if column == STOOD else int(column)
        return self.labels[index]

    def index(self, label: Any) -> Any:
        """Return the place of a label: a row, or `(row, column)` for a cell with a third card.

        Raises:
            ValueError: for a label that the table does not have.
        """
        if label in _rows(self.sees):
            return _rows(self.sees)[label]
        if self.side == "banker" and isinstance(label, tuple) and len(label) == 2:
            cell, third = label
            if cell in _rows(self.sees) and third in (None, *range(10)):
                return _rows(self.sees)[cell], STOOD if third is None else third
        raise ValueError(f"{label!r} is no cell of a {self.side} who sees the {self.sees}")

    def replaced(self, label: Any, chance: Any) -> Self:
        """Return a copy with another chance of drawing at one cell."""
        chances = self.chances.copy()
        chances[self.index(label)] = chance
        return type(self)(chances, self.sees)

    def __getitem__(self, key: Any) -> Any:
        """Return a chance or a slice; hands and a third card of `None` may stand for indices."""
        return self.chances[self._place(key)]

    def _place(self, key: Any) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.chances)

    def __iter__(self) -> Iterator[Any]:
        """Go over the rows."""
        return iter(self.chances)

    def __eq__(self, other: object) -> bool:
        """Whether the other table is the same side's with the same chances."""
        if not isinstance(other, PolicyTable):
            return NotImplemented
        return type(self) is type(other) and np.array_equal(self.chances, other.chances)

    def __hash__(self) -> int:
        """Hash by side and chances."""
        return hash((self.side, tuple(self.chances.ravel())))

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        """Return the chances as a fresh array, of floats if so asked."""
        return self.chances.astype(object if dtype is None else dtype)

    def __repr__(self) -> str:
        """Name the side, what it sees, and the chances that are neither 0 nor 1."""
        mixed = ", ".join(f"{label}: {chance}" for label, chance in self.mixed())
        return f"<{self.side}'s policy by {self.sees}; mixed at {{{mixed}}}>"

    def mixed(self) -> list[tuple[Any, Fraction]]:
        """Return `(label, chance)` for every chance that is neither 0 nor 1."""
        return [
            (self.label(place if len(place) > 1 else place[0]), chance)
            for place, chance in np.ndenumerate(self.chances)
            if 0 < chance < 1
        ]


class PunterTable(PolicyTable):
    """Chances of drawing by the punter's cell, ``(8,)`` or ``(44,)``."""

    side = "punter"

    def _place(self, key: Any) -> Any:
        return self.index(key) if isinstance(key, tuple) and self.sees == "hand" else key


class BankerTable(PolicyTable):
    """Chances of drawing by the banker's cell and the punter's third card, ``(cells, 11)``."""

    side = "banker"

    def _place(self, key: Any) -> Any:
        if not isinstance(key, tuple) or len(key) != 2:
            return key
        row, column = key
        row = self.index(row) if isinstance(row, tuple) else row
        return row, STOOD if column is None else column


@cache
def _rows(sees: Sees) -> dict[Any, int]:
    return {cell: row for row, cell in enumerate(cells(sees))}


def as_chance(value: Any) -> Fraction | None:
    """Return a number or a text such as ``"9/11"`` as a fraction; None if it is none in [0, 1]."""
    if isinstance(value, np.generic):
        value = value.item()
    try:
        exact = Fraction(value)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return None
    return exact if 0 <= exact <= 1 else None


def _chance(value: Any, table: PolicyTable, place: tuple[int, ...]) -> Fraction:
    if type(value) is Fraction and 0 <= value <= 1:
        return value
    exact = as_chance(value)
    if exact is None:
        label = table.label(place if len(place) > 1 else place[0])
        raise ValueError(
            f"{table.side}'s chance of drawing at {label} is {value!r}: expected 0 to 1"
        )
    return exact
