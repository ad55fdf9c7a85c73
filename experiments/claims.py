"""What the rulebooks claim, and what is true: ``python -m experiments.claims``.

Every checkable claim of strategy in the five rulebooks, with its source, the exact truth for the
profile it speaks of, per coup and each time it comes up, and a verdict. What counting cards is
worth is measured on keyed shoes. Shoes that are done are saved as they come, and a second run goes
on from there.
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
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import experiments.claims_banker
import experiments.claims_punter  # noqa: F401 - enters its claims
from experiments.claims_counting import play_shoes, summary
from experiments.claims_model import CLAIMS, Claim, Finding, percent
from experiments.claims_report import Found, draw_plots, report, short_table
from experiments.files import write_json, write_text
from experiments.manifest import make_manifest

FORMAT: Final = 1
"""Of the saved shoes; another one is not gone on with."""
CHUNK: Final = 5
"""Shoes between two savings."""

console = Console()
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


def find_exact() -> list[tuple[Claim, Finding]]:
    """Return all claims that are settled exactly, with their truth; takes some seconds."""
    return [(claim, claim.find()) for claim in CLAIMS]


def readme_table() -> str:
    """Return the table of exact claims, for the generated block of a README."""
    return short_table(find_exact())


def counting_claims(counting: dict[str, Any]) -> list[tuple[Claim, Finding]]:
    """Return the two claims about counting, judged by the summaries of a run."""
    session, whole = counting["salon, 12 coups"], counting["salon, whole shoe"]
    gains = [
        max(one[f"{who}, best reply"]["per coup, %"]["high"] for who in ("punter", "banker"))
        for one in (session, whole)
    ]
    plus = whole["staking only on a plus"]["per coup, %"]["mean"]
    house = Claim(
        "counting and the house cut", "002, Tips and Strategy",
        "there is no card-counting advantage in Chemin de Fer that overcomes the small house cut "
        "for common commission structures", "salon", _never,
    )  # fmt: skip
    practical = Claim(
        "no gain from counting", "002, Tips & Strategy",
        "Card counting offers no practical gain in Chemin de Fer because the banker's discretion "
        "cancels any fixed-rule exploitation", "salon", _never,
    )  # fmt: skip
    share = whole["coups in which the punter has the edge, %"]
    return [
        (house, Finding(
            "true" if max(gains) < 2.2 else "false",
            f"against a 5 % commission, 2.3 % of a chip a coup, the best reply of one who counts "
            f"to one who does not gains at most {gains[0]:.3f} % a coup over 12 coups and "
            f"{gains[1]:.3f} % over a whole shoe (upper ends of 95 % intervals)",
            per_coup=gains[1] / 100,
        )),
        (practical, Finding(
            "true" if plus < 0.01 else "depends",
            f"but not for the reason given: in the whole shoe the punter has the edge in "
            f"{share:.2f} % of coups, and staking in those alone earns {plus:.5f} % of a chip for "
            f"each coup of the shoe",
            per_coup=plus / 100,
        )),
    ]  # fmt: skip


def _never() -> Finding:
    raise NotImplementedError("judged by a simulation, not by itself")


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
        figures = ["" if value is None else percent(value)
                   for value in (finding.per_coup, finding.per_occurrence)]  # fmt: skip
        verdict = f"[{colours[finding.verdict]}]{finding.verdict}[/]"
        table.add_row(claim.name, claim.source, verdict, *figures)
    return table


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("runs/claims"),
    shoes: Annotated[int, typer.Option(min=10, help="Shoes of 12 coups a profile.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the shoes.")] = 1,
    quick: Annotated[bool, typer.Option(help="Few shoes: a try-out of seconds.")] = False,
    fresh: Annotated[bool, typer.Option(help="Play again what an earlier run has saved.")] = False,
) -> None:
    """Judge every claim, measure counting, and write report.md, claims.json and plots."""
    started = time.time()
    shoes = min(shoes, 20) if quick else shoes
    path = out / "shoes.json"
    played: dict[str, list[Any]] = {} if fresh else load(path, seed)
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
            console.print(
                f"stopped; the shoes so far are in {path}, a second run goes on from there"
            )
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
