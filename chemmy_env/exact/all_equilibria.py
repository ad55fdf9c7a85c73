"""Every equilibrium of a box game, where dominance and a sweep can find them all.

Strict dominance is applied until nothing more falls (Ethier & Gamez 2013). If one cell of the
punter's is left, its chance of drawing is swept from 0 to 1: between the points where some cell of
the banker's is indifferent his best reply is fixed, so equilibria lie at those points (Foster's
algorithm, generalised to two payoffs by Ethier & Lee 2023). If more are left, they are split into
tiers where it is certain which is keener to draw: then in any equilibrium only one tier is open,
the keener ones draw and the others stand. If that is not certain, the punter's chances are halved
into two smaller ones, in which fewer cells of the banker's are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.box import BoxGame, is_solution

Vector = npt.NDArray[Any]
Pair = tuple[Vector, Vector]
MAX_BOXES: Final = 500
"""Most boxes to look into; 52 packs, both hands seen, 5 % commission take some 300."""


class ManyEquilibria(ArithmeticError):
    """There are infinitely many equilibria."""


class UndecidedError(ArithmeticError):
    """These means do not decide how many equilibria there are."""


def list_equilibria(box: BoxGame) -> list[Pair]:
    """Return every equilibrium ``(x, y)`` of a box game.

    Raises:
        ManyEquilibria: if a stretch of equilibria was found.
        UndecidedError: if the method does not apply.
    """
    rows = len(box.punter_base)
    whole = np.full(rows, 0, dtype=object), np.full(rows, 1, dtype=object)
    bounds = dominance(box, *whole)
    assert bounds is not None, "the whole box holds an equilibrium"
    (x, x_most), (y, y_most) = bounds
    open_x, open_y = np.flatnonzero(x != x_most), np.flatnonzero(y != y_most)
    part = box.restricted(x, y, open_x, open_y)
    found = {}
    for x_part, y_part in _search(part, x[open_x], x_most[open_x], iter(range(MAX_BOXES))):
        x_all, y_all = x.copy(), y.copy()
        x_all[open_x], y_all[open_y] = x_part, y_part
        found[tuple(x_all)] = x_all, y_all
    return list(found.values())


def dominance(box: BoxGame, low: Vector, high: Vector) -> tuple[Pair, Pair] | None:
    """Apply strict dominance until nothing falls, with the punter's chances in given ranges.

    Returns:
        Least and most chances of drawing of the punter and of the banker in any equilibrium in
        the ranges; None if there can be none.
    """
    columns = len(box.banker_base)
    low, high = low.copy(), high.copy()
    y_low, y_high = np.full(columns, 0, dtype=object), np.full(columns, 1, dtype=object)
    while True:
        still_open = np.count_nonzero(low != high), np.count_nonzero(y_low != y_high)
        least, most = _range(box.banker_base, box.banker_slope.T, low, high)
        y_low[least > 0] = 1
        y_high[most < 0] = 0
        least, most = _range(box.punter_base, box.punter_slope, y_low, y_high)
        draws, stands = least > 0, most < 0
        if (high[draws] < 1).any() or (low[stands] > 0).any():
            return None
        low[draws] = 1
        high[stands] = 0
        if still_open == (np.count_nonzero(low != high), np.count_nonzero(y_low != y_high)):
            return (low, high), (y_low, y_high)


def _range(base: Vector, slope: Vector, low: Vector, high: Vector) -> Pair:
    """Return the least and the most that drawing gains while the others stay in their ranges."""
    rising = slope > 0
    return (
        base + (slope * np.where(rising, low, high)).sum(axis=1),
        base + (slope * np.where(rising, high, low)).sum(axis=1),
    )


def _search(box: BoxGame, low: Vector, high: Vector, budget: Iterator[int]) -> Iterator[Pair]:
    """Yield the equilibria with the punter's chances in given ranges, some of them twice."""
    if next(budget, None) is None:
        raise UndecidedError("it is open which of the punter's cells is keener to draw")
    bounds = dominance(box, low, high)
    if bounds is None:
        return
    (low, high), (y_low, y_high) = bounds
    open_rows = np.flatnonzero(low != high)
    if len(open_rows) == 0:
        if (y_low != y_high).any():
            raise UndecidedError("the banker is indifferent against a pure punter")
        if is_solution(box.punter_gain(y_low), low).all():
            yield low, y_low
    elif len(open_rows) == 1:
        yield from _sweep(box, low, high, int(open_rows[0]))
    else:
        yield from _split(box, low, high, _tiers(box, open_rows, y_low, y_high), budget)


