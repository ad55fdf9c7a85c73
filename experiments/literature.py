"""The literature's tables of chemin de fer, exactly: ``python -m experiments.literature``.

Solves the coup (punter free on 5 only, banker free on 0-7) in the models of Ethier & Gamez (2013):
A1 with replacement, both sides seeing totals (Kemeny & Snell 1957); without replacement B1 both
totals, B2 the banker his hand (Downton & Lockwood 1975), B3 both their hands; with a commission the
bimatrix games of Ethier & Lee (2023). Each equilibrium is certified by other means than it was
found by, and held against the figures known from elsewhere.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from chemmy_env.exact import Equilibrium, Shoe, certify, solve
from chemmy_env.exact.cells import PolicyTable, Sees, hand_total
from chemmy_env.rules import get_rules
from experiments.files import write_json, write_text

PACKS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 52)
COMMISSIONS: Final = ("0", "0.05")
SEES: Final[dict[str, tuple[Sees, Sees]]] = {
    "A1": ("total", "total"),
    "B1": ("total", "total"),
    "B2": ("total", "hand"),
    "B3": ("hand", "hand"),
}
KNOWN: Final = Path(__file__).parents[1] / "tests" / "exact" / "known_values.json"
FORMAT: Final = 1
"""Of the saved file; another one is not gone on with."""
FLOAT_ERROR: Final = 1e-12
"""Within which a known value that was given as a decimal must agree."""

console = Console()
app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class Entry:
    """One solved game; fractions as text."""

    model: str
    packs: int | None
    commission: str
    value: str
    banker_value: str
    unique: bool | None
    certified: bool
    seconds: float
    mixed: list[list[str]]
    """Side, cell and chance of drawing."""
    punter: dict[str, str]
    """Chance of drawing by cell."""
    banker: dict[str, str]
    """By cell one letter a third card 0-9 and stood: draw, stand or mix."""
    differs: list[str] = field(default_factory=list)
    """Cells that are not as in A1."""

    @property
    def name(self) -> str:
        """Short name of the game."""
        packs = "" if self.packs is None else f", {self.packs} packs"
        return f"{self.model}{packs}, {100 * float(Fraction(self.commission)):g} %"


def games(
    models: Collection[str], packs: Collection[int], commissions: Collection[str]
) -> Iterator[tuple[str, int | None, str]]:
    """Yield model, packs and commission of every game to solve, A1 first."""
    if "A1" in models:
        yield from (("A1", None, commission) for commission in commissions)
    for number in packs:
        for model in models:
            if model != "A1":
                yield from ((model, number, commission) for commission in commissions)


def solve_entry(model: str, packs: int | None, commission: str) -> Entry:
    """Solve and certify one game."""
    rules = get_rules("salon", commission=commission)
    shoe = Shoe.with_replacement() if packs is None else Shoe(packs)
    started = time.perf_counter()
    equilibrium = solve(rules, shoe, *SEES[model])
    certified = bool(certify(equilibrium))
    seconds = time.perf_counter() - started
    return Entry(
        model=model,
        packs=packs,
        commission=commission,
        value=str(equilibrium.value),
        banker_value=str(equilibrium.banker_value),
        unique=equilibrium.unique,
        certified=certified,
        seconds=round(seconds, 4),
        mixed=[[side, cell_text(cell), str(chance)] for side, cell, chance in equilibrium.mixed],
        punter={
            cell_text(cell): str(chance)
            for cell, chance in zip(equilibrium.punter.labels, equilibrium.punter, strict=True)
        },
        banker=banker_letters(equilibrium),
        differs=differences(equilibrium),
    )


def cell_text(cell: Any) -> str:
    """Return a cell label as text: ``5``, ``14``, ``6 v none``, ``06 v none``."""
    if isinstance(cell, tuple) and (isinstance(cell[0], tuple) or cell[1] is None):
        return f"{cell_text(cell[0])} v {'none' if cell[1] is None else cell[1]}"
    return "".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)


def letters(chances: Iterable[Fraction]) -> str:
    """Return one letter a chance of drawing: D, S, or M for a mixture."""
    return "".join({0: "S", 1: "D"}.get(int(c) if c in (0, 1) else 2, "M") for c in chances)


def banker_letters(equilibrium: Equilibrium) -> dict[str, str]:
    """Return the banker's table, a row of letters a cell."""
    table = equilibrium.banker
    return {cell_text(cell): letters(row) for cell, row in zip(table.labels, table, strict=True)}


