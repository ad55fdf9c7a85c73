"""How should a banker size the bank? ``python -m experiments.bankroll``.

One coup at equilibrium over and over, with and without commission: the chance of ruin at a flat
chip by bankroll, the end of a session, the bank left in whole for some wins, and the share of the
fortune that makes it grow fastest. By exact Markov chains, nothing simulated. The answer is that
no size is right if the growth-optimal share is 0: then every bank shrinks the fortune's logarithm,
and the sizes differ in risk alone.
"""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from matplotlib.figure import Figure

from chemmy_env.rules import get_rules
from experiments.bankroll.chains import (
    Coup,
    all_in,
    coup_at_equilibrium,
    flat,
    growth_optimal,
    growth_rate,
    proportional,
    ruin_float,
)
from experiments.reporting.console import console
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest, run_lines
from experiments.reporting.markdown import markdown_table

BANKROLLS = (5, 10, 20, 50)
WINS = (1, 2, 3, 5, 8)

app = typer.Typer(add_completion=False)


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("runs/bankroll"),
    commission: Annotated[
        list[str] | None, typer.Option(help="Repeat.", show_default="0, 0.025 and 0.05")
    ] = None,
    packs: Annotated[int, typer.Option(min=1, help="Packs in the shoe.")] = 6,
    coups: Annotated[int, typer.Option(min=1, help="Coups of a session.")] = 100,
    longest: Annotated[int, typer.Option(min=1, help="Coups up to which ruin is drawn.")] = 2000,
    quick: Annotated[bool, typer.Option(help="Short sessions: a try-out of seconds.")] = False,
) -> None:
    """Compute and write report.md, results.json and a plot."""
    started = time.time()
    coups, longest = (min(coups, 20), min(longest, 100)) if quick else (coups, longest)
    found = []
    try:
        for rate in commission or ("0", "0.025", "0.05"):
            coup = coup_at_equilibrium(get_rules("salon", commission=rate), packs)
            found.append(analyse(coup, rate, coups, longest))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    manifest = make_manifest("experiments.bankroll", 0, started, packs=packs, coups=coups)
    write_json(out / "results.json", {"manifest": manifest, "commissions": found})
    draw(out / "ruin.png", found)
    parts = ["# The banker's fortune", *(part for one in found for part in section(one, coups))]
    parts += ["![ruin](ruin.png)", *run_lines(manifest)]
    write_text(out / "report.md", "\n\n".join(parts) + "\n")
    console.print(f"written: {out}/report.md, results.json, ruin.png")


def analyse(coup: Coup, rate: str, coups: int, longest: int) -> dict[str, Any]:
    """Return all figures of one commission; exact ones as text."""
    share = growth_optimal(coup)
    ends = {}
    for chips in BANKROLLS:
        end = flat(coup, chips, coups)
        mean = sum(fortune * chance for fortune, chance in end.items())
        ends[str(chips)] = {
            "ruined": float(sum(chance for fortune, chance in end.items() if fortune < 1)),
            "ahead": float(sum(chance for fortune, chance in end.items() if fortune > chips)),
            "mean_gain": float(mean - chips),
        }
    sessions = [proportional(coup, part, coups) for part in (share, Fraction(1, 10))]
    return {
        "commission": rate,
        "chances": [str(chance) for chance in coup],
        "growth_optimal": str(share),
        "growth_rate": growth_rate(coup, float(share)),
        "flat": ends,
        "ruin": {str(chips): ruin_float(coup, chips, longest).tolist() for chips in BANKROLLS},
        "all_in": {
            str(wins): {"chance": str(chance), "expected_gain": str(gain)}
            for wins in WINS
            for chance, gain in [all_in(coup, wins)]
        },
        "all_in_float": {str(wins): [float(f) for f in all_in(coup, wins)] for wins in WINS},
        "proportional_quantiles": [quantiles(session) for session in sessions],
    }


def quantiles(session: list[tuple[float, float]]) -> list[float]:
    """Return the 5 %, 50 % and 95 % points of a distribution."""
    points, total = [], 0.0
    for fortune, chance in session:
        before, total = total, total + chance
        points += [fortune for level in (0.05, 0.5, 0.95) if before < level <= total]
    return points


def section(one: dict[str, Any], coups: int) -> list[str]:
    """Return the paragraphs of one commission."""
    by_optimum, by_tenth = (
        ", ".join(f"{point:.3f}" for point in points) for points in one["proportional_quantiles"]
    )
    share = 100 * float(Fraction(one["growth_optimal"]))
    return [
        f"## Commission {100 * float(one['commission']):g} %",
        f"Growth-optimal share of the fortune: {share:.3f} %, which adds "
        f"{100 * one['growth_rate']:.5f} % to its logarithm a coup. After {coups} coups the "
        f"fortune stands at {by_optimum} times its start (5, 50, 95 %); with a tenth of it banked "
        f"each coup, at {by_tenth}.",
        markdown_table(
            ["chips, one a coup", f"ruined within {coups} coups, %", "ahead, %", "mean gain"],
            [[chips, f"{100 * end['ruined']:.3f}", f"{100 * end['ahead']:.2f}",
              f"{end['mean_gain']:+.3f}"] for chips, end in one["flat"].items()],
        ),
        markdown_table(
            ["bank left in for wins", "chance, %", "expected gain a chip"],
            [[wins, f"{100 * chance:.2f}", f"{gain:+.4f}"]
             for wins, (chance, gain) in one["all_in_float"].items()],
        ),
    ]  # fmt: skip


def draw(path: Path, found: list[dict[str, Any]]) -> None:
    """Plot the chance of ruin over coups."""
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    for one, style in zip(found, ("-", "--", ":", "-."), strict=False):
        for chips, ruined in one["ruin"].items():
            axes.plot(ruined, style, label=f"{chips} chips, {one['commission']}")
    axes.set(xlabel="coups at one chip", title="chance that the banker is ruined")
    axes.legend(fontsize=7)
    save(figure, path)


if __name__ == "__main__":
    app()
