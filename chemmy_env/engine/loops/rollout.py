"""Play whole tables inside the compiled loop, with a built-in player at every seat."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import write_mask_and_choices
from chemmy_env.engine.games.game import (
    decision_roll,
    next_session,
    observe,
    take_legal_action,
)
from chemmy_env.engine.games.player import choose
from chemmy_env.engine.machine.jit import jit


@jit
def play_decisions(tables, shoes, configs, out, players, seating, steps, tally, low, high):
    """Play `steps` decisions in each row, all by built-in players; sessions follow one another.

    Args:
        tables: (N,) records.
        shoes: (N, cards) uint8.
        configs: (1,) compiled rules and options.
        out: `Outputs`; what the next seat sees is left there.
        players: (K,) `PLAYER_DTYPE`.
        seating: (N, P) int64, which player has which seat.
        steps: decisions a row.
        tally: (N, 3 + P) float64 to add to, a row for each table: sessions ended, coups,
            decisions, each seat's reward. No sum crosses rows, so none depends on who plays which.
        low: first row.
        high: row after the last.
    """
    config = configs[0]
    seats = config.num_seats
    for row in range(low, high):
        table = tables[row]
        shoe = shoes[row]
        observation = out.observation[row]
        mask = out.action_mask[row]
        if table.over and steps > 0:  # It was stepped to its end, and left there.
            begin_next(table, shoe, config, observation, mask)
        before = table.coups
        for _ in range(steps):
            player = players[np.uint64(seating[row, np.uint64(table.seat)])]
            action = choose(player, config, observation, mask, table.choices, decision_roll(table))
            take_legal_action(table, shoe, config, action)
            if table.credited:
                for seat in range(seats):
                    tally[row, 3 + seat] += table.reward[seat]
            if table.over:
                tally[row, 0] += 1
                tally[row, 1] += table.coups - before
                before = 0
                next_session(table, shoe, config)
            observe(table, config, table.seat, observation)
            write_mask_and_choices(table, config, mask)
        out.seat[row] = table.seat
        out.terminated[row] = False
        out.truncated[row] = False
        tally[row, 1] += table.coups - before
        tally[row, 2] += steps


@jit
def begin_next(table, shoe, config, observation, mask):
    """Begin a table's next session and write its first question."""
    next_session(table, shoe, config)
    observe(table, config, table.seat, observation)
    write_mask_and_choices(table, config, mask)


@jit
def choose_rows(players, configs, observation, mask, rolls, actions):
    """Choose an action for each row with the first of `players`, as the loops here do.

    Args:
        players: (1,) `PLAYER_DTYPE`.
        configs: (1,) compiled rules and options.
        observation: (N, D) float32.
        mask: (N, A) int8.
        rolls: (N,) float64 in [0, 1).
        actions: (N,) int64, written.
    """
    for row in range(actions.shape[0]):
        choices = np.int64(0)
        for action in range(mask.shape[1]):
            choices += mask[row, action]
        actions[row] = choose(
            players[0], configs[0], observation[row], mask[row], choices, rolls[row]
        )
