"""Whether a rational cone is the origin alone, by elimination (Gauss, then Fourier-Motzkin)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy.typing as npt

_MAX_ROWS = 3000
"""Elimination squares the number of rows; beyond this the answer is given up."""

Row = list[Fraction]


def is_only_origin(
    slopes: npt.NDArray[Any], other: npt.NDArray[Any], own: npt.NDArray[Any]
) -> bool | None:
    """Return whether no change of one side's chances keeps an optimum.

    Args:
        slopes: ``(m, n)``, how a change of the side's n indifferent cells moves what drawing gains
            in each of the other side's m indifferent cells.
        other: ``(m,)`` the other side's chances there: a gain may only fall at 0, only rise at 1,
            and must stay where it is in between.
        own: ``(n,)`` the side's own chances: a change may only rise from 0 and only fall from 1.

    Returns:
        True if only the zero change will do; None if the elimination grew too large.
    """
    n = slopes.shape[1]
    equal: list[Row] = []
    at_least: list[Row] = []
    for slope, chance in zip(slopes, other, strict=True):
        row = [Fraction(int(value)) for value in slope]
        if 0 < chance < 1:
            equal.append(row)
        else:
            at_least.append(row if chance == 1 else [-value for value in row])
    for cell, chance in enumerate(own):
        if not 0 < chance < 1:
            at_least.append([Fraction((1 if chance == 0 else -1) * (i == cell)) for i in range(n)])
    free, at_least = _substitute(equal, at_least, n)
    if free == 0:
        return True
    for cell in range(free):
        for sign in (1, -1):
            unit = [Fraction(sign * (i == cell)) for i in range(free)]
            found = _feasible([*([*row, Fraction(0)] for row in at_least), [*unit, Fraction(-1)]])
            if found is not False:
                return None if found is None else False
    return True


def _substitute(equal: list[Row], at_least: list[Row], n: int) -> tuple[int, list[Row]]:
    """Use up the equations; return how many unknowns are left and the inequalities in them."""
    at_least = [list(row) for row in at_least]
    equal = [list(row) for row in equal]
    gone: set[int] = set()
    while equal:
        pivot = equal.pop()
        column = next((i for i in range(n) if pivot[i]), None)
        if column is None:
            continue
        gone.add(column)
        for row in (*equal, *at_least):
            factor = row[column] / pivot[column]
            if factor:
                row[:] = [value - factor * p for value, p in zip(row, pivot, strict=True)]
    left = [i for i in range(n) if i not in gone]
    return len(left), [[row[i] for i in left] for row in at_least]


def _feasible(rows: list[Row]) -> bool | None:
    """Return whether ``row[:-1] @ t + row[-1] >= 0`` has a solution; None if it grew too large."""
    while rows and len(rows[0]) > 1:
        up = [[v / row[0] for v in row[1:]] for row in rows if row[0] > 0]
        down = [[v / -row[0] for v in row[1:]] for row in rows if row[0] < 0]
        rest = [row[1:] for row in rows if row[0] == 0]
        if len(up) * len(down) > _MAX_ROWS:
            return None
        sums = [[a + b for a, b in zip(u, d, strict=True)] for u in up for d in down]
        rows = [list(row) for row in dict.fromkeys(tuple(row) for row in rest + sums)]
    return all(row[0] >= 0 for row in rows)
