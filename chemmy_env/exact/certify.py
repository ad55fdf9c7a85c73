"""Check a claimed equilibrium in exact arithmetic, by other means than it was found by.

The counts come from `naive.tally`, which deals out every sequence. The claim is then judged cell
by cell: the rules are obeyed, a cell that draws does not lose by it, one that stands would not gain
by drawing, and one that mixes is indifferent (the Karush-Kuhn-Tucker conditions). Since each side
moves at most once, nobody gains by any departure if nobody gains at a single cell. Nothing of the
solver is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.exact.cells import BankerTable, PolicyTable, PunterTable
from chemmy_env.exact.coup import Coup, coup_of
from chemmy_env.exact.enumeration import Tally, tally
from chemmy_env.exact.solve import Equilibrium
from chemmy_env.rules import DRAW, FREE

Vector = npt.NDArray[Any]


@dataclass(frozen=True)
class Certificate:
    """What a check found; true if and only if nothing was wrong.

    Attributes:
        failures: one sentence for each thing that is not as claimed.
    """

    failures: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the claim holds."""
        return not self.failures

    def __bool__(self) -> bool:
        """Whether the claim holds."""
        return self.ok


def certify(claim: Equilibrium) -> Certificate:
    """Check that the policies form an equilibrium, and both values.

    Uniqueness is not checked, nor whether another equilibrium exists.

    Args:
        claim: the equilibrium, with the rules and the shoe it is claimed for. To check figures from
            elsewhere, put them in one: ``dataclasses.replace(claim, punter=..., value=...)``.
    """
    coup = coup_of(claim.rules, claim.bettors)
    counts = tally(claim.shoe)
    x, x_scale = _by_hand(claim.punter, counts)
    y, y_scale = _by_hand(claim.banker, counts)
    wins_losses = _against_punter(counts, x, x_scale)
    return Certificate(
        (
            *_values(claim, coup, counts, wins_losses, x_scale, y, y_scale),
            *_banker_cells(claim.banker, coup, counts, wins_losses),
            *_punter_cells(claim.punter, coup, counts, y, y_scale),
        )
    )


def _by_hand(table: PolicyTable, counts: Tally) -> tuple[Vector, int]:
    """Return the chances of drawing by hand, as integers over one denominator."""
    rows = [
        table.chances[table.labels.index(hand if table.sees == "hand" else sum(hand) % 10)]
        for hand in counts.hands
    ]
    chances = np.array(rows, dtype=object)
    scale = lcm(*(chance.denominator for chance in chances.flat))
    return np.vectorize(lambda chance: int(chance * scale), otypes=[object])(chances), scale


def _against_punter(counts: Tally, x: Vector, scale: int) -> Vector:
    """Return ``(2, 2, banker hands, 11)``: who wins, banker stands or draws, times the scale."""
    drew = np.tensordot(x, counts.drew.astype(object), (0, 2))
    stood = np.tensordot(scale - x, counts.stood.astype(object), (0, 2))
    return np.concatenate([drew, stood[..., None]], axis=-1)


def _values(
    claim: Equilibrium,
    coup: Coup,
    counts: Tally,
    wins_losses: Vector,
    x_scale: int,
    y: Vector,
    y_scale: int,
) -> Iterator[str]:
    """Check the two values."""
    played = ((y_scale - y) * wins_losses[:, 0] + y * wins_losses[:, 1]).sum(axis=(1, 2))
    chances = [
        Fraction(int(won), x_scale * y_scale * counts.sequences)
        + Fraction(settled, counts.sequences)
        for won, settled in zip(played, counts.naturals, strict=True)
    ]
    value = chances[0] - chances[1]
    banker_value = chances[1] * (1 - coup.commission) - chances[0]
    if claim.value != value:
        yield f"value {claim.value}: the policies give {value}"
    if claim.banker_value != banker_value:
        yield f"banker_value {claim.banker_value}: the policies give {banker_value}"


def _banker_cells(
    table: BankerTable, coup: Coup, counts: Tally, wins_losses: Vector
) -> Iterator[str]:
    """Check the banker's cells."""
    kept = 1 - coup.commission
    earned = wins_losses[1] * kept.numerator - wins_losses[0] * kept.denominator
    for row, label in enumerate(table.labels):
        hands = _hands_of(label, counts)
        stand, draw = earned[:, hands].sum(axis=1)
        total = sum(counts.hands[hands[0]]) % 10
        for column in range(11):
            yield from _judge(
                f"banker at {table.label((row, column))}",
                int(coup.banker_options[total, column]),
                table.chances[row, column],
                draw[column] - stand[column],
            )


def _punter_cells(
    table: PunterTable, coup: Coup, counts: Tally, y: Vector, scale: int
) -> Iterator[str]:
    """Check the punter's cells."""
    drew = (counts.drew[0] - counts.drew[1]).astype(object)
    stood = (counts.stood[0] - counts.stood[1]).astype(object)
    draw = ((scale - y[:, :10]) * drew[0] + y[:, :10] * drew[1]).sum(axis=(1, 2))
    stand = ((scale - y[:, 10]) * stood[0] + y[:, 10] * stood[1]).sum(axis=1)
    for row, label in enumerate(table.labels):
        hands = _hands_of(label, counts)
        yield from _judge(
            f"punter at {label}",
            int(coup.punter_options[sum(counts.hands[hands[0]]) % 10]),
            table.chances[row],
            draw[hands].sum() - stand[hands].sum(),
        )


def _hands_of(label: Any, counts: Tally) -> list[int]:
    return [place for place, hand in enumerate(counts.hands) if label in (hand, sum(hand) % 10)]


def _judge(cell: str, option: int, chance: Fraction, gain: int) -> Iterator[str]:
    """Check one cell: what drawing gains there must agree with its chance of drawing."""
    if option != FREE:
        if chance != int(option == DRAW):
            yield f"{cell}: draws with chance {chance}, the rules leave no choice"
    elif chance < 1 and gain > 0:
        yield f"{cell}: draws with chance {chance}, but drawing gains"
    elif chance > 0 and gain < 0:
        yield f"{cell}: draws with chance {chance}, but drawing loses"
