"""The coup of banque as a table of cases: who draws, how often, how both tableaux end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.banque_counts import banque_counts
from chemmy_env.exact.cells import as_chance
from chemmy_env.exact.coup import RulesLike, as_rules
from chemmy_env.exact.outcomes import scaled
from chemmy_env.exact.shoe import Shoe
from chemmy_env.rules import DRAW, FREE, STAND

STOOD: Final = 10
NATURAL: Final = 11
SHOWN: Final = (*range(10), None, "natural")
"""Labels of the columns for what a tableau has shown."""
SHAPES: Final = {"right": (8, 2), "left": (8, 12), "banker": (8, 12, 12)}
"""Chances of drawing: right captain by total and whether left shows a natural (column 1); left
captain by total and what right has shown; banker by total and what right and left have shown."""

Objects = npt.NDArray[np.object_]


class Policies(NamedTuple):
    """Integer chances of drawing over a common scale each; a missing side weighs 1 either way."""

    right: Objects
    left: Objects
    banker: Objects
    scales: tuple[int, int, int]


class Branch(NamedTuple):
    """One way to play: who draws, how often it comes, and how it ends.

    Attributes:
        draws: whether right, left and banker draw.
        ways: counts by (right, left, banker total, right's, left's, banker's third), unused
            thirds summed out.
        right: `right`'s result, 1, 0 or -1, in a shape that broadcasts.
        left: `left`'s.
        cells: by side the index arrays of its table's cells.
    """

    draws: tuple[int, int, int]
    ways: Objects
    right: npt.NDArray[np.int64]
    left: npt.NDArray[np.int64]
    cells: dict[str, tuple[npt.NDArray[np.int64], ...]]


class BanqueGame:
    """A coup of banque with its counts, stakes and pay."""

    def __init__(self, rules: RulesLike, shoe: Shoe, stakes: tuple[int, int]) -> None:
        """Check the rules and the stakes, and count the cards."""
        self.rules = as_rules(rules)
        if self.rules.game != "banque":
            raise ValueError(f"rules = {self.rules.profile!r}: expected a profile of banque")
        if (
            len(stakes) != 2
            or not all(isinstance(s, int) and s >= 0 for s in stakes)
            or not any(stakes)
        ):
            raise ValueError(f"stakes = {stakes!r}: expected two whole numbers from 0, not both 0")
        self.stakes = stakes
        self.thirds, totals = banque_counts(shoe)
        self.sequences = shoe.sequences(9)
        self.naturals = self._settled_by_banker(totals)
        self.pay_scale = (1 - self.rules.commission).denominator

    def banker_pay(self, right: int, left: int) -> Fraction:
        """Return what the banker nets in chips when the tableaux win (1), tie (0) or lose (-1)."""
        net = -(self.stakes[0] * right + self.stakes[1] * left)
        return net * (1 - self.rules.commission) if net > 0 else Fraction(net)

    def pay(self, side: str) -> Objects:
        """Return a side's pay by right's and left's result, ``(3, 3)``; the banker's scaled up."""
        table = np.zeros((3, 3), dtype=object)
        for r, s in np.ndindex(3, 3):
            pay = {"right": r - 1, "left": s - 1}.get(side)
            table[r, s] = (
                int(self.banker_pay(r - 1, s - 1) * self.pay_scale) if pay is None else pay
            )
        return table

    def options(self, side: str) -> npt.NDArray[np.int8]:
        """Return STAND, DRAW or FREE by cell of a side's table, a captain's naturals included."""
        if side == "banker":
            return np.full(SHAPES[side], FREE, dtype=np.int8)
        by_total = self.rules.punter_options[0]
        if not self.stakes[0 if side == "right" else 1]:
            by_total = np.full_like(by_total, STAND)
        return np.repeat(by_total[:, None], SHAPES[side][1], axis=1)

    def policies(self, right: object, left: object, banker: object) -> Policies:
        """Check policies; one that is None is left at 0 and not to be weighed."""
        chances, scales = [], []
        for side, policy in (("right", right), ("left", left), ("banker", banker)):
            integers, scale = scaled(self._checked(side, policy))
            chances.append(integers)
            scales.append(scale)
        return Policies(chances[0], chances[1], chances[2], (scales[0], scales[1], scales[2]))

    def _checked(self, side: str, policy: object) -> Objects:
        """Return chances of drawing as fractions, with rows of 0 for a captain's naturals."""
        shape, options = SHAPES[side], self.options(side)
        chances = np.full(options.shape, Fraction(0), dtype=object)
        if policy is None or (options == STAND).all():
            return chances
        given = np.asarray(policy, dtype=object)
        if given.shape == (8,) and side != "banker":
            given = np.repeat(given[:, None], shape[1], axis=1)
        if given.shape != shape:
            raise ValueError(f"{side}'s policy has shape {given.shape}: expected {shape}")
        for place, chance in np.ndenumerate(given):
            exact = as_chance(chance)
            low, high = int(options[place] == DRAW), int(options[place] != STAND)
            if exact is None or not low <= exact <= high:
                raise ValueError(
                    f"{side}'s chance of drawing at {place} is {chance!r}: expected {low} to {high}"
                )
            chances[place] = exact
        return chances

    def branches(self) -> Iterator[Branch]:
        """Yield every way to play a coup in which the banker has no natural."""
        right, left, banker, third_r, third_l, third_b = np.ogrid[:10, :10, :8, :10, :10, :10]
        for draws in np.ndindex(2, 2, 2):
            unused = tuple(3 + side for side in range(3) if not draws[side])
            ways = self.thirds.sum(axis=unused, keepdims=True) if unused else self.thirds
            e_r, e_l, e_b = (
                third if drawn else np.zeros((1,) * 6, dtype=np.int64)
                for third, drawn in zip((third_r, third_l, third_b), draws, strict=True)
            )
            # A natural is held against the banker's two cards, which are no natural (R-T3).
            bank = (banker + e_b) % 10
            ends = [
                np.where(total >= 8, 1, np.sign((total + e) % 10 - bank)) * (stake > 0)
                for total, e, stake in zip((right, left), (e_r, e_l), self.stakes, strict=True)
            ]
            shown_r = self._shown(0, right, e_r, draws[0])
            shown_l = self._shown(1, left, e_l, draws[1])
            cells = {
                "right": (right, (shown_l == NATURAL).astype(np.int64)),
                "left": (left, shown_r),
                "banker": (banker, shown_r, shown_l),
            }
            yield Branch(draws, ways, ends[0], ends[1], cells)

    def _shown(self, side: int, total: Any, third: Any, drawn: int) -> npt.NDArray[np.int64]:
        """Return the column of what a tableau has shown."""
        column = third if drawn else STOOD
        return np.where((total >= 8) & (self.stakes[side] > 0), NATURAL, column)

    def _settled_by_banker(self, totals: Objects) -> Objects:
        """Return the chances of each pair of results when the banker has a natural, ``(3, 3)``."""
        chances = np.full((3, 3), Fraction(0), dtype=object)
        for right, left, banker in np.ndindex(10, 10, 10):
            if banker >= 8:
                results = (
                    int(np.sign(total - banker)) * (stake > 0)
                    for total, stake in zip((right, left), self.stakes, strict=True)
                )
                chances[tuple(result + 1 for result in results)] += Fraction(
                    int(totals[right, left, banker]), self.sequences
                )
        return chances
