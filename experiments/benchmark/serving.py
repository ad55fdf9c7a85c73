"""The measuring side: a program that prepares one case and then measures it whenever it is told to.

It prints one line of JSON when it is ready (what it counts, its version, how long warming up took),
then reads numbers of seconds from its input, one a line, and answers each with a line of counts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

Counts = dict[str, float]
"""``decisions``, ``seconds`` and ``cpu_seconds``, and whatever else was counted."""
Measure = Callable[[float], Counts]
CORES: Final = "CHEMMY_BENCHMARK_CORES"
"""Environment variable with the processor cores to stay on, separated by commas."""
WARM_UP_SECONDS: Final = 0.2


@dataclass(frozen=True)
class Case:
    """One thing to measure."""

    measure: Measure
    counted: str
    """What counts as a decision, and what is not timed."""
    versions: str = ""


class Clock:
    """Adds up wall time and the process's processor time over ``with`` blocks."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.cpu_seconds = 0.0

    def __enter__(self) -> Clock:
        self._cpu = time.process_time()
        self._began = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds += time.perf_counter() - self._began
        self.cpu_seconds += time.process_time() - self._cpu

    def counts(self, decisions: float, **more: float) -> Counts:
        """Return what was counted with the time it took."""
        return {
            "decisions": decisions,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            **more,
        }


def steps_a_call(rows: int) -> int:
    """Return how many steps of so many rows make one compiled loop, ours or a rival's.

    At least 128, a usual length of the rollouts that learners take.
    """
    return max(128, 65_536 // rows)


def keep_playing(play: Callable[[], int]) -> Measure:
    """Measure a function that plays some decisions and says how many, time and time again."""

    def measure(seconds: float) -> Counts:
        clock = Clock()
        decisions = 0
        with clock:
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                decisions += play()
        return clock.counts(decisions)

    return measure


def keep_stepping(choose: Callable[[], Any], step: Callable[[Any], int], block: int) -> Measure:
    """Measure a step that says how many decisions it was; choosing actions is not timed.

    Args:
        choose: returns the next actions.
        step: takes them.
        block: steps between two looks at the time limit.
    """

    def measure(seconds: float) -> Counts:
        decisions = 0
        wall = 0.0
        now = time.perf_counter
        cpu_began, began = time.process_time(), now()
        while wall < seconds:
            for _ in range(block):
                actions = choose()
                since = now()
                decisions += step(actions)
                wall += now() - since
        # Processor time is too coarse a clock for one step: the timed share of it all.
        cpu = (time.process_time() - cpu_began) * wall / (now() - began)
        return {"decisions": decisions, "seconds": wall, "cpu_seconds": cpu}

    return measure


def stay_on_cores() -> None:
    """Keep to the cores that the environment names, where the system can."""
    cores = os.environ.get(CORES)
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core) for core in cores.split(",")})


def versions_of(*packages: str) -> str:
    """Return the versions of packages in words, installed or run from their sources."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} {import_module(package).__version__}")
    return ", ".join(found)


def serve(make_case: Callable[..., Case]) -> None:
    """Run as a measuring program; `make_case` is called with the command line's arguments."""
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(2, 1)  # Libraries that print do so on stderr.
        stay_on_cores()
        answer(make_case, sys.argv[1:], sys.stdin, lambda line: print(line, file=out, flush=True))


def answer(
    make_case: Callable[..., Case],
    arguments: Iterable[str],
    requests: Iterable[str],
    say: Callable[[str], object],
) -> None:
    """Prepare a case, say so, and answer each request with a measurement."""
    began = time.perf_counter()
    case = make_case(*arguments)
    case.measure(WARM_UP_SECONDS)
    ready = {
        "counted": case.counted,
        "versions": case.versions,
        "warm_up_seconds": time.perf_counter() - began,
    }
    say(json.dumps(ready))
    for request in requests:
        say(json.dumps(case.measure(float(request))))
