"""MaskablePPO in self-play on the coup: one network in both roles, scored exactly.

The update is the library's, as `FastMaskablePPO` does it, on whole coups of `CoupSamples`: one row
for each decision of either side. Sources: Schulman et al. (2017), Proximal policy optimization
algorithms, arXiv:1707.06347; Huang & Ontanon (2022), A closer look at invalid action masking in
policy gradient algorithms, FLAIRS 35.

Rewards are less luck by default (`chemmy_env`'s "luck_adjusted"): their means are those of the
chips, whatever the policies, and a coup tells far more about a decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
import torch
from stable_baselines3.common.logger import Logger

from agents.coup.arena import CoupArena, Floats
from agents.coup.samples import Array, CoupSamples
from agents.networks.fast_ppo import Columns, FastMaskablePPO, evaluate
from chemmy_env.engine.records.codes import DRAW, STAND
from chemmy_env.exact import BankerTable, PunterTable
from chemmy_env.sb3 import SeatVecEnv


@dataclass(frozen=True)
class SampledSettings:
    """How to learn from sampled coups. An update is a rollout and the gradient steps on it."""

    reward: Literal["luck_adjusted", "chips"] = "luck_adjusted"
    coups: int = 16_384
    """A rollout."""
    batch_size: int = 1024
    n_epochs: int = 2
    learning_rate: float = 3e-3
    """At the first update."""
    halved_after: float = 30.0
    """Updates after which the learning rate is half of that; it falls as 1 / (1 + t / this)."""
    normalize_advantage: bool = True
    entropy: float = 0.0
    """Weight of the entropy bonus."""
    hidden: tuple[int, ...] = (64, 64)


class CoupPPO(FastMaskablePPO):
    """MaskablePPO whose rollouts are coups, played against itself.

    Args:
        samples: the coups.
        settings: how.
    """

    rollouts: int = 0
    """Rollouts so far."""

    def __init__(self, samples: CoupSamples, settings: SampledSettings) -> None:
        compiled = samples.compiled

        def rate(_: float) -> float:
            return settings.learning_rate / (1.0 + self.rollouts / settings.halved_after)

        super().__init__(
            "MlpPolicy",
            # For its spaces, like the buffer of the least size: `samples` plays the coups.
            SeatVecEnv(1, "coup", compiled.rules, sees=compiled.options.sees, seed=0),
            learning_rate=rate, n_steps=2, batch_size=settings.batch_size,
            n_epochs=settings.n_epochs, ent_coef=settings.entropy,
            normalize_advantage=settings.normalize_advantage, device="cpu",
            policy_kwargs={
                "net_arch": list(settings.hidden),
                "activation_fn": torch.nn.ReLU,
                "optimizer_kwargs": {"eps": 1e-5, "fused": True},
            },
        )  # fmt: skip
        self.samples = samples
        self.set_logger(Logger(None, []))

    @property
    def played(self) -> Any:
        """The network whose strategy counts as learned."""
        return self.policy

    def _columns(self) -> Columns:
        """Play the next rollout."""
        played = self.samples.play(partial(draw_chances, self.policy))
        self.rollouts += 1
        observations = torch.from_numpy(played.observation)
        actions = torch.from_numpy(np.where(played.drew, DRAW, STAND)[:, None])
        masked = _masked(self.policy, len(actions))
        returns = torch.from_numpy(played.payoff.astype(np.float32))
        with torch.no_grad():
            values, log_chances = evaluate(self.policy, observations, masked)
        log_probs = log_chances.gather(1, actions).flatten()
        return Columns(observations, actions, masked, log_probs, returns - values, returns)


def draw_chances(network: Any, observation: Array) -> Floats:
    """Return a network's chances of drawing where it has the choice, ``(N,)`` float64."""
    with torch.no_grad():
        masked = _masked(network, len(observation))
        _, log_chances = evaluate(network, torch.from_numpy(observation), masked)
        # Rounding may leave the exponential of a chance of 1 a hair above it.
        return np.asarray(log_chances[:, DRAW].double().exp().clamp(max=1.0).numpy())


def _masked(network: Any, rows: int) -> torch.Tensor:
    """Return the illegal actions, ``(N, A)`` bool, of decisions between drawing and standing."""
    masked = torch.ones(rows, int(network.action_space.n), dtype=torch.bool)
    masked[:, [STAND, DRAW]] = False
    return masked


class SampledPolicyGradient:
    """PPO in self-play on sampled coups; what it plays is its latest strategy.

    It keeps torch to one thread: the network is small, and two would wait for each other.

    Args:
        arena: the coup; it scores what was learned, and shows the learner none of its odds.
        seed: of the weights, the cards, the decisions and the order of minibatches.
        settings: how.

    Raises:
        ValueError: for a shoe that no table begins with.
    """

    name = "ppo"

    def __init__(
        self, arena: CoupArena, seed: int = 0, settings: SampledSettings | None = None
    ) -> None:
        torch.set_num_threads(1)
        self.arena = arena
        self.settings = settings or SampledSettings()
        self.samples = CoupSamples(arena, self.settings.coups, seed, self.settings.reward)
        self._chance = torch.Generator().manual_seed(seed).get_state()
        with self._own_chance():
            self.model = self._make_model()

    def _make_model(self) -> CoupPPO:
        return CoupPPO(self.samples, self.settings)

    @contextmanager
    def _own_chance(self) -> Iterator[None]:
        """Let torch draw from this learner's own stream, and leave the global one as it was.

        Stable-Baselines3 and `torch.randperm` without a generator know the global one only.
        """
        with torch.random.fork_rng(devices=[]):
            torch.set_rng_state(self._chance)
            yield
            self._chance = torch.get_rng_state()

    def update(self, steps: int = 1) -> None:
        """Learn for so many updates of both sides, a rollout of coups each."""
        with self._own_chance():
            for _ in range(steps):
                self.model.train()

    def policy(self) -> tuple[PunterTable, BankerTable]:
        """Return the latest strategies."""
        return self.samples.read(partial(draw_chances, self.model.played))

    def log(self) -> dict[str, float]:
        """Return updates, coups played, the NashConv of `policy`, and gradient steps."""
        return {
            "updates": self.model.rollouts,
            "nash_conv": self.arena.nash_conv(*self.arena.chances(*self.policy())),
            "coups": self.model.rollouts * self.settings.coups,
            "gradient_steps": self.model.updates,
        }
