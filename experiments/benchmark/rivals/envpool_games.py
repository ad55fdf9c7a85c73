"""Measuring program for EnvPool: ``Blackjack-v1 N`` and ``KuhnPoker-v1 N``, one thread."""

from __future__ import annotations

from typing import Any

import envpool
import numpy as np

from experiments.benchmark.serving import Case, keep_stepping, serve, versions_of


def make_case(game: str, environments: str) -> Case:
    """Return the case of one game; all its actions are always legal."""
    size = int(environments)
    env = envpool.make_gymnasium(game, num_envs=size, num_threads=1, seed=1)
    env.reset()
    rng = np.random.default_rng(1)
    ended = np.zeros(size, np.bool_)

    def take(actions: Any) -> int:
        nonlocal ended
        decisions = size - int(ended.sum())  # A row that has ended resets in its next step.
        _, _, terminated, truncated, _ = env.step(actions)
        ended = terminated | truncated
        return decisions

    counted = "random actions, choosing them is not timed; rows that reset timed, not counted"
    choose = lambda: rng.integers(2, size=size, dtype=np.int32)  # noqa: E731
    return Case(keep_stepping(choose, take, 4), counted, versions_of("envpool"))


if __name__ == "__main__":
    serve(make_case)
