"""Equilibria of the coup: guess in floats, solve the contested cells exactly, verify the rest.

Most cells are decided whatever the other side does. The exact method is run over the few cells
that the guess leaves open, the others held at 0 or 1; then every cell is checked in integers, and
those that would rather change are opened too, until none would. The result is exact whatever the
guess was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.box import BoxGame, coup_game, is_solution
from chemmy_env.exact.cells import BankerTable, PunterTable, Sees
from chemmy_env.exact.coup import RulesLike, as_rules, coup_of
from chemmy_env.exact.outcomes import outcomes
from chemmy_env.exact.pivoting import solve_by_pivoting
from chemmy_env.exact.presolve import guess_float
from chemmy_env.exact.shoe import Shoe
from chemmy_env.exact.unique import is_unique
from chemmy_env.rules import Rules

Vector = npt.NDArray[Any]
_OPEN = 0.001
"""A guessed chance nearer to 0 or 1 than this is taken for pure, until checked."""


@dataclass(frozen=True)
class Equilibrium:
    """A pair of policies from which neither side gains by departing, and the game it belongs to.

    Attributes:
        rules: the rules it was solved under.
        shoe: the shoe.
        bettors: how many bet on the punter's hand.
        value: the punter's expectation per chip.
        banker_value: the banker's, after commission.
        punter: the punter's chances of drawing.
        banker: the banker's.
        unique: whether it is the only equilibrium; None: not known. Policies that differ only at
            cells that the shoe and the rules do not let occur count as one; those that differ at
            a cell that can occur are two, even where the choice changes nothing.
        mixed: ``(side, cell label, chance of drawing)`` wherever the chance is neither 0 nor 1.
    """

    rules: Rules
    shoe: Shoe
    bettors: int
    value: Fraction
    banker_value: Fraction
    punter: PunterTable
    banker: BankerTable
    unique: bool | None
    mixed: list[tuple[Literal["punter", "banker"], Any, Fraction]] = field(init=False)

    def __post_init__(self) -> None:
        """Read the mixed cells off the tables."""
        mixed = [
            (table.side, *cell) for table in (self.punter, self.banker) for cell in table.mixed()
        ]
        object.__setattr__(self, "mixed", mixed)


def solve(
    rules: RulesLike,
    shoe: Shoe,
    punter_sees: Sees = "total",
    banker_sees: Sees = "total",
    bettors: int = 1,
) -> Equilibrium:
    """Return an exact equilibrium of one coup.

    Without commission the game is zero-sum: the value is the game's, and the policies are optimal.
    With one it is a bimatrix game (Ethier & Lee 2023) and this is one of its equilibria.

    Args:
        rules: a `Rules` or a profile's name (``"free"`` for the literature's coup).
        shoe: the cards that are left.
        punter_sees: ``"total"`` or ``"hand"``, what the punter knows of its two cards.
        banker_sees: the same for the banker.
        bettors: how many bet on the punter's hand (R-H8).

    Raises:
        ValueError: for unknown rules, or another word for what a side sees.
    """
    game = coup_game(coup_of(rules, bettors), shoe, punter_sees, banker_sees)
    x, y = solve_box(game.box)
    punter, banker = game.tables(x, y)
    result = outcomes(rules, shoe, punter, banker, bettors)
    return Equilibrium(
        rules=as_rules(rules),
        shoe=shoe,
        bettors=bettors,
        value=result.punter_value,
        banker_value=result.banker_value,
        punter=punter,
        banker=banker,
        unique=is_unique(game, x, y),
    )


def solve_box(game: BoxGame) -> tuple[Vector, Vector]:
    """Return an exact equilibrium ``(x, y)`` of a box game."""
    guess = guess_float(game)
    x, y = (np.array([int(chance > 0.5) for chance in side], dtype=object) for side in guess)
    open_x, open_y = (np.abs(side - 0.5) < 0.5 - _OPEN for side in guess)
    open_x &= (game.punter_base != 0) | (game.punter_slope != 0).any(axis=1)
    open_y &= (game.banker_base != 0) | (game.banker_slope != 0).any(axis=0)
    while True:
        rows, columns = np.flatnonzero(open_x), np.flatnonzero(open_y)
        part = game.restricted(x, y, rows, columns)
        corner = (x[rows] > Fraction(1, 2)).astype(int), (y[columns] > Fraction(1, 2)).astype(int)
        x[rows], y[columns] = solve_by_pivoting(part, corner)
        wrong_x = ~is_solution(game.punter_gain(y), x)
        wrong_y = ~is_solution(game.banker_gain(x), y)
        if not (wrong_x.any() or wrong_y.any()):
            return x, y
        open_x |= wrong_x
        open_y |= wrong_y
