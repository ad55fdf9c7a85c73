"""Learned policies: any saved Stable-Baselines3 or sb3-contrib model with discrete actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from stable_baselines3.common.policies import BasePolicy
from stable_baselines3.common.save_util import load_from_zip_file

from agents.networks import checkpoint
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Policy

Array = npt.NDArray[Any]

_NOT_NEEDED: Final = (
    "lr_schedule", "learning_rate", "clip_range", "clip_range_vf", "rollout_buffer_class",
    "replay_buffer_class", "_last_obs", "_last_episode_starts", "_last_original_obs",
    "ep_info_buffer", "ep_success_buffer", "target_kl", "exploration_schedule",
)  # fmt: skip
"""Parts of a saved model that playing does not need, and that need not be unpickled for it."""


class LearnedPolicy(Policy):
    """A policy network as a policy; the mask is always applied.

    Args:
        network: policy of a saved model: an actor-critic one (PPO, A2C, MaskablePPO) or one of
            action values (DQN, QR-DQN).
        deterministic: play the best legal action; otherwise draw from the legal ones, with one
            number in [0, 1) a decision. Action values give no chances to draw from.
        name: for people.

    Raises:
        ValueError: if the network gives no scores for discrete actions.
    """

    def __init__(
        self, network: BasePolicy, *, deterministic: bool = True, name: str = "learned"
    ) -> None:
        values = hasattr(network, "q_net") or hasattr(network, "quantile_net")
        if not values and not hasattr(network, "action_net"):
            raise ValueError(f"policy {type(network).__name__} gives no scores of actions")
        if values and not deterministic:
            raise ValueError(f"policy {type(network).__name__} can only be played deterministic")
        self.network = network.to("cpu")
        self.network.set_training_mode(False)
        self.deterministic = deterministic
        self.name = name

    @classmethod
    def load(
        cls, path: Path, table: CompiledTable | None = None, *, deterministic: bool = True
    ) -> LearnedPolicy:
        """Load a checkpoint.

        Args:
            path: the file.
            table: where it is to play; `None` to skip the check.
            deterministic: as in the class.

        Raises:
            CheckpointError: if the file is missing, damaged, or was made for another table.
        """
        checkpoint.read(path, table)
        try:
            data, parameters, _ = load_from_zip_file(
                path, device="cpu", custom_objects=dict.fromkeys(_NOT_NEEDED)
            )
            assert data is not None
            network = data["policy_class"](
                data["observation_space"], data["action_space"], lambda _: 0.0,
                **data["policy_kwargs"],
            )  # fmt: skip
            network.load_state_dict(parameters["policy"])
        except (KeyError, AssertionError, RuntimeError, TypeError, ValueError) as error:
            raise checkpoint.CheckpointError(
                f"checkpoint {str(path)!r} holds no usable policy: {error}"
            ) from error
        return cls(network, deterministic=deterministic, name=f"learned:{path}")

    def scores(self, observation: Array) -> torch.Tensor:
        """Return logits, or action values, ``(N, A)`` float32."""
        network: Any = self.network
        with torch.no_grad():
            given = torch.as_tensor(np.ascontiguousarray(observation, np.float32))
            if hasattr(network, "q_net"):
                return torch.as_tensor(network.q_net(given))
            if hasattr(network, "quantile_net"):
                return torch.as_tensor(network.quantile_net(given).mean(dim=1))
            features = network.extract_features(given, network.pi_features_extractor)
            return torch.as_tensor(
                network.action_net(network.mlp_extractor.forward_actor(features))
            )

    def chances(self, observation: Array, action_mask: Array) -> Array:
        """Return the chance of each action, ``(N, A)`` float64; zero where it is not legal.

        A deterministic policy has one action of chance 1.
        """
        scores = self.scores(observation).numpy().astype(np.float64)
        scores[np.asarray(action_mask) == 0] = -np.inf
        if self.deterministic:
            return np.eye(scores.shape[1])[scores.argmax(axis=1)]
        scores -= scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def act_batch(self, observation: Array, action_mask: Array, rng: Any) -> Array:
        """Choose an action for each row.

        Args:
            observation: (N, D) float32.
            action_mask: (N, A), nonzero where legal.
            rng: a generator; ``rng.random(N)`` is called once unless deterministic.

        Returns:
            (N,) int64 legal actions.
        """
        if self.deterministic:
            scores = self.scores(observation)
            scores[torch.as_tensor(np.asarray(action_mask) == 0)] = -torch.inf
            return scores.argmax(dim=1).numpy()
        reached = self.chances(observation, action_mask).cumsum(axis=1)
        # The last legal action ends at 1 or, by rounding, a hair below it.
        rolls = np.asarray(rng.random(len(reached)))[:, None] * reached[:, -1:]
        return np.asarray((reached <= rolls).sum(axis=1), np.int64)
