"""The loop around one seat of each table, the learner's.

Its opponents are played until it is asked again; a session in which it never is, is skipped.
"""

from __future__ import annotations

from typing import Final

from chemmy_env.engine.common.actions import write_mask_and_choices
from chemmy_env.engine.games.game import (
    decision_roll,
    next_session,
    observe,
    take_action,
    take_legal_action,
)
from chemmy_env.engine.games.player import choose
from chemmy_env.engine.loops.prefetch import fetch_ahead
from chemmy_env.engine.loops.seating import LEARNER, STUCK, seat_opponents, take_seats
from chemmy_env.engine.loops.step import DISABLED, NEXT_STEP, SAME_STEP
from chemmy_env.engine.machine.crew import finish_part, is_finished, next_part, which_outputs
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import PASS, Over

SKIP_LIMIT: Final = 10_000
"""Sessions in a row that may go by without the learner being asked."""


@jit
def start_seat_rows(
    tables, shoes, configs, players, lineups, state, out, before, autoreset, low, high
):
    """Take seats at tables whose session has just begun, and play on until the learner is asked.

    Args:
        tables: (N,) records.
        shoes: (N, cards) uint8.
        configs: (1,) compiled rules and options.
        players: (K,) `PLAYER_DTYPE`, the built-in opponents.
        lineups: `Lineups`.
        state: `SeatState`.
        out: `SeatOutputs`.
        before: (N, P) float64: what was credited while the session began.
        autoreset: how a session is followed, as in `step_rows`.
        low: first row.
        high: row after the last.
    """
    config = configs[0]
    for row in range(low, high):
        take_seats(tables[row], config, lineups, state, row)
        clear_outputs(out, row)
        state.decided[row] = False
        state.credit[row] = before[row, state.learner[row]]
        play_until_asked(
            tables[row], shoes[row], config, players, lineups, state, out, row, autoreset
        )


@jit
def step_seat_rows(
    tables, shoes, configs, players, lineups, state, out, rows, actions, autoreset, low, high
):
    """Take the answers of those who are asked, learners or foreign opponents, and play on.

    Args:
        tables: (N,) records.
        shoes: (N, cards) uint8.
        configs: (1,) compiled rules and options.
        players: (K,) `PLAYER_DTYPE`, the built-in opponents.
        lineups: `Lineups`.
        state: `SeatState`.
        out: `SeatOutputs`.
        rows: (M,) int64: rows that are answered.
        actions: (M,) int64: the answers. Where the session is over, the next one begins instead,
            unless `autoreset` is DISABLED.
        autoreset: how a session is followed, as in `step_rows`.
        low: first of `rows`.
        high: place after the last of them.
    """
    config = configs[0]
    for at in range(low, high):
        row = rows[at]
        fetch_ahead(tables, row, rows[high - 1] + 1)
        table = tables[row]
        if state.asked[row] == LEARNER:
            clear_outputs(out, row)
            state.decided[row] = True
        if table.over:
            if autoreset != DISABLED:
                begin_next(table, shoes[row], config, lineups, state, row)
        else:
            take_action(table, shoes[row], config, actions[at])
            state.credit[row] += table.reward[state.learner[row]]
        play_until_asked(table, shoes[row], config, players, lineups, state, out, row, autoreset)


@jit
def step_seats_together(
    shared, thread, spins, actions, tables, shoes, configs, players, lineups, state, outs, rows,
    autoreset,
):  # fmt: skip
    """Do what `step_seat_rows` does as one of several threads (engine/machine/crew.py)."""
    low, high = next_part(shared, thread, rows.shape[0], spins)
    while low >= 0:
        step_seat_rows(
            tables, shoes, configs, players, lineups, state, outs[which_outputs(shared)], rows,
            actions, autoreset, low, high,
        )  # fmt: skip
        finish_part(shared)
        low, high = next_part(shared, thread, rows.shape[0], spins)
    return thread > 0 or is_finished(shared, spins)


