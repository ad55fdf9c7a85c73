"""Loops over tables: the only kernels that Python calls.

Each takes the rows from `low` up to `high`, so that threads can share a batch; rows never touch one
another.
"""

from __future__ import annotations

from chemmy_env.engine.common.actions import is_legal, offer_pass_only, write_mask_and_choices
from chemmy_env.engine.common.ending import end_by_illegal_action
from chemmy_env.engine.common.shoe import CARD_VALUES
from chemmy_env.engine.games.game import (
    clear_reward,
    decision_roll,
    next_session,
    observe,
    start_session,
    take_action,
    take_legal_action,
)
from chemmy_env.engine.loops.prefetch import fetch_ahead
from chemmy_env.engine.machine.crew import finish_part, is_finished, next_part, which_outputs
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import NO_CARD, Over, Phase

DISABLED = 0
SAME_STEP = 1
NEXT_STEP = 2


@jit
def reset_rows(tables, shoes, configs, out, first_banker, laid, low, high):
    """Start a session in each row; `key`, `session` and `start` are in place.

    Args:
        tables: (N,) records.
        shoes: (N, cards) uint8.
        configs: (1,) compiled rules and options.
        out: `Outputs`; its rows from `low` to `high` are written.
        first_banker: a seat, or -1 for what the rules say.
        laid: how many cards at the top of each shoe lie as given; the rest is shuffled.
        low: first row.
        high: row after the last.
    """
    config = configs[0]
    for row in range(low, high):
        start_session(tables[row], shoes[row], config, first_banker, laid)
        write_rewards(tables[row], config, out.rewards[row])
        write_flags(tables[row], out, row)
        write_question(tables[row], config, out, row)


@jit_inline
def write_flags(table, out, row):
    """Write whether the session is over."""
    out.truncated[row] = table.over == Over.TRUNCATED
    out.terminated[row] = table.over != 0 and table.over != Over.TRUNCATED


@jit_inline
def write_question(table, config, out, row):
    """Write what the acting seat sees and may do, and who it is."""
    observe(table, config, table.seat, out.observation[row])
    write_mask_and_choices(table, config, out.action_mask[row])
    out.seat[row] = table.seat


@jit_inline
def write_rewards(table, config, rewards):
    """Write what the last action earned every seat into `rewards`, (P,) float64."""
    for seat in range(config.num_seats):
        rewards[seat] = table.reward[seat]


@jit
def step_rows(tables, shoes, configs, out, actions, autoreset, low, high):
    """Take one action a row and write the results; a session that ends is followed as asked.

    Args:
        tables: (N,) records.
        shoes: (N, cards) uint8.
        configs: (1,) compiled rules and options.
        out: `Outputs`; its rows from `low` to `high` are written, `final_observation` and
            `final_seat` only where a session ends and the next one begins.
        actions: (N,) int64; those of rows whose session is over are not read.
        autoreset: DISABLED, SAME_STEP or NEXT_STEP.
        low: first row.
        high: row after the last.
    """
    config = configs[0]
    for row in range(low, high):
        fetch_ahead(tables, row, high)
        table = tables[row]
        was_over = table.over != 0
        asked = table.seat
        if not was_over:
            take_action(table, shoes[row], config, actions[row])
        else:
            clear_reward(table, config)
            if autoreset == NEXT_STEP:
                next_session(table, shoes[row], config)
        write_rewards(table, config, out.rewards[row])
        write_flags(table, out, row)
        if table.over and not was_over:
            if autoreset == SAME_STEP:
                observe_end(table, config, asked, out.final_observation[row])
                out.final_seat[row] = asked
                next_session(table, shoes[row], config)
            elif autoreset == NEXT_STEP:
                offer_pass_only(table)
        write_question(table, config, out, row)


