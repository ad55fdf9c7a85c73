"""Exact equilibrium of a box game by complementary pivoting, in integers.

Write z = (x, y) and F(z) = q + M z for minus the gains of drawing. An equilibrium is a z in the box
with F_i >= 0 where z_i = 0, F_i <= 0 where z_i = 1, and F_i = 0 in between. With multipliers
for the upper bounds that is a linear complementarity problem, which Lemke's method solves (Lemke
1965; for games Lemke & Howson 1964, Howson 1972, Eaves 1978). The box is bounded, so the path
cannot end in a ray, and lexicographic ties keep it from cycling: a solution is always found,
zero-sum or not. Integer pivoting (Edmonds 1967; Bareiss 1968) keeps every entry a determinant.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.box import BoxGame, common_integers

Vector = npt.NDArray[Any]


def solve_by_pivoting(game: BoxGame, start: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    """Return one exact equilibrium ``(x, y)`` of a box game.

    Args:
        game: the game; integers or fractions.
        start: a corner, ``(F,)`` and ``(C,)`` of 0 and 1, where the path begins. Any will do; the
            nearer to an equilibrium the shorter the path.
    """
    rows = len(game.punter_base)
    corner = np.concatenate(start).astype(object)
    if not len(corner):
        return corner, corner
    flip = 1 - 2 * corner
    linear, constant = _problem(game)
    constant = (constant + linear @ corner) * flip
    linear = linear * flip[:, None] * flip
    solution = _lemke(linear, constant)
    chances = corner + flip * solution
    return chances[:rows], chances[rows:]


def _problem(game: BoxGame) -> tuple[Vector, Vector]:
    """Return M ``(n, n)`` and q ``(n,)`` as integers, each row over its own scale."""
    rows, columns = game.punter_slope.shape
    both = np.zeros((rows + columns, rows + columns + 1), dtype=object)
    both[:rows, rows:-1], both[:rows, -1] = game.punter_slope, game.punter_base
    both[rows:, :rows], both[rows:, -1] = game.banker_slope.T, game.banker_base
    for row in both:
        row[:] = common_integers(row)
        row //= max(1, gcd(*(int(value) for value in row)))
    return -both[:, :-1], -both[:, -1]


def _lemke(linear: Vector, constant: Vector) -> Vector:
    """Solve ``w = M z + q + u``, ``v = 1 - z``, all >= 0, ``w z = 0``, ``u v = 0``."""
    n = len(constant)
    size = 2 * n
    tableau = np.zeros((size, 2 * size + 2), dtype=object)  # w and v | z and u | artificial | rhs
    tableau[:, :size] = np.eye(size, dtype=int)
    tableau[:n, size : size + n] = -linear
    tableau[:n, size + n : 2 * size] = -np.eye(n, dtype=int)
    tableau[n:, size : size + n] = np.eye(n, dtype=int)
    tableau[:n, -2] = -1
    tableau[:n, -1], tableau[n:, -1] = constant, 1
    if min(constant) >= 0:
        return np.zeros(n, dtype=object)
    basis = list(range(size))
    # The artificial variable enters where the constant is least; the last of equals, since the
    # perturbation that breaks ties falls from row to row.
    row = max(i for i in range(n) if constant[i] == min(constant))
    tableau[row] = -tableau[row]
    entering, scale = 2 * size, 1
    while True:
        leaving = basis[row]
        scale = _pivot(tableau, row, entering, scale)
        basis[row] = entering
        if leaving == 2 * size:
            return _values(tableau, basis, scale, n)
        entering = leaving + size if leaving < size else leaving - size
        row = _leaving_row(tableau, basis, entering)


def _pivot(tableau: Vector, row: int, column: int, scale: int) -> int:
    """Pivot in place; return the new common denominator of all entries."""
    pivot = int(tableau[row, column])
    kept = tableau[row].copy()
    factors = tableau[:, column].copy()
    tableau *= pivot
    touched = np.flatnonzero(factors)
    tableau[touched] -= factors[touched, None] * kept
    tableau //= scale
    tableau[row] = kept
    return pivot


def _leaving_row(tableau: Vector, basis: list[int], entering: int) -> int:
    """Return the row of the lexicographic least ratio; the artificial variable's if it ties."""
    size = len(basis)
    rows = [int(i) for i in np.flatnonzero(tableau[:, entering] > 0)]
    if not rows:
        raise ArithmeticError("the path left the box: the game's coefficients are inconsistent")
    for column in (-1, *range(size)):
        ratios = [Fraction(tableau[i, column], tableau[i, entering]) for i in rows]
        least = min(ratios)
        rows = [i for i, ratio in zip(rows, ratios, strict=True) if ratio == least]
        artificial = [i for i in rows if basis[i] == 2 * size]
        if column == -1 and artificial:
            return artificial[0]
        if len(rows) == 1:
            return rows[0]
    raise ArithmeticError("two equal rows: the basis is singular")


def _values(tableau: Vector, basis: list[int], scale: int, n: int) -> Vector:
    """Read z off the final tableau."""
    size = len(basis)
    values = np.full(n, Fraction(0), dtype=object)
    for row, variable in enumerate(basis):
        if size <= variable < size + n:
            values[variable - size] = Fraction(int(tableau[row, -1]), scale)
    return values
