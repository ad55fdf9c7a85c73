"""Magnetic mirror descent from sampled coups: PPO's update with a pull to a moving magnet.

What `agents.coup.mirror` does with exact gradients in tables, here with a network and sampled
coups. To the loss of PPO come the Kullback-Leibler divergence from the magnet, and an entropy bonus
annealed to nothing. The magnet is a moving average of the network's own weights, which at first is
the average of nearly all of them. Since each step goes by noisy samples the latest strategy keeps
trembling about the equilibrium; the magnet hardly does, and it is what is played.

Sources: Sokota et al. (2023), A unified approach to reinforcement learning, quantal response
equilibria, and two-player zero-sum games, ICLR, arXiv:2206.05825; Rudolph et al. (2025),
Reevaluating policy gradient methods for imperfect-information games, arXiv:2502.08938.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Any

import torch

from agents.coup.arena import CoupArena
from agents.coup.ppo import CoupPPO, SampledPolicyGradient, SampledSettings
from agents.coup.samples import CoupSamples
from agents.networks.fast_ppo import Columns, evaluate


@dataclass(frozen=True)
class MagnetSettings(SampledSettings):
    """Sizes of the pulls, in chips a coup; advantages are therefore not normalised."""

    normalize_advantage: bool = False
    entropy: float = 0.02
    """At the first update."""
    anneal: float = 100.0
    """Updates in which the entropy bonus falls to 1/e of itself."""
    pull: float = 0.05
    """Weight of the divergence from the magnet."""
    magnet_memory: float = 200.0
    """Updates that the magnet averages over at most."""
    magnet_share: float = 8.0
    """Of all updates so far, it averages over one in so many at first, the latest ones."""


class MagneticPPO(CoupPPO):
    """`CoupPPO` with a pull to a moving magnet and annealed entropy."""

    def __init__(self, samples: CoupSamples, settings: MagnetSettings) -> None:
        super().__init__(samples, settings)
        self.settings = settings
        self.magnet: Any = copy.deepcopy(self.policy).requires_grad_(False)

    def train(self) -> None:
        """Update the policy with a new rollout, then move the magnet."""
        self.ent_coef = self.entropy_bonus()
        super().train()
        settings = self.settings
        early = settings.magnet_share / (settings.magnet_share + self.rollouts)
        share = max(early, 1.0 / settings.magnet_memory)
        with torch.no_grad():
            for kept, now in zip(self.magnet.parameters(), self.policy.parameters(), strict=True):
                kept.lerp_(now, share)

    def entropy_bonus(self) -> float:
        """Return the weight of the entropy bonus in the next update."""
        return self.settings.entropy * math.exp(-self.rollouts / self.settings.anneal)

    @property
    def played(self) -> Any:
        """The magnet."""
        return self.magnet

    def _columns(self) -> Columns:
        """Play the next rollout, and note what the magnet would do in it."""
        columns = super()._columns()
        with torch.no_grad():
            _, self._magnet_says = evaluate(self.magnet, columns.observations, columns.masked)
        return columns

    def _pull(self, log_chances: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """Return the weighted Kullback-Leibler divergence from the magnet, over the minibatch."""
        further = log_chances - self._magnet_says[rows]
        return self.settings.pull * (log_chances.exp() * further).sum(dim=1).mean()


class SampledMirrorDescent(SampledPolicyGradient):
    """Magnetic mirror descent from sampled coups; what it plays is its magnet.

    Args:
        arena: as for `SampledPolicyGradient`.
        seed: as there.
        settings: sizes of the pulls.

    Raises:
        ValueError: for a shoe that no table begins with.
    """

    name = "mmd-sampled"

    def __init__(
        self, arena: CoupArena, seed: int = 0, settings: MagnetSettings | None = None
    ) -> None:
        super().__init__(arena, seed, settings or MagnetSettings())

    def _make_model(self) -> MagneticPPO:
        assert isinstance(self.settings, MagnetSettings)
        return MagneticPPO(self.samples, self.settings)
