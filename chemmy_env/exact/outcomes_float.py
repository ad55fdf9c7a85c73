"""Float twins: the same formulas in float64, for scoring many policies and shoes quickly.

They agree with the exact functions to about 1e-15; a figure to be quoted comes from those.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.cells import PolicyTable, Sees, Side, cell_totals
from chemmy_env.exact.coefficients import (
    coefficients,
    hand_pairs,
    natural_pairs,
    played_hands,
)
from chemmy_env.exact.coup import Coup, RulesLike, as_rules, coup_of
from chemmy_env.exact.shoe import Shoe
from chemmy_env.rules import DRAW, FREE, STAND, Rules

Floats = npt.NDArray[np.float64]
_ROWS: Final[dict[int, Sees]] = {8: "total", 44: "hand"}


class OutcomesFloat(NamedTuple):
    """Chances and values of one coup, as `Outcomes`, in floats."""

    punter_win: float
    bank_win: float
    tie: float
    punter_value: float
    banker_value: float


def outcomes_float(
    rules: RulesLike,
    shoe: Shoe,
    punter: npt.ArrayLike | PolicyTable,
    banker: npt.ArrayLike | PolicyTable,
    bettors: int = 1,
) -> OutcomesFloat:
    """Return `outcomes` in floats; nothing is remembered of the shoe, so use as many as you like.

    Args:
        rules: a `Rules` or a profile's name.
        shoe: the cards that are left.
        punter: chances of drawing, ``(8,)``, ``(10,)`` or ``(44,)``, or a table.
        banker: chances of drawing, ``(8, 11)``, ``(10, 11)`` or ``(44, 11)``, or a table.
        bettors: how many bet on the punter's hand (R-H8).

    Raises:
        ValueError: for a policy of the wrong shape, with a chance outside 0 to 1, or against the
            drawing rules.
    """
    coup = _coup(as_rules(rules), bettors)
    x, y = _policy("punter", punter, coup), _policy("banker", banker, coup)
    counts = np.array(shoe.counts, dtype=np.float64)
    deals = hand_pairs(counts, shoe.depletion)
    played = played_hands(counts, shoe.depletion, deals)
    x, y = _by_hand(x), _by_hand(y)
    left = (shoe.cards - 4 * shoe.depletion) * (shoe.cards - 5 * shoe.depletion)
    sequences = float(shoe.sequences())
    wins, losses = (
        float(_weigh_punter(side, x).ravel() @ _actions(y).ravel() + natural * left) / sequences
        for side, natural in zip(played, natural_pairs(deals), strict=True)
    )
    kept = 1.0 - float(coup.commission)
    return OutcomesFloat(wins, losses, 1.0 - wins - losses, wins - losses, kept * losses - wins)


def nash_conv_float(
    rules: RulesLike,
    shoe: Shoe,
    punter: npt.ArrayLike | PolicyTable,
    banker: npt.ArrayLike | PolicyTable,
    bettors: int = 1,
) -> float:
    """Return `nash_conv` in floats; the coefficients of the last few shoes are remembered.

    Args and errors as `outcomes_float`. Each side's best response knows what its policy does.
    """
    coup = _coup(as_rules(rules), bettors)
    x, y = _policy("punter", punter, coup), _policy("banker", banker, coup)
    pays = _payoffs(shoe, coup, _ROWS[len(x)], _ROWS[len(y)])
    cells = _weigh_punter(pays.banker, x)
    banker_gain = _regret(cells, y, coup.banker_options[_totals(y)])
    drawn = pays.punter_drawn @ _actions(y[:, :10]).ravel()
    stood = pays.punter_stood @ _actions(y[:, 10]).ravel()
    punter_gain = _regret(np.stack([stood, drawn], -1), x, coup.punter_options[_totals(x)])
    return banker_gain + punter_gain


@dataclass(frozen=True)
class _Payoffs:
    """Payoffs per chip, ready to be multiplied.

    Attributes:
        banker: ``(punter cells, banker cells, 11, 2)``.
        punter_drawn: ``(punter cells, banker cells * 10 * 2)``.
        punter_stood: ``(punter cells, banker cells * 2)``.
    """

    banker: Floats
    punter_drawn: Floats
    punter_stood: Floats


@lru_cache(maxsize=64)
def _payoffs(shoe: Shoe, coup: Coup, punter_sees: Sees, banker_sees: Sees) -> _Payoffs:
    counts = coefficients(shoe, punter_sees, banker_sees)
    wins, losses = counts.played.astype(np.float64) / float(counts.sequences)
    rows, net = len(wins), wins - losses
    return _Payoffs(
        (1.0 - float(coup.commission)) * losses - wins,
        np.ascontiguousarray(net[:, :, :10].reshape(rows, -1)),
        np.ascontiguousarray(net[:, :, 10].reshape(rows, -1)),
    )


@lru_cache(maxsize=64)
def _coup(rules: Rules, bettors: int) -> Coup:
    return coup_of(rules, bettors)


def _policy(side: Side, policy: npt.ArrayLike | PolicyTable, coup: Coup) -> Floats:
    """Return checked chances of drawing, ``(8 or 44,)`` or ``(8 or 44, 11)``."""
    if isinstance(policy, PolicyTable) and policy.side != side:
        raise ValueError(f"expected a {side}'s policy, got a {policy.side}'s")
    chances = np.asarray(policy, dtype=np.float64)
    if chances.ndim and len(chances) == 10:
        chances = chances[:8]
    tail = () if side == "punter" else (11,)
    if chances.ndim == 0 or len(chances) not in _ROWS or chances.shape[1:] != tail:
        shapes = " or ".join(str((rows, *tail)) for rows in _ROWS)
        raise ValueError(f"{side}'s policy has shape {chances.shape}: expected {shapes}")
    options = coup.punter_options if side == "punter" else coup.banker_options
    options = options[_totals(chances)]
    low, high = options == DRAW, options != STAND
    if not ((chances >= low) & (chances <= high)).all():
        place = tuple(np.argwhere(~((chances >= low) & (chances <= high)))[0].tolist())
        raise ValueError(
            f"{side}'s chance of drawing at cell {place} is {chances[place]}: expected "
            f"{int(low[place])} to {int(high[place])}"
        )
    return chances


def _totals(chances: Floats) -> npt.NDArray[np.int64]:
    return cell_totals(_ROWS[len(chances)])


def _by_hand(chances: Floats) -> Floats:
    return chances[cell_totals("hand")] if len(chances) == 8 else chances


def _actions(draws: Floats) -> Floats:
    """Return chances of standing and drawing on a new last axis."""
    return np.stack([1.0 - draws, draws], axis=-1)


def _weigh_punter(pays: Floats, x: Floats) -> Floats:
    """Weigh ``(punter cells, banker cells, 11, 2)`` by the punter's play."""
    cells = len(pays)
    total = (x @ pays.reshape(cells, -1)).reshape(pays.shape[1:])
    total[:, 10] = ((1.0 - x) @ pays[:, :, 10].reshape(cells, -1)).reshape(-1, 2)
    return total


def _regret(cells: Floats, draws: Floats, options: npt.NDArray[np.int8]) -> float:
    """Return what a side could gain in its free cells."""
    gain = cells[..., 1] - cells[..., 0]
    best = np.where(options == FREE, gain > 0, draws)
    return float(((best - draws) * gain).sum())
