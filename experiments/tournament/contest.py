"""The matches of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from agents.registry import make_agent
from experiments.measuring.evaluation import Evaluation, Score, evaluate
from experiments.measuring.table import TableSettings
from experiments.reporting.console import Report
from experiments.tournament.ranking import Rank, rank

_REWARD: Final = "luck_adjusted"
"""Chips are then told less luck with the cards (R-L) too; nobody plays otherwise for it."""


@dataclass
class Contest:
    """The cross-play of one profile."""

    profile: str
    agents: list[str]
    evaluation: Evaluation
    ranks: list[Rank]

    def scores(self) -> list[list[Score]]:
        """Return the scores, a row for each agent, a column for each field."""
        score = self.evaluation.score
        return [[score(agent, field) for field in self.agents] for agent in self.agents]

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            "profile": self.profile,
            "agents": self.agents,
            "ranking": [vars(one) for one in self.ranks],
            **self.evaluation.to_json(),
        }


def play_profile(
    profile: str, names: list[str], sessions: int, seed: int, threads: int, progress: Report
) -> Contest:
    """Play all against all at one profile's table.

    Raises:
        ValueError: for an unknown agent, or one made for another table.
    """
    settings = TableSettings("chemmy", profile, reward=_REWARD)
    agents = {name: make_agent(name, settings.compiled) for name in names}
    evaluation = evaluate(
        settings,
        agents,
        {name: [agent] for name, agent in agents.items()},
        sessions,
        seed,
        baseline="book" if "book" in agents else None,
        threads=threads,
        progress=progress,
    )
    contest = Contest(profile, names, evaluation, [])
    contest.ranks = rank(names, contest.scores(), settings.compiled.num_seats)
    return contest
