"""What a coup is worth under the book: the tables that luck is measured with.

Any fixed table would leave the mean of the adjusted reward alone; a good one takes away most of the
variance. These hold the chances of a coup dealt from a full shoe of six packs between a punter and
a banker who play the book (R-X1), given the two totals and, later, the punter's third card. They
are ratios of whole numbers below 2**53, so they are the same on every machine.

The expectation over the four cards is a polynomial in the ten counts of what is left in the shoe:
a sum over hands of four different cards. Were cards put back, it would be the sum over all
quadruples, `FOUR`; the terms in which a card is dealt twice are taken off by Möbius inversion over
the fifteen partitions of the four places, which leaves terms of third, second and first degree:
`THREE`, `TWO` and `ONE`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from typing import Any, Final

import numpy as np

from chemmy_env.rules.options import (
    BANKER_FIXED,
    DRAW,
    PUNTER_FIXED,
    STAND,
    STOOD,
    banker_table,
    punter_table,
)

PUNTER_GAIN: Final = 0
"""What a chip on the punter's hand gains: 1, 0 or -1."""
BANK_WINS: Final = 1
"""Whether the bank wins, which is what a commission is taken from: 1 or 0."""

DRAWS_ON_FIVE: Final = 0
STANDS_ON_FIVE: Final = 1
"""The book under `strict_five` (R-S3)."""

KINDS: Final = np.array([16, *[4] * 9], np.int64)
"""Cards of each value 0-9 in a pack (R-C1)."""
_PACKS: Final = 6
_NATURAL: Final = 8
_TOTALS: Final = np.arange(10)

Array = np.ndarray[Any, Any]


def results(punter: Array, bank: Array) -> Array:
    """Return the two quantities for final totals, ``(2, ...)``."""
    return np.stack([np.sign(punter - bank), punter < bank]).astype(np.float64)


def count_sequences() -> Array:
    """Count the sequences of six cards: ``(10, 10, 10, 10)``.

    By the total of the first two, that of the next two, the fifth and the sixth card.
    """
    full = (KINDS * _PACKS).astype(np.float64)
    cards = np.indices((10,) * 4).reshape(4, -1)  # Totals of the pairs, and a card of each.
    cards[:2] = (cards[:2] - cards[2:]) % 10
    ways = np.ones(cards.shape[1])
    left = np.tile(full, (cards.shape[1], 1))
    rows = np.arange(cards.shape[1])
    for card in cards:
        ways *= left[rows, card]
        left[rows, card] -= 1
    fifth = (ways[:, None] * left).reshape(100, 100, 10)
    sequences = np.swapaxes(fifth, 1, 2) @ left.reshape(100, 100, 10)
    sequences[:, _TOTALS, _TOTALS] -= fifth.sum(1)  # The sixth is not the fifth.
    return sequences.reshape((10,) * 4)


def values() -> tuple[Array, Array]:
    """Return the chances after four cards and after the punter's third.

    Returns:
        ``(2, 2, 10, 10)``: by the book's five, quantity, punter's and bank's total;
        ``(2, 10, 10, 10)``: by quantity, the two totals, and the third card.
    """
    sequences = count_sequences()
    drawn = sequences.sum(3)
    book = banker_table(BANKER_FIXED)
    ends = results(*np.meshgrid(_TOTALS, _TOTALS, indexing="ij"))
    own = (_TOTALS[:, None] + _TOTALS) % 10  # Total and third card: final total.

    third = np.zeros((2, 10, 10, 10))  # As numbers of sequences, until the end.
    stood = np.zeros((2, 10, 10))
    for bank in range(10):
        after = ends[:, :, own[bank]]  # Quantity, punter's final total, bank's third.
        for card in range(10):
            final = own[:, card]
            if book[bank, card] == DRAW:
                weights = sequences[:, bank, card]
                third[:, :, bank, card] = (weights * after[:, final]).sum(2)
            else:
                third[:, :, bank, card] = drawn[:, bank, card] * ends[:, final, bank]
        if book[bank, STOOD] == DRAW:  # The fifth card is the bank's.
            stood[:, :, bank] = (drawn[:, bank] * after).sum(2)
        else:
            stood[:, :, bank] = drawn[:, bank].sum(1) * ends[:, :, bank]

    four = np.zeros((2, 2, 10, 10))
    punter = punter_table(PUNTER_FIXED, PUNTER_FIXED)
    punter[STANDS_ON_FIVE, 5] = STAND
    for five in (DRAWS_ON_FIVE, STANDS_ON_FIVE):
        asks = (punter[five] == DRAW)[:, None]
        four[five] = np.where(asks, third.sum(3), stood) / drawn.sum(2)
    natural = np.maximum(_TOTALS[:, None], _TOTALS) >= _NATURAL
    return np.where(natural, ends, four), third / drawn


def partitions(places: list[int]) -> Iterator[list[list[int]]]:
    """Yield every way to part `places` into blocks."""
    if not places:
        yield []
        return
    first, *rest = places
    for blocks in partitions(rest):
        yield [[first], *blocks]
        for at, block in enumerate(blocks):
            yield [*blocks[:at], [first, *block], *blocks[at + 1 :]]


def repeats(value: Array) -> tuple[Array, Array, Array]:
    """Return the coefficients of the terms in which a card would be dealt twice.

    Args:
        value: ``(10, 10)`` by the two totals.

    Returns:
        ``(220,)``, ``(55,)`` and ``(10,)``: by values i >= j >= k, i >= j, and i.
    """
    found = [np.zeros(10), np.zeros(55), np.zeros(220)]
    for blocks in partitions([0, 1, 2, 3]):
        if len(blocks) == 4:
            continue
        sign = (-1) ** (4 - len(blocks))
        weight = sign * np.prod([factorial(len(block) - 1) for block in blocks])
        of_block = np.indices((10,) * len(blocks)).reshape(len(blocks), -1)
        card = np.zeros((4, of_block.shape[1]), np.int64)
        for block, held in zip(blocks, of_block, strict=True):
            card[block] = held
        terms = weight * value[(card[0] + card[1]) % 10, (card[2] + card[3]) % 10]
        k, j, i = (*np.zeros((3 - len(blocks), 1), np.int64), *np.sort(of_block, axis=0))[:3]
        at = {
            1: i,
            2: i * (i + 1) // 2 + j,
            3: i * (i + 1) * (i + 2) // 6 + j * (j + 1) // 2 + k,
        }[len(blocks)]
        np.add.at(found[len(blocks) - 1], at, terms)
    return found[2], found[1], found[0]


FOUR, THIRD = values()
_REPEATS: Final = [[repeats(value) for value in five] for five in FOUR]
THREE: Final = np.array([[degrees[0] for degrees in five] for five in _REPEATS])
TWO: Final = np.array([[degrees[1] for degrees in five] for five in _REPEATS])
ONE: Final = np.array([[degrees[2] for degrees in five] for five in _REPEATS])
