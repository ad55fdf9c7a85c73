"""The literature's games in tables, held against the figures known from elsewhere."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any, Final

from rich import box
from rich.markup import escape
from rich.table import Table

from experiments.literature.games import Entry, cell_text
from experiments.reporting.markdown import markdown_table

NOTHING_KNOWN: Final[dict[str, Any]] = {"A1": {}, "commission_5_percent_d=6": {}}
"""Known figures of no game."""
FLOAT_ERROR: Final = 1e-12
"""Within which a known value that was given as a decimal must agree."""


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
    "model",
    "packs",
    "commission",
    "punter",
    "banker",
    "value",
    "value as a fraction",
    "banker's value",
    "unique",
    "certified",
    "not as in A1",
    "known figures",
)


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
    for heading in (
        "game",
        "punter",
        "banker",
        "punter's value",
        "banker's value",
        "unique",
        "known figures",
    ):
        table.add_column(heading, justify="right" if "value" in heading else "left")
    for entry in entries:
        mixes: dict[str, list[str]] = {"punter": [], "banker": []}
        for side, cell, chance in entry.mixed:
            mixes[side].append(f"{cell}: {float(Fraction(chance)):.6f}")
        table.add_row(
            entry.name,
            "\n".join(mixes["punter"]),
            "\n".join(mixes["banker"]),
            f"{float(Fraction(entry.value)):.9f}",
            f"{float(Fraction(entry.banker_value)):.9f}",
            *(
                escape(row_of(entry, known)[HEADINGS.index(what)])
                for what in ("unique", "known figures")
            ),
        )
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
    table = markdown_table(HEADINGS, [row_of(entry, known) for entry in entries])
    lines = ["# One coup of chemin de fer: equilibria", "", table]
    for entry in entries:
        lines += ["", f"## {entry.name}", "", f"Punter's value {entry.value}", ""]
        lines += [f"Banker's value {entry.banker_value}", "", "```text", "      0123456789-"]
        lines += [f"{cell:>4}  {row}" for cell, row in entry.banker.items()]
        lines += ["```", "", f"Not as in A1: {'; '.join(entry.differs) or 'nothing'}."]
    return "\n".join(lines) + "\n"


def latex_text(entries: list[Entry]) -> str:
    """Return the table in LaTeX, a `longtable` with booktabs' rules."""
    lines = [
        r"% needs the packages booktabs and longtable",
        r"\begin{longtable}{lrrlllr}",
        r"\toprule",
        r"model & packs & commission & punter & banker & value & unique \\",
        r"\midrule",
        r"\endhead",
    ]
    for entry in entries:
        packs = r"$\infty$" if entry.packs is None else str(entry.packs)
        percentage = f"{100 * float(Fraction(entry.commission)):g}\\%"
        mixes = {
            side: ", ".join(
                f"{cell}: {_latex_fraction(chance)}"
                for who, cell, chance in entry.mixed
                if who == side
            )
            for side in ("punter", "banker")
        }
        unique = {True: "yes", False: "no", None: "not known"}[entry.unique]
        row = (entry.model, packs, percentage, mixes["punter"], mixes["banker"],
               _latex_fraction(entry.value), unique)  # fmt: skip
        lines.append(" & ".join(row) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}"]) + "\n"


def _latex_fraction(text: str) -> str:
    fraction = Fraction(text)
    if fraction.denominator == 1:
        return f"${fraction}$"
    sign = "-" if fraction < 0 else ""
    return rf"${sign}\frac{{{abs(fraction.numerator)}}}{{{fraction.denominator}}}$"