@jit
def change_opponents(tables, configs, lineups, state):
    """Seat other opponents in the sessions that are being played."""
    for row in range(tables.shape[0]):
        seat_opponents(tables[row], configs[0], lineups, state, row)


@jit_inline
def clear_outputs(out, row):
    """Forget what the step before returned."""
    out.reward[row] = 0.0
    out.terminated[row] = False
    out.truncated[row] = False
    out.skipped_sessions[row] = 0
    out.skipped_reward[row] = 0.0


@jit
def begin_next(table, shoe, config, lineups, state, row):
    """Begin the row's next session."""
    next_session(table, shoe, config)
    take_seats(table, config, lineups, state, row)
    state.decided[row] = False
    state.credit[row] = table.reward[state.learner[row]]


@jit_inline
def play_until_asked(table, shoe, config, players, lineups, state, out, row, autoreset):
    """Play built-in seats until another one is asked, or until the learner's session is over.

    A session that ends without the learner having decided anything is skipped: counted, and
    followed by the next one whatever `autoreset` says.
    """
    while True:
        state.credit[row] += play_until(
            table, shoe, config, players, state.seating[row], state.learner[row],
            out.observation[row], out.action_mask[row],
        )  # fmt: skip
        if table.over == 0:
            break
        if state.decided[row]:
            write_end(table, config, state, out, row)
            if autoreset != SAME_STEP:
                wait_after_end(state, out, row, autoreset)
                return
        else:
            out.skipped_sessions[row] += 1
            out.skipped_reward[row] += state.credit[row]
            if out.skipped_sessions[row] > SKIP_LIMIT:
                state.asked[row] = STUCK
                return
        begin_next(table, shoe, config, lineups, state, row)
    asked = state.seating[row, table.seat]
    state.asked[row] = asked
    if asked != LEARNER:
        state.rolls[row] = decision_roll(table)
        return
    out.seat[row] = state.learner[row]
    if state.decided[row]:
        out.reward[row] = state.credit[row]
        state.credit[row] = 0.0


@jit_inline
def play_until(table, shoe, config, players, seating, learner, observation, mask):
    """Play built-in seats of one table until another is asked or the session is over.

    Args:
        table: the record.
        shoe: its cards.
        config: compiled rules and options.
        players: (K,) `PLAYER_DTYPE`.
        seating: (P,) int64: the player of each seat; negative for one that is not built in.
        learner: the seat whose rewards are summed.
        observation: (D,) float32, for what the seat that is asked sees.
        mask: (A,) int8, for its legal actions.

    Returns:
        What the learner was credited.
    """
    credit = 0.0
    while table.over == 0:
        observe(table, config, table.seat, observation)
        write_mask_and_choices(table, config, mask)
        code = seating[table.seat]
        if code < 0:
            break
        action = choose(
            players[code], config, observation, mask, table.choices, decision_roll(table)
        )
        take_legal_action(table, shoe, config, action)
        credit += table.reward[learner]
    return credit


@jit
def write_end(table, config, state, out, row):
    """Write how the learner's session ended, what it brought, and the learner's view of it."""
    out.truncated[row] = table.over == Over.TRUNCATED
    out.terminated[row] = table.over != Over.TRUNCATED
    out.reward[row] = state.credit[row]
    state.credit[row] = 0.0
    out.final_seat[row] = state.learner[row]
    out.final_lineup[row] = state.lineup[row]
    observe(table, config, state.learner[row], out.final_observation[row])


@jit
def wait_after_end(state, out, row, autoreset):
    """Leave an ended row for the next step, which is offered PASS alone, or for a reset."""
    for at in range(out.observation.shape[1]):
        out.observation[row, at] = out.final_observation[row, at]
    out.seat[row] = state.learner[row]
    out.action_mask[row, :] = 0
    if autoreset == NEXT_STEP:
        out.action_mask[row, PASS] = 1
    state.asked[row] = LEARNER
