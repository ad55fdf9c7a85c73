"""Can the bets of Punto Banco be beaten by counting? ``python -m experiments.edges``.

Exact edges of Player, Banker and Tie on the full shoe, the exact effect on each of taking out one
card, and on keyed random shoes by how many cards are left: how often a bet has a plus, and what a
player who counts perfectly and stakes one chip only then earns for each coup watched. The answer
is no if these earnings stay below a thousandth of a chip a coup wherever the cut card may lie
(52 cards left and more).
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from matplotlib.figure import Figure

from chemmy_env.exact import Shoe
from chemmy_env.rules import get_rules
from experiments.edges.bets import BETS, edges, removal_effects, sampled_edges
from experiments.reporting.console import console, progress_bar
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest, run_lines
from experiments.reporting.markdown import markdown_table

LEFT: Final = (312, 208, 104, 78, 52, 39, 26, 20, 16, 12, 8, 6)

app = typer.Typer(add_completion=False)


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("runs/edges"),
    profile: Annotated[str, typer.Option(help="punto or mini.")] = "punto",
    samples: Annotated[int, typer.Option(min=2, help="Random shoes a depth.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the shoes.")] = 1,
    quick: Annotated[bool, typer.Option(help="Few shoes: a try-out of seconds.")] = False,
) -> None:
    """Compute and write report.md, results.json and a plot."""
    started = time.time()
    if profile not in ("punto", "mini"):
        raise typer.BadParameter(f"profile = {profile!r}: expected punto or mini")
    rules, samples = get_rules(profile), min(samples, 50) if quick else samples
    full = edges(rules, Shoe(rules.decks))
    effects = removal_effects(rules, rules.decks)
    depths = []
    with progress_bar("dealing", len(LEFT)) as advance:
        for left in LEFT:
            rng = np.random.default_rng((seed, left))
            depths.append(summary(left, sampled_edges(rules, rules.decks, left, samples, rng)))
            advance(1)
    manifest = make_manifest("experiments.edges", seed, started, samples=samples, profile=profile)
    results = {
        "manifest": manifest,
        "edges": {bet: str(edge) for bet, edge in full.items()},
        "effects_of_removal": {bet: [str(e) for e in row] for bet, row in effects.items()},
        "depths": depths,
    }
    write_json(out / "results.json", results)
    draw(out / "edges.png", depths)
    tables = [
        markdown_table(
            ["bet", "expectation, %", "exactly"],
            [[bet, f"{100 * float(edge):.4f}", str(edge)] for bet, edge in full.items()],
        ),
        markdown_table(
            ["effect of taking out one, %", *map(str, range(10))],
            [[bet, *(f"{100 * float(e):+.4f}" for e in row)] for bet, row in effects.items()],
        ),
        depth_table(depths),
    ]
    title = f"# The bets of {profile} by the cards that are left"
    parts = [title, *tables, "![edges](edges.png)", *run_lines(manifest)]
    write_text(out / "report.md", "\n\n".join(parts) + "\n")
    console.print(f"written: {out}/report.md, results.json, edges.png")


def summary(left: int, found: Any) -> dict[str, Any]:
    """Return by bet how often it has a plus and what staking on a plus earns, with its error."""
    gains = np.maximum(found, 0)
    return {"cards_left": left} | {
        bet: {
            "mean": float(found[:, n].mean()),
            "spread": float(found[:, n].std()),
            "plus": float((found[:, n] > 0).mean()),
            "earned": float(gains[:, n].mean()),
            "error": float(gains[:, n].std() / len(found) ** 0.5),
        }
        for n, bet in enumerate(BETS)
    }


def depth_table(depths: list[dict[str, Any]]) -> str:
    """Return the table by cards left."""
    return markdown_table(
        ["cards left", *(f"{bet}: plus, %; earned, % of a chip a coup" for bet in BETS)],
        [
            [str(row["cards_left"]),
             *(f"{100 * row[bet]['plus']:.2f}; {100 * row[bet]['earned']:.4f} "
               f"± {100 * row[bet]['error']:.4f}" for bet in BETS)]
            for row in depths
        ],
    )  # fmt: skip


def draw(path: Path, depths: list[dict[str, Any]]) -> None:
    """Plot what staking on a plus earns, by cards left."""
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    for bet in BETS:
        axes.plot([row["cards_left"] for row in depths],
                  [100 * row[bet]["earned"] for row in depths], "o-", ms=3, label=bet)  # fmt: skip
    axes.set(xlabel="cards left", ylabel="% of a chip for each coup watched", xscale="log")
    axes.set_title("a perfect counter who stakes one chip where a bet has a plus")
    axes.legend()
    save(figure, path)


if __name__ == "__main__":
    app()
