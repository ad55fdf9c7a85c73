"""What the rules leave free in one coup, read from the option tables of `chemmy_env.rules`.

Whether the punter decides before or after the banker's natural is known (R-H7, R-S2) changes no
payoff: a banker's natural wins at once against any punter without one, drawn card or not, and what
the punter knows of its own cards is the same. So `naturals` is not read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.cells import (
    BankerTable,
    PolicyTable,
    PunterTable,
    Sees,
    Side,
    cell_totals,
)
from chemmy_env.rules import DRAW, FREE, STAND, Rules, get_rules

FREE_COUP: Final = "free"
"""Name of the literature's coup: punter free on 5 only, banker free on 0-7, no commission."""

RulesLike = Rules | str
Options = npt.NDArray[np.int8]


def as_rules(rules: RulesLike) -> Rules:
    """Return a `Rules` for a value or a profile's name; ``"free"`` is the salon's coup.

    Where a table and its coup have the same name, the coup is the same too.

    Raises:
        ValueError: for an unknown name.
    """
    if isinstance(rules, Rules):
        return rules
    return get_rules(rules)


@dataclass(frozen=True, eq=False)
class Coup:
    """The rules of one coup as far as payoffs go.

    Attributes:
        punter_options: ``(10,)`` int8, STAND, DRAW or FREE by total.
        banker_options: ``(10, 11)`` int8, by total and the punter's third card (10: stood).
        commission: taken from each chip that the banker wins.
    """

    punter_options: Options
    banker_options: Options
    commission: Fraction

    def options(self, side: Side, sees: Sees) -> Options:
        """Return the options by cell, ``(cells,)`` or ``(cells, 11)`` int8."""
        table = self.punter_options if side == "punter" else self.banker_options
        options: Options = table[cell_totals(sees)]
        return options

    def check(self, table: PolicyTable) -> None:
        """Raise `ValueError` where a policy draws or stands against the rules."""
        options = self.options(table.side, table.sees)
        for code, chance, verb in ((STAND, 0, "stand"), (DRAW, 1, "draw")):
            broken = np.argwhere((options == code) & (table.chances != chance))
            if len(broken):
                place = tuple(int(i) for i in broken[0])
                label = table.label(place if len(place) > 1 else place[0])
                raise ValueError(
                    f"{table.side}'s chance of drawing at {label} is {table.chances[place]}: "
                    f"the rules say {verb}"
                )


def coup_of(rules: RulesLike, bettors: int = 1) -> Coup:
    """Read the coup out of the rules.

    With ``misplay="liable"`` (R-K4) one bettor breaks the drawing rule at no cost, so every total
    is free. With several the fine depends on the others' stakes, which one coup per chip does not
    know; there the drawing rule is kept.

    Args:
        rules: a `Rules` or a profile's name.
        bettors: how many bet on the punter's hand; only one or several matters (R-H8).

    Raises:
        ValueError: for unknown rules, or fewer than one bettor.
    """
    rules = as_rules(rules)
    if isinstance(bettors, bool) or not isinstance(bettors, int) or bettors < 1:
        raise ValueError(f"bettors = {bettors!r}: expected a whole number from 1")
    punter = rules.punter_options[0 if bettors == 1 else 1]
    if rules.misplay == "liable" and bettors == 1:
        punter[:8] = FREE
    return Coup(punter, rules.banker_options, rules.commission)


def as_punter(policy: object) -> PunterTable:
    """Return a punter's table for a table or an array of chances."""
    if isinstance(policy, BankerTable):
        raise ValueError("expected a punter's policy, got a banker's")
    return policy if isinstance(policy, PunterTable) else PunterTable(policy)  # type: ignore[arg-type]


def as_banker(policy: object) -> BankerTable:
    """Return a banker's table for a table or an array of chances."""
    if isinstance(policy, PunterTable):
        raise ValueError("expected a banker's policy, got a punter's")
    return policy if isinstance(policy, BankerTable) else BankerTable(policy)  # type: ignore[arg-type]


def punter_policy(
    rules: RulesLike, free: object = Fraction(1, 2), sees: Sees = "total", bettors: int = 1
) -> PunterTable:
    """Return the punter who obeys the rules and draws with chance `free` where free to choose."""
    return PunterTable(_filled(coup_of(rules, bettors).options("punter", sees), free))


def banker_policy(
    rules: RulesLike, free: object = Fraction(1, 2), sees: Sees = "total"
) -> BankerTable:
    """Return the banker who obeys the rules and draws with chance `free` where free to choose."""
    return BankerTable(_filled(coup_of(rules).options("banker", sees), free))


def _filled(options: Options, free: object) -> npt.NDArray[np.object_]:
    chances = options.astype(object)
    chances[options == FREE] = free
    return chances
