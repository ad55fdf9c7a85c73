"""`NetworkPolicy`: the bare weights of a policy, which play fast and are never trained.

Earlier selves play as such, and what `experiments.distributed` has trained; it needs torch, not
Ray.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import torch
from torch.nn import functional

from agents.networks import checkpoint
from agents.networks.saved import Array, NetworkPlayer, choose
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Rolls

SUFFIX: Final = ".npz"
"""Of a file with the weights of a policy and the description of its table."""
_ACTOR: Final = "actor."


class NetworkPolicy(NetworkPlayer):
    """A network of ReLU layers as a policy; the mask is always applied.

    Args:
        weights: of the layers by name, as `MaskedModule` keeps them; those of the values may be
            among them.
        deterministic: play the best legal action; otherwise draw from the legal ones, with one
            number in [0, 1) a decision.
        name: for people.
    """

    def __init__(
        self, weights: Mapping[str, Array], *, deterministic: bool = True, name: str = "network"
    ) -> None:
        super().__init__(deterministic=deterministic, name=name)
        self.weights = {
            key: np.array(value, np.float32)
            for key, value in weights.items()
            if key.startswith(_ACTOR)
        }
        layers = sorted({int(key.split(".")[1]) for key in self.weights})
        self.layers = [
            tuple(
                torch.from_numpy(self.weights[f"{_ACTOR}{layer}.{part}"])
                for part in ("weight", "bias")
            )
            for layer in layers
        ]
        if not layers:
            raise ValueError(f"weights of {sorted(weights)}: expected some of {_ACTOR}0.weight ...")

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments; a pickle of them holds arrays and no tensors."""
        return {"weights": self.weights, "deterministic": self.deterministic, "name": self.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Build the layers anew."""
        self.__init__(**state)  # type: ignore[misc]

    @classmethod
    def from_file(
        cls, path: Path, entry: dict[str, Any], *, deterministic: bool, name: str
    ) -> Self:
        """Return the policy of a file that `save` wrote."""
        with np.load(path, allow_pickle=False) as stored:
            weights = {key: stored[key] for key in stored.files if key.startswith(_ACTOR)}
        policy = cls(weights, deterministic=deterministic, name=name)
        size = max(field[1] for field in entry["table"]["observation"].values())
        scored = policy.scores(np.zeros((1, size), np.float32)).shape
        if scored != (1, entry["table"]["num_actions"]):
            raise ValueError(f"scores of shape {tuple(scored)}")
        return policy

    def save(self, path: Path, table: CompiledTable, **remembered: Any) -> None:
        """Write the policy whole or not at all, with the description of its table.

        Args:
            path: a file that ends in `SUFFIX`.
            table: where it was trained.
            **remembered: JSON values to write beside it.
        """
        checkpoint.save(_Weights(self.weights), path, table, **remembered)

    def scores(self, observation: Array) -> torch.Tensor:
        """Return logits, ``(N, A)`` float32."""
        values = torch.as_tensor(np.ascontiguousarray(observation, np.float32))
        with torch.no_grad():
            for weight, bias in self.layers[:-1]:
                values = functional.linear(values, weight, bias).relu_()
            return functional.linear(values, *self.layers[-1])

    @property
    def kind(self) -> tuple[Any, ...]:
        """What policies have in common that can be joined."""
        return self.deterministic, *(tuple(weight.shape) for weight, _ in self.layers)

    @staticmethod
    def join(policies: Sequence[NetworkPolicy]) -> JoinedNetworks:
        """Return policies of one kind as one that answers for all (`chemmy_env.adapters.teams`)."""
        return JoinedNetworks(policies)


class JoinedNetworks:
    """Policies of one kind, whose networks answer in one call.

    Args:
        policies: of one kind.
    """

    def __init__(self, policies: Sequence[NetworkPolicy]) -> None:
        self.policies = tuple(policies)
        self.deterministic = policies[0].deterministic
        self._count = len(policies)
        self.layers = [
            (
                torch.stack([weight.T for weight, _ in layers]),
                torch.stack([bias[None] for _, bias in layers]),
            )
            for layers in zip(*(policy.layers for policy in policies), strict=True)
        ]

    def __getstate__(self) -> dict[str, Any]:
        """Return the argument; a pickle of it holds arrays and no tensors."""
        return {"policies": self.policies}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Stack the layers anew."""
        self.__init__(**state)  # type: ignore[misc]

    def act_batch(self, which: Array, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row.

        Args:
            which: (N,) int64: the place of each row's policy.
            observation: (N, D) float32.
            action_mask: (N, A), nonzero where legal.
            rng: ``rng.random(N)`` is called once unless deterministic.

        Returns:
            (N,) int64 legal actions.
        """
        counts = np.bincount(which, minlength=self._count)
        order = np.argsort(which, kind="stable")
        # Each network has as many slots as the busiest one needs.
        slots = np.empty_like(which)
        firsts = np.repeat(np.arange(self._count) * counts.max() - counts.cumsum() + counts, counts)
        slots[order] = np.arange(len(which)) + firsts
        values = torch.zeros(self._count * int(counts.max()), observation.shape[1])
        at = torch.from_numpy(slots)
        values[at] = torch.from_numpy(np.ascontiguousarray(observation, np.float32))
        values = values.view(self._count, -1, observation.shape[1])
        for layer, (weight, bias) in enumerate(self.layers):
            values = torch.baddbmm(bias, values if layer == 0 else values.relu_(), weight)
        return choose(values.flatten(0, 1)[at], action_mask, rng, self.deterministic)


class _Weights:
    """Arrays that write themselves as numpy's zip file."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self.weights = weights

    def save(self, path: io.BytesIO) -> None:
        """Write the file."""
        np.savez(path, **self.weights)  # type: ignore[arg-type]
