"""The coup with a noisy tell, exactly.

Before he decides, the banker sees whether the punter hesitated. With chance 1 - noise this is the
truth: it hesitates on 5 and on nothing else. With chance `noise` it is a fake, shown whatever the
total is: a hesitation with chance `faked`, which carries no news. Given the punter's chance x of
drawing on 5, the banker's best payoff in each cell (his total, the third card, the signal) is the
greater of two linear functions of x. Their sum is convex and piecewise linear; its minimum is the
value of the zero-sum game. As a linear program: minimise the sum of one unknown a cell that is at
least both functions. The minimum lies at 0, at 1, or where some cell is indifferent, so trying
these finds it exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact import Shoe
from chemmy_env.exact.box import payoffs
from chemmy_env.exact.cells import STOOD
from chemmy_env.exact.coefficients import coefficients
from chemmy_env.exact.coup import coup_of
from chemmy_env.rules import DRAW

FIVE: Final = 5
Cells = npt.NDArray[Any]


class Tell(NamedTuple):
    """The game's solution at one noise.

    Attributes:
        value: the banker's value per chip.
        draws_on_five: an optimal chance of drawing on 5.
    """

    value: Fraction
    draws_on_five: Fraction


def cells(shoe: Shoe, noise: Fraction, faked: Fraction) -> tuple[Cells, Cells, Fraction]:
    """Return the banker's payoffs by cell and action as linear functions of x, and the naturals.

    Args:
        shoe: the cards that are left.
        noise: from 0, a perfect tell, to 1, none.
        faked: chance that a fake is a hesitation, 0 to 1.

    Returns:
        Constants and slopes, ``(2, 8, 11, 2)`` fractions by signal (prompt, hesitant), banker's
        total, third card or stood, and action; and the banker's payoff from naturals.

    Raises:
        ValueError: for a chance outside 0 to 1.
    """
    for name, chance in (("noise", noise), ("faked", faked)):
        if not 0 <= chance <= 1:
            raise ValueError(f"{name} = {chance}: expected 0 to 1")
    coup = coup_of("free")
    _, pays = payoffs(shoe, coup, "total", "total")
    counts = coefficients(shoe, "total", "total")
    base = np.full((2, 8, 11, 2), Fraction(0), dtype=object)
    slope = base.copy()
    for total in range(8):
        hesitant = noise * faked + (1 - noise) * (total == FIVE)
        for signal, chance in enumerate((1 - hesitant, hesitant)):
            here = pays[total].astype(object) * (Fraction(chance) / counts.sequences)
            if total == FIVE:
                base[signal, :, STOOD] += here[:, STOOD]
                slope[signal, :, STOOD] -= here[:, STOOD]
                slope[signal, :, :STOOD] += here[:, :STOOD]
            elif coup.punter_options[total] == DRAW:
                base[signal, :, :STOOD] += here[:, :STOOD]
            else:
                base[signal, :, STOOD] += here[:, STOOD]
    wins, losses = counts.naturals
    return base, slope, Fraction(losses - wins, counts.sequences)


def solve_tell(shoe: Shoe, noise: Fraction, faked: Fraction) -> Tell:
    """Return the value and an optimal punter; args and errors as `cells`."""
    base, slope, settled = cells(shoe, noise, faked)
    candidates = {Fraction(0), Fraction(1)}
    for gap, steepness in zip(
        (base[..., 1] - base[..., 0]).flat, (slope[..., 1] - slope[..., 0]).flat, strict=True
    ):
        if steepness and 0 < (point := -gap / steepness) < 1:
            candidates.add(point)
    value, draws = min((_best(base + slope * x), x) for x in candidates)
    return Tell(settled + value, draws)


def _best(pays: Cells) -> Fraction:
    return sum(pays.max(axis=-1).flat, Fraction(0))
