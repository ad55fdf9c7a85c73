"""`MaskedModule`: RLlib's policy and value networks, with illegal actions masked.

For RLlib's new API stack (`ray` 2.60). An observation is the PettingZoo environments' own dict,
``{"observation": (N, D), "action_mask": (N, A)}``, so the module serves them as well as the batched
runner of `experiments.distributed.runner`.
"""

from __future__ import annotations

import itertools
import math
from typing import Any, Final

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import nn

ILLEGAL: Final = -1e8
"""Logit of an illegal action: its chance is exactly zero, and so is its part of the entropy."""


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Two networks of ReLU layers, one for actions and one for values.

    ``model_config["hidden"]`` holds the widths of the layers between.
    """

    def setup(self) -> None:
        """Build the networks; RLlib calls this once."""
        hidden = self.model_config["hidden"]
        (size,) = self.observation_space["observation"].shape
        self.actor = perceptron([size, *hidden, int(self.action_space.n)], last_gain=0.01)
        self.critic = perceptron([size, *hidden, 1], last_gain=1.0)

    def logits(self, observation: torch.Tensor, action_mask: torch.Tensor) -> torch.Tensor:
        """Return the logits of all actions, ``(N, A)``."""
        return torch.as_tensor(self.actor(observation).masked_fill(action_mask == 0, ILLEGAL))

    def values(self, observation: torch.Tensor) -> torch.Tensor:
        """Return what the rest of the session is expected to bring, ``(N,)``."""
        return torch.as_tensor(self.critic(observation).squeeze(-1))

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.logits(seen["observation"], seen["action_mask"])
        return {Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """Return the values of a batch, as RLlib's losses ask for them."""
        return self.values(batch[Columns.OBS]["observation"])


def perceptron(widths: list[int], last_gain: float) -> nn.Sequential:
    """Return layers of these widths with ReLU between them, orthogonal at first."""
    layers: list[nn.Module] = []
    for place, (width, following) in enumerate(itertools.pairwise(widths)):
        is_last = place == len(widths) - 2
        layer = nn.Linear(width, following)
        nn.init.orthogonal_(layer.weight, last_gain if is_last else math.sqrt(2))
        nn.init.zeros_(layer.bias)
        layers += [layer] if is_last else [layer, nn.ReLU()]
    return nn.Sequential(*layers)
