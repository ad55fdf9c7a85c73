"""Settlement: compare, pay, and fix what the next bank must be; stage (g)."""

from __future__ import annotations

from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.money import UNIT, chips, count_reward
from chemmy_env.engine.common.seats import seat_from
from chemmy_env.engine.common.shoe import final_total, show_hand
from chemmy_env.engine.games.luck.adjusting import adjust_rewards
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANK_HAND, PUNTER_HAND, Event, Result, Stage


@jit
def settle(table, config):
    """Settle the coup (R-H10) and show all its cards (R-H7)."""
    adjust_rewards(table, config)
    punter = final_total(table, PUNTER_HAND)
    bank = final_total(table, BANK_HAND)
    show_hand(table, config, PUNTER_HAND)
    show_hand(table, config, BANK_HAND)
    if punter > bank:
        pay_punters(table, config)
    elif bank > punter:
        collect(table, config)
    else:
        push(table, config)
    note(table, config, Event.SETTLED, table.banker, table.result)
    table.coups += 1
    table.stage = Stage.NEXT_COUP


@jit
def pay_punters(table, config):
    """Pay each stake 1:1; the banker loses S and the bank, and keeps the rest (R-H10, R-P2)."""
    for seat in range(config.num_seats):
        staked = table.stake[seat]
        table.balance[seat] += 2 * staked
        table.stake[seat] = 0
        count_reward(table, config, seat, staked)
    count_reward(table, config, table.banker, -table.covered)
    table.outside += table.bystanders
    table.bystanders = 0
    table.balance[table.banker] += table.bank - table.covered
    table.bank = 0
    table.suivi = -1
    table.result = Result.PUNTERS


@jit
def collect(table, config):
    """Take all stakes for the bank, less commission (R-H10, R-P1), and set the next bank."""
    seats = config.num_seats
    if table.misplayed:
        make_good(table, config)
    for seat in range(seats):
        count_reward(table, config, seat, -table.stake[seat])
        table.stake[seat] = 0
    commission = chips(table.covered) * config.commission
    gain = table.covered - commission
    table.commission += commission
    table.outside -= table.bystanders
    table.bystanders = 0
    count_reward(table, config, table.banker, gain)
    stands = table.bank + gain
    if config.carried:  # R-S6: what a cap does not let stay goes to the balance.
        table.bank = min(stands, config.max_bank * UNIT)
        table.balance[table.banker] += stands - table.bank
    else:
        table.balance[table.banker] += stands
        table.bank = 0
        require_next(table, config, 2 * table.covered - commission)
    table.suivi = table.banco
    table.result = Result.BANK


@jit
def make_good(table, config):
    """Let a punter who broke the drawing rule and lost pay the others' stakes (R-K4)."""
    active = table.active
    for step in range(1, config.num_seats):
        seat = seat_from(table.banker, step, config.num_seats)
        if seat != active and table.stake[seat]:
            paid = min(table.balance[active], table.stake[seat])
            table.balance[active] -= paid
            table.balance[seat] += paid
            count_reward(table, config, active, -paid)
            count_reward(table, config, seat, paid)


@jit
def push(table, config):
    """Give the stakes back after a tie (R-H10), or let them ride (R-S5, R-K5)."""
    table.result = Result.TIE
    table.suivi = -1
    if not config.tie_rides:
        for seat in range(config.num_seats):
            table.balance[seat] += table.stake[seat]
            table.stake[seat] = 0
        table.bystanders = 0
    if not config.carried:
        table.balance[table.banker] += table.bank
        table.bank = 0
        require_next(table, config, table.covered)


@jit
def require_next(table, config, units):
    """Set the least next bank: an amount in units, and never under the least new bank (R-H11).

    A fraction is rounded up where the banker's balance allows, else down.
    """
    least = chips(units + UNIT - 1)
    if least * UNIT > table.balance[table.banker]:
        least = chips(units)
    table.required = min(max(config.min_bank, least), config.max_bank)
