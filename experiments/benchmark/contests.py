"""Contests: one of ours and a rival, turn by turn, and what comes of it."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from experiments.benchmark.serving import Counts
from experiments.benchmark.workers import Worker, WorkerError


@dataclass(frozen=True)
class Side:
    """A measuring program and what it is called."""

    label: str
    module: str
    arguments: tuple[str, ...] = ()
    requirement: str | None = None
    """The key of `rivals.REQUIREMENTS` that it needs."""


@dataclass(frozen=True)
class Contest:
    """What is measured side by side."""

    group: str
    ours: Side
    rival: Side | None = None
    """`None`: ours alone."""
    cores: int = 1


@dataclass(frozen=True)
class Spread:
    """A median of some measurements, and the least and the most."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Summarise at least one value."""
        return cls(statistics.median(values), min(values), max(values))

    def to_json(self) -> dict[str, float]:
        """Return the three numbers."""
        return {"median": self.median, "min": self.low, "max": self.high}


@dataclass
class Result:
    """What a contest brought."""

    contest: Contest
    ours: list[Counts] = field(default_factory=list)
    rival: list[Counts] = field(default_factory=list)
    ours_ready: dict[str, Any] = field(default_factory=dict)
    rival_ready: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    """Why a side could not be measured."""

    def rate(self, counts: Sequence[Counts], what: str = "decisions") -> Spread | None:
        """Return something counted a second; `None` if it was not."""
        values = [one[what] / one["seconds"] for one in counts if what in one]
        return Spread.of(values) if values else None

    def ratio(self, clock: str = "seconds") -> Spread | None:
        """Return our rate over the rival's, turn by turn.

        Args:
            clock: ``"seconds"``, or ``"cpu_seconds"``: what the processes had of the
                processor, which other work on the machine disturbs less.
        """
        pairs = list(zip(self.ours, self.rival, strict=False))
        if not pairs or any(one[clock] <= 0 for pair in pairs for one in pair):
            return None
        return Spread.of(
            [
                (mine["decisions"] / mine[clock]) / (theirs["decisions"] / theirs[clock])
                for mine, theirs in pairs
            ]
        )

    def to_json(self) -> dict[str, Any]:
        """Return everything, measurements included."""
        contest = self.contest
        spreads = {
            "ours_per_second": self.rate(self.ours),
            "rival_per_second": self.rate(self.rival),
            "coups_per_second": self.rate(self.ours, "coups"),
            "ratio": self.ratio(),
            "cpu_ratio": self.ratio("cpu_seconds") if contest.cores == 1 else None,
        }
        return {
            "group": contest.group,
            "ours": contest.ours.label,
            "rival": contest.rival.label if contest.rival else None,
            "cores": contest.cores,
            "error": self.error,
            **{name: one.to_json() if one else None for name, one in spreads.items()},
            "ours_program": self.ours_ready,
            "rival_program": self.rival_ready,
            "ours_measurements": self.ours,
            "rival_measurements": self.rival,
        }


def run_contest(
    contest: Contest,
    repeats: int,
    seconds: float,
    start: Callable[[Side, int], Worker] | None = None,
) -> Result:
    """Start both sides and let them take turns; a side that fails ends it, and is reported.

    Args:
        contest: who.
        repeats: turns of each side.
        seconds: length of a turn.
        start: makes the program of a side.
    """
    result = Result(contest)
    begin = start or (lambda side, cores: Worker(side.module, side.arguments, cores))
    try:
        with ExitStack() as running:
            ours = running.enter_context(begin(contest.ours, contest.cores))
            result.ours_ready = ours.ready
            rival = None
            if contest.rival:
                try:
                    rival = running.enter_context(begin(contest.rival, contest.cores))
                    result.rival_ready = rival.ready
                except WorkerError as error:  # Ours is still worth measuring.
                    result.error = f"{contest.rival.label}: {error}"
            for _ in range(repeats):
                result.ours.append(ours.measure(seconds))
                if rival:
                    result.rival.append(rival.measure(seconds))
    except WorkerError as error:
        result.error = str(error)
    return result
