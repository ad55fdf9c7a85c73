"""Is a noisy tell worth watching for? ``python -m experiments.tells``.

The coup without commission as a zero-sum game in which the banker sees whether the punter
hesitated, truly or, with a chance called noise, as a fake. Value and the punter's best play come
exactly at each noise. The answer is no if the gain has fallen below a tenth of the perfect tell's
where one signal in two is a fake. All figures but that at noise 0 and 1 are ours alone; each can
be checked as a linear program, which the tests do.
"""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from matplotlib.figure import Figure

from chemmy_env.exact import Shoe
from experiments.reporting.console import console, progress_bar
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest, run_lines
from experiments.reporting.markdown import markdown_table
from experiments.tells.model import solve_tell

app = typer.Typer(add_completion=False)


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("runs/tells"),
    packs: Annotated[int, typer.Option(min=1, help="Packs in the shoe.")] = 6,
    faked: Annotated[str, typer.Option(help="Chance that a fake is a hesitation.")] = "1/8",
    steps: Annotated[int, typer.Option(min=1, help="Steps of noise from 0 to 1.")] = 40,
    quick: Annotated[bool, typer.Option(help="Few steps: a try-out of seconds.")] = False,
) -> None:
    """Solve every noise and write report.md, results.json and a plot."""
    started = time.time()
    steps = min(steps, 4) if quick else steps
    rows: list[dict[str, Any]] = []
    try:
        share = Fraction(faked)
        none = solve_tell(Shoe(packs), Fraction(1), share).value
        with progress_bar("solving", steps + 1) as advance:
            for step in range(steps + 1):
                noise = Fraction(step, steps)
                found = solve_tell(Shoe(packs), noise, share)
                rows.append(
                    {
                        "noise": str(noise),
                        "value": str(found.value),
                        "gain": str(found.value - none),
                        "draws_on_five": str(found.draws_on_five),
                    }
                )
                advance(1)
    except (ValueError, ZeroDivisionError) as error:
        raise typer.BadParameter(str(error)) from None
    manifest = make_manifest("experiments.tells", 0, started, packs=packs, faked=str(share))
    write_json(out / "results.json", {"manifest": manifest, "noises": rows})
    draw(out / "tells.png", rows)
    table = markdown_table(
        ["noise", "banker's gain, % a coup", "exactly", "punter draws on 5"],
        [
            [row["noise"], f"{100 * float(Fraction(row['gain'])):.4f}", row["gain"],
             f"{float(Fraction(row['draws_on_five'])):.4f}"]
            for row in rows
        ],
    )  # fmt: skip
    parts = ["# What a noisy tell is worth", table, "![tells](tells.png)", *run_lines(manifest)]
    write_text(out / "report.md", "\n\n".join(parts) + "\n")
    console.print(f"written: {out}/report.md, results.json, tells.png")


def draw(path: Path, rows: list[dict[str, Any]]) -> None:
    """Plot gain and the punter's mixture over noise."""
    figure = Figure(figsize=(9, 3.6))
    noise = [float(Fraction(row["noise"])) for row in rows]
    left, right = figure.subplots(1, 2)
    left.plot(noise, [100 * float(Fraction(row["gain"])) for row in rows])
    left.set(xlabel="noise", ylabel="% of a chip a coup", title="what the tell is worth")
    right.plot(noise, [float(Fraction(row["draws_on_five"])) for row in rows])
    right.set(xlabel="noise", title="the punter's chance of drawing on 5")
    save(figure, path)


if __name__ == "__main__":
    app()