def _split(
    box: BoxGame, low: Vector, high: Vector, tiers: list[Vector], budget: Iterator[int]
) -> Iterator[Pair]:
    """Search tier by tier or, if there is but one, in both halves of the widest range."""
    if len(tiers) == 1:
        widest = int(np.argmax(high - low))
        middle = Fraction(low[widest] + high[widest]) / 2
        for bound, side in ((high, 0), (low, 1)):
            half = bound.copy()
            half[widest] = middle
            yield from _search(box, *((low, half) if side == 0 else (half, high)), budget)
        return
    for place, tier in enumerate(tiers):
        least, most = low.copy(), high.copy()
        for keener in tiers[:place]:
            least[keener] = most[keener]
        for other in tiers[place + 1 :]:
            most[other] = least[other]
        if all((most[k] == 1).all() for k in tiers[:place]) and all(
            (least[k] == 0).all() for k in tiers[place + 1 :]
        ):
            least[tier], most[tier] = low[tier], high[tier]
            yield from _search(box, least, most, budget)


def _tiers(box: BoxGame, rows: Vector, y_low: Vector, y_high: Vector) -> list[Vector]:
    """Split the punter's open cells so that each is keener to draw than those of later tiers.

    Cell p is keener than q if its gain, over a fixed positive weight, is the greater one whatever
    the banker does. So when p stands or mixes, q stands.
    """
    weights = np.abs(box.punter_slope[rows]).sum(axis=1)
    weights = np.where(weights == 0, 1, weights)
    base = np.multiply.outer(box.punter_base[rows], weights)
    base = base - base.T  # [p, q]: gain of p over its weight minus gain of q over its weight
    slope = box.punter_slope[rows][:, None] * weights[None, :, None]
    slope = slope - slope.swapaxes(0, 1)
    keener = base + (slope * np.where(slope > 0, y_low, y_high)).sum(axis=-1) > 0
    order = np.argsort(-keener.sum(axis=1), kind="stable")
    cuts = [n for n in range(1, len(order)) if keener[np.ix_(order[:n], order[n:])].all()]
    return [rows[tier] for tier in np.split(order, cuts)]


def _sweep(box: BoxGame, low: Vector, high: Vector, row: int) -> Iterator[Pair]:
    """Yield the equilibria with one open punter cell, its chance rising from `low` to `high`."""
    slope = box.banker_slope[row]
    base = box.banker_gain(low) - slope * low[row]
    if ((base == 0) & (slope == 0)).any():
        raise UndecidedError("a cell of the banker's is indifferent whatever the punter does")
    switches = {Fraction(-b) / s for b, s in zip(base, slope, strict=True) if s != 0}
    inner = {point for point in switches if low[row] <= point <= high[row]}
    points = sorted(inner | {Fraction(low[row]), Fraction(high[row])})
    for before, after in pairwise(points):
        x = low.copy()
        x[row] = (before + after) / 2
        gain = box.punter_gain(_reply(base + slope * x[row]))
        if gain[row] == 0 and is_solution(gain, x).all():
            raise ManyEquilibria("the punter is indifferent along a whole stretch")
    for point in points:
        x = low.copy()
        x[row] = point
        reply = _reply(base + slope * point)
        tied = np.flatnonzero(base + slope * point == 0)
        if len(tied):
            if point in (0, 1):
                raise UndecidedError("the banker is indifferent against a pure punter")
            _balance(box, row, reply, tied)
        if is_solution(box.punter_gain(reply), x).all():
            yield x, reply


def _reply(gain: Vector) -> Vector:
    reply: Vector = (gain > 0).astype(int).astype(object)
    return reply


def _balance(box: BoxGame, row: int, reply: Vector, tied: Vector) -> None:
    """Set the banker's tied cells so that the punter is indifferent, if they can be."""
    swings = box.punter_slope[row][tied]
    settled = box.punter_gain(reply)[row]
    least, most = settled + swings[swings < 0].sum(), settled + swings[swings > 0].sum()
    if not least <= 0 <= most:
        return
    if len(tied) == 1 and swings[0] != 0:
        reply[tied[0]] = Fraction(-settled) / swings[0]
    elif (swings == 0).any() or 0 not in (least, most):
        several = len(box.punter_base) > 1
        raise (UndecidedError if several else ManyEquilibria)("tied cells can balance together")
    else:
        reply[tied] = ((swings < 0) if least == 0 else (swings > 0)).astype(int)
