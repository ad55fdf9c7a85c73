"""How far a policy's draw tables are from the best response to the book, in exact fractions.

A side's payoff is a sum over its own cells (Ethier & Gamez 2013, section 3), so the distance is the
sum of what each cell that differs costs, and each cost is exact too: the value of the best response
less its value with that one cell played as the policy plays it. All are of a coup from a full shoe,
per chip staked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from chemmy_env.exact import (
    BankerTable,
    BestResponse,
    PunterTable,
    Shoe,
    banker_policy,
    best_response,
    outcomes,
    punter_policy,
)
from chemmy_env.policies import book
from chemmy_env.rules import Rules
from chemmy_env.rules.options import STOOD
from experiments.reading.decisions import DrawTable

GAMES: Final = ("chemmy", "coup")
"""Games of two hands, which `chemmy_env.exact` scores."""
_BETTORS: Final = ("one bettor", "several bettors")
_BOOK_PUNTER: Final = PunterTable(np.asarray(book.punter)[0])
_BOOK_BANKER: Final = BankerTable(np.asarray(book.banker))
_FREE: Final = Fraction(1, 2)
"""Marks the cells in which the rules leave a choice: they never force this chance."""


@dataclass(frozen=True)
class CellCost:
    """A cell in which a policy does not play the best response."""

    cell: str
    """In words."""
    chance: Fraction
    """Of drawing, as the policy was read."""
    asked: int
    """How often it was asked there."""
    cost: Fraction
    """What that costs, chips per chip staked a coup."""


@dataclass(frozen=True)
class Distance:
    """One side's draw table beside the best response to the book's."""

    role: str
    """``"punter, one bettor"``, ``"punter, several bettors"`` or ``"banker"``."""
    total: Fraction
    """What the whole table loses against the best response, chips per chip staked a coup."""
    cells: list[CellCost]
    """Those that cost something, the dearest first; together `total`."""
    free: int
    """How many cells the rules leave free."""
    unmet: list[str]
    """Free cells that the policy was never asked about; they count as played best."""

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON; fractions as text, and as the nearest float."""
        return {
            "role": self.role,
            "distance": float(self.total),
            "exact": str(self.total),
            "cells": [
                {
                    "cell": one.cell,
                    "draws": float(one.chance),
                    "asked": one.asked,
                    "cost": float(one.cost),
                    "exact": str(one.cost),
                }
                for one in self.cells
            ],
            "free": self.free,
            "unmet": self.unmet,
        }


def distances(rules: Rules, draws: Mapping[str, DrawTable]) -> list[Distance]:
    """Return how far a policy is from the best response as punter and as banker.

    Args:
        rules: the table's.
        draws: the policy's draw tables by question, as in a `Reading`.

    Returns:
        The punter's with one bettor and with several, and the banker's, whom the book's punters
        face alike with one bettor and with several; nothing for other games than `GAMES`.
    """
    if rules.game not in GAMES:
        return []
    shoe = Shoe(rules.decks)
    punters = [_punter(rules, shoe, draws["punter"], bettors) for bettors in (1, 2)]
    return [*punters, _banker(rules, shoe, draws["banker"])]


def _punter(rules: Rules, shoe: Shoe, draws: DrawTable, bettors: int) -> Distance:
    def value(table: object) -> Fraction:
        return outcomes(rules, shoe, table, _BOOK_BANKER, bettors).punter_value

    best = best_response(rules, shoe, banker=_BOOK_BANKER, bettors=bettors)
    free = punter_policy(rules, _FREE, bettors=bettors).mixed()
    cells = {total: (bettors - 1, total) for total, _ in free}
    return _measure(f"punter, {_BETTORS[bettors - 1]}", draws, cells, best, value)


def _banker(rules: Rules, shoe: Shoe, draws: DrawTable) -> Distance:
    def value(table: object) -> Fraction:
        return outcomes(rules, shoe, _BOOK_PUNTER, table).banker_value

    best = best_response(rules, shoe, punter=_BOOK_PUNTER)
    free = banker_policy(rules, _FREE).mixed()
    cells = {
        (total, third): (total, STOOD if third is None else third) for (total, third), _ in free
    }
    return _measure("banker", draws, cells, best, value)


def _measure(
    role: str,
    draws: DrawTable,
    cells: Mapping[Any, tuple[int, int]],
    best: BestResponse,
    value: Callable[[object], Fraction],
) -> Distance:
    """Put what was read into the best response, cell by cell.

    Args:
        role: in words.
        draws: what was read.
        cells: of each free cell's label in an exact table, the row and column in `draws`.
        best: the best response.
        value: of a table.
    """
    costs, unmet = [], []
    for label, place in cells.items():
        asked = int(draws.asked[place])
        if not asked:
            unmet.append(draws.name_cell(*place))
            continue
        chance = Fraction(round(draws.chances[place] * asked), asked)
        cost = best.value - value(best.policy.replaced(label, chance))
        if cost:
            costs.append(CellCost(draws.name_cell(*place), chance, asked, cost))
    costs.sort(key=lambda one: one.cost, reverse=True)
    total = sum((one.cost for one in costs), Fraction())
    return Distance(role, total, costs, len(cells), unmet)
