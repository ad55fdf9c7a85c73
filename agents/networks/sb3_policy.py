"""Learned policies: any saved Stable-Baselines3 or sb3-contrib model with discrete actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
from stable_baselines3.common.policies import BasePolicy

from agents.networks.saved import Array, NetworkPlayer
from agents.networks.sb3_network import build_network, describe_network, load_network


class LearnedPolicy(NetworkPlayer):
    """A Stable-Baselines3 policy network as a policy; the mask is always applied.

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
        super().__init__(deterministic=deterministic, name=name)
        self.network = network.to("cpu")
        self.network.set_training_mode(False)

    @classmethod
    def from_file(
        cls, path: Path, entry: dict[str, Any], *, deterministic: bool, name: str
    ) -> Self:
        """Return the policy of a file whose entry has been read and checked."""
        return cls(load_network(path, entry), deterministic=deterministic, name=name)

    def __getstate__(self) -> dict[str, Any]:
        """Return the network as arrays and numbers, where it can be built from them."""
        described = describe_network(self.network)
        return self.__dict__ if described is None else {**self.__dict__, "network": described}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Build the network anew."""
        self.__dict__.update(state)
        if isinstance(self.network, dict):
            told = dict(self.network)
            tensors = {name: torch.from_numpy(one) for name, one in told.pop("tensors").items()}
            self.network = build_network(tensors, **told)
            self.network.set_training_mode(False)

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
