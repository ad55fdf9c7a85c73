"""Opponents outside the compiled loop: those of one kind are asked together, once a round.

Most of what a small network costs is the call. A policy that can answer for others too has an
attribute ``kind``, hashable, and a method ``join(policies)``: policies of one type and equal kind
are joined into one object, whose ``act_batch(which, observation, action_mask, rng)`` is told in
``which``, (N,) int64, the place of each row's policy in the sequence that was joined. Any other
policy is asked by itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from chemmy_env import policies
from chemmy_env.engine.loops.seating import FIRST_FOREIGN, LEARNER, SeatOutputs, SeatState

Array = np.ndarray[Any, Any]


class Joined(Protocol):
    """Several policies that answer in one call."""

    def act_batch(
        self, which: Array, observation: Array, action_mask: Array, rng: policies.Rolls
    ) -> Array:
        """Choose an action for each row, as the policy at the row's place would."""


@dataclass(frozen=True)
class Team:
    """Opponents that are asked in one call."""

    members: tuple[policies.Player, ...]
    joined: Joined | None
    """All of them; `None` for a single one, which is asked itself."""
    places: Array
    """(F,) int64: for each of the F opponents outside the loop its place here, else -1."""

    def ask(self, out: SeatOutputs, rows: Array, which: Array, rolls: Array) -> Array:
        """Ask for the actions of some rows.

        Args:
            out: what the members see.
            rows: (M,) which rows.
            which: (M,) places of those that are asked.
            rolls: (M,) float64 in [0, 1), their keyed numbers.

        Returns:
            (M,) int64 legal actions.

        Raises:
            ValueError: if something else is returned.
        """
        given = out.observation[rows], out.action_mask[rows], policies.KeyedRolls(rolls)
        chosen = (
            self.members[0].act_batch(*given)
            if self.joined is None
            else self.joined.act_batch(which, *given)
        )
        actions = np.asarray(chosen)
        if actions.shape != rows.shape or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(
                f"opponent {self.members[0]!r} returned shape {actions.shape} and type "
                f"{actions.dtype}: expected ({len(rows)},) integers"
            )
        inside = (actions >= 0) & (actions < out.action_mask.shape[1])
        legal = inside & (out.action_mask[rows, np.where(inside, actions, 0)] == 1)
        if not legal.all():
            at = int(np.argmin(legal))
            raise ValueError(
                f"opponent {self.members[which[at]]!r} chose {actions[at]}: expected one of "
                f"{np.flatnonzero(out.action_mask[rows[at]]).tolist()}"
            )
        return np.ascontiguousarray(actions, np.int64)


def make_teams(foreign: Sequence[policies.Player]) -> tuple[Team, ...]:
    """Return the opponents outside the loop, in teams of one kind each."""
    kinds: dict[Hashable, list[int]] = {}
    for number, policy in enumerate(foreign):
        kind = getattr(policy, "kind", None) if hasattr(policy, "join") else None
        kinds.setdefault(number if kind is None else (type(policy), kind), []).append(number)
    teams = []
    for numbers in kinds.values():
        members = tuple(foreign[number] for number in numbers)
        leader: Any = members[0]
        places = np.full(len(foreign), -1)
        places[numbers] = np.arange(len(numbers))
        teams.append(Team(members, leader.join(members) if len(members) > 1 else None, places))
    return tuple(teams)


def ask_round(
    teams: Sequence[Team], state: SeatState, out: SeatOutputs
) -> Iterator[tuple[Array, Array]]:
    """Ask each team once for all rows that wait for it; yield those rows and their actions."""
    waiting = np.flatnonzero(state.asked != LEARNER)
    numbers = FIRST_FOREIGN - state.asked[waiting]
    for team in teams:
        which = team.places[numbers]
        asked = which >= 0
        rows = waiting[asked]
        if rows.size:
            yield rows, team.ask(out, rows, which[asked], state.rolls[rows])
