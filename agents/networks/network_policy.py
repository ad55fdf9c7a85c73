"""`NetworkPolicy`: the bare weights of a policy, which play fast and are never trained.

Earlier selves play as such, and what `experiments.distributed` has trained; it needs torch, not
Ray.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from agents.networks import checkpoint
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Policy, Rolls

Array = npt.NDArray[Any]

SUFFIX: Final = ".npz"
"""Of a file with the weights of a policy and the description of its table."""
_ACTOR: Final = "actor."


class NetworkPolicy(Policy):
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
        self.weights = {
            key: np.array(value, np.float32)
            for key, value in weights.items()
            if key.startswith(_ACTOR)
        }
        layers = sorted({int(key.split(".")[1]) for key in self.weights})
        self._layers = [
            tuple(torch.from_numpy(self.weights[f"{_ACTOR}{layer}.{part}"])
                  for part in ("weight", "bias"))
            for layer in layers
        ]  # fmt: skip
        self.deterministic = deterministic
        self.name = name

    @classmethod
    def load(
        cls, path: Path, table: CompiledTable | None = None, *, deterministic: bool = True
    ) -> NetworkPolicy:
        """Load a file that `save` wrote.

        Args:
            path: the file.
            table: where it is to play; `None` to skip the check.
            deterministic: as in the class.

        Raises:
            CheckpointError: if the file is missing, damaged, or was made for another table.
        """
        checkpoint.read(path, table)
        try:
            with np.load(path) as stored:
                weights = {key: stored[key] for key in stored.files if key.startswith(_ACTOR)}
            return cls(weights, deterministic=deterministic, name=f"learned:{path}")
        except (KeyError, ValueError, zipfile.BadZipFile) as error:
            raise checkpoint.CheckpointError(
                f"checkpoint {str(path)!r} holds no usable policy: {error}"
            ) from error

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
            for weight, bias in self._layers[:-1]:
                values = functional.linear(values, weight, bias).relu_()
            return functional.linear(values, *self._layers[-1])

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row; as in `Policy`."""
        return _choose(self.scores(observation), action_mask, rng, self.deterministic)

    @property
    def kind(self) -> tuple[Any, ...]:
        """What policies have in common that can be joined."""
        return self.deterministic, *(tuple(weight.shape) for weight, _ in self._layers)

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
        self.deterministic = policies[0].deterministic
        self._count = len(policies)
        self._layers = [
            (
                torch.stack([weight.T for weight, _ in layers]),
                torch.stack([bias[None] for _, bias in layers]),
            )
            for layers in zip(*(policy._layers for policy in policies), strict=True)
        ]

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
        for layer, (weight, bias) in enumerate(self._layers):
            values = torch.baddbmm(bias, values if layer == 0 else values.relu_(), weight)
        return _choose(values.flatten(0, 1)[at], action_mask, rng, self.deterministic)


def _choose(scores: torch.Tensor, action_mask: Array, rng: Rolls, deterministic: bool) -> Array:
    """Choose the best legal action of each row, or draw one by the softmax of the scores."""
    scores.masked_fill_(torch.from_numpy(np.asarray(action_mask) == 0), -torch.inf)
    if deterministic:
        return scores.argmax(dim=1).numpy()
    reached = scores.double().softmax(dim=1).cumsum(dim=1).numpy()
    # The last legal action ends at 1 or, by rounding, a hair below it.
    rolls = np.asarray(rng.random(len(reached)))[:, None] * reached[:, -1:]
    return np.asarray((reached <= rolls).sum(axis=1), np.int64)


class _Weights:
    """Arrays that write themselves as numpy's zip file."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self.weights = weights

    def save(self, path: str) -> None:
        """Write the file."""
        with open(path, "wb") as file:
            np.savez(file, **self.weights)  # type: ignore[arg-type]