def differences(equilibrium: Equilibrium) -> list[str]:
    """Return the cells where a side draws, stands or mixes otherwise than in A1."""
    standard = solve("free", Shoe.with_replacement())
    found = []
    for side in ("punter", "banker"):
        table: PolicyTable = getattr(equilibrium, side)
        base: PolicyTable = getattr(standard, side)
        for row, cell in enumerate(table.labels):
            here, there = (letters(_row(t, r)) for t, r in ((table, row), (base, hand_total(cell))))
            for column, (new, old) in enumerate(zip(here, there, strict=True)):
                if new != old:
                    third = "" if side == "punter" else f" v {'none' if column == 10 else column}"
                    found.append(f"{side} {cell_text(cell)}{third}: {new} for {old}")
    return found


def _row(table: PolicyTable, row: int) -> list[Fraction]:
    chances = table.chances[row]
    return [chances] if table.side == "punter" else list(chances)


def compare(entry: Entry, known: dict[str, Any]) -> list[tuple[str, bool]]:
    """Return the figures of an entry that are known from elsewhere, and whether they are equal."""
    figures = _known_figures(entry, known)
    ours = _own_figures(entry)
    return [(name, _equal(ours.get(name), figure)) for name, figure in figures.items()]


def _known_figures(entry: Entry, known: dict[str, Any]) -> dict[str, Any]:
    """Return the known figures of a game by the names of `_own_figures`."""
    if Fraction(entry.commission) == 0:
        found = known["A1"] if entry.packs is None else known.get(f"d={entry.packs}", {})
        found = found if entry.packs is None else found.get(entry.model, {})
    elif Fraction(entry.commission) == Fraction(1, 20) and entry.packs in (None, 6):
        found = known["commission_5_percent_d=6"].get(entry.model, {})
    else:
        found = {}
    names = {"punter_value": "value", "q_draw_6_none": "q_draw", "q_draw_06_none": "q_draw"}
    figures = {names.get(name, name): figure for name, figure in found.items() if name != "mix_at"}
    figures |= {f"row {cell}": row for cell, row in figures.pop("rows", {}).items()}
    figures |= {f"p {hand}": p for hand, p in figures.pop("p_draw_by_hand", {}).items()}
    if "mix_at" in found:
        cell, third = found["mix_at"]
        figures["mix_at"] = cell_text((tuple(cell) if isinstance(cell, list) else cell, third))
    return figures


def _own_figures(entry: Entry) -> dict[str, str]:
    banker = [(cell, chance) for side, cell, chance in entry.mixed if side == "banker"]
    figures = {"value": entry.value, "banker_value": entry.banker_value}
    figures |= {f"row {cell}": row for cell, row in entry.banker.items()}
    figures |= {f"p {cell}": chance for cell, chance in entry.punter.items()}
    figures["p_draw5"] = entry.punter.get("5", "")
    if len(banker) == 1:
        figures["mix_at"], figures["q_draw"] = banker[0]
    return figures


def _equal(ours: str | None, known: str | float) -> bool:
    if ours is None:
        return False
    if isinstance(known, float):
        return abs(float(Fraction(ours)) - known) < FLOAT_ERROR
    return ours == known


HEADINGS: Final = (
    "model", "packs", "commission", "punter", "banker", "value", "value as a fraction",
    "banker's value", "unique", "certified", "not as in A1", "known figures",
)  # fmt: skip


def row_of(entry: Entry, known: dict[str, Any]) -> list[str]:
    """Return one line of the table, under `HEADINGS`."""
    marks = compare(entry, known)
    wrong = [name for name, equal in marks if not equal]
    mixes = {
        side: "; ".join(
            f"{cell}: {chance} = {float(Fraction(chance)):.6f}"
            for who, cell, chance in entry.mixed
            if who == side
        )
        for side in ("punter", "banker")
    }
    return [
        entry.model,
        "∞" if entry.packs is None else str(entry.packs),
        f"{100 * float(Fraction(entry.commission)):g} %",
        mixes["punter"],
        mixes["banker"],
        f"{float(Fraction(entry.value)):.12f}",
        entry.value,
        f"{float(Fraction(entry.banker_value)):.12f}",
        {True: "yes", False: "no", None: "not known"}[entry.unique],
        "yes" if entry.certified else "NO",
        str(len(entry.differs)),
        "" if not marks else f"{len(marks)} equal" if not wrong else f"NOT EQUAL: {wrong}",
    ]


def terminal_table(entries: list[Entry], known: dict[str, Any]) -> Table:
    """Return the table for the terminal: decimals only."""
    table = Table(title="equilibria of one coup, and chances of drawing", box=box.SIMPLE)
    for heading in ("game", "punter", "banker", "punter's value", "banker's value",
                    "unique", "known figures"):  # fmt: skip
        table.add_column(heading, justify="right" if "value" in heading else "left")
    for entry in entries:
        mixes: dict[str, list[str]] = {"punter": [], "banker": []}
        for side, cell, chance in entry.mixed:
            mixes[side].append(f"{cell}: {float(Fraction(chance)):.6f}")
        table.add_row(
            entry.name, "\n".join(mixes["punter"]), "\n".join(mixes["banker"]),
            f"{float(Fraction(entry.value)):.9f}", f"{float(Fraction(entry.banker_value)):.9f}",
            *(escape(row_of(entry, known)[HEADINGS.index(what)])
              for what in ("unique", "known figures")),
        )  # fmt: skip
    return table


