"""Measuring program for Gymnasium's Blackjack-v1: ``single``, or ``vector N`` (SyncVectorEnv)."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np

from experiments.benchmark.serving import Case, keep_playing, keep_stepping, serve, versions_of

_GAME = "Blackjack-v1"


def single() -> Case:
    """Measure one environment, made as users make it."""
    env: Any = gymnasium.make(_GAME)
    env.reset(seed=1)
    random.seed(1)

    def play() -> int:
        env.reset()
        decisions = 0
        over = False
        while not over:
            _, _, terminated, truncated, _ = env.step(random.randrange(2))
            over = terminated or truncated
            decisions += 1
        return decisions

    counted = "random actions (all are legal); resets timed, not counted"
    return Case(keep_playing(play), counted, versions_of("gymnasium"))


def vector(environments: int) -> Case:
    """Measure a synchronous vector of them."""
    env = gymnasium.make_vec(_GAME, environments, vectorization_mode="sync")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    ended = np.zeros(environments, np.bool_)

    def take(actions: Any) -> int:
        nonlocal ended
        decisions = environments - int(ended.sum())
        _, _, terminated, truncated, _ = env.step(actions)
        ended = terminated | truncated
        return decisions

    counted = "random actions, choosing them is not timed; rows that reset timed, not counted"
    choose = lambda: rng.integers(2, size=environments)  # noqa: E731
    return Case(keep_stepping(choose, take, 1), counted, versions_of("gymnasium"))


def make_case(name: str, environments: str = "1") -> Case:
    """Return a case by name."""
    return single() if name == "single" else vector(int(environments))


if __name__ == "__main__":
    serve(make_case)
