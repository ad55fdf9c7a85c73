"""Every six-card sequence of a coup, dealt out one by one.

For the certifier and the tests: it shares no code and no idea with `coefficients`. The million
sequences of card values are laid out in full, in the order of dealing (punter, banker, punter,
banker, third, third), each with the number of ways it can come; the hands are summed, compared,
and counted. A coup that ends early just leaves the last cards of the sequence unused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.shoe import Shoe

Hand = tuple[int, int]
Counts = npt.NDArray[Any]


@dataclass(frozen=True)
class Tally:
    """Ordered sequences in which the punter wins (index 0) and the banker wins (index 1).

    Attributes:
        hands: the unordered two-card hands that are no natural, in the order of the axes below.
        stood: ``(2, 2, punter hands, banker hands)`` the punter stands; first axis who wins,
            second whether the banker draws.
        drew: ``(2, 2, punter hands, banker hands, 10)`` the punter draws a card of that value.
        naturals: sequences won by each side in which a natural decides.
        sequences: all sequences.
    """

    hands: tuple[Hand, ...]
    stood: Counts
    drew: Counts
    naturals: tuple[int, int]
    sequences: int


@lru_cache(maxsize=4)
def tally(shoe: Shoe) -> Tally:
    """Deal every six-card sequence from a shoe and count who wins, for every way to play."""
    ways = _ways(shoe)
    p1, b1, p2, b2, fifth, sixth = np.ogrid[:10, :10, :10, :10, :10, :10]
    punter, banker = (p1 + p2) % 10, (b1 + b2) % 10
    four, five = ways.sum(axis=(4, 5), keepdims=True), ways.sum(axis=5, keepdims=True)
    stood, drew = [], []
    naturals, hands = [], [(a, b) for a in range(10) for b in range(a, 10) if (a + b) % 10 < 8]
    for wins in (np.greater, np.less):
        both_stand = four * wins(punter, banker)
        only_banker = (five * wins(punter, (banker + fifth) % 10)).sum(axis=4, keepdims=True)
        stood.append([both_stand[..., 0, 0], only_banker[..., 0, 0]])
        only_punter = five * wins((punter + fifth) % 10, banker)
        both_draw = (ways * wins((punter + fifth) % 10, (banker + sixth) % 10)).sum(axis=5)
        drew.append([only_punter[..., 0], both_draw])
        ended = (punter >= 8) | (banker >= 8)
        naturals.append(sum(int(n) for n in (both_stand * ended).flat))
    return Tally(
        hands=tuple(hands),
        stood=_by_hands(np.array(stood), hands),
        drew=_by_hands(np.array(drew), hands),
        naturals=(naturals[0], naturals[1]),
        sequences=sum(int(n) for n in four.flat),
    )


def _ways(shoe: Shoe) -> Counts:
    """Return in how many ways each sequence of six values can come, ``(10,) * 6``."""
    fits = max(shoe.counts) ** 4 * shoe.cards**2 * 8 < 2**63
    counts = np.array(shoe.counts, dtype=np.int64 if fits else object)
    ways = np.ones((), dtype=counts.dtype)
    value = np.arange(10)
    for dealt in range(6):
        left = counts.reshape((1,) * dealt + (10,))
        if not shoe.replacement:
            for earlier in range(dealt):  # each earlier card of the value is gone
                shape = [1] * (dealt + 1)
                shape[earlier] = 10
                left = left - (value.reshape(shape) == value)
        ways = ways[..., None] * left
    return ways


def _by_hands(counts: Counts, hands: list[Hand]) -> Counts:
    """Add the two orders of each hand: ``(., ., p1, b1, p2, b2, ...)`` to ``(., ., p, b, ...)``."""
    counts = np.moveaxis(counts, 4, 3)  # p1, p2, b1, b2
    for axis in (2, 3):
        pairs = np.moveaxis(counts, (axis, axis + 1), (0, 1))
        both = [pairs[a, b] + pairs[b, a] if a != b else pairs[a, b] for a, b in hands]
        counts = np.moveaxis(np.array(both), 0, axis)
    return counts
