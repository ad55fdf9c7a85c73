"""Best responses, and how far a pair of policies is from an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.box import payoffs
from chemmy_env.exact.cells import BankerTable, PunterTable, Sees
from chemmy_env.exact.coefficients import coefficients
from chemmy_env.exact.coup import Coup, RulesLike, as_banker, as_punter, coup_of
from chemmy_env.exact.gains import cached_coup, free_cells, gains_of, regret, seen_as
from chemmy_env.exact.outcomes import by_banker_cell, by_punter_cell, outcomes, scaled
from chemmy_env.exact.shoe import Shoe
from chemmy_env.rules import DRAW, FREE


@dataclass(frozen=True)
class BestResponse:
    """The best that one side can do against a fixed policy of the other.

    Attributes:
        policy: a pure best response; at ties it stands.
        value: what it earns per chip, the banker's after commission.
        ties: labels of the free cells where drawing and standing are equally good. Every mixture
            there, and no other change, is a best response too.
    """

    policy: PunterTable | BankerTable
    value: Fraction
    ties: list[Any]


def best_response(
    rules: RulesLike,
    shoe: Shoe,
    *,
    punter: object = None,
    banker: object = None,
    sees: Sees | None = None,
    bettors: int = 1,
) -> BestResponse:
    """Return the best response to the one policy given: `punter`'s or `banker`'s.

    Args:
        rules: a `Rules` or a profile's name (``"free"`` for the literature's coup).
        shoe: the cards that are left.
        punter: the punter's policy, to find the banker's best response.
        banker: the banker's policy, to find the punter's.
        sees: what the responding side knows, ``"total"`` or ``"hand"``; by default the same as
            the other side.
        bettors: how many bet on the punter's hand (R-H8).

    Raises:
        ValueError: unless exactly one policy is given, or when it breaks the rules.
    """
    if (punter is None) == (banker is None):
        raise ValueError("best_response: expected either the punter's policy or the banker's")
    coup = coup_of(rules, bettors)
    if punter is not None:
        return _banker_response(coup, shoe, as_punter(punter), sees)
    return _punter_response(coup, shoe, as_banker(banker), sees)


def _banker_response(
    coup: Coup, shoe: Shoe, punter: PunterTable, sees: Sees | None
) -> BestResponse:
    coup.check(punter)
    sees = sees or punter.sees
    draws, scale = scaled(punter.chances)
    _, banker_pays = payoffs(shoe, coup, punter.sees, sees)
    cells = by_banker_cell(banker_pays, draws, scale)
    chances, ties, total = _choose(cells, coup.options("banker", sees))
    wins, losses = coefficients(shoe, punter.sees, sees).naturals
    kept = 1 - coup.commission
    naturals = losses * kept.numerator - wins * kept.denominator
    whole = shoe.sequences() * kept.denominator
    policy = BankerTable(chances)
    labels = [policy.label((int(row), int(column))) for row, column in ties]
    return BestResponse(policy, Fraction(total + naturals * scale, whole * scale), labels)


def _punter_response(
    coup: Coup, shoe: Shoe, banker: BankerTable, sees: Sees | None
) -> BestResponse:
    coup.check(banker)
    sees = sees or banker.sees
    draws, scale = scaled(banker.chances)
    punter_pays, _ = payoffs(shoe, coup, sees, banker.sees)
    cells = by_punter_cell(punter_pays, draws, scale)
    chances, ties, total = _choose(cells, coup.options("punter", sees))
    wins, losses = coefficients(shoe, sees, banker.sees).naturals
    policy = PunterTable(chances)
    value = Fraction(total + (wins - losses) * scale, shoe.sequences() * scale)
    return BestResponse(policy, value, [policy.label(int(cell)) for (cell,) in ties])


def _choose(
    cells: npt.NDArray[Any], options: npt.NDArray[np.int8]
) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp], int]:
    """Choose by cell, where free; return pure chances, places of ties, and the total payoff."""
    stand, draw = cells[..., 0], cells[..., 1]
    draws = (options == DRAW) | ((options == FREE) & (draw > stand))
    ties = np.argwhere((options == FREE) & (draw == stand))
    return draws.astype(int).astype(object), ties, int(np.where(draws, draw, stand).sum())


def nash_conv(
    rules: RulesLike,
    shoe: Shoe,
    punter: object,
    banker: object,
    bettors: int = 1,
    *,
    punter_sees: Sees | None = None,
    banker_sees: Sees | None = None,
) -> Fraction:
    """Return the sum of what both sides could gain by their best responses; 0 at equilibrium.

    Args:
        rules: a `Rules` or a profile's name.
        shoe: the cards that are left.
        punter: the punter's policy.
        banker: the banker's policy.
        bettors: how many bet on the punter's hand (R-H8).
        punter_sees: what the punter's best response may know; by default what its policy does.
        banker_sees: the same for the banker.

    Raises:
        ValueError: for a policy that breaks the rules.
    """
    punter, banker = as_punter(punter), as_banker(banker)
    coup = cached_coup(rules, bettors)
    coup.check(punter)
    coup.check(banker)
    sees = punter_sees or punter.sees, banker_sees or banker.sees
    if any(s == "total" != t.sees for s, t in zip(sees, (punter, banker), strict=True)):
        return _difference(rules, shoe, punter, banker, bettors, sees)
    x, x_scale = seen_as(punter, sees[0])
    y, y_scale = seen_as(banker, sees[1])
    known = gains_of(shoe, coup, *sees)
    punter_gain = np.array(known.punter(y, y_scale), dtype=object)
    lost = regret(punter_gain, x, x_scale, free_cells(coup, punter, sees[0])) * known.kept
    lost += regret(known.banker(x, x_scale), y, y_scale, free_cells(coup, banker, sees[1]))
    return Fraction(lost, known.sequences * known.kept * x_scale * y_scale)


def _difference(
    rules: RulesLike,
    shoe: Shoe,
    punter: PunterTable,
    banker: BankerTable,
    bettors: int,
    sees: tuple[Sees, Sees],
) -> Fraction:
    """Return `nash_conv` from the values, for a best response that knows less than the policy."""
    played = outcomes(rules, shoe, punter, banker, bettors)
    punter_best = best_response(rules, shoe, banker=banker, sees=sees[0], bettors=bettors)
    banker_best = best_response(rules, shoe, punter=punter, sees=sees[1], bettors=bettors)
    gains = punter_best.value - played.punter_value + banker_best.value - played.banker_value
    return Fraction(gains)


def exploitability(
    rules: RulesLike,
    shoe: Shoe,
    punter: object,
    banker: object,
    bettors: int = 1,
    *,
    punter_sees: Sees | None = None,
    banker_sees: Sees | None = None,
) -> Fraction:
    """Return half of `nash_conv`, for a game that is zero-sum.

    Raises:
        ValueError: with a commission, since then the two gains are not one side's loss; or as
            `nash_conv`.
    """
    commission = coup_of(rules, bettors).commission
    if commission:
        raise ValueError(
            f"commission = {commission}: exploitability is for zero-sum games; use nash_conv"
        )
    gains = nash_conv(
        rules, shoe, punter, banker, bettors, punter_sees=punter_sees, banker_sees=banker_sees
    )
    return gains / 2
