"""Counts of nine-card sequences for one banker's hand against two tableaux.

Three two-card hands (right, left, banker) and three cards that may follow (right's, left's, the
banker's third). A card that is not used is summed out, which exchangeability allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.cells import ALL_HANDS
from chemmy_env.exact.shoe import Shoe

CARDS_A_BANQUE_COUP: Final = 9
_TOTAL: Final = np.array([sum(hand) % 10 for hand in ALL_HANDS])
_HELD: Final = np.array([[hand.count(value) for value in range(10)] for hand in ALL_HANDS])
_SAME: Final = np.eye(10, dtype=np.int64)
_HANDS_OF: Final = [np.flatnonzero(total == _TOTAL) for total in range(10)]
_MOST_DEALS: Final = 6**3
"""Most ways to make three totals out of unordered hands."""


@lru_cache(maxsize=2)
def banque_counts(shoe: Shoe) -> tuple[npt.NDArray[np.object_], npt.NDArray[np.object_]]:
    """Count the ordered nine-card sequences of a shoe.

    Returns:
        ``(10, 10, 8, 10, 10, 10)`` by right's and left's two-card total, the banker's (no natural),
        and the three thirds; and ``(10, 10, 10)`` by the three totals alone. Objects, exact.

    Raises:
        ValueError: if the shoe cannot surely finish a coup (R-T8).
    """
    if shoe.cards < CARDS_A_BANQUE_COUP:
        raise ValueError(
            f"counts = {shoe.counts}: a coup of banque can need {CARDS_A_BANQUE_COUP} cards"
        )
    counts = np.array(shoe.counts, dtype=np.int64)
    thirds = np.zeros((10, 10, 8, 10, 10, 10), dtype=object)
    totals = np.zeros((10, 10, 10), dtype=object)
    after = shoe.sequences(CARDS_A_BANQUE_COUP) // shoe.sequences(6)
    for right, left, banker in np.ndindex(10, 10, 10):
        if left < right:  # the same deal with the tableaux exchanged
            totals[right, left, banker] = totals[left, right, banker]
            if banker < 8:
                thirds[right, left, banker] = thirds[left, right, banker].swapaxes(0, 1)
            continue
        hands = [_HANDS_OF[total] for total in (right, left, banker)]
        deals, held = _deals(shoe, hands)
        totals[right, left, banker] = int(deals.sum()) * after
        if banker < 8:
            thirds[right, left, banker] = _with_thirds(counts, deals, held * shoe.depletion)
    return thirds, totals


def _deals(
    shoe: Shoe, hands: list[npt.NDArray[np.intp]]
) -> tuple[npt.NDArray[np.object_], npt.NDArray[np.int64]]:
    """Return the ordered six-card deals of all triples of hands, and the cards each holds."""
    triples = np.stack(np.meshgrid(*hands, indexing="ij"), axis=-1).reshape(-1, 3)
    left = np.broadcast_to(np.array(shoe.counts, dtype=object), (len(triples), 10)).copy()
    deals = np.ones(len(triples), dtype=object)
    each = np.arange(len(triples))
    for hand in triples.T:
        low, high = np.array(ALL_HANDS)[hand].T
        for card in (low, high):
            deals = deals * left[each, card]
            left[each, card] -= shoe.depletion
        deals = deals * np.where(low == high, 1, 2)
    return deals, _HELD[triples].sum(axis=1)


def _with_thirds(
    counts: npt.NDArray[np.int64], deals: npt.NDArray[np.object_], gone: npt.NDArray[np.int64]
) -> npt.NDArray[Any]:
    """Sum over the deals the ways to draw three more cards in order, ``(10, 10, 10)`` objects."""
    left = counts - gone
    same = _SAME if gone.any() else 0 * _SAME  # with replacement a card does not bar its like
    two = left[:, :, None] * (left[:, None, :] - same)
    three = two[..., None] * (left[:, None, None, :] - same[:, None, :] - same[None, :, :])
    total: npt.NDArray[Any] = np.zeros((10, 10, 10), dtype=object)
    flat = three.reshape(len(deals), -1)
    for shift, limb in _limbs(deals, int(counts.max())):
        total += (limb @ flat).reshape(10, 10, 10).astype(object) << shift
    return total


def _limbs(
    deals: npt.NDArray[np.object_], most: int
) -> Iterator[tuple[int, npt.NDArray[np.int64]]]:
    """Split integers into pieces so short that their weighted sums stay within an int64."""
    bits = 62 - (_MOST_DEALS * most**3).bit_length()
    if bits < 1:
        raise ValueError(f"{most} cards of one value are too many for exact counts of banque")
    shift = 0
    while (rest := deals >> shift).any():
        yield shift, (rest & ((1 << bits) - 1)).astype(np.int64)
        shift += bits
