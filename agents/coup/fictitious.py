"""Fictitious play on the coup: best responses to the other side's average, averaged.

Source: Brown (1951), Iterative solution of games by fictitious play, in Koopmans (ed.), Activity
Analysis of Production and Allocation; Robinson (1951), An iterative method of solving a game,
Annals of Mathematics 54, shows that it converges in zero-sum games.
"""

from __future__ import annotations

import numpy as np

from agents.coup.arena import CoupArena, Floats
from chemmy_env.exact import BankerTable, PunterTable


class FictitiousPlay:
    """Fictitious play, the sides in turn; what it plays are the averages.

    Args:
        arena: the coup.
        seed: of the strategy it begins with, which is uniformly random and counts as the first.
    """

    name = "fictitious"

    def __init__(self, arena: CoupArena, seed: int = 0) -> None:
        self.arena = arena
        self.updates = 0
        self._x, self._y = arena.random_start(seed)

    def update(self, steps: int = 1) -> None:
        """Learn for so many updates of both sides."""
        arena, x, y = self.arena, self._x, self._y
        for _ in range(steps):
            self.updates += 1
            share = 1.0 / (self.updates + 1)
            x += ((arena.punter_gain(y) > 0.0) - x) * share
            y += ((arena.banker_gain(x) > 0.0) - y) * share

    @property
    def chances(self) -> tuple[Floats, Floats]:
        """Both sides' average chances of drawing in the free cells."""
        return np.clip(self._x, 0.0, 1.0), np.clip(self._y, 0.0, 1.0)

    def policy(self) -> tuple[PunterTable, BankerTable]:
        """Return the averages."""
        return self.arena.tables(*self.chances)

    def log(self) -> dict[str, float]:
        """Return the updates made and the NashConv of `policy`."""
        return {"updates": self.updates, "nash_conv": self.arena.nash_conv(*self.chances)}
