"""The coup as a bilinear game over two boxes.

Each side moves at most once, so a mixed strategy is a chance of drawing in every free cell, and
each side's payoff is linear in either side's chances. With x the punter's and y the banker's, what
drawing gains over standing is

    punter_gain(y) = punter_base + punter_slope @ y        for each free punter cell,
    banker_gain(x) = banker_base + x @ banker_slope        for each free banker cell,

and (x, y) is an equilibrium if and only if every cell draws where it gains, stands where it
loses, and mixes only where it is indifferent. Given the punter's play the banker's cells do not
depend on one another (Foster 1964; Ethier & Gamez 2013), nor do the punter's given the banker's.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.cells import BankerTable, Ints, PunterTable, Sees
from chemmy_env.exact.coefficients import INT64, by_total, coefficients, dealt_hands
from chemmy_env.exact.coup import Coup
from chemmy_env.exact.outcomes import scaled
from chemmy_env.exact.shoe import Shoe
from chemmy_env.rules import DRAW, FREE, STAND


@dataclass(frozen=True)
class BoxGame:
    """Integer gains of drawing over standing, in card sequences.

    Attributes:
        punter_base: ``(F,)`` for the F free punter cells, the banker standing where free.
        punter_slope: ``(F, C)`` for the C free banker cells.
        banker_base: ``(C,)``, the punter standing where free.
        banker_slope: ``(F, C)``.
    """

    punter_base: Ints
    punter_slope: Ints
    banker_base: Ints
    banker_slope: Ints

    def punter_gain(self, banker: npt.NDArray[Any]) -> npt.NDArray[np.object_]:
        """Return what drawing gains the punter, ``(F,)``, at the banker's chances ``(C,)``."""
        return _plus_weighted(self.punter_base, self.punter_slope.T, banker)

    def banker_gain(self, punter: npt.NDArray[Any]) -> npt.NDArray[np.object_]:
        """Return what drawing gains the banker, ``(C,)``, at the punter's chances ``(F,)``."""
        return _plus_weighted(self.banker_base, self.banker_slope, punter)

    def restricted(
        self, x: npt.NDArray[Any], y: npt.NDArray[Any], rows: Ints, columns: Ints
    ) -> BoxGame:
        """Return the game of some cells alone, the others held at chances 0 or 1."""
        fixed_x, fixed_y = x.copy(), y.copy()
        fixed_x[rows], fixed_y[columns] = 0, 0
        block = np.ix_(rows, columns)
        return BoxGame(
            self.punter_gain(fixed_y)[rows],
            self.punter_slope[block].astype(object),
            self.banker_gain(fixed_x)[columns],
            self.banker_slope[block].astype(object),
        )


def _plus_weighted(base: Ints, slopes: Ints, weights: npt.NDArray[Any]) -> npt.NDArray[np.object_]:
    """Return ``base + weights @ slopes`` exactly; pure cells are a plain sum."""
    ones = np.flatnonzero(weights == 1)
    total = (base + slopes[ones].sum(axis=0)).astype(object)
    for cell in np.flatnonzero((weights != 0) & (weights != 1)):
        weight = weights[cell]
        products = [weight * int(slope) for slope in slopes[cell]]
        total = total + np.array(products, dtype=object)
    return np.asarray(total, dtype=object)


@dataclass(frozen=True)
class CoupGame:
    """A coup's box game, and where its free cells lie in the policy tables.

    Attributes:
        box: gains of drawing.
        punter_options: ``(punter cells,)`` STAND, DRAW or FREE.
        banker_options: ``(banker cells, 11)``.
        zero_sum: whether the banker's payoff is minus the punter's (no commission).
        possible: ``(F,)`` and ``(C,)`` bool, whether the shoe and the rules let a free cell occur
            in a coup that no natural settles, whatever the two sides do where they are free.
    """

    box: BoxGame
    punter_options: npt.NDArray[np.int8]
    banker_options: npt.NDArray[np.int8]
    zero_sum: bool
    possible: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]

    def tables(self, x: npt.NDArray[Any], y: npt.NDArray[Any]) -> tuple[PunterTable, BankerTable]:
        """Return policy tables with the chances x and y in the free cells."""
        punter = (self.punter_options == DRAW).astype(int).astype(object)
        banker = (self.banker_options == DRAW).astype(int).astype(object)
        punter[self.punter_options == FREE] = x
        banker[self.banker_options == FREE] = y
        return PunterTable(punter), BankerTable(banker)


