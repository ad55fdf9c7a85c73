"""The learning curve: what the learner's sessions brought while it trained."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from experiments.measuring.statistics import Estimate, estimate


@dataclass(frozen=True)
class Point:
    """One stretch of training."""

    steps: int
    """Steps made at its end."""
    seconds: float
    """Seconds trained at its end."""
    reward: Estimate
    """Reward a session in it."""


class Curve:
    """Collects the sessions of a run into points."""

    POINTS: ClassVar[int] = 60
    """Points a run aims at."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._rewards: list[float] = []
        self._seconds = 0.0
        self._since: float | None = None

    def add(self, infos: list[dict[str, Any]], dones: Any) -> None:
        """Count the sessions that ended in a step of a `SeatVecEnv`."""
        self._rewards += [infos[row]["episode"]["r"] for row in np.flatnonzero(dones)]

    def close_point(self, steps: int) -> None:
        """Make a point of the sessions since the last one."""
        if self._rewards:
            self.points.append(Point(steps, self.seconds, estimate(np.array(self._rewards))))
            self._rewards = []

    @property
    def seconds(self) -> float:
        """Seconds trained so far, in all parts of an interrupted run."""
        running = 0.0 if self._since is None else time.perf_counter() - self._since
        return self._seconds + running

    def start_clock(self) -> None:
        """Go on counting seconds."""
        self._since = time.perf_counter()

    def stop_clock(self) -> None:
        """Stop counting seconds."""
        self._seconds, self._since = self.seconds, None

    def state(self) -> dict[str, Any]:
        """Return all of it as JSON, the sessions since the last point too."""
        return {
            "points": [asdict(one) for one in self.points],
            "rewards": [float(reward) for reward in self._rewards],
            "seconds": self.seconds,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what `state` returned."""
        self.points = [
            Point(one["steps"], one["seconds"], Estimate(**one["reward"]))
            for one in state["points"]
        ]
        self._rewards = list(state["rewards"])
        self._seconds = float(state["seconds"])

    def to_json(self) -> list[dict[str, Any]]:
        """Return the points as JSON."""
        return [
            {"steps": one.steps, "seconds": round(one.seconds, 2), "reward": one.reward.to_json()}
            for one in self.points
        ]
