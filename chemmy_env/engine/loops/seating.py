"""Who sits where: the learner's seat, its opponents, and what a loop around one seat remembers.

Seats and opponents are drawn for each session from keyed numbers (common/keys.py), so they too
depend on the row's seed and the session's number alone.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from chemmy_env.engine.common.keys import derive, uniform
from chemmy_env.engine.machine.jit import jit

LEARNER: Final = -1
"""Code of the seat whose actions come from the caller."""
FIRST_FOREIGN: Final = -2
"""Code of the first opponent that is played outside the loop; -3, -4 ... for further ones. Codes
from 0 are built-in players."""
STUCK: Final = -(2**40)
"""`SeatState.asked` of a row where session after session goes by without the learner."""
ANY_SEAT: Final = -1
"""`Lineups.seat` for a seat drawn anew for each session."""

_SEAT = np.uint64(0x53454154)
"""Purpose: the learner's seat in a session."""
_OPPONENTS = np.uint64(0x4F50504F)
"""Purpose: its opponents."""

Array = np.ndarray[Any, Any]


class Lineups(NamedTuple):
    """Where the learner sits, and who may sit with it."""

    seat: int
    """The learner's seat, or `ANY_SEAT`."""
    per_seat: bool
    """Whether every other seat draws its lineup by itself."""
    codes: Array
    """(L, P - 1) int64: the player of each other seat, anticlockwise from the learner's right."""
    bounds: Array
    """(L,) float64: summed chances of the lineups; the last is 1."""


class SeatState(NamedTuple):
    """What the loop remembers of each row between two calls."""

    seating: Array
    """(N, P) int64: the code of each seat's player in this session."""
    learner: Array
    """(N,) int64: the learner's seat."""
    lineup: Array
    """(N,) int64: which lineup its opponents are, -1 where each draws its own."""
    asked: Array
    """(N,) int64: the code of who is asked: `LEARNER`, or a foreign opponent yet to answer."""
    decided: Array
    """(N,) bool: the learner has decided something in this session."""
    credit: Array
    """(N,) float64: what the learner was credited and has not been told yet."""
    rolls: Array
    """(N,) float64: the keyed number of the decision that a foreign opponent is asked for."""


class SeatOutputs(NamedTuple):
    """What a step returns of the learner's seat, one row a table."""

    observation: Array
    """(N, D) float32: what the learner sees, asked in this session or the next one."""
    action_mask: Array
    """(N, A) int8: its legal actions."""
    seat: Array
    """(N,) int64: where it sits."""
    reward: Array
    """(N,) float64: everything credited to it since its last decision, in its session."""
    terminated: Array
    """(N,) bool: the session in which it decided has ended."""
    truncated: Array
    """(N,) bool: it was cut off."""
    final_observation: Array
    """(N, D) float32: its view of that end."""
    final_seat: Array
    """(N,) int64: where it sat then."""
    final_lineup: Array
    """(N,) int64: which lineup it sat with then, -1 where each opponent drew its own."""
    skipped_sessions: Array
    """(N,) int64: sessions played since without asking it once."""
    skipped_reward: Array
    """(N,) float64: what it was credited in those."""


def make_seat_state(tables: int, seats: int) -> SeatState:
    """Allocate the state of a seat loop."""
    return SeatState(
        seating=np.zeros((tables, seats), np.int64),
        learner=np.zeros(tables, np.int64),
        lineup=np.zeros(tables, np.int64),
        asked=np.full(tables, LEARNER, np.int64),
        decided=np.zeros(tables, np.bool_),
        credit=np.zeros(tables),
        rolls=np.zeros(tables),
    )


def make_seat_outputs(tables: int, observation_size: int, num_actions: int) -> SeatOutputs:
    """Allocate one set of a seat loop's outputs."""
    return SeatOutputs(
        observation=np.zeros((tables, observation_size), np.float32),
        action_mask=np.zeros((tables, num_actions), np.int8),
        seat=np.zeros(tables, np.int64),
        reward=np.zeros(tables),
        terminated=np.zeros(tables, np.bool_),
        truncated=np.zeros(tables, np.bool_),
        final_observation=np.zeros((tables, observation_size), np.float32),
        final_seat=np.zeros(tables, np.int64),
        final_lineup=np.zeros(tables, np.int64),
        skipped_sessions=np.zeros(tables, np.int64),
        skipped_reward=np.zeros(tables),
    )


@jit
def take_seats(table, config, lineups, state, row):
    """Seat the learner and its opponents for the session that the table has just begun."""
    seats = config.num_seats
    key = table.session_key
    seat = lineups.seat
    if seat == ANY_SEAT:
        seat = np.int64(uniform(derive(key, _SEAT, 0), 0) * seats)
    state.learner[row] = seat
    state.seating[row, seat] = LEARNER
    seat_opponents(table, config, lineups, state, row)


@jit
def seat_opponents(table, config, lineups, state, row):
    """Seat the learner's opponents."""
    seats = config.num_seats
    key = derive(table.session_key, _OPPONENTS, 0)
    lineup = draw_lineup(lineups, uniform(key, 0))
    state.lineup[row] = -1 if lineups.per_seat else lineup
    for ahead in range(1, seats):
        if lineups.per_seat and ahead > 1:
            lineup = draw_lineup(lineups, uniform(key, ahead - 1))
        seat = (state.learner[row] + ahead) % seats
        state.seating[row, seat] = lineups.codes[lineup, ahead - 1]


@jit
def draw_lineup(lineups, roll):
    """Return the lineup that a number in [0, 1) falls on."""
    lineup = 0
    while lineup < lineups.bounds.shape[0] - 1 and roll >= lineups.bounds[lineup]:
        lineup += 1
    return lineup
