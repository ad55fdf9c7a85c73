"""A banker's fortune over many coups as a Markov chain, exactly.

A coup at equilibrium is won, lost or tied with known chances. Money is counted in whole units small
enough for the commission; chances are integers over a common denominator while the chain runs.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact import Shoe, solve
from chemmy_env.exact.outcomes import outcomes
from chemmy_env.rules import Rules


class Coup(NamedTuple):
    """One coup as the banker meets it.

    Attributes:
        win: chance that the bank wins.
        lose: chance that it loses.
        tie: chance of neither.
        pays: what a chip wins after commission.
    """

    win: Fraction
    lose: Fraction
    tie: Fraction
    pays: Fraction


def coup_at_equilibrium(rules: Rules, packs: int) -> Coup:
    """Return the coup that both sides play at equilibrium on the full shoe."""
    found = solve(rules, Shoe(packs))
    result = outcomes(rules, found.shoe, found.punter, found.banker)
    return Coup(result.bank_win, result.punter_win, result.tie, 1 - rules.commission)


def flat(coup: Coup, bankroll: int, coups: int) -> dict[Fraction, Fraction]:
    """Return the distribution of the fortune after some coups at one chip each.

    Whoever has less than a chip left is ruined and stakes no more.

    Args:
        coup: the coup.
        bankroll: chips to start with.
        coups: how many are played.

    Returns:
        Chance by fortune in chips.
    """
    unit = coup.pays.denominator
    gain = coup.pays.numerator
    whole = lcm(coup.win.denominator, coup.lose.denominator, coup.tie.denominator)
    win, lose, tie = (int(chance * whole) for chance in coup[:3])
    now: dict[int, int] = {bankroll * unit: 1}
    for _ in range(coups):
        after: defaultdict[int, int] = defaultdict(int)
        for fortune, ways in now.items():
            if fortune < unit:
                after[fortune] += ways * whole
            else:
                after[fortune + gain] += ways * win
                after[fortune - unit] += ways * lose
                after[fortune] += ways * tie
        now = after
    return {
        Fraction(fortune, unit): Fraction(ways, whole**coups)
        for fortune, ways in sorted(now.items())
    }


def ruin_float(coup: Coup, bankroll: int, coups: int) -> npt.NDArray[np.float64]:
    """Return the chance of ruin by each number of coups from 0, in floats; play as in `flat`."""
    unit, gain = coup.pays.denominator, coup.pays.numerator
    now = np.zeros(bankroll * unit + coups * gain + 1)
    now[bankroll * unit] = 1.0
    ruined = np.zeros(coups + 1)
    win, lose, tie = (float(chance) for chance in coup[:3])
    for played in range(1, coups + 1):
        active = now.copy()
        active[:unit] = 0.0
        now = now - active + active * tie
        now[gain:] += active[:-gain] * win
        now[:-unit] += active[unit:] * lose
        ruined[played] = now[:unit].sum()
    return ruined


def reaches_before_ruin(coup: Coup, bankroll: int, target: int) -> Fraction:
    """Return the chance to reach a fortune before ruin, one chip a coup, without commission.

    Raises:
        ValueError: with a commission, where a win is no whole chip, or unless
            ``0 <= bankroll <= target`` and ``target > 0``.
    """
    if coup.pays != 1:
        raise ValueError(f"pays = {coup.pays}: the formula is for a coup without commission")
    if not 0 <= bankroll <= target or target == 0:
        raise ValueError(f"bankroll = {bankroll}: expected 0 to the target, {target}")
    ratio = coup.lose / coup.win
    if ratio == 1:
        return Fraction(bankroll, target)
    return (1 - ratio**bankroll) / (1 - ratio**target)


def all_in(coup: Coup, wins: int) -> tuple[Fraction, Fraction]:
    """Return the chance that a bank left in whole wins so often in a row, and its expectation.

    Ties are played over. What the bank has won is all covered again, after commission.

    Returns:
        The chance, and the expected gain per chip of the first bank.
    """
    chance = (coup.win / (coup.win + coup.lose)) ** wins
    return chance, chance * (1 + coup.pays) ** wins - 1


def growth_optimal(coup: Coup) -> Fraction:
    """Return the share of the fortune to bank that makes its logarithm grow fastest; 0 if none.

    The maximum of ``win log(1 + pays f) + lose log(1 - f)``.
    """
    return max(
        Fraction(0), (coup.win * coup.pays - coup.lose) / (coup.pays * (coup.win + coup.lose))
    )


def growth_rate(coup: Coup, share: float) -> float:
    """Return the expected growth of the logarithm a coup, banking a share below 1."""
    up, down = np.log1p(float(coup.pays) * share), np.log1p(-share)
    return float(coup.win) * float(up) + float(coup.lose) * float(down)


def proportional(coup: Coup, share: Fraction, coups: int) -> list[tuple[float, float]]:
    """Return ``(multiple of the first fortune, chance)`` after some coups, in floats, sorted.

    A share of the fortune is banked each coup; the order of wins and losses does not matter.
    """
    up, down = 1 + float(coup.pays * share), 1 - float(share)
    win, lose, tie = (float(chance) for chance in coup[:3])
    ways = np.zeros((coups + 1, coups + 1))  # by wins and losses
    ways[0, 0] = 1.0
    for _ in range(coups):
        after = ways * tie
        after[1:] += ways[:-1] * win
        after[:, 1:] += ways[:, :-1] * lose
        ways = after
    return sorted(
        (up**wins * down**losses, float(chance))
        for (wins, losses), chance in np.ndenumerate(ways)
        if wins + losses <= coups
    )
