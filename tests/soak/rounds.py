"""Rounds of the soak: each follows from the seed and its number, so that any can be repeated."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from . import invariants, processes
from .settings import draw, draw_for_oracle

EVERY_INTERRUPT: Final = 3
EVERY_DAMAGE: Final = 25
EVERY_KILL: Final = 40
FIGURES: Final = (
    "rounds", "decisions", "sessions", "swaps", "refusals", "restores", "oracle sessions",
    "oracle decisions", "forks", "interrupts", "damages", "kills", "failures",
)  # fmt: skip
"""What is counted, in the order printed."""


@dataclass
class Soak:
    """A soak as it goes on.

    Attributes:
        seed: of everything.
        kernels: the compiled kernels that may be needed, as `draw` takes them.
        processes: whether processes are forked, interrupted and killed too.
        report: is told of each failure.
        figures: counts, by the names in `FIGURES`.
    """

    seed: int
    kernels: frozenset[str] | None = None
    processes: bool = True
    report: Callable[[str], None] = print
    figures: Counter[str] = field(default_factory=Counter)

    def play(self, number: int) -> None:
        """Play one round."""
        self.figures["rounds"] += 1
        # A generator for each part: a part that fails changes nothing for those after it.
        parts: list[tuple[str, Callable[[random.Random, dict[str, Any]], None]]] = [
            ("batch", self._batch),
            ("environment", self._environment),
            ("oracle", self._oracle),
        ]
        if self.processes:
            parts.append(("fork", self._fork))
            if number % EVERY_INTERRUPT == 0:
                parts.append(("interrupt", self._interrupt))
            if number % EVERY_DAMAGE == EVERY_DAMAGE // 3:
                parts.append(("damage", self._damage))
            if number % EVERY_KILL == EVERY_KILL // 3:
                parts.append(("kill", self._kill))
        for name, part in parts:
            told: dict[str, Any] = {}
            try:
                part(random.Random(f"{self.seed} {number} {name}"), told)
            except Exception:
                self.figures["failures"] += 1
                settings = ", ".join(f"{key}={value!r}" for key, value in told.items())
                self.report(
                    f"FAILED {name}: repeat with --seed {self.seed} --first {number} --rounds 1\n"
                    f"  {settings}\n{traceback.format_exc()}"
                )

    def _batch(self, rng: random.Random, told: dict[str, Any]) -> None:
        drawn = draw(rng, self.kernels)
        seed = rng.getrandbits(32)
        told.update(drawn.keywords, seed=seed)
        decisions, swaps = invariants.play_batch(drawn, seed, rng)
        self.figures["decisions"] += decisions
        self.figures["sessions"] += invariants.ROWS
        self.figures["swaps"] += swaps
        self.figures["refusals"] += drawn.refused

    def _environment(self, rng: random.Random, told: dict[str, Any]) -> None:
        drawn = draw(rng, self.kernels)
        seed = rng.getrandbits(32)
        told.update(drawn.keywords, seed=seed)
        self.figures["restores"] += invariants.play_environment(drawn, seed, rng)
        self.figures["sessions"] += 1
        self.figures["refusals"] += drawn.refused

    def _oracle(self, rng: random.Random, told: dict[str, Any]) -> None:
        game, profile, drawn = draw_for_oracle(rng, self.kernels)
        told.update(game=game, profile=profile, **drawn)
        self.figures["oracle decisions"] += invariants.play_oracle(game, profile, drawn, rng)
        self.figures["oracle sessions"] += 1

    def _fork(self, rng: random.Random, told: dict[str, Any]) -> None:
        for threads in (1, 2):
            seed = rng.getrandbits(32)
            told.update(threads=threads, seed=seed)
            processes.fork(threads, seed)
            self.figures["forks"] += 1

    def _interrupt(self, rng: random.Random, told: dict[str, Any]) -> None:
        told.update(threads=rng.choice([1, 2]), seed=rng.getrandbits(32))
        processes.interrupt(told["threads"], told["seed"], rng)
        self.figures["interrupts"] += 1

    def _damage(self, rng: random.Random, told: dict[str, Any]) -> None:
        told.update(seed=rng.getrandbits(32), files=rng.choice([1, 10, 1000]))
        self.figures["damages"] += processes.damage_cache(told["seed"], rng, told["files"])

    def _kill(self, rng: random.Random, told: dict[str, Any]) -> None:
        told.update(seed=rng.getrandbits(16))
        processes.kill_training(told["seed"], rng)
        self.figures["kills"] += 1

    def lines(self) -> list[str]:
        """Return the figures in words."""
        return [f"{name:17} {self.figures[name]:>12,}" for name in FIGURES]
