"""Measuring program for what a learner steps: adapters against the engine work inside them.

``echo 1 | python -m experiments.benchmark.learner vec_env 1024``

One decision here is one of the learner's; between two of them lie the opponents', about five at six
seats.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from chemmy_env.adapters.gymnasium_vector import SeatVectorEnv
from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import book
from chemmy_env.policies import random as random_policy
from experiments.benchmark.serving import (
    Case,
    Clock,
    Counts,
    Measure,
    keep_stepping,
    serve,
    versions_of,
)

CASES: Final = ("engine", "seat_loop", "vec_env", "vector_env")
_COUNTED: Final = (
    "the learner's steps, book opponents, random legal actions; choosing them is not timed"
)
_ENGINE_COUNTED: Final = (
    "as many engine decisions, in a rollout of the same players, as there are to one of the "
    "learner's; a call plays as many at every table"
)


def decisions_per_step(tables: int, steps: int = 400) -> float:
    """Return how many engine decisions there are to one of the learner's, over whole sessions."""
    loop = SeatLoop(tables, "book", autoreset="next_step", seed=1)
    rng = np.random.default_rng(1)
    mine = all_of_them = 0
    own = np.zeros(tables, np.int64)
    for _ in range(steps):
        over = loop.terminated | loop.truncated
        own[over] = 0
        own[~over] += 1
        loop.step(random_policy.act_batch(loop.observation, loop.action_mask, rng))
        ended = loop.terminated | loop.truncated
        mine += int(own[ended].sum())
        all_of_them += int(loop.tables.state["decisions"][ended].sum())
    return all_of_them / mine


def engine(tables: int) -> Case:
    """Measure a rollout, in units of a learner's step."""
    share = decisions_per_step(min(tables, 256))
    batch = Tables(num_tables=tables, seed=1)
    players = [random_policy, *[book] * (batch.num_seats - 1)]
    steps = round(share)

    def measure(seconds: float) -> Counts:
        clock = Clock()
        decisions = 0
        while clock.seconds < seconds:
            with clock:
                decisions += batch.rollout(players, steps).decisions
        return clock.counts(decisions / share, engine_decisions=decisions)

    return Case(measure, f"{_ENGINE_COUNTED} ({share:.2f})", versions_of("chemmy_env"))


def seat_loop(tables: int) -> Case:
    """Measure the loop that both adapters stand on."""
    loop = SeatLoop(tables, "book", seed=1)
    rng = np.random.default_rng(1)

    def take(actions: Any) -> int:
        loop.step(actions)
        return tables

    choose = _chooser(lambda: loop.observation, lambda: loop.action_mask, rng)
    return Case(keep_stepping(choose, take, 4), _COUNTED, versions_of("chemmy_env"))


def vec_env(tables: int) -> Case:
    """Measure `SeatVecEnv`: `step`, and `action_masks` as MaskablePPO asks for it."""
    from chemmy_env.sb3 import SeatVecEnv

    env = SeatVecEnv(tables, opponents="book", seed=1, copy=False)
    seen: dict[str, Any] = {"observation": env.reset(), "mask": env.action_masks()}

    def take(actions: Any) -> int:
        seen["observation"] = env.step(actions)[0]
        seen["mask"] = env.action_masks()
        return tables

    return Case(_stepping(seen, take), _COUNTED, versions_of("chemmy_env", "stable_baselines3"))


def vector_env(tables: int) -> Case:
    """Measure `SeatVectorEnv` with its defaults: fresh arrays, masks in the infos."""
    env = SeatVectorEnv(tables, opponents="book")
    first, infos = env.reset(seed=1)
    seen: dict[str, Any] = {"observation": first, "mask": infos["action_mask"]}

    def take(actions: Any) -> int:
        seen["observation"], _, _, _, infos = env.step(actions)
        seen["mask"] = infos["action_mask"]
        return tables

    return Case(_stepping(seen, take), _COUNTED, versions_of("chemmy_env", "gymnasium"))


def _stepping(seen: dict[str, Any], take: Any) -> Measure:
    rng = np.random.default_rng(1)
    choose = _chooser(lambda: seen["observation"], lambda: seen["mask"], rng)
    return keep_stepping(choose, take, 4)


def _chooser(observation: Any, mask: Any, rng: np.random.Generator) -> Any:
    return lambda: random_policy.act_batch(observation(), mask(), rng)


def make_case(name: str, tables: str) -> Case:
    """Return a case by name: one of `CASES`.

    Raises:
        ValueError: for an unknown name.
    """
    makers = dict(zip(CASES, (engine, seat_loop, vec_env, vector_env), strict=True))
    if name not in makers:
        raise ValueError(f"case = {name!r}: expected one of {', '.join(CASES)}")
    return makers[name](int(tables))


if __name__ == "__main__":
    serve(make_case)
