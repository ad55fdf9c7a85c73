"""Integer coefficients of a coup: in how many card sequences each side wins, cell by cell.

For a punter's hand p, a banker's hand b, a third-card column k (10: the punter stood) and the
banker's action a (0 stands, 1 draws), ``won[p, b, k, a]`` counts the ordered six-card sequences in
which this happens and the punter wins, ``lost`` those in which the banker does. Every probability
and payoff of the coup is a polynomial in the chances of drawing with these coefficients.

The number of ways to draw e and then f after p and b is linear in the counts of the remaining
cards, so the sum over f splits into a part that knows only the shoe and totals, and a table of
corrections for the cards in p, b and e that is the same for every shoe. That is what makes it fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.cells import ALL_HANDS, HANDS, Ints, Sees, cell_totals
from chemmy_env.exact.shoe import Shoe

INT64: Final = 2**61
"""What may be held in an int64, with room for the sum of four."""
_TOTAL: Final = np.array([sum(hand) % 10 for hand in ALL_HANDS])
_PLAYED: Final = len(HANDS)
_AFTER: Final = (_TOTAL[:_PLAYED, None] + np.arange(10)) % 10
"""``(44, 10)``: total after a third card, for either side."""
_WINS: Final = np.stack(
    [
        np.subtract.outer(np.arange(10), np.arange(10)) > 0,
        np.subtract.outer(np.arange(10), np.arange(10)) < 0,
    ]
).astype(np.int64)
"""``(2, 10, 10)``: by the punter's and the banker's final total, punter wins; banker wins."""


@dataclass(frozen=True)
class Coefficients:
    """Counts of ordered six-card sequences.

    Attributes:
        played: ``(2, punter cells, banker cells, 11, 2)``; first axis punter wins, banker wins.
        naturals: ``(2,)`` the same for coups that a natural settles.
        sequences: number of all sequences, the common denominator.
    """

    played: Ints
    naturals: tuple[int, int]
    sequences: int


@lru_cache(maxsize=64)
def coefficients(shoe: Shoe, punter_sees: Sees, banker_sees: Sees) -> Coefficients:
    """Return the exact coefficients of a shoe, remembered for the last few shoes."""
    if (punter_sees, banker_sees) != ("hand", "hand"):
        whole = coefficients(shoe, "hand", "hand")
        played = by_total(whole.played, punter_sees, banker_sees)
        return Coefficients(played, whole.naturals, whole.sequences)
    sequences = shoe.sequences()
    counts: npt.NDArray[Any] = np.array(shoe.counts, dtype=_number_type(shoe))
    deals = hand_pairs(counts, shoe.depletion)
    played = played_hands(counts, shoe.depletion, deals)
    if sequences >= INT64:  # each entry may fit where their sums do not
        played, deals = played.astype(object), deals.astype(object)
    left = shoe.cards - 4 * shoe.depletion, shoe.cards - 5 * shoe.depletion
    wins, losses = (int(count) * left[0] * left[1] for count in natural_pairs(deals))
    played.flags.writeable = False
    return Coefficients(played, (wins, losses), sequences)


def _number_type(shoe: Shoe) -> type:
    """Return int64 if no single coefficient overflows it: for whole packs up to 60 of them."""
    most = 8 * max(shoe.counts) ** 4 * shoe.cards**2  # 4 orders of the hands; 2 to spare
    return np.int64 if most < INT64 else object


def hand_pairs(counts: npt.NDArray[Any], depletion: int) -> npt.NDArray[Any]:
    """Count the ordered four-card deals of every pair of hands, ``(55, 55)``."""
    low, high, orders, same = _hand_cards()
    first = counts[low] * (counts[high] - depletion * (low == high)) * orders
    used = depletion * same  # how many cards of p have b's low and b's high value
    second_low = counts[low] - used[..., 0]
    second_high = counts[high] - used[..., 1] - depletion * (low == high)
    deals: npt.NDArray[Any] = first[:, None] * second_low * second_high * orders
    return deals


@cache
def _hand_cards() -> tuple[Ints, Ints, Ints, Ints]:
    low, high = np.array(ALL_HANDS).T
    held = _held()
    same = np.stack([held[:, low], held[:, high]], axis=-1)
    return low, high, np.where(low == high, 1, 2), same


@cache
def _held() -> npt.NDArray[np.int64]:
    """Return how many cards of each value every hand holds, ``(55, 10)``."""
    return np.array([[hand.count(value) for value in range(10)] for hand in ALL_HANDS])


class _Constants(NamedTuple):
    """What does not depend on the shoe.

    Attributes:
        held: ``(44, 44, 10)`` cards of each value in p and b.
        place: ``(44, 44, 10)`` where p's total after drawing e, and b, lie in a flat ``(10, 44)``.
        stand_stand: ``(2, 44, 44)`` who wins when both stand.
        draw_stand: ``(2, 44, 44, 10)`` who wins when only the punter draws, a card e.
        stand_draw: ``(2, 44, 44)`` how many of the cards in p and b would make the side win when
            only the banker draws: those are no longer there to be drawn.
        draw_draw: ``(2, 44, 44, 10)`` the same, of the cards in p, b and e, when both draw.
    """

    held: npt.NDArray[Any]
    place: npt.NDArray[np.intp]
    stand_stand: npt.NDArray[Any]
    draw_stand: npt.NDArray[Any]
    stand_draw: npt.NDArray[Any]
    draw_draw: npt.NDArray[Any]


@cache
def _constants(number: type) -> _Constants:
    """Return the constants as int64, or as float64 for the float twin."""
    held, total = _held()[:_PLAYED], _TOTAL[:_PLAYED]
    both = held[:, None] + held[None]
    after = _AFTER
    wins_by_f = _WINS[:, :, after]  # (2, punter's final total, b, f)
    banker, thirds = np.arange(_PLAYED)[None, :, None], np.arange(10)
    draw_draw = np.einsum("pbf,wpebf->wpbe", both, wins_by_f[:, after])
    draw_draw += wins_by_f[:, after[:, None, :], banker, thirds]  # the punter's third card itself
    return _Constants(
        held=both.astype(number),
        place=after[:, None, :] * _PLAYED + banker,
        stand_stand=_WINS[:, total[:, None], total].astype(number),
        draw_stand=_WINS[:, after[:, None, :], total[:, None]].astype(number),
        stand_draw=np.einsum("pbf,wpbf->wpb", both, wins_by_f[:, total]).astype(number),
        draw_draw=draw_draw.astype(number),
    )


def played_hands(
    counts: npt.NDArray[Any], depletion: int, deals: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """Count wins and losses of coups without naturals, ``(2, 44, 44, 11, 2)``.

    Args:
        counts: ``(10,)`` cards of each value, in the number type to work in.
        depletion: 1, or 0 with replacement.
        deals: ``(55, 55)`` from `hand_pairs`.
    """
    fixed = _constants(np.float64 if counts.dtype == np.float64 else np.int64)
    total = _TOTAL[:_PLAYED]
    fourth, fifth = counts.sum() - 4 * depletion, counts.sum() - 5 * depletion
    deals = deals[:_PLAYED, :_PLAYED]
    ways = deals[..., None] * (counts - depletion * fixed.held)
    played = np.empty((2, _PLAYED, _PLAYED, 11, 2), dtype=counts.dtype)
    for side in range(2):
        # By the punter's final total and b: cards f that would make the side win, before dealing.
        winning = _WINS[side][:, _AFTER] @ counts
        draws, stands = played[side, :, :, :10], played[side, :, :, 10]
        draws[..., 0] = ways * fifth * fixed.draw_stand[side]
        draws[..., 1] = ways * (winning.take(fixed.place) - depletion * fixed.draw_draw[side])
        stands[..., 0] = deals * fourth * fifth * fixed.stand_stand[side]
        stands[..., 1] = deals * fifth * (winning[total] - depletion * fixed.stand_draw[side])
    return played


def dealt_hands(shoe: Shoe) -> npt.NDArray[np.object_]:
    """Count the ordered deals of two hands without a natural and the next card, ``(44, 44, 11)``.

    Column 10 leaves the next card aside: the punter stands.
    """
    counts = np.array(shoe.counts, dtype=object)
    deals = hand_pairs(counts, shoe.depletion)[:_PLAYED, :_PLAYED, None]
    held = _constants(np.int64).held
    found: npt.NDArray[np.object_] = np.concatenate(
        [deals * (counts - shoe.depletion * held), deals], axis=-1
    )
    return found


def natural_pairs(deals: npt.NDArray[Any]) -> list[Any]:
    """Count the four-card deals that a natural settles for the punter, and for the banker."""
    settled = deals.copy()
    settled[:_PLAYED, :_PLAYED] = 0
    return [(settled * _WINS[side][_TOTAL][:, _TOTAL]).sum() for side in range(2)]


def by_total(played: npt.NDArray[Any], punter_sees: Sees, banker_sees: Sees) -> npt.NDArray[Any]:
    """Add up the hands of each total for a side that sees no more."""
    starts = np.searchsorted(cell_totals("hand"), np.arange(8))
    if punter_sees == "total":
        played = np.add.reduceat(played, starts, axis=1)
    if banker_sees == "total":
        played = np.add.reduceat(played, starts, axis=2)
    return played
