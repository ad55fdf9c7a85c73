"""The AEC loop that ours and PettingZoo's environments are measured by."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from experiments.benchmark.serving import Measure, keep_playing

AEC_COUNTED = (
    "actions taken in last(), mask.nonzero()[0] and random.choice, step(); dead steps and resets "
    "are timed, not counted"
)


def play_session(env: Any, choice: Callable[[Any], Any] = random.choice) -> int:
    """Play one session with random legal actions and return how many were taken."""
    env.reset()
    decisions = 0
    while env.agents:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            legal = observation["action_mask"].nonzero()[0]
            env.step(choice(legal))
            decisions += 1
    return decisions


def measure_aec(env: Any) -> Measure:
    """Return a measurement of random legal play, session after session."""
    env.reset(seed=0)
    random.seed(0)
    return keep_playing(lambda: play_session(env))
