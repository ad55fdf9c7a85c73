"""`KeyedRolls`: numbers keyed by the decision, in the shape of a random generator."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


class KeyedRolls:
    """A stand-in for a numpy `Generator` whose numbers belong to the decisions they are used for.

    The first `random` returns one given number a row: those of `Tables.rolls`, with which the
    compiled loops play. Further numbers are hashed from them. So what a row gets depends neither on
    the rows beside it nor on what was drawn before.

    Args:
        rolls: (N,) numbers in [0, 1), for example ``tables.rolls()``.

    Raises:
        ValueError: if they are not one row of numbers.
    """

    def __init__(self, rolls: npt.ArrayLike) -> None:
        self._rolls = np.array(rolls, np.float64)
        if self._rolls.ndim != 1:
            raise ValueError(f"rolls of shape {self._rolls.shape}: expected (N,), one a row")
        self._used = 0

    def random(self, size: int | tuple[int, ...] | None = None) -> Any:
        """Return numbers in [0, 1).

        Args:
            size: N, or a shape that begins with N; `None` for one number, if there is one row.

        Returns:
            float64 of shape `size`; a float for `None`.

        Raises:
            ValueError: for another number of rows than there are rolls.
        """
        rows = len(self._rolls)
        shape = (1,) if size is None else (size,) if isinstance(size, int | np.integer) else size
        if not shape or shape[0] != rows:
            raise ValueError(f"size = {size!r}: expected {rows} rows, one for each decision")
        width = int(np.prod(shape[1:], dtype=np.int64))
        numbers = np.arange(self._used, self._used + width, dtype=np.uint64)
        self._used += width
        if numbers.tolist() == [0]:  # Nearly every policy draws one number and no more.
            out = self._rolls[:, None].copy()
        else:
            out = _numbers(self._rolls.view(np.uint64)[:, None], numbers)
            if numbers.size and numbers[0] == 0:
                out[:, 0] = self._rolls
        return float(out[0, 0]) if size is None else out.reshape(shape)


def _numbers(keys: npt.NDArray[np.uint64], index: npt.NDArray[np.uint64]) -> Any:
    """Return the `index`-th numbers in [0, 1) under `keys` (SplitMix64, as common/keys.py)."""
    with np.errstate(over="ignore"):
        z = keys + index * _GOLDEN
        z = (z ^ (z >> np.uint64(30))) * _FIRST
        z = (z ^ (z >> np.uint64(27))) * _SECOND
        z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)) * 2.0**-53
