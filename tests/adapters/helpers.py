"""Shared by the tests of adapters: legal answers, and policies that the loops cannot play."""

from __future__ import annotations

from typing import Any

import numpy as np

from chemmy_env.policies import Player, make


class Outside:
    """A built-in policy dressed as somebody else's: only `act_batch` is left of it."""

    def __init__(self, policy: Any, table: Any) -> None:
        self.policy: Player = make(policy, table)
        self.calls = 0

    def act_batch(self, observation: Any, action_mask: Any, rng: Any) -> Any:
        self.calls += 1
        return self.policy.act_batch(observation, action_mask, rng)


def pick(masks: Any, numbers: Any) -> Any:
    """Choose a legal action of each row by a number in [0, 1)."""
    masks = np.atleast_2d(masks)
    ranks = np.cumsum(masks, 1) - 1
    wanted = (np.atleast_1d(numbers) * masks.sum(1)).astype(int)
    return np.argmax((ranks == wanted[:, None]) & (masks == 1), 1)
