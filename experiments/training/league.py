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
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chemmy_env.adapters.opponents import Mix
from chemmy_env.engine.records.config import CompiledTable
from experiments.measuring.statistics import Array
from experiments.training.mix import LEAGUE, SELF, named_agents, seat_opponents

if TYPE_CHECKING:
    from agents.networks.network_policy import NetworkPolicy

FADING: Final = 0.5
"""What is left of the weight of earlier sessions whenever the opponents are drawn up anew."""
UNMET: Final = 20.0
"""Lost sessions that every member begins with: one that was hardly met yet counts as unbeaten."""


class League:
    """The opponents of a training run, and how often the learner comes out ahead of each.

    Args:
        weights: a mix (`experiments.training.mix`).
        size: earlier selves that are kept.
    """

    def __init__(self, weights: dict[str, float], size: int) -> None:
        self.weights = weights
        self.size = size
        self.pool: list[NetworkPolicy] = []
        """Earlier selves, the oldest first."""
        self._sessions: dict[str, float] = {}
        self._ahead: dict[str, float] = {}

    @property
    def takes_selves(self) -> bool:
        """Whether earlier selves play in the mix."""
        return SELF in self.weights or LEAGUE in self.weights

    @property
    def members(self) -> list[str]:
        """Names of the opponents, in the order of the lineups of `mix`."""
        return [*named_agents(self.weights), *(one.name for one in self.pool)]

    def mix(self, table: CompiledTable) -> Mix:
        """Return the opponents, with the chances that they have now.

        Args:
            table: where they play.

        Raises:
            ValueError: for an unknown agent.
        """
        priorities = [self.priority(name) for name in self.members]
        return seat_opponents(self.weights, self.pool, table, priorities)

    def add(self, frozen: NetworkPolicy) -> None:
        """Take in an earlier self, and let earlier sessions count for less.

        Where the pool is full the oldest makes room; in a league the one that is beaten most often.
        """
        if len(self.pool) == self.size:
            leaver = self.pool[0]
            if LEAGUE in self.weights:
                leaver = min(self.pool, key=lambda one: self.priority(one.name))
            self.pool.remove(leaver)
        self.pool.append(frozen)
        for figures in (self._sessions, self._ahead):
            for name in figures:
                figures[name] *= FADING

    def count(self, infos: Sequence[dict[str, Any]], dones: Array) -> None:
        """Count the sessions that ended in a step of a `SeatVecEnv`.

        Args:
            infos: of the step.
            dones: (N,) bool: those that count.
        """
        members = self.members
        for row in np.flatnonzero(dones).tolist():
            name, reward = members[infos[row]["lineup"]], infos[row]["episode"]["r"]
            ahead = 0.5 if reward == 0 else float(reward > 0)
            self._sessions[name] = self._sessions.get(name, 0.0) + 1.0
            self._ahead[name] = self._ahead.get(name, 0.0) + ahead

    def standings(self) -> dict[str, dict[str, float]]:
        """Return the sessions counted and those ahead, by member, as JSON."""
        return {"sessions": dict(self._sessions), "ahead": dict(self._ahead)}

    def restore(self, pool: Sequence[NetworkPolicy], standings: dict[str, Any]) -> None:
        """Take over earlier selves, and what `standings` returned."""
        self.pool = list(pool)
        self._sessions, self._ahead = dict(standings["sessions"]), dict(standings["ahead"])

    def share_ahead(self, name: str) -> float:
        """Return the share of the sessions against a member that bring a positive reward.

        A reward of nothing counts half. Older sessions count for less.
        """
        return self._ahead.get(name, 0.0) / (self._sessions.get(name, 0.0) + UNMET)

    def priority(self, name: str) -> float:
        """Return how often a member should play in a league, in proportion."""
        return float((1.0 - self.share_ahead(name)) ** 2)