@jit
def step_together(shared, thread, spins, actions, tables, shoes, configs, outs, autoreset):
    """Do what `step_rows` does as one of several threads (machine/crew.py).

    `outs` holds both sets of outputs.
    """
    low, high = next_part(shared, thread, tables.shape[0], spins)
    while low >= 0:
        out = outs[which_outputs(shared)]
        step_rows(tables, shoes, configs, out, actions, autoreset, low, high)
        finish_part(shared)
        low, high = next_part(shared, thread, tables.shape[0], spins)
    return thread > 0 or is_finished(shared, spins)


@jit
def observe_end(table, config, seat, out):
    """Write what the last seat that was asked sees of the end, (D,) float32."""
    observe(table, config, seat, out)


@jit
def first_illegal(tables, configs, actions):
    """Return the first row whose action is not legal, or -1."""
    config = configs[0]
    for row in range(tables.shape[0]):
        if not tables[row].over and not is_legal(tables[row], config, actions[row]):
            return row
    return -1


@jit
def observe_rows(tables, configs, seats, out):
    """Write what one seat of each row may know into `out`, (N, D) float32."""
    config = configs[0]
    for row in range(tables.shape[0]):
        observe(tables[row], config, seats[row], out[row])


@jit
def observe_one(tables, configs, seat, out):
    """Write what a seat of the first table may know into `out`, (D,) float32."""
    observe(tables[0], configs[0], seat, out)


@jit
def mask_rows(tables, configs, mask):
    """Write the legal actions of the seat that acts in each row into `mask`, (N, A) int8."""
    for row in range(tables.shape[0]):
        write_mask_and_choices(tables[row], configs[0], mask[row])


@jit
def roll_rows(tables, out):
    """Write each row's number for the pending decision into `out`, (N,) float64."""
    for row in range(tables.shape[0]):
        out[row] = decision_roll(tables[row])


CREDITED = 1
ENDED = 2
ILLEGAL = -1


@jit
def step_one(tables, shoes, configs, observation, mask, rewards, strict, action):
    """Take an action at the first table; what `step_rows` does, for a single environment.

    Args:
        tables: (1,) records.
        shoes: (1, cards) uint8.
        configs: (1,) compiled rules and options.
        observation: (D,) float32, written: what the next seat to act sees.
        mask: (A,) int8, written: its legal actions.
        rewards: (P,) float64, written: what the action earned each seat.
        strict: refuse an illegal action, instead of ending the session by it.
        action: any whole number.

    Returns:
        ILLEGAL, and nothing has changed, if the action is out of range, or if `strict` and it is
        not legal. Else bits: CREDITED if a reward is not zero, ENDED if the session is over, and
        the next seat times four.
    """
    config = configs[0]
    table = tables[0]
    if is_legal(table, config, action):
        take_legal_action(table, shoes[0], config, action)
    elif strict or action < 0 or action >= config.num_actions:
        return ILLEGAL
    else:
        end_by_illegal_action(table, config)
    write_rewards(table, config, rewards)
    observe(table, config, table.seat, observation)
    write_mask_and_choices(table, config, mask)
    code = ENDED if table.over else 0
    for seat in range(config.num_seats):
        if rewards[seat] != 0.0:
            code |= CREDITED
    return code + 4 * table.seat


@jit
def write_state(tables, configs, out):
    """Write the first table whole, hidden cards included: (D + 9 + P,) float32.

    Seat 0's observation, then the value of each card of the hands in play (plus one, over ten; 0
    for none), then the seat that is to act.
    """
    config = configs[0]
    table = tables[0]
    size = config.observation_size
    observe(table, config, 0, out[:size])
    for hand in range(3):
        for at in range(3):
            card = table.cards[hand, at]
            shown = card != NO_CARD and table.phase >= Phase.PUNTER
            out[size + 3 * hand + at] = (CARD_VALUES[card] + 1) / 10.0 if shown else 0.0
    out[size + 9 :] = 0.0
    if table.over == 0:
        out[size + 9 + table.seat] = 1.0
