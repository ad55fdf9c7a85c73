"""Is the coup's equilibrium the only one, however many packs? ``python -m experiments.uniqueness``.

For what each side may see, and for each commission, the equilibrium is proved for every number of
packs, and that it is the only one where a reason is known (`chemmy_env.exact.uniqueness`). Each
proof is written as a certificate and checked again from the file. The answer would be no if a sign
changed beyond the last number of packs solved one by one, or if one of those had a second
equilibrium; "open" means that the equilibrium is proved and its uniqueness is not.
"""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from matplotlib.figure import Figure

from chemmy_env.exact import Shoe, solve
from chemmy_env.exact.cells import Sees
from chemmy_env.exact.uniqueness import certificate, check
from experiments.reporting.console import console, progress_bar
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest, run_lines
from experiments.reporting.markdown import markdown_table

CASES: Final[tuple[tuple[Sees, Sees], ...]] = (
    ("total", "total"),
    ("total", "hand"),
    ("hand", "hand"),
    ("hand", "total"),
)
COMMISSIONS: Final = ("0", "0.01", "0.02", "0.025", "0.05", "0.1")
PLOTTED: Final = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26, 34, 42, 52)

app = typer.Typer(add_completion=False)


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("runs/uniqueness"),
    commission: Annotated[
        list[str] | None, typer.Option(help="Repeat.", show_default="0 to 10 %")
    ] = None,
    quick: Annotated[bool, typer.Option(help="No commission, few plotted packs.")] = False,
) -> None:
    """Prove, check and tabulate every case; write report.md, certificates, results.json, a plot."""
    started = time.time()
    wanted = commission or (COMMISSIONS[:1] if quick else COMMISSIONS)
    cases = [(*sees, rate) for sees in CASES for rate in wanted]
    rows = []
    with progress_bar("proving", len(cases)) as advance:
        for case in cases:
            try:
                rows.append(prove(*case, out))
            except ValueError as error:
                raise typer.BadParameter(str(error)) from None
            advance(1)
    draw(out / "mixtures.png", PLOTTED[:4] if quick else PLOTTED)
    manifest = make_manifest("experiments.uniqueness", 0, started)
    write_json(out / "results.json", {"manifest": manifest, "cases": rows})
    write_text(out / "report.md", report(rows, manifest))
    wrong = [row for row in rows if row["failures"]]
    console.print(
        f"{len(rows)} proofs, {len(wrong)} of them refused; "
        f"{sum(row['reason'] is None for row in rows)} leave uniqueness open; written: {out}"
    )
    if wrong:
        raise typer.Exit(1)


def prove(punter_sees: Sees, banker_sees: Sees, commission: str, out: Path) -> dict[str, Any]:
    """Write one certificate, read it back and check it; return its line of the table."""
    path = out / "certificates" / f"{punter_sees}-{banker_sees}-{commission}.json"
    write_json(path, certificate(punter_sees, banker_sees, commission))
    found = json.loads(path.read_text(encoding="utf-8"))
    return {
        "punter_sees": punter_sees,
        "banker_sees": banker_sees,
        "commission": commission,
        "mixed": found["mixed"],
        "start": found["start"],
        "claims": len(found["claims"]),
        "reason": found["reason"],
        "few_unique": all(entry["unique"] for entry in found["few"]),
        "failures": check(found),
        "certificate": str(path.relative_to(out)),
    }


def draw(path: Path, packs: tuple[int, ...]) -> None:
    """Plot both mixtures by the number of packs, without commission."""
    figure = Figure(figsize=(9, 3.6))
    for axes, side in zip(figure.subplots(1, 2), ("punter", "banker"), strict=True):
        for sees in CASES:
            found = [solve("free", Shoe(d), *sees) for d in packs]
            chances = [
                next((float(p) for who, _, p in one.mixed if who == side), float("nan"))
                for one in found
            ]
            axes.plot(packs, chances, "o-", ms=3, label=f"punter {sees[0]}, banker {sees[1]}")
        axes.set(xlabel="packs", title=f"{side}'s chance of drawing in the cell that mixes")
    axes.legend(fontsize=7)
    save(figure, path)


def report(rows: list[dict[str, Any]], manifest: dict[str, Any]) -> str:
    """Return the report."""
    table = markdown_table(
        ["punter sees", "banker sees", "commission", "cells that mix", "polynomials hold from",
         "claims", "only equilibrium", "check"],
        [
            [row["punter_sees"], row["banker_sees"],
             f"{100 * float(Fraction(row['commission'])):g} %", "; ".join(row["mixed"]),
             f"{row['start']} packs", str(row["claims"]), verdict(row),
             "; ".join(row["failures"]) or "passed"]
            for row in rows
        ],
    )  # fmt: skip
    return (
        "\n\n".join(
            [
                "# The equilibrium for every number of packs",
                "The salon's coup: the punter free on 5 alone, the banker on 0-7. The figures "
                "are ours alone; the files in `certificates/` are what to check them by.",
                table,
                "![mixtures](mixtures.png)",
                *run_lines(manifest),
            ]
        )
        + "\n"
    )


def verdict(row: dict[str, Any]) -> str:
    """Return whether the equilibrium is proved to be the only one."""
    if not row["few_unique"]:
        return "not shown below"
    return "open" if row["reason"] is None else f"yes, by {row['reason']}"


if __name__ == "__main__":
    app()
