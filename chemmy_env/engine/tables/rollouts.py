"""Rollouts: many decisions in one call, all by built-in players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from chemmy_env.engine.loops import rollout as loop
from chemmy_env.engine.records.outputs import Array, Outputs
from chemmy_env.engine.records.player import PLAYER_DTYPE
from chemmy_env.engine.tables.rows import Rows, Work

_SLICE: Final = 1 << 21
"""Decisions between two moments at which Ctrl-C is answered: some fifth of a second."""


@dataclass(frozen=True)
class Rollout:
    """What happened in a rollout."""

    sessions: int
    """Sessions that ended."""
    coups: int
    decisions: int
    rewards: Array
    """(P,) float64: rewards of each seat, summed over each row's steps and then over the rows in
    their order, so that no bit depends on how many threads there are; a fresh array."""


def make_players(policies: Any, seats: int) -> Array:
    """Return the records of a rollout's players, (P,) `PLAYER_DTYPE`.

    Args:
        policies: a built-in policy for all seats, or one for each seat.
        seats: P.

    Raises:
        ValueError: if a policy is not built in, or there is not one for each seat.
    """
    one_each = list(policies) if isinstance(policies, Sequence) else [policies] * seats
    if len(one_each) != seats:
        raise ValueError(f"{len(one_each)} policies: expected one, or {seats}, one a seat")
    foreign = [policy for policy in one_each if not hasattr(policy, "player")]
    if foreign:
        raise ValueError(f"policy {foreign[0]!r} is not built in: step the tables with it instead")
    return np.array([policy.player() for policy in one_each], PLAYER_DTYPE)


def roll_out(
    rows: Rows, out: Outputs, players: Array, steps: int, share: Callable[[Work], object]
) -> Rollout:
    """Play `steps` decisions in each row, a slice of them at a time.

    Args:
        rows: the tables.
        out: where the questions stand, and are left at the end.
        players: (P,) `PLAYER_DTYPE`.
        steps: decisions in each row.
        share: calls what it is given for all rows, in parts.
    """
    count, seats = len(rows.state), len(players)
    seating = np.broadcast_to(np.arange(seats), (count, seats)).copy()
    tally = np.zeros((count, 3 + seats))
    at_once = max(1, _SLICE // count)
    for done in range(0, steps, at_once):
        now = min(at_once, steps - done)

        def play(low: int, high: int, now: int = now) -> None:
            loop.play_decisions(
                rows.state,
                rows.shoes,
                rows.compiled.config,
                out,
                players,
                seating,
                now,
                tally,
                low,
                high,
            )

        share(play)
    total = tally.sum(0)
    return Rollout(int(total[0]), int(total[1]), int(total[2]), total[3:])
