"""The layout of an observation: which number stands where, and what it means.

The kernels write where this layout says; the documentation's tables and `describe` read it. So
there is one list, and no second one to drift from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from chemmy_env.engine.records.codes import Event, Phase
from chemmy_env.rules import Rules

EVENT_KINDS: Final = len(Event) - 1
EVENT_WIDTH: Final = EVENT_KINDS + 2
"""Floats per public event: its kind one-hot, the seat, the value. Where a stake can lie on several
sides, the side follows, one-hot."""

FIELD_NAMES: Final = (
    "phase",
    "to_move",
    "coups_left",
    "bank",
    "covered",
    "required",
    "least",
    "most",
    "several",
    "balance",
    "stake",
    "side",
    "banker",
    "suivi",
    "turn",
    "first",
    "captain",
    "natural",
    "cards",
    "total",
    "third",
    "third_left",
    "seen",
    "shoe_left",
    "supply",
    "left",
    "result",
    "history",
)
"""Every field that any game has."""


@dataclass(frozen=True)
class Field:
    """One slice of an observation.

    Attributes:
        name: one of `FIELD_NAMES`.
        slice: where it stands.
        unit: what one is.
        low: least value.
        high: largest value.
        meaning: in words, with the order of its parts.
    """

    name: str
    slice: slice
    unit: str
    low: float
    high: float
    meaning: str

    @property
    def range(self) -> tuple[float, float]:
        """Least and largest value."""
        return self.low, self.high


def layout(
    rules: Rules, seats: int, most_chips: int, history: int, sees: str | None = None
) -> tuple[Field, ...]:
    """Lay out the observation of a table.

    Args:
        rules: the table's rules.
        seats: how many seats it has.
        most_chips: the most chips that can ever be there.
        history: public events to append.
        sees: what a side of a single coup sees of its own cards.
    """
    stacks = most_chips / rules.starting_chips
    ahead = "observer first, then anticlockwise"
    phases = ", ".join(phase.name for phase in Phase)
    parts: list[tuple[str, int, str, float, str]] = [
        ("phase", len(Phase), "one-hot", 1, f"what the table waits for: {phases}; another seat's "
         "draw shows as BANKER, whoever is asked"),
        ("to_move", 1, "flag", 1, "the observer is asked"),
        ("coups_left", 1, "share of max_coups", 1, "coups not yet counted"),
    ]  # fmt: skip
    parts += _game_parts(rules, seats, stacks, ahead, sees)
    parts += [
        ("seen", 10, "share of its kind", 1, "cards of value 0-9 that this shoe has shown; a "
         "face-up third card counts from the settlement on"),
        ("shoe_left", 1, "share of the shoe", 1, "cards not yet shown; a face-up third card counts "
         "from the settlement on"),
    ]  # fmt: skip
    if rules.handful:
        meaning = "cards left in the banker's handful (R-K7)"
        parts.append(("supply", 1, "share of the handful", 1, meaning))
    if rules.leaving:
        parts.append(("left", seats, "flags", 1, f"seats that have left the table, {ahead}"))
    if history:
        sides = rules.facts.sides
        width = EVENT_WIDTH + len(sides) if len(sides) > 1 else EVENT_WIDTH
        side = f", and the side it lies on ({', '.join(sides)})" if len(sides) > 1 else ""
        kinds = ", ".join(event.name for event in Event if event)
        parts.append(
            ("history", history * width, "event", stacks, f"public events, the latest first; "
             f"each: kind one-hot ({kinds}), the seat as (steps from the observer + 1) / seats, "
             f"and its value: stacks, or a card / 10, or a result / 10{side}")
        )  # fmt: skip
    fields = []
    start = 0
    for name, width, unit, high, meaning in parts:
        low = lowest_house(rules, seats, stacks) if name == "balance" else 0.0
        fields.append(Field(name, slice(start, start + width), unit, low, float(high), meaning))
        start += width
    return tuple(fields)


def lowest_house(rules: Rules, seats: int, stacks: float) -> float:
    """Return how far an agent's house account can fall, in stacks (R-C3, R-T9).

    That is by all that can ever come to the table. No other balance is ever negative (R-C4).
    """
    return float(seats - 1 - stacks) if rules.house == "agent" else 0.0


def _game_parts(
    rules: Rules, seats: int, stacks: float, ahead: str, sees: str | None
) -> list[tuple[str, int, str, float, str]]:
    """Return the fields that depend on the game: name, width, unit, high, meaning."""
    below = "; the house, the last seat, has its account here, which may be below zero"
    house = below if rules.house == "agent" else ""
    amounts: list[tuple[str, int, str, float, str]] = [
        ("least", 1, "stacks", stacks, "least amount the observer may name now, else 0"),
        ("most", 1, "stacks", stacks, "largest amount the observer may name now, else 0"),
        ("balance", seats, "stacks", stacks, f"free chips of each seat, {ahead}{house}"),
        ("stake", seats, "stacks", stacks, f"stakes on the table, {ahead}"),
    ]
    if rules.game == "punto_banco":
        return [
            *amounts,
            ("side", 3 * seats, "one-hot", 1, f"where stakes lie: Player, Banker, Tie, {ahead}"),
            ("result", 3, "one-hot", 1, "last coup: Player, Banker or Tie"),
        ]
    hand = [
        ("cards", 2, "value / 9", 1.0, "the first two cards that the observer has seen and plays"),
        ("total", 10, "one-hot", 1.0, "their total 0-9"),
        ("third", 11, "one-hot", 1.0, "third card of the punter (right): 0-9, or stood"),
    ]
    if rules.game == "coup":
        return [
            ("several", 1, "flag", 1, "several bet on the punter's hand (R-H8)"),
            ("banker", seats, "one-hot", 1, f"the banker, {ahead}"),
            *(hand if sees == "hand" else hand[1:]),
            ("result", 3, "one-hot", 1, "the coup: punter won, bank won, tie"),
        ]
    if rules.game == "banque":
        who = ("banker", seats, "one-hot", 1.0, f"the banker, {ahead}; nobody while the bank is "
               "offered; stakes are asked for from the banker's right on")  # fmt: skip
        captain = f"of the right, then left: captain or, without one, pointer (R-T4), {ahead}"
        if rules.house == "script":
            who = ("first", seats, "one-hot", 1.0, f"the seat asked first for a stake, {ahead}")
        return [
            *amounts,
            ("side", 2 * seats, "one-hot", 1, f"where stakes lie: right, left, {ahead}"),
            who,
            ("captain", 2 * seats, "one-hot", 1, captain),
            ("natural", 4, "one-hot", 1, "natural that a tableau shows: right 8, 9, left 8, 9"),
            *hand,
            ("third_left", 11, "one-hot", 1, "third card of the left: 0-9, or stood"),
        ]
    return [
        ("bank", 1, "stacks", stacks, "the bank on offer (B), or what stands in it"),
        ("covered", 1, "stacks", stacks, "stakes against it (S); between coups the last coup's"),
        ("required", 1, "stacks", stacks, "least next bank where the bank is offered on (R-H11)"),
        ("several", 1, "flag", 1, "more than one seat has a stake"),
        *amounts,
        ("banker", seats, "one-hot", 1, f"the banker, {ahead}"),
        ("suivi", 1, "(steps + 1) / seats", 1, "seat that may call banco suivi; 0 for nobody"),
        ("turn", 1, "(steps + 1) / seats", 1, "ordinary-turn seat T (R-H14); 0 for nobody"),
        *hand,
        ("result", 3, "one-hot", 1, "last coup: punters won, bank won, tie"),
    ]


def bounds(fields: tuple[Field, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the low and high of every number, ``(D,)`` float32 each."""
    low = np.zeros(fields[-1].slice.stop, np.float32)
    high = np.zeros_like(low)
    for field in fields:
        low[field.slice] = field.low
        high[field.slice] = field.high
    return low, high
