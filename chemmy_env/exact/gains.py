"""What drawing gains in every cell against a fixed policy, in integers and quickly.

Both gains are linear in the other side's chances, so the shoe's part is prepared once. Chances are
integers over one denominator, cut into pieces so short that products with the coefficients and
their sums stay within an int64; where the denominator is too long for that to pay, or the
coefficients themselves are too large, the same sums run over Python's integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.box import payoffs
from chemmy_env.exact.cells import Ints, PolicyTable, Sees, cell_totals
from chemmy_env.exact.coefficients import coefficients
from chemmy_env.exact.coup import Coup, RulesLike, as_rules, coup_of
from chemmy_env.exact.outcomes import scaled
from chemmy_env.exact.shoe import Shoe
from chemmy_env.rules import FREE, Rules

_INT63: Final = 2**63 - 1
_MOST_PIECES: Final = 24
"""More pieces than this and plain integers are as quick."""


@dataclass(frozen=True)
class Gains:
    """A shoe's coefficients of what drawing gains over standing, in card sequences.

    Attributes:
        punter_base: ``(P,)`` against a banker who always stands.
        punter_slope: ``(C * 11, P)`` by the banker's chances of drawing.
        banker_drawn: ``(P, C * 10)`` by the punter's chances of drawing.
        banker_stood: ``(P, C)`` by the punter's chances of standing.
        sequences: the denominator of the punter's; the banker's is this times `kept`.
        kept: denominator of what the commission leaves.
    """

    punter_base: list[int]
    punter_slope: Ints
    banker_drawn: Ints
    banker_stood: Ints
    sequences: int
    kept: int

    def punter(self, draws: npt.NDArray[Any], scale: int) -> list[int]:
        """Return the punter's gain by cell, times the scale of the banker's chances ``(C, 11)``."""
        moved = weighted_sums(draws.ravel(), scale, self.punter_slope)
        return [base * scale + more for base, more in zip(self.punter_base, moved, strict=True)]

    def banker(self, draws: npt.NDArray[Any], scale: int) -> npt.NDArray[np.object_]:
        """Return the banker's gain, ``(C, 11)``, times the scale of the punter's chances."""
        cells = self.banker_stood.shape[1]
        gains = np.empty((cells, 11), dtype=object)
        gains[:, :10] = np.array(
            weighted_sums(draws, scale, self.banker_drawn), dtype=object
        ).reshape(cells, 10)
        gains[:, 10] = weighted_sums(scale - draws, scale, self.banker_stood)
        return gains


@lru_cache(maxsize=64)
def gains_of(shoe: Shoe, coup: Coup, punter_sees: Sees, banker_sees: Sees) -> Gains:
    """Return the coefficients of a shoe, remembered for the last few."""
    punter_pays, banker_pays = payoffs(shoe, coup, punter_sees, banker_sees)
    rows, banker_swing = len(punter_pays), banker_pays[..., 1] - banker_pays[..., 0]
    drawn_is_seen = np.where(np.arange(11) < 10, 1, -1)  # column 10 is reached by standing
    swing = (punter_pays[..., 1] - punter_pays[..., 0]) * drawn_is_seen
    return Gains(
        punter_base=[int(g) for g in (punter_pays[..., 0] * drawn_is_seen).sum(axis=(1, 2))],
        punter_slope=np.ascontiguousarray(swing.reshape(rows, -1).T),
        banker_drawn=np.ascontiguousarray(banker_swing[:, :, :10].reshape(rows, -1)),
        banker_stood=np.ascontiguousarray(banker_swing[:, :, 10]),
        sequences=coefficients(shoe, punter_sees, banker_sees).sequences,
        kept=(1 - coup.commission).denominator,
    )


@lru_cache(maxsize=64)
def _coup(rules: Rules, bettors: int) -> Coup:
    return coup_of(rules, bettors)


def cached_coup(rules: RulesLike, bettors: int) -> Coup:
    """Return `coup_of`, one object for equal rules."""
    return _coup(as_rules(rules), bettors)


def weighted_sums(weights: npt.NDArray[Any], scale: int, slopes: Ints) -> list[int]:
    """Return ``weights @ slopes`` exactly.

    Args:
        weights: ``(n,)`` integers from 0 to `scale`.
        scale: the most that a weight can be.
        slopes: ``(n, m)`` integers, int64 or Python's.
    """
    whole = weights == scale
    settled = slopes[np.flatnonzero(whole)].sum(axis=0).tolist()
    mixed = np.flatnonzero((weights != 0) & ~whole)
    if len(mixed) == 0:
        return [int(total) * scale for total in settled]
    moved = _mixed_sums(weights[mixed], scale, slopes[mixed])
    return [int(pure) * scale + more for pure, more in zip(settled, moved, strict=True)]


def _mixed_sums(weights: npt.NDArray[Any], scale: int, slopes: Ints) -> list[int]:
    if slopes.dtype == object:
        return [int(total) for total in weights @ slopes]
    most = max(1, int(np.abs(slopes).sum(axis=0).max()))
    bits = (_INT63 // most).bit_length() - 1
    pieces = -(-scale.bit_length() // bits) if bits > 0 else _MOST_PIECES + 1
    if pieces > _MOST_PIECES:
        return [int(total) for total in weights @ slopes.astype(object)]
    mask, rest = (1 << bits) - 1, weights.tolist()
    cut = np.array([[(w >> bits * n) & mask for w in rest] for n in range(pieces)], dtype=np.int64)
    total = [0] * slopes.shape[1]
    for n, piece in enumerate((cut @ slopes).tolist()):
        total = [so_far + (value << bits * n) for so_far, value in zip(total, piece, strict=True)]
    return total


def regret(gains: npt.NDArray[Any], draws: npt.NDArray[Any], scale: int, free: Any) -> int:
    """Return what a side could gain in its free cells, times its own scale."""
    total = 0
    for gain, chance in zip(gains[free].tolist(), draws[free].tolist(), strict=True):
        total += gain * (scale - chance) if gain > 0 else -gain * chance
    return total


def seen_as(table: PolicyTable, sees: Sees) -> tuple[npt.NDArray[Any], int]:
    """Return a table's integer chances and their scale, spelt out by hand where asked for."""
    draws, scale = scaled(table.chances)
    return (draws if table.sees == sees else draws[cell_totals("hand")]), scale


def free_cells(coup: Coup, table: PolicyTable, sees: Sees) -> npt.NDArray[np.bool_]:
    """Return which cells of a side the rules leave free."""
    free: npt.NDArray[np.bool_] = coup.options(table.side, sees) == FREE
    return free