def csv_text(entries: list[Entry], known: dict[str, Any]) -> str:
    """Return the table as CSV."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEADINGS)
    writer.writerows(row_of(entry, known) for entry in entries)
    return file.getvalue()


def markdown_text(entries: list[Entry], known: dict[str, Any]) -> str:
    """Return the table, and every banker's table with what is not as in A1, as Markdown."""
    lines = ["# One coup of chemin de fer: equilibria", "", _markdown_row(HEADINGS)]
    lines.append(_markdown_row(["---"] * len(HEADINGS)))
    lines += [_markdown_row(row_of(entry, known)) for entry in entries]
    for entry in entries:
        lines += ["", f"## {entry.name}", "", f"Punter's value {entry.value}", ""]
        lines += [f"Banker's value {entry.banker_value}", "", "```text", "      0123456789-"]
        lines += [f"{cell:>4}  {row}" for cell, row in entry.banker.items()]
        lines += ["```", "", f"Not as in A1: {'; '.join(entry.differs) or 'nothing'}."]
    return "\n".join(lines) + "\n"


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def load(path: Path) -> dict[str, Entry]:
    """Return the entries of an earlier run by name, none if there is no file of this format."""
    if not path.exists():
        return {}
    saved = json.loads(path.read_text(encoding="utf-8"))
    if saved.get("format") != FORMAT:
        return {}
    entries = [Entry(**entry) for entry in saved["entries"]]
    return {entry.name: entry for entry in entries if entry.certified}


def save(path: Path, entries: Iterable[Entry]) -> None:
    """Write the entries whole or not at all."""
    write_json(path, {"format": FORMAT, "entries": [asdict(entry) for entry in entries]})


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for the tables.")] = Path("runs/literature"),
    model: Annotated[
        list[str] | None, typer.Option(help="A1, B1, B2 or B3; repeat.", show_default="all")
    ] = None,
    packs: Annotated[
        list[int] | None, typer.Option(min=1, help="Packs; repeat.", show_default="1 to 52")
    ] = None,
    commission: Annotated[
        list[str] | None, typer.Option(help="Repeat.", show_default="0 and 0.05")
    ] = None,
    known: Annotated[Path, typer.Option(help="Figures to compare with.")] = KNOWN,
    fresh: Annotated[bool, typer.Option(help="Solve again what an earlier run has saved.")] = False,
) -> None:
    """Solve, certify and print the literature's games; goes on where an earlier run stopped."""
    unknown = set(model or ()) - set(SEES)
    if unknown:
        raise typer.BadParameter(f"no model {', '.join(unknown)}: expected {', '.join(SEES)}")
    started = time.perf_counter()
    done = {} if fresh else load(out / "literature.json")
    wanted = list(games(model or SEES, packs or PACKS, commission or COMMISSIONS))
    entries: list[Entry] = []
    with Progress(console=console, transient=True) as progress:
        for game in progress.track(wanted, description="solving"):
            try:
                entry = done.get(_name(*game)) or solve_entry(*game)
            except ValueError as error:
                raise typer.BadParameter(str(error)) from None
            entries.append(entry)
            done[entry.name] = entry
            save(out / "literature.json", done.values())
    figures = json.loads(known.read_text(encoding="utf-8")) if known.exists() else _NOTHING_KNOWN
    write_text(out / "literature.csv", csv_text(entries, figures))
    write_text(out / "literature.md", markdown_text(entries, figures))
    console.print(terminal_table(entries, figures))
    marks = [mark for entry in entries for mark in compare(entry, figures)]
    wrong = [name for name, equal in marks if not equal]
    failed = [entry.name for entry in entries if not entry.certified]
    console.print(
        f"{len(entries)} games, {len(failed)} of them not certified; {len(marks)} known figures, "
        f"{len(wrong)} of them not equal; {time.perf_counter() - started:.1f} s; "
        f"written: {out}/literature.json, .csv, .md"
    )
    if failed or wrong:
        raise typer.Exit(1)


_NOTHING_KNOWN: Final[dict[str, Any]] = {"A1": {}, "commission_5_percent_d=6": {}}


def _name(model: str, packs: int | None, commission: str) -> str:
    blank = Entry(model, packs, commission, "", "", None, False, 0.0, [], {}, {})
    return blank.name


if __name__ == "__main__":
    app()
