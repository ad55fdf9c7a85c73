"""The end of a session: chips go home, and what is given for it (R-H16, R-S9)."""

from __future__ import annotations

from chemmy_env.engine.common.money import UNIT, give_back_stakes
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import REWARD_PLACEMENT, Over, Phase, Stage


@jit
def end_session(table, config, how):
    """Return everything to its owner and close the session; `how` is an `Over` code."""
    give_back_stakes(table, config)
    if table.banker >= 0:
        table.balance[table.banker] += table.bank
    table.bank = 0
    table.stage = Stage.OVER
    table.phase = Phase.OVER
    table.legal = 0
    table.least = 0
    table.most = 0
    table.over = how
    if config.reward >= REWARD_PLACEMENT and how != Over.ILLEGAL:
        table.credited = 1
        if config.reward == REWARD_PLACEMENT:
            share_places(table, config)
        else:
            reward_ahead(table, config)


@jit
def share_places(table, config):
    """Credit 1/k to each of k seats with the highest balance, less 1/P to all."""
    seats = config.num_seats
    highest = table.balance[0]
    winners = 0
    for seat in range(seats):
        highest = max(highest, table.balance[seat])
    for seat in range(seats):
        winners += table.balance[seat] == highest
    for seat in range(seats):
        won = table.balance[seat] == highest
        table.reward[seat] += (1.0 / winners if won else 0.0) - 1.0 / seats


@jit
def reward_ahead(table, config):
    """Credit 1 to each seat whose balance is above its start (R-S9)."""
    for seat in range(config.num_seats):
        table.reward[seat] += 1.0 if table.balance[seat] > table.start[seat] else 0.0


@jit
def end_by_illegal_action(table, config):
    """End the session at the offender's cost: its starting balance, or a whole session's loss."""
    offender = table.seat
    table.credited = 1
    end_session(table, config, Over.ILLEGAL)
    for seat in range(config.num_seats):
        table.reward[seat] = 0.0
    if config.reward >= REWARD_PLACEMENT:
        table.reward[offender] = -1.0
    else:
        # The house (R-T9) starts from nothing: it pays what a seat would.
        cost = max(table.start[offender] / UNIT, config.starting_chips if config.house else 0.0)
        table.reward[offender] = -cost
