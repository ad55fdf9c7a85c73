"""Which values the numbers of a table's record can have, for records that come from outside."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from chemmy_env.engine.records.codes import (
    MAY_LEAVE,
    NO_CARD,
    SHOWN,
    UNDECIDED,
    Event,
    Over,
    Phase,
    Result,
    Stage,
)
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rules.table import CARDS_PER_PACK

Range = tuple[int, int]
_ANY_AMOUNT: Final = (-(2**62), 2**62)
_AMOUNT: Final = (0, 2**62)


def ranges(compiled: CompiledTable) -> dict[str, Range]:
    """Return the least and the largest value of the record's whole numbers, keys aside."""
    seats, cards = compiled.num_seats, compiled.rules.cards
    seat, nobody = (0, seats - 1), (-1, seats - 1)
    chips = (-1, 2**31 - 1)
    return {
        "session": (0, 2**62),
        "decisions": (0, 2**62),
        "shoe": (0, 2**31 - 1),
        "position": (0, cards),
        "laid": (0, cards),
        "supply_end": (0, cards),
        "thrown_in": (0, cards),
        "left": (0, 2**seats - 1),
        "stage": (0, max(Stage)),
        "phase": (0, max(Phase)),
        "seat": seat,
        "legal": (0, 2 * MAY_LEAVE - 1),
        "least": chips,
        "most": chips,
        "choices": (0, compiled.num_actions),
        "cursor": (0, seats + 1),
        "origin": nobody,
        "last": nobody,
        "banker": nobody,
        "turn": nobody,
        "suivi": nobody,
        "banco": nobody,
        "active": nobody,
        "bettors": (0, max(seats, compiled.rules.bettors)),
        "misplayed": (0, 1),
        "credited": (0, 1),
        "over": (0, max(Over)),
        "result": (0, max(Result)),
        "coups": (0, compiled.rules.max_coups),
        "required": chips,
        **dict.fromkeys(("bank", "offered", "covered", "bystanders", "commission"), _AMOUNT),
        **dict.fromkeys(("outside", "balance"), _ANY_AMOUNT),
        **dict.fromkeys(("stake", "start"), _AMOUNT),
        "side": (0, len(compiled.rules.facts.sides) - 1),
        "third": (UNDECIDED, SHOWN),
        "pointer": (-1, max(seats - 1, 1)),  # One each for two tableaux, whoever is there.
        "captain": nobody,
        "seen": (0, cards),
        "shown": (0, cards),
        "num_events": (0, 2**31 - 1),
    }


def check_record(compiled: CompiledTable, record: Any, shoe: Any) -> None:
    """Raise unless a record and its shoe hold numbers that kernels can work on.

    It is no proof that the rules lead there, but nothing in it points outside an array.

    Args:
        compiled: the table's rules and options.
        record: one `TABLE_DTYPE`.
        shoe: (52 * decks,) uint8.

    Raises:
        ValueError: names the first field that is out of range, its value and what is allowed.
    """
    for name, (low, high) in ranges(compiled).items():
        _check(name, record[name], low, high)
    cards = record["cards"]
    _check("cards", np.where(cards == NO_CARD, 0, cards), 0, CARDS_PER_PACK - 1)
    _check("shoe", shoe, 0, CARDS_PER_PACK - 1)
    events = record["events"]
    _check("events: kind", events[:, 0], 0, max(Event))
    _check("events: seat", events[:, 1], -1, compiled.num_seats - 1)
    _check("events: side", events[:, 3], -1, len(compiled.rules.facts.sides) - 1)
    for name in ("reward", "shoe_view"):
        if not np.isfinite(record[name]).all():
            raise ValueError(f"{name} = {record[name].tolist()}: expected finite numbers")


def _check(name: str, value: Any, low: int, high: int) -> None:
    values = np.asarray(value)
    wrong = (values < low) | (values > high)
    if wrong.any():
        raise ValueError(f"{name} = {values[wrong].flat[0]}: expected {low} to {high}")
