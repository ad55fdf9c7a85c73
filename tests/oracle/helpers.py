"""Scripted shoes and scripted answers for the tests of the oracle."""

import random
from collections.abc import Callable, Sequence

from .cards import Answer
from .table import Table

# Four-card coups that need no answer: punter, bank, punter, bank.
BANK_WINS = [0, 4, 8, 5]
PUNTER_WINS = [4, 0, 5, 8]
TIE = [4, 4, 4, 4]


def shoe_of(*coups: Sequence[int]) -> Callable[[int], list[int]]:
    """Each coup's cards in turn, then nines and zeros enough to prevent a reshuffle."""
    cards = [card for coup in coups for card in coup] + [9, 0] * 30
    return lambda k: list(cards)


def shuffled(seed: int, packs: int) -> Callable[[int], list[int]]:
    """Shuffled whole packs."""

    def shoe(k: int) -> list[int]:
        cards = [min(rank, 10) % 10 for rank in range(1, 14) for _ in range(4 * packs)]
        random.Random(seed * 1000 + k).shuffle(cards)
        return cards

    return shoe


def play(table: Table, *script: tuple[int, str, Answer]) -> None:
    """Answer questions that must come in this order."""
    for seat, kind, answer in script:
        assert table.question is not None, (seat, kind, answer)
        assert (table.question.seat, table.question.kind) == (seat, kind), table.log
        table.answer(answer)


def asked(table: Table) -> tuple[int, str, tuple[Answer, ...]]:
    """The question that stands."""
    assert table.question is not None
    return (table.question.seat, table.question.kind, table.question.answers)


def passes(table: Table, kind: str) -> list[int]:
    """Pass every question of this kind; the seats asked, in order."""
    seats = []
    while table.question is not None and table.question.kind == kind:
        seats.append(table.question.seat)
        table.answer("pass")
    return seats


def stake(table: Table, seat: int, amount: int) -> None:
    """One seat stakes, everybody else passes banco and stakes."""
    while table.question is not None and table.question.kind in ("suivi", "banco", "stake"):
        mine = table.question.seat == seat and table.question.kind == "stake"
        table.answer(amount if mine else "pass")
