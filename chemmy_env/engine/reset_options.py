"""Tables laid out by hand: shoes, chips and first bankers given by the caller, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from chemmy_env.engine.common.shoe import CARD_VALUES
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rules import UNITS_PER_CHIP
from chemmy_env.rules.table import CARDS_PER_PACK

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = "SHDC"
_CARDS: Final = "a value 0-9 or a card such as '9H'"
_NAMES: Final = {
    f"{rank}{suit}": at * 13 + number
    for at, suit in enumerate(SUITS)
    for number, rank in enumerate(RANKS)
}


@dataclass(frozen=True)
class Layout:
    """What a session starts from.

    Attributes:
        shoe: (cards,) uint8, or `None` for a shuffled one.
        laid: how many cards at the top of `shoe` lie as given.
        first_banker: a seat, or -1 for what the rules say.
        start: (seats,) int64, starting balances in units.
    """

    shoe: np.ndarray[Any, Any] | None
    laid: int
    first_banker: int
    start: np.ndarray[Any, Any]


def card_name(card: int) -> str:
    """Return the name of a card 0-51, such as ``"9H"``."""
    return RANKS[card % 13] + SUITS[card // 13]


def parse_layout(compiled: CompiledTable, options: Mapping[str, Any] | None) -> Layout:
    """Read the `options` of a reset; keys that are not ours are ignored.

    Args:
        compiled: the table.
        options: ``shoe``: cards from the top, as values 0-9 or names such as ``"9H"``; the rest of
            the packs is shuffled under them. ``first_banker``: a seat. ``chips``: a whole number
            for each seat, together at most the table's chips.

    Raises:
        ValueError: names the option, the value and what is allowed.
    """
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise ValueError(f"options = {options!r}: expected None or a mapping, such as a dict")
    cards = options.get("shoe")
    start = _chips(compiled, options.get("chips"))
    shoe = None if cards is None else lay_out_shoe(cards, compiled.rules.decks)
    return Layout(
        shoe=shoe,
        laid=0 if cards is None else len(cards),
        first_banker=_first_banker(compiled, options.get("first_banker"), start),
        start=start,
    )


def lay_out_shoe(cards: Sequence[Any], decks: int) -> np.ndarray[Any, Any]:
    """Return whole packs with the given cards on top, ``(52 * decks,)`` uint8.

    Raises:
        ValueError: for something that is no card, or more of one than the packs hold.
    """
    left = np.full(CARDS_PER_PACK, decks, np.int64)
    top = np.zeros(_length(cards, decks), np.uint8)
    by_value = []
    for at, card in enumerate(cards):
        if isinstance(card, str):
            name = card.upper().replace("T", "10")
            if name not in _NAMES:
                raise ValueError(
                    f"shoe[{at}] = {card!r}: expected a card such as '9H' or a value 0-9"
                )
            _take(left, np.array([_NAMES[name]]), at, card, decks)
            top[at] = _NAMES[name]
        elif isinstance(card, int | np.integer) and not isinstance(card, bool) and 0 <= card <= 9:
            by_value.append((at, int(card)))
        else:
            raise ValueError(f"shoe[{at}] = {card!r}: expected {_CARDS}")
    for at, value in by_value:  # After the named cards, which have no choice.
        top[at] = _take(left, np.flatnonzero(value == CARD_VALUES), at, value, decks)
    return np.concatenate([top, np.repeat(np.arange(CARDS_PER_PACK, dtype=np.uint8), left)])


def _length(cards: Any, decks: int) -> int:
    if isinstance(cards, str | bytes) or not isinstance(cards, Sequence | np.ndarray):
        raise ValueError(f"shoe = {cards!r}: expected a sequence of cards")
    if not 1 <= len(cards) <= CARDS_PER_PACK * decks:
        raise ValueError(
            f"shoe of {len(cards)} cards: expected 1 to {CARDS_PER_PACK * decks} (decks = {decks})"
        )
    return len(cards)


def _take(
    left: np.ndarray[Any, Any], kinds: np.ndarray[Any, Any], at: int, card: object, decks: int
) -> int:
    """Take one of `kinds`, the one with most copies left, out of the packs."""
    kind = int(kinds[np.argmax(left[kinds])])
    if left[kind] == 0:
        raise ValueError(f"shoe[{at}] = {card!r}: {decks} packs do not hold that many of it (R-C2)")
    left[kind] -= 1
    return kind


def _chips(compiled: CompiledTable, chips: Any) -> np.ndarray[Any, Any]:
    seats, total = compiled.num_players, compiled.total_chips
    if chips is not None and compiled.rules.game == "coup":
        raise ValueError(f"chips = {chips!r}: expected None, each side of a coup has its one chip")
    start = np.zeros(compiled.num_seats, np.int64)
    if chips is None:
        start[:seats] = compiled.rules.starting_chips
    else:
        given = np.asarray(chips)
        whole = given.shape == (seats,) and np.issubdtype(given.dtype, np.integer)
        if not whole or (given < 0).any() or sum(given.tolist()) > total:  # In whole Python ints.
            raise ValueError(
                f"chips = {chips!r}: expected {seats} whole numbers from 0, "
                f"together at most {total}"
            )
        start[:seats] = given
    return start * UNITS_PER_CHIP


def _first_banker(compiled: CompiledTable, seat: Any, start: np.ndarray[Any, Any]) -> int:
    if seat is None:
        return -1
    if compiled.rules.game in ("punto_banco", "coup") or compiled.rules.house != "none":
        raise ValueError(f"first_banker = {seat!r}: expected None, no player banks at this table")
    whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not whole or not 0 <= seat < compiled.num_players:
        raise ValueError(
            f"first_banker = {seat!r}: expected a seat from 0 to {compiled.num_players - 1}"
        )
    chips = int(start[seat]) // UNITS_PER_CHIP
    if chips < compiled.rules.min_bank:
        raise ValueError(
            f"first_banker = {seat!r} has {chips} chips: expected a seat with at least "
            f"{compiled.rules.min_bank}, the least bank (R-C7)"
        )
    return int(seat)
