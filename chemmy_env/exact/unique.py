"""Whether an equilibrium is the only one.

Cells that cannot occur, such as a hand that the shoe cannot give, are left out. A cell that can
occur counts even where nothing depends on the choice: two policies that differ there are two.

Zero-sum games: the optimal strategies of either side are those that form an equilibrium with the
other side's, a convex set, so it is a single point if and only if no direction leads away from
the one that was found. Games with a commission: `chemmy_env.exact.all_equilibria` tries to list
every equilibrium; where it cannot, the answer is not known.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.all_equilibria import ManyEquilibria, UndecidedError, list_equilibria
from chemmy_env.exact.box import BoxGame, CoupGame
from chemmy_env.exact.cone import is_only_origin

Vector = npt.NDArray[Any]


def is_unique(game: CoupGame, x: Vector, y: Vector) -> bool | None:
    """Return whether the equilibrium ``(x, y)`` is the only one; None: not known."""
    rows, columns = (np.flatnonzero(possible) for possible in game.possible)
    box = game.box.restricted(x, y, rows, columns)
    if _has_idle_cell(box):
        return False
    return _only_optimum(box, x[rows], y[columns]) if game.zero_sum else _only_bimatrix(box)


def _has_idle_cell(box: BoxGame) -> bool:
    """Whether some cell's choice changes neither its own side's payoff nor the other's choices."""
    idle_rows = _never(box.punter_base, box.punter_slope, box.banker_slope)
    idle_columns = _never(box.banker_base, box.banker_slope.T, box.punter_slope.T)
    return bool(idle_rows.any() or idle_columns.any())


def _never(base: Vector, own: Vector, other: Vector) -> npt.NDArray[np.bool_]:
    idle: npt.NDArray[np.bool_] = (base == 0) & ~((own != 0) | (other != 0)).any(axis=1)
    return idle


def _only_optimum(box: BoxGame, x: Vector, y: Vector) -> bool | None:
    rows = np.flatnonzero(box.punter_gain(y) == 0)
    columns = np.flatnonzero(box.banker_gain(x) == 0)
    block = np.ix_(rows, columns)
    sides = (
        is_only_origin(box.banker_slope[block].T, y[columns], x[rows]),
        is_only_origin(box.punter_slope[block], x[rows], y[columns]),
    )
    if False in sides:
        return False
    return None if None in sides else True


def _only_bimatrix(box: BoxGame) -> bool | None:
    try:
        return len(list_equilibria(box)) == 1
    except ManyEquilibria:
        return False
    except UndecidedError:
        return None
