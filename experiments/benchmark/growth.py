"""Growth: how the time of a decision grows with tables, seats, whole-chip stakes and threads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from chemmy_env.engine.tables import usable_cores
from experiments.benchmark.contests import Side
from experiments.benchmark.serving import Counts
from experiments.benchmark.workers import Worker, WorkerError

TABLES: Final = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
SEATS: Final = tuple(range(3, 13))
_BATCH: Final = 1024


@dataclass(frozen=True)
class Point:
    """One table size, and how it is stepped."""

    series: str
    """What is varied: ``tables``, ``seats``, ``seats, stakes in chips`` or ``threads``."""
    way: str
    """``rollout`` or ``step``."""
    x: int
    tables: int = _BATCH
    threads: int = 1
    seats: int = 6
    stakes: str = "levels"

    def side(self) -> Side:
        """Return the program that measures it."""
        numbers = (self.tables, self.threads, self.seats)
        return Side(self.series, "ours", (self.way, *map(str, numbers), self.stakes))


def points(quick: bool = False) -> list[Point]:
    """Return everything that is measured."""
    found = []
    threads = range(1, usable_cores() + 1)
    for way in ("rollout", "step"):
        sizes = TABLES[:5:2] if quick else TABLES
        found += [Point("tables", way, size, tables=size) for size in sizes]
        for seats in (3, 12) if quick else SEATS:
            found.append(Point("seats", way, seats, seats=seats))
            found.append(Point("seats, stakes in chips", way, seats, seats=seats, stakes="chips"))
        found += [Point("threads", way, count, threads=count) for count in threads]
    return found


def measure_point(point: Point, seconds: float) -> Counts:
    """Measure one point in a process of its own.

    Raises:
        WorkerError: if it fails.
    """
    side = point.side()
    with Worker(side.module, side.arguments, cores=point.threads) as worker:
        return worker.measure(seconds)


def measure_growth(
    found: list[Point],
    seconds: float,
    advance: Callable[[], object] = lambda: None,
    measure: Callable[[Point, float], Counts] = measure_point,
) -> list[dict[str, Any]]:
    """Measure points; one that fails is reported with its error."""
    rows = []
    for point in found:
        row: dict[str, Any] = asdict(point)
        try:
            counts = measure(point, seconds)
            row["nanoseconds"] = 1e9 * counts["seconds"] / counts["decisions"]
            row["cpu_nanoseconds"] = 1e9 * counts["cpu_seconds"] / counts["decisions"]
            row["bytes_per_table"] = counts.get("bytes_per_table")
            row["peak_bytes"] = counts.get("peak_bytes")
        except WorkerError as error:
            row["error"] = str(error)
        rows.append(row)
        advance()
    return rows
