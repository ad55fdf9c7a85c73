"""Opponents: from what a caller names to what the loop around the learner's seat reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from chemmy_env import policies
from chemmy_env.adapters.teams import Team, make_teams
from chemmy_env.engine.loops.seating import ANY_SEAT, FIRST_FOREIGN, Lineups
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.player import PLAYER_DTYPE

Lineup: TypeAlias = "str | policies.Player | Sequence[str | policies.Player]"
"""One policy, by name or itself, for all other seats; or one for each, anticlockwise from the
learner's right."""


@dataclass(frozen=True)
class Mix:
    """Opponents drawn anew for each session, by a number keyed by the row's seed and the session.

    Args:
        lineups: what is drawn from.
        weights: how often each is drawn, in proportion; `None` for equally often.
        per_seat: let each other seat draw by itself, instead of one lineup for the table.

    Raises:
        ValueError: if there is nothing to draw from, or the weights are not one number from 0 for
            each lineup, with one above it.
    """

    lineups: Sequence[Lineup]
    weights: Sequence[float] | None = None
    per_seat: bool = False

    def __post_init__(self) -> None:
        """Check the weights."""
        if isinstance(self.lineups, str) or not len(self.lineups):
            raise ValueError(f"lineups = {self.lineups!r}: expected at least one, in a sequence")
        weights = np.asarray(self.chances, np.float64)
        fine = weights.shape == (len(self.lineups),) and np.isfinite(weights).all()
        if not fine or (weights < 0).any() or not weights.any():
            raise ValueError(
                f"weights = {self.weights!r}: expected {len(self.lineups)} numbers from 0, "
                "not all of them 0"
            )

    @property
    def chances(self) -> Sequence[float]:
        """The weights, where none were given too."""
        return [1.0] * len(self.lineups) if self.weights is None else self.weights


Opponents: TypeAlias = "Lineup | Mix"
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class ResolvedOpponents:
    """Opponents as the loop reads them."""

    players: Array
    """(K,) `PLAYER_DTYPE`: the built-in ones, by code from 0; at least one record."""
    teams: tuple[Team, ...]
    """The others, by code from `FIRST_FOREIGN` downwards."""
    lineups: Lineups


def resolve_opponents(
    opponents: Opponents, compiled: CompiledTable, seat: int | str
) -> ResolvedOpponents:
    """Read the opponents of a learner.

    Args:
        opponents: a name, a policy, one for each other seat, or a `Mix`.
        compiled: the table they play at.
        seat: where the learner sits, or ``"random"``.

    Raises:
        ValueError: for an unknown name, something that is no policy, another number of policies
            than there are other seats, or an impossible seat.
    """
    mix = opponents if isinstance(opponents, Mix) else Mix([opponents])
    others = compiled.num_seats - 1
    players: list[np.void] = []
    foreign: list[policies.Player] = []
    codes: dict[int | str, int] = {}

    def code(policy: str | policies.Player) -> int:
        key = policy if isinstance(policy, str) else id(policy)
        if key not in codes:
            made = policies.make(policy, compiled)
            if isinstance(made, policies.BuiltIn):
                codes[key] = len(players)
                players.append(made.player())
            else:
                codes[key] = FIRST_FOREIGN - len(foreign)
                foreign.append(made)
        return codes[key]

    table = np.zeros((len(mix.lineups), others), np.int64)
    for row, lineup in zip(table, mix.lineups, strict=True):
        one_each = _one_each(lineup, others)
        if len(one_each) != others:
            raise ValueError(
                f"{len(one_each)} opponents: expected one, or {others}, one for each other seat"
            )
        row[:] = [code(policy) for policy in one_each]
    weights = np.asarray(mix.chances, np.float64)
    return ResolvedOpponents(
        players=np.array(players, PLAYER_DTYPE) if players else np.zeros(1, PLAYER_DTYPE),
        teams=make_teams(foreign),
        lineups=Lineups(
            seat=_seat(seat, compiled.num_seats),
            per_seat=mix.per_seat,
            codes=table,
            bounds=np.cumsum(weights) / weights.sum(),
        ),
    )


def _one_each(lineup: Lineup, others: int) -> list[str | policies.Player]:
    if isinstance(lineup, Sequence) and not isinstance(lineup, str):
        return list(lineup)
    return [lineup] * others


def _seat(seat: int | str, seats: int) -> int:
    if isinstance(seat, str) and seat == "random":
        return ANY_SEAT
    whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not whole or not 0 <= int(seat) < seats:
        raise ValueError(f"seat = {seat!r}: expected 'random' or a seat from 0 to {seats - 1}")
    return int(seat)
