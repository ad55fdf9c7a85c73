"""One coup of banque: one banker's hand against two tableaux (R-T1 to R-T9).

All three play by totals. The right captain decides first, knowing only whether the left tableau
has shown a natural; the left captain sees what the right did; the banker sees both third cards.
What a tableau has shown is a column 0-11: its third card 0-9, 10 if it stood (or has no bets), 11
if it showed a natural. Which natural it was, and its cards, are left aside.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from chemmy_env.exact.banque_game import (
    NATURAL,
    SHAPES,
    STOOD,
    BanqueGame,
    Branch,
    Objects,
    Policies,
)
from chemmy_env.exact.coup import RulesLike, as_rules
from chemmy_env.exact.shoe import Shoe
from chemmy_env.rules import DRAW, FREE


@dataclass(frozen=True)
class BanqueOutcomes:
    """Chances and values of one coup against two tableaux.

    Attributes:
        results: chance of each ``(right, left)``, 1 if the tableau wins, 0 a tie, -1 if it loses.
        right_value: expectation of a chip on the right tableau.
        left_value: of a chip on the left one.
        banker_value: the banker's expectation in chips for the stakes given, after commission.
    """

    results: dict[tuple[int, int], Fraction]
    right_value: Fraction
    left_value: Fraction
    banker_value: Fraction


@dataclass(frozen=True)
class BanqueResponse:
    """The best that one of the three can do against fixed policies of the other two.

    Attributes:
        policy: pure chances of drawing, in the shape of `SHAPES`; at ties it stands.
        value: a captain's per chip on its side, the banker's in chips for the stakes.
        ties: places in the table where drawing and standing are equally good.
    """

    policy: Objects
    value: Fraction
    ties: list[tuple[int, ...]]


def banque_outcomes(
    rules: RulesLike,
    shoe: Shoe,
    right: object,
    left: object,
    banker: object,
    stakes: tuple[int, int] = (1, 1),
) -> BanqueOutcomes:
    """Return the exact joint chances of both results, and the values.

    Args:
        rules: ``"ouverte"``, ``"limitee"`` or a `Rules` of banque.
        shoe: the cards that are left, at least nine.
        right: right captain's chances of drawing, ``(8, 2)``, or ``(8,)`` by total alone.
        left: left captain's, ``(8, 12)``, or ``(8,)``.
        banker: the banker's, ``(8, 12, 12)``.
        stakes: chips on the right and on the left; a side without stake does not play.

    Raises:
        ValueError: for other rules, policies of the wrong shape, outside 0 to 1 or against the
            rules, or stakes that are no whole chips from 0 with one above 0.
    """
    game = BanqueGame(rules, shoe, stakes)
    policies = game.policies(right, left, banker)
    weights = np.zeros((3, 3), dtype=object)
    for branch in game.branches():
        ways = branch.ways * _weight(branch, policies, ("right", "left", "banker"))
        for results in np.ndindex(3, 3):
            here = (branch.right == results[0] - 1) & (branch.left == results[1] - 1)
            weights[results] += (ways * here).sum()
    whole = game.sequences * policies.scales[0] * policies.scales[1] * policies.scales[2]
    chances = {
        (r - 1, s - 1): Fraction(int(weights[r, s]), whole) + game.naturals[r, s]
        for r, s in np.ndindex(3, 3)
    }
    return BanqueOutcomes(
        chances,
        sum((r * chance for (r, _), chance in chances.items()), Fraction(0)),
        sum((s * chance for (_, s), chance in chances.items()), Fraction(0)),
        sum((game.banker_pay(*result) * chance for result, chance in chances.items()), Fraction(0)),
    )


def banque_best_response(
    rules: RulesLike,
    shoe: Shoe,
    *,
    right: object = None,
    left: object = None,
    banker: object = None,
    stakes: tuple[int, int] = (1, 1),
) -> BanqueResponse:
    """Return the best response of the one side whose policy is not given.

    Args and errors as `banque_outcomes`; exactly two of the three policies.
    """
    given = {"right": right, "left": left, "banker": banker}
    missing = [side for side, policy in given.items() if policy is None]
    if len(missing) != 1:
        raise ValueError("banque_best_response: expected exactly two of right, left and banker")
    side = missing[0]
    game = BanqueGame(rules, shoe, stakes)
    policies = game.policies(right, left, banker)
    others = tuple(name for name in SHAPES if name != side)
    place = ("right", "left", "banker").index(side)
    options = game.options(side)
    earned = np.zeros((2, *options.shape), dtype=object)
    for branch in game.branches():
        pay = game.pay(side)[branch.right + 1, branch.left + 1]
        ways = branch.ways * _weight(branch, policies, others) * pay
        cells = np.broadcast_arrays(*branch.cells[side], ways, subok=False)
        np.add.at(earned[branch.draws[place]], tuple(cells[:-1]), cells[-1])
    gain = earned[1] - earned[0]
    draws = (options == DRAW) | ((options == FREE) & (gain > 0))
    possible = (earned[1] != 0) | (earned[0] != 0)
    ties = [
        tuple(place) for place in np.argwhere((options == FREE) & (gain == 0) & possible).tolist()
    ]
    total = int(np.where(draws, earned[1], earned[0]).sum())
    whole = game.sequences * policies.scales[0] * policies.scales[1] * policies.scales[2]
    scale = game.pay_scale if side == "banker" else 1
    naturals = sum(
        (chance * int(game.pay(side)[result]) for result, chance in np.ndenumerate(game.naturals)),
        Fraction(0),
    )
    value = (Fraction(total, whole) + naturals) / scale
    return BanqueResponse(draws[:8].astype(int).astype(object), value, ties)


def banque_script(stakes: tuple[int, int] = (1, 1)) -> Objects:
    """Return the house banker's script, ``(8, 12, 12)`` (R-T9).

    It is the table of R-B2 against the tableau with more staked, the right if equal, out of those
    that are not settled yet by a natural.
    """
    table = as_rules("punto").banker_options
    script = np.zeros(SHAPES["banker"], dtype=object)
    for total, right, left in np.ndindex(*script.shape):
        leads = right if stakes[0] >= stakes[1] else left
        other = left if stakes[0] >= stakes[1] else right
        third = other if leads == NATURAL else leads
        script[total, right, left] = int(table[total, min(third, STOOD)])
    return script


def _weight(branch: Branch, policies: Policies, sides: tuple[str, ...]) -> Objects:
    """Multiply the chances that the given sides play as in the branch."""
    weight: Any = 1
    for place, side in enumerate(SHAPES):
        if side in sides:
            chances = getattr(policies, side)[branch.cells[side]]
            weight = weight * (chances if branch.draws[place] else policies.scales[place] - chances)
    return np.asarray(weight, dtype=object)
