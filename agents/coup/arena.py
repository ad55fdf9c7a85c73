"""The coup as its learners see it, and what a learner is.

Each side moves at most once, so a strategy is a chance of drawing in every free cell, and what
drawing gains over standing there is linear in the other side's chances (`chemmy_env.exact.box`).
Here are those gains in floats, per chip, with the chance that a cell is reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from chemmy_env.exact import HANDS, BankerTable, PunterTable, Shoe
from chemmy_env.exact.box import CoupGame, coup_game
from chemmy_env.exact.cells import STOOD, Sees, cell_totals
from chemmy_env.exact.coefficients import hand_pairs
from chemmy_env.exact.coup import RulesLike, coup_of
from chemmy_env.rules import DRAW, FREE

Floats = npt.NDArray[np.float64]
_ASKED: Final = len(HANDS)


class Learner(Protocol):
    """What every learner of the coup offers."""

    name: str

    def update(self, steps: int = 1) -> None:
        """Learn for so many updates of both sides."""

    def policy(self) -> tuple[PunterTable, BankerTable]:
        """Return what it would play now: chances of drawing."""

    def log(self) -> dict[str, float]:
        """Return its figures: ``updates``, ``nash_conv`` of `policy`, and what else it has."""


@dataclass(frozen=True)
class CoupArena:
    """A coup in floats: C free banker cells, F free punter cells; gains per chip.

    Attributes:
        rules: a `Rules` or a profile's name.
        shoe: the cards that are left.
        sees: what the punter knows of its cards, and the banker: ``"total"`` or ``"hand"``.
        bettors: how many bet on the punter's hand.
        game: the exact game it was read from.
        punter_base: (F,) what drawing gains the punter, the banker standing where free.
        punter_slope: (F, C) how that changes as the banker draws.
        banker_base: (C,) the same for the banker, the punter standing where free.
        banker_slope: (F, C).
        punter_reach: (F,) chance of each cell, naturals of either side aside.
        banker_reach: (C,) chance of each cell, the punter standing where free.
        banker_reach_slope: (F, C) how that changes as the punter draws.
    """

    rules: RulesLike
    shoe: Shoe
    sees: tuple[Sees, Sees]
    bettors: int
    game: CoupGame
    punter_base: Floats
    punter_slope: Floats
    banker_base: Floats
    banker_slope: Floats
    punter_reach: Floats
    banker_reach: Floats
    banker_reach_slope: Floats

    @property
    def shape(self) -> tuple[int, int]:
        """How many free cells the punter has, and the banker."""
        rows, columns = self.punter_slope.shape
        return rows, columns

    def punter_gain(self, y: Floats) -> Floats:
        """Return what drawing gains the punter in each cell, against the banker's chances."""
        return np.asarray(self.punter_base + self.punter_slope @ y)

    def banker_gain(self, x: Floats) -> Floats:
        """Return what drawing gains the banker in each cell, against the punter's chances."""
        return np.asarray(self.banker_base + x @ self.banker_slope)

    def nash_conv(self, x: Floats, y: Floats) -> float:
        """Return the sum of what both sides could gain by their best responses."""
        return _regret(self.punter_gain(y), x) + _regret(self.banker_gain(x), y)

    def tables(self, x: Floats, y: Floats) -> tuple[PunterTable, BankerTable]:
        """Return policy tables with the chances x and y in the free cells."""
        return self.game.tables(x, y)

    def chances(self, punter: Any, banker: Any) -> tuple[Floats, Floats]:
        """Return the chances that two policy tables have in the free cells."""
        x, y = np.asarray(punter, np.float64), np.asarray(banker, np.float64)
        return x[self.game.punter_options == FREE], y[self.game.banker_options == FREE]

    def random_start(self, seed: int) -> tuple[Floats, Floats]:
        """Return uniformly random chances for both sides."""
        rng = np.random.default_rng(seed)
        rows, columns = self.shape
        return rng.random(rows), rng.random(columns)


def _regret(gain: Floats, draws: Floats) -> float:
    return float((np.maximum(gain, 0.0) - draws * gain).sum())


def make_arena(
    rules: RulesLike,
    shoe: Shoe,
    punter_sees: Sees = "total",
    banker_sees: Sees = "total",
    bettors: int = 1,
) -> CoupArena:
    """Read a coup's arena from the exact coefficients.

    Args:
        rules: a `Rules` or a profile's name (``"free"`` for the literature's coup).
        shoe: the cards that are left.
        punter_sees: what the punter knows of its cards, ``"total"`` or ``"hand"``.
        banker_sees: the same for the banker.
        bettors: how many bet on the punter's hand (R-H8).

    Raises:
        ValueError: for unknown rules, or another word for what a side sees.
    """
    coup = coup_of(rules, bettors)
    game = coup_game(coup, shoe, punter_sees, banker_sees)
    box, sequences = game.box, float(shoe.sequences())
    kept = float(sequences * (1 - coup.commission).denominator)
    seen = _reach(shoe)
    punter_rows, banker_rows = _places(punter_sees), _places(banker_sees)
    reach = np.zeros((len(game.punter_options), len(game.banker_options), STOOD + 1))
    np.add.at(reach, np.ix_(punter_rows, banker_rows), seen)
    free_rows, free = game.punter_options == FREE, np.nonzero(game.banker_options == FREE)
    draws = reach * (np.arange(STOOD + 1) < STOOD)
    stands = reach - draws
    forced = (game.punter_options == DRAW)[:, None, None]
    base = np.where(forced, draws, stands).sum(axis=0)
    return CoupArena(
        rules=rules,
        shoe=shoe,
        sees=(punter_sees, banker_sees),
        bettors=bettors,
        game=game,
        punter_base=box.punter_base.astype(np.float64) / sequences,
        punter_slope=np.ascontiguousarray(box.punter_slope.astype(np.float64) / sequences),
        banker_base=box.banker_base.astype(np.float64) / kept,
        banker_slope=np.ascontiguousarray(box.banker_slope.astype(np.float64) / kept),
        punter_reach=stands.sum(axis=(1, 2))[free_rows],
        banker_reach=base[free],
        banker_reach_slope=(draws - stands)[free_rows][:, free[0], free[1]],
    )


def _places(sees: Sees) -> npt.NDArray[np.int64]:
    """Return the row of each hand in the table of a side."""
    return cell_totals("hand") if sees == "total" else np.arange(_ASKED)


def _reach(shoe: Shoe) -> Floats:
    """Return the chance of two hands without a natural and of the punter's third card.

    ``(44, 44, 11)``; in the last column, where the punter stands, that of the two hands alone.
    """
    counts = np.array(shoe.counts, np.float64)
    deals = hand_pairs(counts, shoe.depletion)[:_ASKED, :_ASKED]
    held = np.array([[hand.count(value) for value in range(10)] for hand in HANDS])
    left = counts - shoe.depletion * (held[:, None] + held)
    thirds = deals[..., None] * left / float(shoe.sequences(5))
    return np.concatenate([thirds, deals[..., None] / float(shoe.sequences(4))], axis=-1)
