"""A league: prioritised fictitious self-play among earlier selves and other agents.

The members are frozen earlier selves and the agents that the mix names. Of the sessions that the
mix gives to the league, a member gets more the less often the learner comes out ahead of it:
in proportion to (1 - p)^2, where p is the share of their sessions that bring the learner a positive
reward. So what it has mastered is seldom played and what it forgets comes back. p is estimated from
the sessions played in training. Source: Vinyals et al. (2019), Grandmaster level in StarCraft II
using multi-agent reinforcement learning, Nature 575, whose main agents weigh by the same square.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from experiments.statistics import Array

FADING: Final = 0.5
"""What is left of the weight of earlier sessions whenever the opponents are drawn up anew."""
UNMET: Final = 20.0
"""Lost sessions that every member begins with: one that was hardly met yet counts as unbeaten."""


class League:
    """How often the learner comes out ahead of each opponent, by name."""

    def __init__(self) -> None:
        self._sessions: dict[str, float] = {}
        self._ahead: dict[str, float] = {}

    def count(self, members: Sequence[str], infos: list[dict[str, Any]], dones: Array) -> None:
        """Count the sessions that ended in a step of a `SeatVecEnv`.

        Args:
            members: names of the lineups of its `Mix`, in order; each is one agent on all seats.
            infos: of the step.
            dones: (N,) bool.
        """
        for row in np.flatnonzero(dones):
            name, reward = members[infos[row]["lineup"]], infos[row]["episode"]["r"]
            ahead = 0.5 if reward == 0 else float(reward > 0)
            self._sessions[name] = self._sessions.get(name, 0.0) + 1.0
            self._ahead[name] = self._ahead.get(name, 0.0) + ahead

    def fade(self) -> None:
        """Let earlier sessions count for less."""
        for figures in (self._sessions, self._ahead):
            for name in figures:
                figures[name] *= FADING

    def share_ahead(self, name: str) -> float:
        """Return the share of the sessions against a member that bring a positive reward.

        A reward of nothing counts half. Older sessions count for less.
        """
        return self._ahead.get(name, 0.0) / (self._sessions.get(name, 0.0) + UNMET)

    def priority(self, name: str) -> float:
        """Return how often a member should play, in proportion."""
        return (1.0 - self.share_ahead(name)) ** 2
