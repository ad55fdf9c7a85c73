"""What agents are worth at a table of others: wins, chips, and where a difference comes from.

Each agent takes one seat of a table whose other seats a field of agents fills; the seat moves on
with each session. All agents play the same sessions of a field: the same shoes, the same lot, the
same seats. So two of them are compared session by session, and the interval of the difference is
that of the paired differences.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.loops.sessions import Accounts
from chemmy_env.policies import Player
from experiments.measuring import matches
from experiments.measuring.splitting import all_hybrids, mixtures, parts_asked, split
from experiments.measuring.statistics import Estimate, estimate, estimate_ratio, estimate_share
from experiments.measuring.table import TableSettings

Progress = Callable[[int], object]
Start = Callable[[Sequence[matches.Member]], Callable[[], Accounts]]
"""Begins to play the sessions of a lineup, and returns what waits for their accounts."""


@dataclass(frozen=True)
class Score:
    """One agent against one field."""

    agent: str
    field: str
    win_share: Estimate
    """Share of the sessions won; k equal winners win 1/k each (R-H16)."""
    chips: Estimate
    """Chips won a session."""
    adjusted: Estimate | None
    """The same less luck with the cards (R-L); `None` where the table's reward is another."""
    per_100: Estimate
    """Chips won for 100 at risk: its covered stakes and the stakes against its banks, added up."""
    as_punter: Estimate
    """Of `chips`, those won while another banked."""
    as_banker: Estimate
    """Of `chips`, those won as banker."""
    staked: Estimate
    """Chips staked a session."""
    faced: Estimate
    """Chips staked against its banks a session."""
    coups: Estimate
    """Coups a session."""


@dataclass(frozen=True)
class Comparison:
    """One agent's lead over another in the same sessions against one field."""

    agent: str
    baseline: str
    field: str
    win_share: Estimate
    chips: Estimate
    unpaired_chips: float
    """Half the width of the interval of `chips` had each played sessions of its own."""
    win_share_by_part: dict[str, Estimate]
    """The lead in win share split into drawing, staking and banking (measuring/splitting.py)."""
    chips_by_part: dict[str, Estimate]
    """The lead in chips split alike."""
    adjusted: Estimate | None
    """The lead in chips less luck with the cards (R-L); `None` where that is not known."""
    adjusted_by_part: dict[str, Estimate]
    """The same split alike."""


@dataclass(frozen=True)
class Evaluation:
    """All scores and comparisons of one evaluation."""

    settings: TableSettings
    sessions: int
    seed: int
    scores: list[Score]
    comparisons: list[Comparison]

    def score(self, agent: str, field: str) -> Score:
        """Return one agent's score against one field."""
        return next(one for one in self.scores if (one.agent, one.field) == (agent, field))

    def comparison(self, agent: str, field: str) -> Comparison:
        """Return one agent's lead over the baseline against one field."""
        return next(one for one in self.comparisons if (one.agent, one.field) == (agent, field))

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            "table": self.settings.to_json(),
            "sessions": self.sessions,
            "seed": self.seed,
            "scores": [_to_json(score) for score in self.scores],
            "comparisons": [_to_json(comparison) for comparison in self.comparisons],
        }


def _to_json(value: Any) -> Any:
    if isinstance(value, Estimate):
        return value.to_json()
    if isinstance(value, dict):
        return {key: _to_json(one) for key, one in value.items()}
    return (
        {key: _to_json(one) for key, one in vars(value).items()}
        if hasattr(value, "__dataclass_fields__")
        else value
    )


def chips_of(accounts: Accounts) -> np.ndarray[Any, Any]:
    """Return what the watched seat won in each session, ``(n,)`` int64 in 1/10,000 chip."""
    return accounts.as_punter + accounts.as_banker


def score(agent: str, field: str, accounts: Accounts, *, adjusted: bool = False) -> Score:
    """Sum up one agent's sessions against one field.

    Args:
        agent: its name.
        field: against whom.
        accounts: its sessions.
        adjusted: whether their rewards are chips less luck.
    """
    won = chips_of(accounts) / UNIT
    per_100 = estimate_ratio(100 * won, (accounts.staked + accounts.faced) / UNIT)
    return Score(
        agent=agent,
        field=field,
        win_share=estimate_share(accounts.share),
        chips=estimate(won),
        adjusted=estimate(accounts.reward) if adjusted else None,
        per_100=per_100,
        as_punter=estimate(accounts.as_punter / UNIT),
        as_banker=estimate(accounts.as_banker / UNIT),
        staked=estimate(accounts.staked / UNIT),
        faced=estimate(accounts.faced / UNIT),
        coups=estimate(accounts.coups.astype(np.float64)),
    )


