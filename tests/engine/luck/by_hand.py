"""Luck from its definition, in fractions: every card that could have come, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from chemmy_env.engine.games.luck import values


@dataclass(frozen=True)
class Hands:
    """The cards of one coup by value."""

    punter: tuple[int, int]
    bank: tuple[int, int]
    third: int | None
    last: int | None


def play(
    cards: Sequence[int], punter_draws: Callable[[int], bool],
    banker_draws: Callable[[int, int | None], bool],
) -> Hands:  # fmt: skip
    """Play a coup from cards in the order of dealing (R-H7)."""
    first, second = (cards[0], cards[2]), (cards[1], cards[3])
    own, bank = sum(first) % 10, sum(second) % 10
    rest = list(cards[4:])
    third = last = None
    if max(own, bank) < 8:
        if punter_draws(own):
            third = rest.pop(0)
        if banker_draws(bank, third):
            last = rest.pop(0)
    return Hands(first, second, third, last)


def outcome(quantity: int, punter: int, bank: int) -> int:
    if quantity == values.BANK_WINS:
        return int(bank > punter)
    return (punter > bank) - (bank > punter)


@lru_cache(maxsize=16)
def mean_of_four(left: tuple[int, ...], five: int, quantity: int) -> Fraction:
    """Return the mean of the table over four cards, dealt one by one."""
    table = values.FOUR[five, quantity]
    total = Fraction(0)

    def deal(dealt: tuple[int, ...], counts: tuple[int, ...], ways: int) -> None:
        nonlocal total
        if len(dealt) == 4:
            p1, b1, p2, b2 = dealt
            total += ways * Fraction(table[(p1 + p2) % 10, (b1 + b2) % 10])
            return
        for value, count in enumerate(counts):
            if count:
                rest = (*counts[:value], count - 1, *counts[value + 1 :])
                deal((*dealt, value), rest, ways * count)

    deal((), left, 1)
    cards = sum(left)
    return total / (cards * (cards - 1) * (cards - 2) * (cards - 3))


def luck(left: Sequence[int], hands: Hands, quantity: int, five: int = 0) -> Fraction:
    """Return the luck of a coup that was dealt from the cards `left`."""
    own, bank = sum(hands.punter) % 10, sum(hands.bank) % 10
    found = Fraction(values.FOUR[five, quantity, own, bank])
    found -= mean_of_four(tuple(left), five, quantity)
    counts = Counter({value: int(count) for value, count in enumerate(left)})
    counts.subtract([*hands.punter, *hands.bank])
    final = own
    if hands.third is not None:
        worth = [Fraction(one) for one in values.THIRD[quantity, own, bank]]
        average = sum(counts[card] * worth[card] for card in counts) / Fraction(counts.total())
        found += worth[hands.third] - average
        counts.subtract([hands.third])
        final = (own + hands.third) % 10
    if hands.last is not None:
        after = {card: outcome(quantity, final, (bank + card) % 10) for card in range(10)}
        average = sum(counts[card] * after[card] for card in counts) / Fraction(counts.total())
        found += after[hands.last] - average
    return found
