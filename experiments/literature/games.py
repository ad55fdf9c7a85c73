"""The literature's games: each solved, certified, and kept as text."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from chemmy_env.exact import Equilibrium, Shoe, certify, solve
from chemmy_env.exact.cells import PolicyTable, Sees, hand_total
from chemmy_env.rules import get_rules
from experiments.reporting.files import write_json

SEES: Final[dict[str, tuple[Sees, Sees]]] = {
    "A1": ("total", "total"),
    "B1": ("total", "total"),
    "B2": ("total", "hand"),
    "B3": ("hand", "hand"),
    "B4": ("hand", "total"),
}
"""What the punter and the banker see of their first two cards, by model; B4 is our name."""
KNOWN_VALUES: Final = Path(__file__).with_name("known_values.json")
"""Figures known from elsewhere, which the command compares with; the tests too."""
FORMAT: Final = 1
"""Of the saved file; another one is not gone on with."""


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
        return game_name(self.model, self.packs, self.commission)


def game_name(model: str, packs: int | None, commission: str) -> str:
    """Return the short name of a game."""
    among = "" if packs is None else f", {packs} packs"
    return f"{model}{among}, {100 * float(Fraction(commission)):g} %"


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
