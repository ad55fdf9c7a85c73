"""Coups dealt out card by card with plain loops, from the rules' text alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

Cards = tuple[int, ...]
Chance = Callable[..., Fraction]


def sequences(counts: list[int], length: int) -> Iterator[tuple[Cards, int]]:
    """Yield the different ordered deals of `length` cards, and in how many ways each comes."""

    def deal(left: list[int], dealt: Cards, ways: int) -> Iterator[tuple[Cards, int]]:
        if len(dealt) == length:
            yield dealt, ways
            return
        for value in range(10):
            if left[value]:
                rest = [n - (value == other) for other, n in enumerate(left)]
                yield from deal(rest, (*dealt, value), ways * left[value])

    yield from deal(counts, (), 1)


def cards_of(counts: list[int]) -> list[int]:
    """Return the cards one by one."""
    return [value for value, n in enumerate(counts) for _ in range(n)]


def play(cards: Cards, punter: Chance, banker: Chance) -> Iterator[tuple[int, Fraction]]:
    """Yield results (1 the punter wins, -1 the bank) and their chances for one deal (R-H7)."""
    p, b = [cards[0], cards[2]], [cards[1], cards[3]]
    if sum(p) % 10 >= 8 or sum(b) % 10 >= 8:
        yield compare(p, b), Fraction(1)
        return
    for punter_draws in (False, True):
        chance = punter(*sorted(p)) if punter_draws else 1 - punter(*sorted(p))
        hand = [*p, cards[4]] if punter_draws else p
        third = cards[4] if punter_draws else None
        following = cards[5] if punter_draws else cards[4]
        draw = banker(*sorted(b), third)
        yield compare(hand, [*b, following]), chance * draw
        yield compare(hand, b), chance * (1 - draw)


def compare(first: list[int], second: list[int]) -> int:
    """Return 1, 0 or -1 as the first hand beats, ties or loses to the second (R-C1)."""
    a, b = sum(first) % 10, sum(second) % 10
    return (a > b) - (a < b)


def chances_by_permutations(
    counts: list[int], punter: Chance, banker: Chance
) -> dict[int, Fraction]:
    """Return the chances of the three results, over all permutations of the cards."""
    chances = dict.fromkeys((1, 0, -1), Fraction(0))
    dealt = 0
    for cards in permutations(cards_of(counts), 6):
        dealt += 1
        for result, chance in play(cards, punter, banker):
            chances[result] += chance
    return {result: chance / dealt for result, chance in chances.items()}
