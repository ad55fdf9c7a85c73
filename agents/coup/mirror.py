"""Policy gradient with magnetic mirror descent, on tabular softmax strategies of the coup.

Each cell holds a logit of drawing. An update takes the exact gradient of the expected payoff with
respect to the strategy, cell by cell: what drawing gains there, given that the cell is reached. It
is pulled by the Kullback-Leibler divergence to a magnet, a slowly moving geometric average of the
strategy itself, and by an entropy bonus that is annealed to nothing. For a cell with logit z,
magnet m, gain q, step eta, pull alpha and entropy beta the mirror step has the closed form

    z <- (z + eta alpha m + eta q) / (1 + eta alpha + eta beta).

Without the moving magnet and the annealing it ends at a regularised equilibrium; with them at one
of the game itself, and the last strategy, not an average, is what it plays.

Sources: Sokota et al. (2023), A unified approach to reinforcement learning, quantal response
equilibria, and two-player zero-sum games, ICLR, arXiv:2206.05825; Rudolph et al. (2025),
Reevaluating policy gradient methods for imperfect-information games, arXiv:2502.08938.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from agents.coup.arena import CoupArena, Floats
from chemmy_env.exact import BankerTable, PunterTable

_FURTHEST: Final = 40.0
"""Logits are kept within this, a chance of 4e-18, so that no exponential overflows."""


@dataclass(frozen=True)
class MirrorSettings:
    """Sizes of the steps; payoffs are in chips a coup."""

    step: float = 30.0
    """eta."""
    pull: float = 0.02
    """alpha, towards the magnet."""
    magnet_speed: float = 0.05
    """Share of the way to the strategy that the magnet goes at each update."""
    entropy: float = 0.05
    """beta at the first update."""
    anneal: float = 100.0
    """Updates in which the entropy bonus falls to 1/e of itself."""


class MirrorDescent:
    """Magnetic mirror descent of both sides at once; what it plays is its latest strategy.

    Args:
        arena: the coup.
        seed: of the strategy it begins with, which is uniformly random.
        settings: sizes of the steps.
    """

    name = "mmd"

    def __init__(
        self, arena: CoupArena, seed: int = 0, settings: MirrorSettings | None = None
    ) -> None:
        self.arena = arena
        self.settings = settings or MirrorSettings()
        self.updates = 0
        self._x, self._y = (np.log(p) - np.log1p(-p) for p in arena.random_start(seed))
        self._magnet_x, self._magnet_y = self._x.copy(), self._y.copy()

    def update(self, steps: int = 1) -> None:
        """Learn for so many updates of both sides."""
        settings = self.settings
        for _ in range(steps):
            entropy = settings.entropy * np.exp(-self.updates / settings.anneal)
            punter, banker = self.gradients()
            self._x, self._magnet_x = self._move(self._x, self._magnet_x, punter, entropy)
            self._y, self._magnet_y = self._move(self._y, self._magnet_y, banker, entropy)
            self.updates += 1

    def gradients(self) -> tuple[Floats, Floats]:
        """Return what drawing gains in each cell of both sides, given that it is reached."""
        arena = self.arena
        x, y = self.chances
        reach = arena.banker_reach + x @ arena.banker_reach_slope
        banker = np.divide(arena.banker_gain(x), reach, out=np.zeros_like(y), where=reach > 0)
        return arena.punter_gain(y) / arena.punter_reach, banker

    def _move(
        self, logits: Floats, magnet: Floats, gain: Floats, entropy: float
    ) -> tuple[Floats, Floats]:
        step, pull = self.settings.step, self.settings.pull
        moved = (logits + step * (pull * magnet + gain)) / (1.0 + step * (pull + entropy))
        moved = np.clip(moved, -_FURTHEST, _FURTHEST)
        return moved, magnet + self.settings.magnet_speed * (moved - magnet)

    @property
    def chances(self) -> tuple[Floats, Floats]:
        """Both sides' chances of drawing in the free cells."""
        return 1.0 / (1.0 + np.exp(-self._x)), 1.0 / (1.0 + np.exp(-self._y))

    def policy(self) -> tuple[PunterTable, BankerTable]:
        """Return the latest strategies."""
        return self.arena.tables(*self.chances)

    def log(self) -> dict[str, float]:
        """Return the updates made, the NashConv of `policy`, and the entropy bonus."""
        bonus = self.settings.entropy * float(np.exp(-self.updates / self.settings.anneal))
        nash_conv = self.arena.nash_conv(*self.chances)
        return {"updates": self.updates, "nash_conv": nash_conv, "entropy_bonus": bonus}
