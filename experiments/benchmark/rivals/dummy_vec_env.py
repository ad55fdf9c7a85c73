"""Measuring program for the usual route: MaskablePPO through a `DummyVecEnv`, SB3's defaults.

``seat N``: N of this package's own single environments. ``leduc N``: PettingZoo's leduc_holdem_v4
through the wrapper of its SB3 tutorial.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.vec_env import DummyVecEnv

from experiments.benchmark.serving import Case, serve
from experiments.benchmark.training import measure_learning


class TutorialEnv(gymnasium.Env[Any, Any]):
    """What PettingZoo's SB3 tutorial makes of an environment: one policy plays every seat.

    Args:
        env: a PettingZoo AEC environment with masks in its observations.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        agent = env.possible_agents[0]
        self.observation_space = env.observation_space(agent)["observation"]
        self.action_space = env.action_space(agent)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Start a game."""
        self.env.reset(seed, options)
        return self._observation(), {}

    def step(self, action: Any) -> Any:
        """Take an action and look at the table as the next player."""
        env = self.env
        agent = env.agent_selection
        env.step(action)
        return (
            self._observation(),
            env._cumulative_rewards[agent],
            env.terminations[agent],
            env.truncations[agent],
            env.infos[agent],
        )

    def action_masks(self) -> Any:
        """Return the mask of the player to act."""
        return np.asarray(self.env.observe(self.env.agent_selection)["action_mask"])

    def _observation(self) -> Any:
        return self.env.observe(self.env.agent_selection)["observation"]


def make_seat() -> Any:
    """Return a single seat environment with its masks where SB3 looks for them."""
    from chemmy_env.adapters.gymnasium_seat import SeatEnv

    env = SeatEnv(opponents="book", seat="random")
    return ActionMasker(env, lambda _: env.action_masks())


def make_leduc() -> Any:
    """Return PettingZoo's leduc as its tutorial has it."""
    from pettingzoo.classic import leduc_holdem_v4

    env = TutorialEnv(leduc_holdem_v4.env())
    return ActionMasker(env, lambda _: env.action_masks())


def make_case(name: str, environments: str) -> Case:
    """Return a case: ``seat`` or ``leduc``, and how many environments."""
    makers = {"seat": make_seat, "leduc": make_leduc}
    torch.set_num_threads(1)  # With batches of 64 a second thread only costs.
    env = DummyVecEnv([makers[name]] * int(environments))
    model = MaskablePPO("MlpPolicy", env, seed=1, device="cpu")
    return measure_learning(model, f"the learner's steps, {environments} environments, defaults")


if __name__ == "__main__":
    serve(make_case)
