"""Exact edges of the bets of Punto Banco for any cards left, and effects of removal."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from chemmy_env.exact import Shoe, banker_policy, outcomes, outcomes_float, punter_policy
from chemmy_env.rules import Rules

BETS: Final = ("player", "banker", "tie")


def edges(rules: Rules, shoe: Shoe) -> dict[str, Fraction]:
    """Return each bet's expectation per chip, exactly: positive where the bettor gains."""
    found = outcomes(rules, shoe, punter_policy(rules), banker_policy(rules))
    tie = (rules.tie_pays + 1) * found.tie - 1
    return {"player": found.punter_value, "banker": found.banker_value, "tie": tie}


def removal_effects(rules: Rules, decks: int) -> dict[str, list[Fraction]]:
    """Return by bet what taking out one card of value 0-9 adds to its expectation."""
    full = edges(rules, Shoe(decks))
    without = [edges(rules, Shoe(decks).without([value])) for value in range(10)]
    return {bet: [one[bet] - full[bet] for one in without] for bet in BETS}


def edges_float(rules: Rules, shoe: Shoe) -> list[float]:
    """Return `edges` in floats, in the order of `BETS`."""
    found = outcomes_float(rules, shoe, punter_policy(rules), banker_policy(rules))
    return [found.punter_value, found.banker_value, (rules.tie_pays + 1) * found.tie - 1]


def sampled_edges(
    rules: Rules, decks: int, cards_left: int, samples: int, rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Return the edges, ``(samples, 3)``, on random shoes of so many cards left.

    What lies below a fixed card of a shuffled shoe is a random choice of its cards, whatever was
    played above it.
    """
    shoes = rng.multivariate_hypergeometric(Shoe(decks).counts, cards_left, size=samples)
    return np.array([edges_float(rules, Shoe(counts=counts)) for counts in shoes])
