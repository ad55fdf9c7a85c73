"""The float twin of `solve`, for totals: a shoe that is left, before every coup.

Cells that draw, or stand, whatever the other side does are set aside until none is left to set;
in nearly every shoe at most one cell of a side then stays open, and the crossing point of Foster
(1964) is found by going over the other side's breakpoints. What is left over goes to `solve`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.box import BoxGame, coup_game
from chemmy_env.exact.coup import RulesLike, as_rules, coup_of
from chemmy_env.exact.shoe import Shoe
from chemmy_env.exact.solve import solve_box
from chemmy_env.rules import DRAW, FREE, Rules

Floats = npt.NDArray[np.float64]


class EquilibriumFloat(NamedTuple):
    """Chances of drawing of an equilibrium, read-only arrays of float64."""

    punter: Floats
    """``(8,)`` by total."""
    banker: Floats
    """``(8, 11)`` by total and the punter's third card (10: stood)."""


def solve_float(rules: RulesLike, shoe: Shoe, bettors: int = 1) -> EquilibriumFloat:
    """Return an equilibrium of one coup in floats, both sides seeing totals.

    It is exact but for rounding. Where there are several equilibria it need not be the one that
    `solve` finds. The last few thousand shoes are remembered.

    Args:
        rules: a `Rules` or a profile's name.
        shoe: the cards that are left.
        bettors: how many bet on the punter's hand (R-H8).

    Raises:
        ValueError: for unknown rules, or fewer than one bettor.
    """
    return _solved(as_rules(rules), shoe, min(bettors, 2) if isinstance(bettors, int) else bettors)


@lru_cache(maxsize=4096)
def _solved(rules: Rules, shoe: Shoe, bettors: int) -> EquilibriumFloat:
    game = coup_game(coup_of(rules, bettors), shoe, "total", "total")
    x, y = _solve_box_float(game.box)
    punter = (game.punter_options == DRAW).astype(np.float64)
    banker = (game.banker_options == DRAW).astype(np.float64)
    punter[game.punter_options == FREE] = x
    banker[game.banker_options == FREE] = y
    punter.flags.writeable = banker.flags.writeable = False
    return EquilibriumFloat(punter, banker)


def _solve_box_float(game: BoxGame) -> tuple[Floats, Floats]:
    """Return an equilibrium of a box game, ``(F,)`` and ``(C,)``."""
    base_x, slope_x = game.punter_base.astype(np.float64), game.punter_slope.astype(np.float64)
    base_y, slope_y = game.banker_base.astype(np.float64), game.banker_slope.astype(np.float64)
    x_low, x_high, y_low, y_high = _set_aside(base_x, slope_x, base_y, slope_y)
    rows, columns = np.flatnonzero(x_low < x_high), np.flatnonzero(y_low < y_high)
    x, y = x_low, y_low
    if len(rows) > 1 and len(columns) > 1:
        exact_x, exact_y = solve_box(game)
        return exact_x.astype(np.float64), exact_y.astype(np.float64)
    gain_x = (base_x + slope_x @ y)[rows]
    gain_y = (base_y + x @ slope_y)[columns]
    own_x, own_y = slope_x[np.ix_(rows, columns)], slope_y[np.ix_(rows, columns)]
    if len(rows) == 1:
        x[rows], y[columns] = _crossing(gain_x[0], own_x[0], gain_y, own_y[0])
    elif len(columns) == 1:
        y[columns], x[rows] = _crossing(gain_y[0], own_y[:, 0], gain_x, own_x[:, 0])
    return x, y


def _set_aside(
    base_x: Floats, slope_x: Floats, base_y: Floats, slope_y: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Narrow every cell's chances, [0, 1] at first, to one of its ends where that is never worse.

    Returns:
        Low and high ends, ``(F,)``, ``(F,)``, ``(C,)`` and ``(C,)``.
    """
    up_x, down_x = np.maximum(slope_x, 0), np.minimum(slope_x, 0)
    up_y, down_y = np.maximum(slope_y, 0), np.minimum(slope_y, 0)
    x_low, x_high = np.zeros(len(base_x)), np.ones(len(base_x))
    y_low, y_high = np.zeros(len(base_y)), np.ones(len(base_y))
    while True:
        still_open = (x_high - x_low).sum() + (y_high - y_low).sum()
        least = base_x + up_x @ y_low + down_x @ y_high
        most = base_x + up_x @ y_high + down_x @ y_low
        _narrow(x_low, x_high, least, most)
        least = base_y + x_low @ up_y + x_high @ down_y
        most = base_y + x_high @ up_y + x_low @ down_y
        _narrow(y_low, y_high, least, most)
        if (x_high - x_low).sum() + (y_high - y_low).sum() == still_open:
            return x_low, x_high, y_low, y_high


def _narrow(low: Floats, high: Floats, least: Floats, most: Floats) -> None:
    """Set cells in place whose gain of drawing is never above, or never below, nothing."""
    stands = (most <= 0) & (low < high)
    draws = (least >= 0) & (low < high) & ~stands
    high[stands] = 0.0
    low[draws] = 1.0


def _crossing(own: float, own_slope: Floats, other: Floats, slope: Floats) -> tuple[float, Floats]:
    """Solve a game in which one side has a single cell, with chance t.

    Args:
        own: what drawing gains that side if the other stands everywhere.
        own_slope: ``(n,)``, and more for each cell where the other draws.
        other: ``(n,)``, what drawing gains the other at t = 0.
        slope: ``(n,)``, and more at t = 1.

    Returns:
        t, and the other side's chances ``(n,)``.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        breaks = -other / slope
    inner = breaks[(breaks > 0) & (breaks < 1)]
    points = np.unique(np.concatenate([[0.0], inner, [1.0]]))
    middles = (points[:-1] + points[1:]) / 2
    replies = (other + np.outer(middles, slope) > 0).astype(np.float64)
    gains = own + replies @ own_slope
    if gains[0] <= 0:
        return 0.0, replies[0]
    if gains[-1] >= 0:
        return 1.0, replies[-1]
    at = int(np.argmax((gains[:-1] > 0) & (gains[1:] <= 0)))
    share = gains[at] / (gains[at] - gains[at + 1])
    return float(points[at + 1]), replies[at] + share * (replies[at + 1] - replies[at])
