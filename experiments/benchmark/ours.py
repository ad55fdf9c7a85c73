"""Measuring program for this package: engine, AEC environment, bare coups.

``echo 1 | python -m experiments.benchmark.ours rollout 1024``
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

import numpy as np

from chemmy_env.engine.loops.bare_coups import count_results
from chemmy_env.engine.tables import Tables, make_table
from chemmy_env.policies import random as random_policy
from experiments.benchmark.loops import AEC_COUNTED, measure_aec
from experiments.benchmark.serving import (
    Case,
    Clock,
    Counts,
    keep_stepping,
    serve,
    steps_a_call,
    versions_of,
)

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows.
    resource = None

ROLLOUT_COUNTED: Final = (
    "random legal actions, chosen inside the compiled loop; observations and masks written; the "
    "next session begins within the step that ends one"
)
STEP_COUNTED: Final = (
    "random legal actions, one call a step; choosing them is not timed; observations and masks "
    "written; the next session begins within the step that ends one"
)
_BLOCK: Final = 32_768
"""Decisions between two looks at the clock, about."""
_SAMPLE: Final = 200
"""Decisions a table from which coups a decision are known."""


def memory(batch: Tables) -> dict[str, float]:
    """Return what a table takes: its arrays, and the whole process at its largest."""
    found = {"bytes_per_table": batch.nbytes / batch.num_tables}
    if resource is not None:
        found["peak_bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0
    return found


def rollout(
    tables: int, threads: int = 1, seats: int | None = None, stakes: str = "levels"
) -> Case:
    """Measure `Tables.rollout`."""
    batch = Tables(num_tables=tables, threads=threads, num_players=seats, stakes=stakes, seed=1)
    steps = steps_a_call(tables)

    def measure(seconds: float) -> Counts:
        clock = Clock()
        decisions = coups = 0
        while clock.seconds < seconds:
            with clock:
                played = batch.rollout(random_policy, steps)
            decisions += played.decisions
            coups += played.coups
        return clock.counts(decisions, coups=coups, **memory(batch))

    return Case(measure, ROLLOUT_COUNTED, versions_of("chemmy_env", "numba"))


def step(tables: int, threads: int = 1, seats: int | None = None, stakes: str = "levels") -> Case:
    """Measure `Tables.step`."""
    batch = Tables(num_tables=tables, threads=threads, num_players=seats, stakes=stakes, seed=1)
    few = Tables(num_tables=min(tables, 64), num_players=seats, stakes=stakes, seed=2)
    sample = few.rollout(random_policy, _SAMPLE)
    rng = np.random.default_rng(1)

    def choose() -> Any:
        return random_policy.act_batch(batch.observation, batch.action_mask, rng)

    def take(actions: Any) -> int:
        batch.step(actions)
        return tables

    inner = keep_stepping(choose, take, max(1, _BLOCK // tables // 8))

    def measure(seconds: float) -> Counts:
        counts = inner(seconds)
        counts["coups"] = counts["decisions"] * sample.coups / sample.decisions
        return counts | memory(batch)

    return Case(measure, STEP_COUNTED, versions_of("chemmy_env", "numba"))


def aec() -> Case:
    """Measure `chemmy_v0.env()`, six seats, random legal actions."""
    from chemmy_env import chemmy_v0

    return Case(measure_aec(chemmy_v0.env()), AEC_COUNTED, versions_of("chemmy_env", "pettingzoo"))


def coups() -> Case:
    """Measure bare coups of the fixed table."""
    compiled = make_table("punto_banco", "punto", decks=6)
    seed = 0

    def measure(seconds: float) -> Counts:
        nonlocal seed
        clock = Clock()
        played = 0
        while clock.seconds < seconds:
            seed += 1
            with clock:
                played += sum(count_results(compiled, 1_000_000, seed))
        return clock.counts(played)

    counted = "coups of six packs by the fixed table, twelve to a shuffle, results counted"
    return Case(measure, counted, versions_of("chemmy_env", "numba"))


def make_case(name: str, *arguments: str) -> Case:
    """Return a case by name: ``rollout`` or ``step`` TABLES THREADS [SEATS [STAKES]], ``aec``, ...

    Raises:
        ValueError: for an unknown name.
    """
    if name in ("rollout", "step"):
        numbers = [int(argument) for argument in arguments[:3]]
        return (rollout if name == "rollout" else step)(*numbers, *arguments[3:])  # type: ignore[arg-type]
    if name == "aec":
        return aec()
    if name == "coups":
        return coups()
    raise ValueError(f"case = {name!r}: expected one of rollout, step, aec, coups")


if __name__ == "__main__":
    serve(make_case)
