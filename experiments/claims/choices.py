"""Exact figures that the rulebooks' claims are held against: what a choice is worth, and how often.

Every figure is a `Fraction`. *Per coup* is what a choice changes on average in a coup; *per
occurrence* is what it changes where it comes up, which is the former over the chance that it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from chemmy_env.exact import (
    BankerTable,
    Outcomes,
    PunterTable,
    Shoe,
    banker_policy,
    outcomes,
    punter_policy,
    solve,
)
from chemmy_env.exact.box import payoffs
from chemmy_env.exact.cells import HANDS, STOOD, TOTALS, hand_total
from chemmy_env.exact.coefficients import coefficients, hand_pairs
from chemmy_env.exact.coup import RulesLike, coup_of
from chemmy_env.rules import DRAW

Ints = npt.NDArray[Any]
FIVE: Final = 5
_HELD: Final = np.array([[hand.count(value) for value in range(10)] for hand in HANDS])
_HAND_TOTALS: Final = np.array([hand_total(hand) for hand in HANDS])


@dataclass(frozen=True)
class Choice:
    """What leaving a choice for the other way is worth to the side that has it.

    Attributes:
        chance: how often the choice comes up in a coup.
        per_coup: gain of drawing over standing, per coup and chip.
    """

    chance: Fraction
    per_coup: Fraction

    @property
    def per_occurrence(self) -> Fraction:
        """Gain of drawing over standing where the choice comes up."""
        return self.per_coup / self.chance


def book_punter() -> PunterTable:
    """Return the book's punter, who draws on 0-5 (R-X1)."""
    return punter_policy("punto")


def book_banker() -> BankerTable:
    """Return the book's banker: the Punto Banco table, 3 v 9 and 5 v 4 draw (R-X1)."""
    return banker_policy("punto")


def banker_draws_on(*totals: int) -> BankerTable:
    """Return a banker who draws on some totals and looks at nothing else."""
    chances = np.zeros((len(TOTALS), STOOD + 1), dtype=int)
    chances[list(totals)] = 1
    return BankerTable(chances)


def book_value(rules: RulesLike, packs: int = 6) -> Outcomes:
    """Return what happens when both sides play the book."""
    return outcomes(rules, Shoe(packs), book_punter(), book_banker())


def banker_choice(rules: RulesLike, punter: PunterTable, total: int, third: int | None) -> Choice:
    """Return what drawing is worth to a banker of `total` who sees `third` (`None`: stood)."""
    shoe = Shoe(6)
    column = STOOD if third is None else third
    banker = banker_policy(rules, 0)
    stands = outcomes(rules, shoe, punter, banker.replaced((total, third), 0))
    draws = outcomes(rules, shoe, punter, banker.replaced((total, third), 1))
    chance = banker_reach(shoe, punter)[total, column]
    return Choice(chance, draws.banker_value - stands.banker_value)


def five(rules: RulesLike, banker: BankerTable, bettors: int = 2) -> Choice:
    """Return what drawing on 5 is worth to the punter, where neither side has a natural."""
    shoe = Shoe(6)
    punter = punter_policy(rules, 0, bettors=bettors)
    values = [
        outcomes(rules, shoe, _book_except(punter, draws), banker, bettors).punter_value
        for draws in (0, 1)
    ]
    return Choice(punter_reach(shoe)[FIVE], values[1] - values[0])


def _book_except(punter: PunterTable, on_five: int) -> PunterTable:
    book = book_punter()
    chances = [book[total] for total in range(len(punter))]
    chances[FIVE] = Fraction(on_five)
    return PunterTable(chances)


def punter_choice(rules: RulesLike, total: int) -> Choice:
    """Return what drawing on a total is worth to a single bettor against the book's banker."""
    shoe, book = Shoe(6), book_punter()
    values = [
        outcomes(rules, shoe, book.replaced(total, draws), book_banker()).punter_value
        for draws in (0, 1)
    ]
    return Choice(punter_reach(shoe)[total], values[1] - values[0])


def _deals(shoe: Shoe) -> tuple[Ints, int]:
    """Return ordered four-card deals by both hands without a natural, and how many there are."""
    deals = hand_pairs(np.array(shoe.counts, dtype=object), shoe.depletion)
    return deals[: len(HANDS), : len(HANDS)], shoe.sequences(4)


def punter_reach(shoe: Shoe) -> list[Fraction]:
    """Return the chance of each punter's total 0-7 with no natural on either side."""
    deals, whole = _deals(shoe)
    rows = deals.sum(axis=1)
    return [Fraction(int(rows[total == _HAND_TOTALS].sum()), whole) for total in TOTALS]


@lru_cache(maxsize=16)
def banker_reach(shoe: Shoe, punter: PunterTable) -> Ints:
    """Return the chance of each question to the banker, ``(8, 11)`` fractions."""
    deals, whole = _deals(shoe)
    left = shoe.cards - 4 * shoe.depletion
    reach = np.zeros((len(TOTALS), STOOD + 1), dtype=object)
    counts = np.array(shoe.counts, dtype=object)
    for row, hand in enumerate(HANDS):
        draws = punter[hand_total(hand)]
        for column, other in enumerate(HANDS):
            ways, total = int(deals[row, column]), hand_total(other)
            if draws != 1:
                reach[total, STOOD] += (1 - draws) * Fraction(ways, whole)
            if draws != 0:
                thirds = counts - shoe.depletion * (_HELD[row] + _HELD[column])
                reach[total, :STOOD] += thirds * (draws * Fraction(ways, whole * left))
    return reach


def tell_value(rules: RulesLike, shoe: Shoe, draw_on_five: Fraction | None = None) -> Fraction:
    """Return the banker's value where he knows whether the punter has a five.

    Once the choice is made and the five is known, the banker knows the punter's whole hand; so both
    sides' best play is pure, by cell.

    Args:
        rules: rules that leave the punter free on 5 alone.
        shoe: the cards that are left.
        draw_on_five: the punter's chance of drawing on 5; `None` for the best, knowing of the tell.
    """
    coup = coup_of(rules, 2)
    _, pays = payoffs(shoe, coup, "total", "total")
    kept = 1 - coup.commission
    wins, losses = coefficients(shoe, "total", "total").naturals
    whole = shoe.sequences() * kept.denominator
    others = [total for total in TOTALS if total != FIVE]
    drawing = [total for total in others if coup.punter_options[total] == DRAW]
    standing = [total for total in others if total not in drawing]
    settled = losses * kept.numerator - wins * kept.denominator
    settled += _best(pays[drawing][:, :, :STOOD].sum(axis=0))
    settled += _best(pays[standing][:, :, STOOD].sum(axis=0))
    draws, stands = _best(pays[FIVE, :, :STOOD]), _best(pays[FIVE, :, STOOD])
    if draw_on_five is None:
        return Fraction(settled + min(draws, stands), whole)
    mixed = draw_on_five * draws + (1 - draw_on_five) * stands
    return (settled + mixed) / Fraction(whole)


def _best(pays: Ints) -> int:
    """Add up the better of standing and drawing over all cells; the last axis is the action."""
    return int(pays.max(axis=-1).astype(object).sum())


def equilibrium_value(rules: RulesLike, packs: int = 6, bettors: int = 1) -> Fraction:
    """Return the banker's value at equilibrium, both sides seeing totals."""
    return solve(rules, Shoe(packs), bettors=bettors).banker_value
