"""`Policy`: what plays a seat, from what that seat sees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class Rolls(Protocol):
    """Where a policy's random numbers come from: a numpy `Generator`, or `KeyedRolls`."""

    def random(self, size: int) -> Any:
        """Return that many numbers in [0, 1)."""


@runtime_checkable
class Player(Protocol):
    """All that the engine and the adapters ask of a policy."""

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row."""


class Policy(ABC):
    """Base class of policies: implement `act_batch`, and `act` comes with it."""

    @abstractmethod
    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row.

        Args:
            observation: (N, D) float32.
            action_mask: (N, A) int8; each row has a legal action.
            rng: anything with ``.random(n)``. A policy that draws from it alone, as many numbers
                for each row, plays the same in any batch.

        Returns:
            (N,) int64 legal actions.
        """

    def act(
        self, observation: Any, action_mask: Array | None = None, rng: Rolls | None = None
    ) -> int:
        """Choose an action for one seat.

        Args:
            observation: (D,) float32, or an environment's observation, a dict with the mask in it.
            action_mask: (A,) int8, unless `observation` is a dict.
            rng: anything with ``.random(n)``; `None` for a fresh, non-reproducible seed.

        Raises:
            ValueError: if there is no mask.
        """
        if isinstance(observation, Mapping):
            observation, action_mask = observation["observation"], observation["action_mask"]
        if action_mask is None:
            raise ValueError("action_mask = None: expected legal actions, or a dict observation")
        rows = np.asarray(observation)[None], np.asarray(action_mask)[None]
        return int(self.act_batch(*rows, rng or np.random.default_rng())[0])
