"""The value of the coup on random shoes of so many cards left, by who counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact import PolicyTable, Shoe, outcomes_float, solve
from chemmy_env.exact.solve_float import solve_float
from chemmy_env.rules import Rules

Floats = npt.NDArray[np.float64]
COUNTING: Final = ("nobody", "punter", "banker", "both")
"""Who plays the equilibrium of what is left; the other plays that of the full shoe."""


class Fixed(NamedTuple):
    """The equilibrium of the full shoe."""

    punter: PolicyTable
    banker: PolicyTable
    value: Fraction


def fixed(rules: Rules, decks: int) -> Fixed:
    """Return the exact equilibrium of the full shoe, both sides seeing totals."""
    found = solve(rules, Shoe(decks))
    return Fixed(found.punter, found.banker, found.value)


def removal_effects(rules: Rules, decks: int) -> list[Fraction]:
    """Return what taking out one card of value 0-9 adds to the punter's equilibrium value."""
    full = solve(rules, Shoe(decks)).value
    return [solve(rules, Shoe(decks).without([value])).value - full for value in range(10)]


def sampled_values(
    rules: Rules, decks: int, cards_left: int, samples: int, rng: np.random.Generator
) -> Floats:
    """Return the punter's values, ``(samples, 4)``, columns as `COUNTING`.

    What lies below a fixed card of a shuffled shoe is a random choice of its cards, whatever was
    played above it, so nothing needs to be dealt.
    """
    table = fixed(rules, decks)
    shoes = rng.multivariate_hypergeometric(Shoe(decks).counts, cards_left, size=samples)
    values = np.empty((samples, len(COUNTING)))
    for n, counts in enumerate(shoes):
        shoe = Shoe(counts=counts)
        solved = solve_float(rules, shoe)
        values[n] = [
            outcomes_float(rules, shoe, punter, banker).punter_value
            for punter, banker in (
                (table.punter, table.banker),
                (solved.punter, table.banker),
                (table.punter, solved.banker),
                (solved.punter, solved.banker),
            )
        ]
    return values
