"""What happens in one coup between two policy tables, as exact fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.cells import Ints
from chemmy_env.exact.coefficients import Coefficients, coefficients
from chemmy_env.exact.coup import RulesLike, as_banker, as_punter, coup_of
from chemmy_env.exact.shoe import Shoe


@dataclass(frozen=True)
class Outcomes:
    """Chances and values of one coup.

    Attributes:
        punter_win: chance that the punter wins.
        bank_win: chance that the bank wins.
        tie: chance that neither does.
        punter_value: the punter's expectation per chip staked.
        banker_value: the banker's, after commission.
    """

    punter_win: Fraction
    bank_win: Fraction
    tie: Fraction
    punter_value: Fraction
    banker_value: Fraction


def outcomes(
    rules: RulesLike, shoe: Shoe, punter: object, banker: object, bettors: int = 1
) -> Outcomes:
    """Return the exact chances of the three results, and both sides' values.

    Args:
        rules: a `Rules` or a profile's name (``"free"`` for the literature's coup).
        shoe: the cards that are left.
        punter: the punter's policy, a `PunterTable` or an array of chances.
        banker: the banker's, a `BankerTable` or an array of chances.
        bettors: how many bet on the punter's hand (R-H8).

    Raises:
        ValueError: for a policy of the wrong shape, with a chance outside 0 to 1, or against the
            drawing rules.
    """
    coup, punter, banker = coup_of(rules, bettors), as_punter(punter), as_banker(banker)
    coup.check(punter)
    coup.check(banker)
    counts = coefficients(shoe, punter.sees, banker.sees)
    punter_draws, punter_scale = scaled(punter.chances)
    banker_draws, banker_scale = scaled(banker.chances)
    scale = punter_scale * banker_scale
    wins, losses = (
        contract(counts, side, punter_draws, punter_scale, banker_draws, banker_scale)
        + counts.naturals[side] * scale
        for side in range(2)
    )
    punter_win = Fraction(wins, counts.sequences * scale)
    bank_win = Fraction(losses, counts.sequences * scale)
    return Outcomes(
        punter_win,
        bank_win,
        1 - punter_win - bank_win,
        punter_win - bank_win,
        (1 - coup.commission) * bank_win - punter_win,
    )


def scaled(chances: npt.NDArray[np.object_]) -> tuple[npt.NDArray[np.object_], int]:
    """Return integers over one common denominator, and that denominator."""
    fractions: list[Fraction] = chances.ravel().tolist()
    scale = lcm(*(chance.denominator for chance in fractions))
    integers = np.empty(len(fractions), dtype=object)
    integers[:] = [chance.numerator * (scale // chance.denominator) for chance in fractions]
    return integers.reshape(chances.shape), scale


def banker_actions(draws: npt.NDArray[Any], scale: int) -> npt.NDArray[Any]:
    """Return the banker's chances of standing and drawing, ``(cells, 11, 2)``."""
    return np.stack([scale - draws, draws], axis=-1)


def by_banker_cell(played: Ints, draws: npt.NDArray[Any], scale: int) -> npt.NDArray[Any]:
    """Weigh ``(punter cells, banker cells, 11, 2)`` by the punter's play.

    Only cells with a chance of their column are touched, which for pure play is a plain sum.

    Returns:
        ``(banker cells, 11, 2)``.
    """
    drawing, standing = np.flatnonzero(draws != 0), np.flatnonzero(draws != scale)
    total = np.zeros(played.shape[1:], dtype=object)
    for columns, at, weights in (
        (slice(0, 10), drawing, draws[drawing]),
        (slice(10, 11), standing, scale - draws[standing]),
    ):
        whole = weights == scale
        total[:, columns] = played[at[whole]][:, :, columns].sum(axis=0).astype(object) * scale
        for cell, weight in zip(at[~whole], weights[~whole], strict=True):
            total[:, columns] += played[cell][:, columns].astype(object) * weight
    return total


def by_punter_cell(played: Ints, draws: npt.NDArray[Any], scale: int) -> npt.NDArray[Any]:
    """Weigh ``(punter cells, banker cells, 11, 2)`` by the banker's play: ``(punter cells, 2)``.

    The last axis is what the punter gets by standing and by drawing.
    """
    actions = banker_actions(draws, scale)
    whole = actions == scale
    mixed = np.argwhere((actions != 0) & ~whole)
    cells = np.where(whole, played, 0).sum(axis=1)  # (punter cells, 11, 2)
    counts = np.stack([cells[:, 10].sum(axis=-1), cells[:, :10].sum(axis=(1, 2))], axis=-1)
    total = counts.astype(object) * scale
    for row, column, action in mixed:
        weighted = played[:, row, column, action].astype(object) * actions[row, column, action]
        total[:, int(column != 10)] += weighted
    return total


def contract(
    counts: Coefficients,
    side: int,
    punter_draws: npt.NDArray[Any],
    punter_scale: int,
    banker_draws: npt.NDArray[Any],
    banker_scale: int,
) -> int:
    """Return how often a side wins without naturals, times both scales."""
    cells = by_banker_cell(counts.played[side], punter_draws, punter_scale)
    return int((cells * banker_actions(banker_draws, banker_scale)).sum())
