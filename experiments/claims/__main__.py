"""What the rulebooks claim, and what is true: ``python -m experiments.claims``.

Every checkable claim of strategy in the five rulebooks, with its source, the exact truth for the
profile it speaks of, per coup and each time it comes up, and a verdict. What counting cards is
worth is measured on keyed shoes. A claim is answered no ("false") where its figure or its order of
options is not the exact one; "depends" where it holds in some of the cases it speaks of. Shoes that
are done are saved as they come, and a second run goes on from there.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich import box
from rich.progress import Progress
from rich.table import Table

from chemmy_env.rendering.printing import make_console
from experiments.claims.counting import play_shoes, summary
from experiments.claims.judging import counting_claims
from experiments.claims.model import CLAIMS, Claim, Finding, percent
from experiments.claims.report import Found, draw_plots, report, short_table
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_folder

FORMAT: Final = 1
"""Of the saved shoes; another one is not gone on with."""
CHUNK: Final = 5
"""Shoes between two savings."""

console = make_console()
app = typer.Typer(add_completion=False)


class Run(NamedTuple):
    """Shoes to play: profile, bettors, coups a shoe (`None`: all it holds), how many."""

    profile: str
    bettors: int
    coups: int | None
    shoes: int

    @property
    def name(self) -> str:
        """Short name."""
        length = "whole shoe" if self.coups is None else f"{self.coups} coups"
        return f"{self.profile}, {length}"


def runs(shoes: int) -> list[Run]:
    """Return the runs: twelve coups, as a session at home, and a tenth as many whole shoes."""
    whole = max(2, shoes // 10)
    return [
        Run("home", 2, 12, shoes),
        Run("salon", 2, 12, shoes),
        Run("home", 2, None, whole),
        Run("salon", 2, None, whole),
    ]


def play(
    run: Run, seed: int, done: list[Any], path: Path, saved: dict[str, Any], tick: Any
) -> None:
    """Play a run's shoes that are not done yet, saving as they come."""
    numbers = range(len(done), run.shoes)
    for values in play_shoes(run.profile, run.bettors, seed, numbers, run.coups):
        done.append(values.tolist())
        tick()
        if len(done) % CHUNK == 0 or len(done) == run.shoes:
            save(path, seed, saved)


def load(path: Path, seed: int) -> dict[str, list[Any]]:
    """Return the shoes of an earlier run by name, none if they are of another seed or format."""
    if not path.exists():
        return {}
    saved = json.loads(path.read_text(encoding="utf-8"))
    return saved["shoes"] if (saved.get("format"), saved.get("seed")) == (FORMAT, seed) else {}


def save(path: Path, seed: int, shoes: dict[str, Any]) -> None:
    """Write the shoes whole or not at all."""
    write_text(path, json.dumps({"format": FORMAT, "seed": seed, "shoes": shoes}) + "\n")


def as_json(found: Found) -> list[dict[str, Any]]:
    """Return claims and findings for a file; figures as floats, and as fractions in text."""
    rows = []
    for claim, finding in found:
        row = {name: getattr(claim, name) for name in ("name", "source", "quote", "profile")}
        for name, value in asdict(finding).items():
            row[name] = float(value) if isinstance(value, Fraction) else value
            if isinstance(value, Fraction):
                row[f"{name}_exact"] = str(value)
        rows.append(row)
    return rows


def terminal_table(found: Found) -> Table:
    """Return the table for the terminal."""
    table = Table(title="what the rulebooks claim", box=box.SIMPLE)
    for heading in ("claim", "text", "verdict", "per coup", "each time"):
        table.add_column(heading, justify="right" if heading[0] in "pe" else "left")
    colours = {"true": "green", "false": "red", "depends": "yellow"}
    for claim, finding in found:
        figures = [
            "" if value is None else percent(value)
            for value in (finding.per_coup, finding.per_occurrence)
        ]
        verdict = f"[{colours[finding.verdict]}]{finding.verdict}[/]"
        table.add_row(claim.name, claim.source, verdict, *figures)
    return table


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("runs/claims"),
    shoes: Annotated[int, typer.Option(min=10, help="Shoes of 12 coups a profile.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the shoes.")] = 1,
    quick: Annotated[bool, typer.Option(help="Few shoes: a try-out of seconds.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what an earlier run has saved there.")
    ] = False,
    overwrite: Overwrite = False,
) -> None:
    """Judge every claim, measure counting, and write report.md, claims.json and plots."""
    started = time.time()
    shoes = min(shoes, 20) if quick else shoes
    output_folder(out, "claims", overwrite=overwrite or resume)
    path = out / "shoes.json"
    played: dict[str, list[Any]] = load(path, seed) if resume else {}
    found: list[tuple[Claim, Finding]] = []
    planned = runs(shoes)
    with Progress(console=console, transient=True) as progress:
        for claim in progress.track(CLAIMS, description="exact claims"):
            found.append((claim, claim.find()))
        try:
            for run in planned:
                done = played.setdefault(run.name, [])
                task = progress.add_task(run.name, total=run.shoes, completed=len(done))
                play(run, seed, done, path, played, lambda task=task: progress.advance(task))
        except KeyboardInterrupt:
            save(path, seed, played)
            console.print(f"stopped; the shoes so far are in {path}, --resume goes on from there")
            raise typer.Exit(130) from None
    kept = {run.name: played[run.name][: run.shoes] for run in planned}
    counting = {name: summary(done) for name, done in kept.items()}
    found += counting_claims(counting)
    manifest = make_manifest("experiments.claims", seed, started, shoes=shoes)
    write_json(
        out / "claims.json", {"manifest": manifest, "claims": as_json(found), "counting": counting}
    )
    plots = draw_plots(out, found, kept)
    notes = f"Made by `python -m experiments.claims --shoes {shoes} --seed {seed}`."
    write_text(out / "report.md", report(found, counting, plots, notes))
    write_text(out / "readme_table.md", short_table(found) + "\n")
    console.print(terminal_table(found))
    console.print(f"{time.time() - started:.0f} s; written: {out}/report.md, claims.json, plots")


if __name__ == "__main__":
    app()