def payoffs(shoe: Shoe, coup: Coup, punter_sees: Sees, banker_sees: Sees) -> tuple[Ints, Ints]:
    """Return both sides' integer payoffs, ``(punter cells, banker cells, 11, 2)`` each.

    The punter's are in card sequences; the banker's too, times the commission's denominator, which
    changes no comparison of the banker's own.
    """
    counts = coefficients(shoe, punter_sees, banker_sees)
    wins, losses = counts.played
    kept = 1 - coup.commission
    if counts.sequences * kept.denominator >= INT64:
        wins, losses = wins.astype(object), losses.astype(object)
    return wins - losses, losses * kept.numerator - wins * kept.denominator


def coup_game(coup: Coup, shoe: Shoe, punter_sees: Sees, banker_sees: Sees) -> CoupGame:
    """Write a coup as a box game over its free cells."""
    punter_options = coup.options("punter", punter_sees)
    banker_options = coup.options("banker", banker_sees)
    punter_pays, banker_pays = payoffs(shoe, coup, punter_sees, banker_sees)
    free_rows = np.flatnonzero(punter_options == FREE)
    free = np.nonzero(banker_options == FREE)
    drawn_is_seen = np.where(np.arange(11) < 10, 1, -1)  # column 10 is reached by standing

    punter_swing = (punter_pays[..., 1] - punter_pays[..., 0]) * drawn_is_seen
    banker_swing = (banker_pays[..., 1] - banker_pays[..., 0]) * drawn_is_seen
    forced = np.where(banker_options == DRAW, punter_pays[..., 1], punter_pays[..., 0])
    always = (punter_options == DRAW)[:, None, None] * (drawn_is_seen > 0)
    always = always | ((punter_options != DRAW)[:, None, None] & (drawn_is_seen < 0))
    banker_draw_gain = banker_swing * drawn_is_seen
    return CoupGame(
        BoxGame(
            punter_base=(forced * drawn_is_seen).sum(axis=(1, 2))[free_rows],
            punter_slope=punter_swing[free_rows][:, free[0], free[1]],
            banker_base=np.where(always, banker_draw_gain, 0).sum(axis=0)[free],
            banker_slope=banker_swing[free_rows][:, free[0], free[1]],
        ),
        punter_options,
        banker_options,
        zero_sum=coup.commission == 0,
        possible=_possible(shoe, coup, punter_sees, banker_sees),
    )


def _possible(
    shoe: Shoe, coup: Coup, punter_sees: Sees, banker_sees: Sees
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return by free cell of the punter's and of the banker's whether it can occur."""
    dealt = by_total(dealt_hands(shoe)[None], punter_sees, banker_sees)[0] > 0
    options = coup.options("punter", punter_sees)
    may_draw, may_stand = options != STAND, options != DRAW
    reached = dealt.copy()
    reached[..., :10] &= may_draw[:, None, None]
    reached[..., 10] &= may_stand[:, None]
    punter = dealt[..., 10].any(axis=1)[options == FREE]
    return punter, reached.any(axis=0)[coup.options("banker", banker_sees) == FREE]


def is_solution(gain: npt.NDArray[Any], chances: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Return by cell whether a chance of drawing is a best response to what drawing gains."""
    fine: npt.NDArray[np.bool_] = np.where(
        gain > 0, chances == 1, np.where(gain < 0, chances == 0, True)
    ).astype(bool)
    return fine


def common_integers(values: npt.NDArray[Any]) -> npt.NDArray[np.object_]:
    """Return a row of fractions times a positive number that makes all of them integers."""
    fractions = np.array(
        [Fraction(int(v)) if not isinstance(v, Fraction) else v for v in values], dtype=object
    )
    return scaled(fractions)[0]
