"""The literature's tables of chemin de fer, exactly: ``python -m experiments.literature``.

Solves the coup (punter free on 5 only, banker free on 0-7) in the models of Ethier & Gamez (2013):
A1 with replacement, both sides seeing totals (Kemeny & Snell 1957); without replacement B1 both
totals, B2 the banker his hand (Downton & Lockwood 1975), B3 both their hands; with a commission the
bimatrix games of Ethier & Lee (2023). B4, the punter its hand and the banker his total, is the
fourth case, which the literature sets aside: its figures are ours alone, and
`python -m experiments.uniqueness` writes the certificates to check them by. Each equilibrium is
certified by other means than it was
found by, and held against the figures known from elsewhere.

The question is whether the published tables are right. The answer is no if a game is not certified,
or if a known figure is not equal; the command then fails.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.progress import Progress

from chemmy_env.rendering.printing import make_console
from experiments.literature.games import (
    KNOWN_VALUES,
    SEES,
    Entry,
    game_name,
    games,
    load,
    save,
    solve_entry,
)
from experiments.literature.report import (
    NOTHING_KNOWN,
    compare,
    csv_text,
    latex_text,
    markdown_text,
    terminal_table,
)
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_folder

PACKS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 52)
COMMISSIONS: Final = ("0", "0.05")

console = make_console()
app = typer.Typer(add_completion=False)


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the tables.")] = Path("runs/literature"),
    model: Annotated[
        list[str] | None, typer.Option(help="A1, B1, B2, B3 or B4; repeat.", show_default="all")
    ] = None,
    packs: Annotated[
        list[int] | None, typer.Option(min=1, help="Packs; repeat.", show_default="1 to 52")
    ] = None,
    commission: Annotated[
        list[str] | None, typer.Option(help="Repeat.", show_default="0 and 0.05")
    ] = None,
    known: Annotated[Path, typer.Option(help="Figures to compare with.")] = KNOWN_VALUES,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what an earlier run has saved there.")
    ] = False,
    overwrite: Overwrite = False,
) -> None:
    """Solve, certify and print the literature's games; --resume keeps what is solved."""
    unknown = set(model or ()) - set(SEES)
    if unknown:
        raise typer.BadParameter(f"no model {', '.join(unknown)}: expected {', '.join(SEES)}")
    began, started = time.time(), time.perf_counter()
    output_folder(out, "literature", overwrite=overwrite or resume)
    done = load(out / "literature.json") if resume else {}
    wanted = list(games(model or SEES, packs or PACKS, commission or COMMISSIONS))
    entries: list[Entry] = []
    with Progress(console=console, transient=True) as progress:
        for game in progress.track(wanted, description="solving"):
            try:
                entry = done.get(game_name(*game)) or solve_entry(*game)
            except ValueError as error:
                raise typer.BadParameter(str(error)) from None
            entries.append(entry)
            done[entry.name] = entry
            save(out / "literature.json", done.values())
    figures = json.loads(known.read_text(encoding="utf-8")) if known.exists() else NOTHING_KNOWN
    manifest = make_manifest("experiments.literature", 0, began, games=len(entries))
    write_json(out / "manifest.json", manifest)
    write_text(out / "literature.csv", csv_text(entries, figures))
    write_text(out / "literature.md", markdown_text(entries, figures))
    write_text(out / "literature.tex", latex_text(entries))
    console.print(terminal_table(entries, figures))
    marks = [mark for entry in entries for mark in compare(entry, figures)]
    wrong = [name for name, equal in marks if not equal]
    failed = [entry.name for entry in entries if not entry.certified]
    console.print(
        f"{len(entries)} games, {len(failed)} of them not certified; {len(marks)} known figures, "
        f"{len(wrong)} of them not equal; {time.perf_counter() - started:.1f} s; "
        f"written: {out}/literature.json, .csv, .md, .tex"
    )
    if failed or wrong:
        raise typer.Exit(1)


if __name__ == "__main__":
    app()
