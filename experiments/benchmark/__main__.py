"""``python -m experiments.benchmark``: how fast, and how fast beside others."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from chemmy_env.rendering.printing import make_console
from experiments.benchmark import catalogue, growth, plot, report
from experiments.benchmark.contests import Contest, Result, run_contest
from experiments.benchmark.first_use import measure_first_use
from experiments.benchmark.install import read_failures
from experiments.benchmark.workers import WorkerError
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_folder

console = make_console()
_OTHERS = ("first_use", "growth")


def load() -> str:
    """Return the machine's load average over a minute in words."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def run_contests(contests: list[Contest], repeats: int, seconds: float) -> list[Result]:
    """Run contests one after another behind a progress bar."""
    results = []
    with _progress() as bar:
        task = bar.add_task("contests", total=len(contests))
        for contest in contests:
            rival = f" : {contest.rival.label}" if contest.rival else ""
            bar.update(task, description=f"{contest.ours.label}{rival}")
            results.append(run_contest(contest, repeats, seconds))
            told = ", ".join(report.contest_row(results[-1])[2:])
            console.print(f"{contest.ours.label}{rival}: {told}", markup=False, highlight=False)
            bar.advance(task)
    return results


def run_first_use(repeats: int) -> dict[str, Any] | None:
    """Measure the first use; a failure is reported like the rest."""
    try:
        with console.status("first use"):
            return measure_first_use(repeats)
    except WorkerError as error:
        return {"error": str(error)}


def run_growth(quick: bool, seconds: float) -> list[dict[str, Any]]:
    """Measure growth behind a progress bar."""
    found = growth.points(quick)
    with _progress() as bar:
        task = bar.add_task("growth", total=len(found))
        return growth.measure_growth(found, seconds, lambda: bar.advance(task))


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=console, transient=True)


def main(
    rivals: Annotated[bool, typer.Option("--rivals", help="Beside the other libraries.")] = False,
    repeats: Annotated[int, typer.Option(min=1, help="Turns of each side.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="Length of a turn.")] = 1.0,
    quick: Annotated[
        bool, typer.Option("--quick", help="Few cases, two short turns, to try it out.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help=f"Parts: {', '.join((*catalogue.GROUPS, *_OTHERS))}; repeatable."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder.", show_default="runs/benchmark-TIME")
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Measure speed; write report.md, results.json and pictures."""
    started = time.time()
    out = output_folder(out, "benchmark", overwrite=overwrite)
    if quick:
        repeats, seconds = min(repeats, 2), min(seconds, 0.2)
    groups = [part for part in only or () if part not in _OTHERS]
    try:
        contests = catalogue.choose(rivals, quick, groups)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if only and not groups:
        contests = []
    load_before = load()
    console.print(f"load average before: {load_before}; rates are for a machine that is quiet")
    results = run_contests(contests, repeats, seconds)
    first_use = run_first_use(repeats) if not only or "first_use" in only else None
    grown = run_growth(quick, seconds / 2) if not only or "growth" in only else []
    not_installed = read_failures() if rivals else {}

    pictures = []
    if plot.plot_ratios(results, out / "ratios.png"):
        pictures.append("ratios.png")
    if plot.plot_growth(grown, out / "growth.png"):
        pictures.append("growth.png")
    manifest = make_manifest(
        "experiments.benchmark",
        0,
        started,
        repeats=repeats,
        seconds=seconds,
        load_before=load_before,
        load_after=load(),
    )
    write_json(
        out / "results.json",
        {
            "manifest": manifest,
            "contests": [result.to_json() for result in results],
            "first_use": first_use,
            "growth": grown,
            "not_installed": not_installed,
        },
    )
    write_text(
        out / "report.md",
        report.markdown(results, first_use, grown, manifest, pictures, not_installed),
    )
    for title, headings, rows in report.tables(results, first_use, grown):
        console.print(report.screen_table(title, headings, rows))
    for failure in report.failure_list(results, not_installed):
        console.print(f"failed: {failure}", style="red", markup=False)
    console.print(f"written: {out}")


if __name__ == "__main__":
    typer.run(main)