def compare(
    agent: str,
    baseline: str,
    field: str,
    hybrids: Sequence[Accounts],
    *,
    whole_only: bool,
    adjusted: bool = False,
) -> Comparison:
    """Sum up one agent's lead over another.

    Args:
        agent: its name.
        baseline: the other's.
        field: against whom.
        hybrids: accounts of all hybrids in the same sessions, the baseline's first and the agent's
            last; those two alone with `whole_only`.
        whole_only: leave out the split into parts.
        adjusted: whether the accounts' rewards are chips less luck.
    """
    first, last = hybrids[0], hybrids[-1]
    won = [chips_of(accounts) for accounts in hybrids]
    apart = [estimate(one / UNIT).half_width for one in (won[0], won[-1])]
    shares = [accounts.share for accounts in hybrids]
    by_part: list[dict[str, Estimate]] = [{}, {}, {}]
    if not whole_only:
        rewards = [accounts.reward for accounts in hybrids]
        by_part = [
            {part: estimate(lead) for part, lead in split(shares).items()},
            {part: estimate(lead / UNIT) for part, lead in split(won).items()},
            {part: estimate(lead) for part, lead in split(rewards).items()} if adjusted else {},
        ]
    return Comparison(
        agent=agent,
        baseline=baseline,
        field=field,
        win_share=estimate(last.share - first.share),
        chips=estimate((won[-1] - won[0]) / UNIT),
        unpaired_chips=math.hypot(*apart),
        win_share_by_part=by_part[0],
        chips_by_part=by_part[1],
        adjusted=estimate(last.reward - first.reward) if adjusted else None,
        adjusted_by_part=by_part[2],
    )


def count_matches(settings: TableSettings, agents: int, fields: int, splits: int) -> int:
    """Return how many times `sessions` sessions an evaluation plays, with that many splits."""
    return fields * (agents + splits * len(mixtures(parts_asked(settings.compiled))))


def evaluate(
    settings: TableSettings,
    agents: Mapping[str, Player],
    fields: Mapping[str, Sequence[Player]],
    sessions: int,
    seed: int,
    *,
    baseline: str | None = None,
    splits: Collection[str] = (),
    threads: int = 1,
    rows: int = matches.ROWS,
    progress: Progress = lambda sessions: None,
    start: Start | None = None,
) -> Evaluation:
    """Play each agent against each field, and compare it with the baseline.

    Args:
        settings: the table; with the reward "luck_adjusted" chips are told without luck too.
        agents: by name.
        fields: the agents that take the other seats in turn, by a name for the field.
        sessions: sessions of each agent against each field.
        seed: of the sessions.
        baseline: the agent that the others are compared with; `None` for no comparison.
        splits: agents whose leads over the baseline are split into parts, at the price of six more
            matches each.
        threads: of the compiled loop.
        rows: tables played at a time.
        progress: called now and then with how many sessions more have been played.
        start: plays lineups elsewhere, all at a time (experiments/distributed/evaluation.py); then
            it sees to threads, rows and progress. `None` to play them here, one after the other.

    Raises:
        ValueError: for a baseline that is not among the agents, or a wrong number of sessions.
    """
    if baseline is not None and baseline not in agents:
        raise ValueError(f"baseline = {baseline!r}: expected one of {', '.join(agents)}")
    adjusted = settings.compiled.reward == "luck_adjusted"
    asked = parts_asked(settings.compiled)
    scores = []
    comparisons = []

    def play_here(lineup: Sequence[matches.Member]) -> Callable[[], Accounts]:
        return lambda: matches.play(
            settings,
            lineup,
            sessions,
            seed,
            threads=threads,
            rows=rows,
            progress=_increments(progress),
        )

    begin = start or play_here
    begun = []
    for field, others in fields.items():
        rest = matches.field_of(others, settings.compiled.num_seats)
        whole = {name: begin([matches.whole(agent), *rest]) for name, agent in agents.items()}
        between = {
            name: {
                parts: begin([matches.hybrid(parts, agent, agents[baseline]), *rest])
                for parts in mixtures(asked)
            }
            for name, agent in agents.items()
            if baseline is not None and name != baseline and name in splits
        }
        begun.append((field, whole, between))
    for field, whole, between in begun:
        played = {name: wait() for name, wait in whole.items()}
        scores += [
            score(name, field, accounts, adjusted=adjusted) for name, accounts in played.items()
        ]
        for name in agents:
            if baseline is None or name == baseline:
                continue
            hybrids = [played[baseline], played[name]]
            if name in splits:
                mixed = {parts: wait() for parts, wait in between[name].items()}
                hybrids = all_hybrids(asked, {0: hybrids[0], asked: hybrids[1], **mixed})
            comparisons.append(
                compare(
                    name,
                    baseline,
                    field,
                    hybrids,
                    whole_only=name not in splits,
                    adjusted=adjusted,
                )
            )
    return Evaluation(settings, sessions, seed, scores, comparisons)


def _increments(progress: Progress) -> Progress:
    """Turn calls with totals into calls with what came in addition."""
    before = 0

    def report(total: int) -> None:
        nonlocal before
        progress(total - before)
        before = total

    return report
