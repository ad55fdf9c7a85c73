"""Whether an equilibrium is the only one.

Cells where nothing depends on the choice, such as a hand that the shoe cannot give, are left out.
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
    box = game.box
    rows = np.flatnonzero(_matters(box.punter_base, box.punter_slope, box.banker_slope))
    columns = np.flatnonzero(_matters(box.banker_base, box.banker_slope.T, box.punter_slope.T))
    box = box.restricted(x, y, rows, columns)
    return _only_optimum(box, x[rows], y[columns]) if game.zero_sum else _only_bimatrix(box)


def _matters(base: Vector, slope: Vector, other: Vector) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = (base != 0) | (slope != 0).any(axis=1) | (other != 0).any(axis=1)
    return found


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
