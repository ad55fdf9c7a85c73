"""A rating from cross-play: Elo's scale for one seat against a table of others.

The chance that an agent of strength s wins at a table of P seats whose others have strength t is
taken as s / (s + (P - 1) t) (Luce 1959, Individual choice behavior; with two seats Bradley & Terry
1952, Rank analysis of incomplete block designs). With theta = log s this is a logistic regression
of the win share with the offset -log(P - 1), whose likelihood is concave. Elo's scale has 400
points for a factor of ten (Elo 1978, The rating of chessplayers).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np
from scipy.linalg import null_space
from scipy.optimize import minimize
from scipy.special import expit

from experiments.measuring.evaluation import Score
from experiments.measuring.statistics import Z_95, Array

POINTS: Final = 400 / log(10)
"""Elo points for a factor of e."""
MEAN: Final = 1500.0


@dataclass
class Rank:
    """One agent's rating; the best come first."""

    agent: str
    elo: float
    half_width: float
    """Half the width of the 95 % interval of `elo`."""
    win_share: float
    """Mean win share against the other agents' tables."""
    chips: float
    """Mean chips a session against them."""
    chips_half_width: float
    misfit: float
    """Largest difference of a win share from the model's."""


def rank(agents: Sequence[str], scores: Sequence[Sequence[Score]], seats: int) -> list[Rank]:
    """Rate agents by their win shares, and sort them.

    Args:
        agents: names.
        scores: a row for each agent, a column for each field; the diagonal is not used.
        seats: P.
    """
    others = ~np.eye(len(agents), dtype=bool)
    shares = np.array([[one.win_share.mean for one in row] for row in scores])
    errors = np.array([[one.win_share.half_width / Z_95 for one in row] for row in scores])
    number = np.array([[one.win_share.n for one in row] for row in scores])
    theta, spread, expected = fit((shares * number + 1 / seats) / (number + 1), errors, seats)
    ranks = []
    for at, agent in enumerate(agents):
        rest = [one for one, counts in zip(scores[at], others[at], strict=True) if counts]
        ranks.append(
            Rank(
                agent=agent,
                elo=float(MEAN + POINTS * theta[at]),
                half_width=float(Z_95 * POINTS * spread[at]),
                win_share=float(np.mean([one.win_share.mean for one in rest])),
                chips=float(np.mean([one.chips.mean for one in rest])),
                chips_half_width=float(
                    np.sqrt(sum(one.chips.half_width**2 for one in rest)) / len(rest)
                ),
                misfit=float(np.abs(shares - expected)[at][others[at]].max()),
            )
        )
    return sorted(ranks, key=lambda one: -one.elo)


def fit(shares: Array, errors: Array, seats: int) -> tuple[Array, Array, Array]:
    """Fit log strengths, with mean 0, to win shares of pairs of different agents.

    Args:
        shares: (n, n), row against a table of column; strictly between 0 and 1 off the diagonal.
        errors: (n, n) their standard errors, taken for independent.
        seats: at a table.

    Returns:
        log strengths (n,), their standard errors (n,), and the win shares they make (n, n).
    """
    n = len(shares)
    rows, columns = np.nonzero(~np.eye(n, dtype=bool))
    contrasts = np.eye(n)[rows] - np.eye(n)[columns]
    basis = null_space(np.ones((1, n)))  # Of the strengths with mean 0.
    design = contrasts @ basis
    seen = shares[rows, columns]
    offset = -log(seats - 1)

    def loss(at: Array) -> tuple[float, Array]:
        """Return the negative log-likelihood, and its gradient."""
        logits = design @ at + offset
        value = np.logaddexp(0, logits).sum() - seen @ logits
        return float(value), design.T @ (expit(logits) - seen)

    def curvature(at: Array) -> Array:
        modelled = expit(design @ at + offset)
        return np.asarray(design.T @ (design * (modelled * (1 - modelled))[:, None]))

    start = np.zeros(n - 1)
    options = {"gtol": 1e-10}
    found = minimize(loss, start, jac=True, hess=curvature, method="trust-exact", options=options).x
    theta: Array = basis @ found
    influence = basis @ np.linalg.solve(curvature(found), design.T)
    spread = np.sqrt(influence**2 @ errors[rows, columns] ** 2)
    return theta, spread, expit(theta[:, None] - theta + offset)
