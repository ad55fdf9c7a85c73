"""The benchmark as tables: on the screen and in markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.table import Table

from experiments.benchmark.contests import Result, Spread
from experiments.reporting.markdown import markdown_table

TITLES: Final = {
    "engine": "Engine, one core, six seats, profile home",
    "aec": "One table, asked from Python",
    "training": "Training, two cores",
    "learner": "A learner's step: adapters over the engine work in it",
    "threads": "Two threads against one",
    "coups": "Bare coups against plain C",
}
HEADINGS: Final = ("ours", "rival", "ours a second", "rival's a second", "ratio", "by CPU time")
_FIRST_USE: Final = ("", "empty cache", "full cache")
_MEGABYTE: Final = 1e6


def count_text(value: float) -> str:
    """Return a rate with three digits or so."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def spread_text(spread: Spread | None, *, ratio: bool = False) -> str:
    """Return ``median (least to most)``."""
    if spread is None:
        return "–"
    text = (lambda value: f"{value:.2f}" if value < 10 else f"{value:.1f}") if ratio else count_text
    return f"{text(spread.median)} ({text(spread.low)} to {text(spread.high)})"


def contest_row(result: Result) -> tuple[str, ...]:
    """Return the cells of one contest."""
    contest = result.contest
    ours = spread_text(result.rate(result.ours))
    coups = result.rate(result.ours, "coups")
    if coups:
        ours += f"; {count_text(coups.median)} coups"
    cpu = result.ratio("cpu_seconds") if contest.cores == 1 else None
    return (
        contest.ours.label,
        contest.rival.label if contest.rival else "–",
        ours,
        "failed" if result.error else spread_text(result.rate(result.rival)),
        spread_text(result.ratio(), ratio=True),
        spread_text(cpu, ratio=True),
    )


def by_group(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Sort results by group, in the order of the groups."""
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.contest.group, []).append(result)
    return {group: found[group] for group in TITLES if group in found}


def first_use_rows(first_use: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return the cells of the first use, in seconds."""
    if "error" in first_use:
        return [("not measured", first_use["error"], "–")]
    rows: list[tuple[str, ...]] = []
    for label, seconds in first_use["empty_cache"].items():
        full = first_use["full_cache"][label]
        cells = f"{full['median']:.2f} s ({full['min']:.2f} to {full['max']:.2f})"
        rows.append((label, f"{seconds:.2f} s", cells))
    return rows


def growth_rows(growth: Sequence[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Return the cells of the growth measurements."""
    rows: list[tuple[str, ...]] = []
    for row in growth:
        memory = row.get("bytes_per_table")
        peak = row.get("peak_bytes")
        rows.append(
            (
                row["series"],
                f"{row['x']:,}",
                row["way"],
                row.get("error") or f"{row['nanoseconds']:.0f} ns",
                f"{row['cpu_nanoseconds']:.0f} ns" if "cpu_nanoseconds" in row else "–",
                f"{memory:,.0f}" if memory else "–",
                f"{peak / _MEGABYTE:,.0f} MB" if peak else "–",
            )
        )
    return rows


GROWTH_HEADINGS: Final = (
    "varied",
    "to",
    "way",
    "a decision",
    "by CPU time",
    "bytes a table",
    "process at its largest",
)


def tables(
    results: Sequence[Result], first_use: dict[str, Any] | None, growth: Sequence[dict[str, Any]]
) -> list[tuple[str, tuple[str, ...], Any]]:
    """Return title, headings and rows of every table."""
    found: list[tuple[str, tuple[str, ...], Any]] = [
        (TITLES[group], HEADINGS, [contest_row(one) for one in those])
        for group, those in by_group(results).items()
    ]
    if first_use:
        found.append(("First use", _FIRST_USE, first_use_rows(first_use)))
    if growth:
        found.append(("Growth", GROWTH_HEADINGS, growth_rows(growth)))
    return found


def screen_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table for the terminal."""
    table = Table(title=title, title_justify="left")
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="left" if at < 2 else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def failure_list(results: Sequence[Result], not_installed: dict[str, str]) -> list[str]:
    """Return what was not measured or not installed, and why."""
    failures = [f"{name} did not install: {why}" for name, why in not_installed.items()]
    for result in results:
        if result.error:
            names = [side.label for side in (result.contest.ours, result.contest.rival) if side]
            failures.append(f"{' : '.join(names)}: {result.error}")
    return failures


def counted_list(results: Sequence[Result]) -> list[str]:
    """Return what each program counts as a decision, each wording once."""
    found: dict[str, list[str]] = {}
    for result in results:
        for side, ready in (
            (result.contest.ours, result.ours_ready),
            (result.contest.rival, result.rival_ready),
        ):
            if side and ready:
                names = found.setdefault(f"{ready['counted']} [{ready['versions']}]", [])
                if side.label not in names:
                    names.append(side.label)
    return [f"- {'; '.join(names)}: {words}." for words, names in found.items()]


def markdown(
    results: Sequence[Result],
    first_use: dict[str, Any] | None,
    growth: Sequence[dict[str, Any]],
    manifest: dict[str, Any],
    pictures: Sequence[str],
    not_installed: dict[str, str],
) -> str:
    """Return the whole report."""
    parts = [
        "# Benchmark",
        "Medians, least to most in brackets. Two processes take turns, each on the same core, "
        "warmed up. A ratio is our rate over the rival's in the same turn; by CPU time it is by "
        "what the processes had of the processor, which other work on the machine disturbs less.",
        f"`{manifest['command']}`, commit {manifest['commit']}, {manifest['machine']}; load "
        f"average {manifest['load_before']} before, {manifest['load_after']} after.",
    ]
    for title, headings, rows in tables(results, first_use, growth):
        parts += [f"## {title}", markdown_table(headings, rows)]
    failures = failure_list(results, not_installed)
    if failures:
        parts += ["## Failed", "\n".join(f"- {failure}" for failure in failures)]
    parts += [f"![{name}]({name})" for name in pictures]
    parts += ["## What is counted as a decision", "\n".join(counted_list(results))]
    return "\n\n".join(parts) + "\n"
