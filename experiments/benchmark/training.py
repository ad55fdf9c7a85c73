"""Measuring program for training: MaskablePPO end to end, steps and updates.

``echo 5 | python -m experiments.benchmark.training seat_vec_env``
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import torch
from sb3_contrib import MaskablePPO

from agents.networks.fast_ppo import FastMaskablePPO
from chemmy_env.sb3 import SeatVecEnv
from experiments.benchmark.serving import Case, Clock, Counts, serve, versions_of

TABLES: Final = 512
ROLLOUT: Final = 32
BATCH: Final = 1024
EPOCHS: Final = 4


def measure_learning(model: Any, counted: str) -> Case:
    """Return a measurement of `learn`, a rollout and its updates at a time."""
    size = model.n_steps * model.n_envs
    updates = model.n_epochs * -(-size // model.batch_size)

    def measure(seconds: float) -> Counts:
        clock = Clock()
        steps = 0
        while clock.seconds < seconds:
            with clock:
                model.learn(size, reset_num_timesteps=False)
            steps += size
        return clock.counts(steps, updates=updates * steps // size)

    words = f"{counted}; {updates / size * 1e6:,.0f} updates per million steps"
    return Case(measure, words, versions_of("stable_baselines3", "sb3_contrib", "torch"))


def ours(algorithm: Callable[..., Any], threads: int) -> Case:
    """Measure an algorithm on `SeatVecEnv`, book opponents, seat at random.

    Args:
        algorithm: MaskablePPO or a relative.
        threads: torch's; the tables share their steps among two.
    """
    torch.set_num_threads(threads)
    env = SeatVecEnv(TABLES, opponents="book", seat="random", seed=1, threads=2, copy=False)
    model = algorithm(
        "MlpPolicy", env, n_steps=ROLLOUT, batch_size=BATCH, n_epochs=EPOCHS, seed=1, device="cpu"
    )
    counted = (
        f"the learner's steps, {TABLES} tables x {ROLLOUT} steps, batch {BATCH:,}, {EPOCHS} epochs"
        f", torch threads: {threads}"
    )
    return measure_learning(model, counted)


def make_case(name: str, threads: str = "2") -> Case:
    """Return a case by name: ``seat_vec_env`` (MaskablePPO) or ``fast`` (FastMaskablePPO).

    Raises:
        ValueError: for an unknown name.
    """
    algorithms = {"seat_vec_env": MaskablePPO, "fast": FastMaskablePPO}
    if name not in algorithms:
        raise ValueError(f"case = {name!r}: expected one of {', '.join(algorithms)}")
    return ours(algorithms[name], int(threads))


if __name__ == "__main__":
    serve(make_case)
