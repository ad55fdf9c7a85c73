"""What policies have in common that are networks and are loaded from files."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch

from agents.networks import checkpoint
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Policy, Rolls

Array = npt.NDArray[Any]


class NetworkPlayer(Policy):
    """A policy whose network scores the actions; the mask is always applied.

    Args:
        deterministic: play the best legal action; otherwise draw from the legal ones by the
            softmax of their scores, with one number in [0, 1) a decision.
        name: for people.
    """

    def __init__(self, *, deterministic: bool, name: str) -> None:
        self.deterministic = deterministic
        self.name = name

    @abstractmethod
    def scores(self, observation: Array) -> torch.Tensor:
        """Return the logits or values of the actions, ``(N, A)`` float32, a fresh tensor.

        Args:
            observation: (N, D) float32.
        """

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row; as in `Policy`."""
        return choose(self.scores(observation), action_mask, rng, self.deterministic)

    @classmethod
    def load(
        cls, path: Path, table: CompiledTable | None = None, *, deterministic: bool = True
    ) -> Self:
        """Load a checkpoint. No code in the file is run.

        Args:
            path: the file, or a run folder that has one.
            table: where it is to play; `None` to skip the check.
            deterministic: as in the class.

        Raises:
            CheckpointError: if the file is missing or damaged, or was made for another table.
        """
        found = checkpoint.find(path)
        entry = checkpoint.read(found, table)
        with checkpoint.reading(found, "holds no usable policy"):
            return cls.from_file(found, entry, deterministic=deterministic, name=f"learned:{path}")

    @classmethod
    @abstractmethod
    def from_file(
        cls, path: Path, entry: dict[str, Any], *, deterministic: bool, name: str
    ) -> Self:
        """Return the policy of a file whose entry has been read and checked."""


def choose(scores: torch.Tensor, action_mask: Array, rng: Rolls, deterministic: bool) -> Array:
    """Choose the best legal action of each row, or draw one by the softmax of the scores.

    Args:
        scores: (N, A) float32; written over.
        action_mask: (N, A), nonzero where legal.
        rng: ``rng.random(N)`` is called once unless `deterministic`.
        deterministic: whether to choose the best one.

    Returns:
        (N,) int64 legal actions.
    """
    scores.masked_fill_(torch.from_numpy(np.asarray(action_mask) == 0), -torch.inf)
    if deterministic:
        return scores.argmax(dim=1).numpy()
    reached = scores.double().softmax(dim=1).cumsum(dim=1).numpy()
    # The last legal action ends at 1 or, by rounding, a hair below it.
    rolls = np.asarray(rng.random(len(reached)))[:, None] * reached[:, -1:]
    return np.asarray((reached <= rolls).sum(axis=1), np.int64)
