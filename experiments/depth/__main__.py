"""Does the edge move with the depth of the shoe, and is counting worth it?

``python -m experiments.depth``. On keyed random shoes by how many cards are left: the distribution
of the coup's value to the punter when nobody counts, the punter alone, the banker alone, or both;
what a punter earns who stakes one chip only on a plus; and the exact effect of taking out one card
on the equilibrium's value. In the salon no shoe favours the punter if both count
(docs/theory/copying.md). The answer is no if the spread of the value stays below a tenth of the
edge while a pack or more is left, and staking on a plus earns nothing.
"""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from matplotlib.figure import Figure

from chemmy_env.rules import get_rules
from experiments.depth.values import COUNTING, fixed, removal_effects, sampled_values
from experiments.reporting.console import console, progress_bar
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest, run_lines
from experiments.reporting.markdown import markdown_table

LEFT: Final = (260, 208, 156, 104, 78, 52, 39, 26, 20, 16, 12)
NOTHING: Final = 1e-12
"""What rounding can leave of a value of 0."""

app = typer.Typer(add_completion=False)


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("runs/depth"),
    profile: Annotated[
        list[str] | None, typer.Option(help="Repeat.", show_default="salon and home")
    ] = None,
    packs: Annotated[
        list[int] | None, typer.Option(min=6, help="Repeat.", show_default="6 and 8")
    ] = None,
    samples: Annotated[int, typer.Option(min=2, help="Random shoes a depth.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the shoes.")] = 1,
    quick: Annotated[bool, typer.Option(help="Few shoes: a try-out of seconds.")] = False,
) -> None:
    """Compute and write report.md, results.json and a plot."""
    started = time.time()
    samples = min(samples, 8) if quick else samples
    games = [
        (name, decks)
        for name in profile or ("salon", "home")
        for decks in packs or ((6,) if quick else (6, 8))
    ]
    tables = []
    try:
        for name, _ in games:
            get_rules(name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    with progress_bar("solving", len(games) * len(LEFT)) as advance:
        for name, decks in games:
            rows = []
            for left in LEFT:
                rng = np.random.default_rng((seed, decks, left))
                rows.append(
                    summary(left, sampled_values(get_rules(name), decks, left, samples, rng))
                )
                advance(1)
            tables.append(
                {
                    "profile": name,
                    "packs": decks,
                    "value": str(fixed(get_rules(name), decks).value),
                    "effects_of_removal": [str(e) for e in removal_effects(get_rules(name), decks)],
                    "depths": rows,
                }
            )
    manifest = make_manifest("experiments.depth", seed, started, samples=samples)
    write_json(out / "results.json", {"manifest": manifest, "games": tables})
    draw(out / "depth.png", tables)
    parts = ["# The coup by the depth of the shoe"]
    for table in tables:
        parts += section(table)
    write_text(
        out / "report.md", "\n\n".join([*parts, "![depth](depth.png)", *run_lines(manifest)]) + "\n"
    )
    console.print(f"written: {out}/report.md, results.json, depth.png")


def summary(left: int, values: Any) -> dict[str, Any]:
    """Return means, spreads, quantiles and what staking on a plus earns, by who counts."""
    found: dict[str, Any] = {"cards_left": left}
    for n, who in enumerate(COUNTING):
        column = values[:, n]
        plus = np.where(column > NOTHING, column, 0.0)
        found[who] = {
            "mean": float(column.mean()),
            "error": float(column.std() / len(column) ** 0.5),
            "spread": float(column.std()),
            "quantiles": np.quantile(column, [0.05, 0.5, 0.95]).tolist(),
            "plus": float((column > NOTHING).mean()),
            "earned": float(plus.mean()),
        }
    return found


def section(table: dict[str, Any]) -> list[str]:
    """Return the paragraphs of one game."""
    effects = [f"{100 * float(Fraction(e)):+.4f}" for e in table["effects_of_removal"]]
    rows = [
        [str(row["cards_left"]),
         *(f"{100 * row[who]['mean']:.3f} ± {100 * row[who]['error']:.3f}" for who in COUNTING),
         f"{100 * row['both']['spread']:.3f}",
         *(f"{100 * row[who]['earned']:.4f}" for who in ("nobody", "punter", "both"))]
        for row in table["depths"]
    ]  # fmt: skip
    return [
        f"## {table['profile']}, {table['packs']} packs",
        f"Full shoe: {100 * float(Fraction(table['value'])):.4f} % a chip to the punter.",
        markdown_table(
            ["effect of taking out one, %", *map(str, range(10))], [["value", *effects]]
        ),
        markdown_table(
            ["cards left", *(f"value, counting: {who}, %" for who in COUNTING),
             "spread, both counting", *(f"staking on a plus, counting: {who}, % a coup"
                                        for who in ("nobody", "punter", "both"))],
            rows,
        ),
    ]  # fmt: skip


def draw(path: Path, tables: list[dict[str, Any]]) -> None:
    """Plot the middle and the 90 % range of the value by cards left, both counting."""
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    for table in tables:
        left = [row["cards_left"] for row in table["depths"]]
        low, middle, high = (
            [100 * row["both"]["quantiles"][n] for row in table["depths"]] for n in range(3)
        )
        axes.plot(left, middle, "o-", ms=3, label=f"{table['profile']}, {table['packs']} packs")
        axes.fill_between(left, low, high, alpha=0.15)
    axes.set(xlabel="cards left", ylabel="% of a chip to the punter", xscale="log")
    axes.set_title("value of the coup, both sides counting; 90 % of shoes")
    axes.legend()
    save(figure, path)


if __name__ == "__main__":
    app()
