"""Whole sessions for evaluation: played inside the compiled loop, one seat's chips accounted for.

A session is named by a seed and a number. A lineup of players takes the seats, moved on by one seat
from each session to the next, so that every place at the table is played alike. The seat of the
lineup's first player is watched: what it wins as punter and as banker, and what it has at risk.

A player may be split into parts, drawing, staking and banking, each played by another; and a part
may be played from outside the loop, which then stops at its questions.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from chemmy_env.engine.common.actions import amount_of, write_mask_and_choices
from chemmy_env.engine.common.keys import row_key
from chemmy_env.engine.common.money import UNIT, chips, wealth
from chemmy_env.engine.games.game import decision_roll, observe, start_session, take_action
from chemmy_env.engine.games.player import choose
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import Phase

DRAWING: Final = 0
"""Part of a player: a card or a stand, as punter, captain or banker."""
STAKING: Final = 1
"""Part of a player: suivi, banco, stakes."""
BANKING: Final = 2
"""Part of a player: opening, going on, succeeding, retiring, taking an excess."""
PARTS: Final = ("drawing", "staking", "banking")

DONE: Final = 0
"""`asked` of a row that has no session left."""
STARTING: Final = 1
"""`asked` of a row that has yet to begin; negative: that outside player is asked."""


class Accounts(NamedTuple):
    """The watched seat's sessions, in the order of their numbers; amounts in 1/10,000 chip."""

    share: np.ndarray[Any, Any]
    """(n,) float64: 1/k for one of k seats with the highest balance at the end (R-H16), else 0."""
    as_punter: np.ndarray[Any, Any]
    """(n,) int64: won, less lost, in coups in which another seat banked."""
    as_banker: np.ndarray[Any, Any]
    """(n,) int64: won, less lost, in coups in which it banked."""
    staked: np.ndarray[Any, Any]
    """(n,) int64: its covered stakes, coup by coup."""
    faced: np.ndarray[Any, Any]
    """(n,) int64: stakes against its bank, coup by coup."""
    coups: np.ndarray[Any, Any]
    """(n,) int64: coups of the session."""
    reward: np.ndarray[Any, Any]
    """(n,) float64: everything it was credited as reward; chips less luck where the table's reward
    is adjusted (engine/games/luck)."""


def make_accounts(sessions: int) -> Accounts:
    """Allocate the accounts of some sessions."""
    real = ("share", "reward")
    return Accounts(
        *(np.zeros(sessions, np.float64 if name in real else np.int64) for name in Accounts._fields)
    )


class PendingDecisions(NamedTuple):
    """Decisions that rows wait for from players outside the loop, one entry a row."""

    number: np.ndarray[Any, Any]
    """(N,) int64: number of the session being played, from 0."""
    asked: np.ndarray[Any, Any]
    """(N,) int64: the outside player that is asked (negative), DONE or STARTING."""
    rolls: np.ndarray[Any, Any]
    """(N,) float64: the keyed number of that decision."""
    actions: np.ndarray[Any, Any]
    """(N,) int64: the answer."""


def make_pending(rows: int) -> PendingDecisions:
    """Allocate the pending decisions of some rows; row r begins with session r."""
    return PendingDecisions(
        np.arange(rows),
        np.full(rows, STARTING, np.int64),
        np.zeros(rows),
        np.zeros(rows, np.int64),
    )


@jit
def part_of(phase):
    """Return which part of a player answers a question."""
    if phase >= Phase.PUNTER:
        return DRAWING
    if Phase.SUIVI <= phase <= Phase.STAKE:
        return STAKING
    return BANKING


@jit
def play_sessions(
    tables, shoes, configs, out, players, lineup, pending, accounts, seed, first, count, low, high
):
    """Play each row on through its sessions until an outside player is asked, or none is left.

    Row r of N plays the sessions numbered r, r + N, r + 2N ... below `count`; number i is the
    session that an environment reset with ``row_seed(seed, first + i)`` plays.

    Args:
        tables: (N,) records, with starting balances in place.
        shoes: (N, cards) uint8.
        configs: (1,) compiled rules and options.
        out: `Outputs`; holds what the outside player sees.
        players: (K,) `PLAYER_DTYPE`.
        lineup: (P, 3) int64: the player of each part of each member; negative from outside. In
            session i of the seed, member m has seat (m + i) % P.
        pending: `PendingDecisions`.
        accounts: `Accounts` of `count` sessions, of the first member.
        seed: uint64.
        first: number, under the seed, of the first session.
        count: how many sessions.
        low: first row.
        high: row after the last.
    """
    config = configs[0]
    seats = config.num_seats
    for row in range(low, high):
        if pending.asked[row] == DONE:
            continue
        table = tables[row]
        shoe = shoes[row]
        observation = out.observation[row]
        mask = out.action_mask[row]
        number = pending.number[row]
        shift = (first + number) % seats
        if pending.asked[row] < 0:
            take_and_account(table, shoe, config, pending.actions[row], accounts, number, shift)
        elif number < count:
            table.key = row_key(seed, first + number)
            table.session = 0
            start_session(table, shoe, config, -1, 0)
        pending.asked[row] = DONE
        while number < count:
            if table.over:
                accounts.share[number] = share_of_place(table, config, shift)
                accounts.coups[number] = table.coups
                number += tables.shape[0]
                pending.number[row] = number
                if number < count:
                    shift = (first + number) % seats
                    table.key = row_key(seed, first + number)
                    table.session = 0
                    start_session(table, shoe, config, -1, 0)
                continue
            member = table.seat - shift
            player = lineup[member + seats if member < 0 else member, part_of(table.phase)]
            observe(table, config, table.seat, observation)
            write_mask_and_choices(table, config, mask)
            if player < 0:
                pending.asked[row] = player
                pending.rolls[row] = decision_roll(table)
                break
            action = choose(
                players[player], config, observation, mask, table.choices, decision_roll(table)
            )
            take_and_account(table, shoe, config, action, accounts, number, shift)


@jit
def take_and_account(table, shoe, config, action, accounts, number, watched):
    """Take an action; if it leads to a settlement, enter what that means for the watched seat.

    Between two questions at most one coup is won or lost: only ties that ride (R-S5) go on unasked.
    """
    coups = table.coups
    banker = table.banker  # A ruined one has left when the question after is put (R-T1).
    before = wealth(table, watched)
    named, earlier = stakes_named(table, config, action, watched)
    take_action(table, shoe, config, action)
    if table.credited:
        accounts.reward[number] += table.reward[watched]
    settled = table.coups - coups
    if settled == 0:
        return
    gained = wealth(table, watched) - before
    if watched == banker:
        accounts.as_banker[number] += gained
        accounts.faced[number] += settled * table.covered
    else:
        accounts.as_punter[number] += gained
        if config.open_naming:  # R-K2: stakes named beyond the bank are covered in order.
            named = min(named, max(chips(table.offered) * UNIT - earlier, 0))
        accounts.staked[number] += settled * named


@jit
def stakes_named(table, config, action, watched):
    """Return what the watched seat, and all before it, have named once `action` is taken."""
    staking = part_of(table.phase) == STAKING
    named = table.stake[watched]
    if staking and table.seat == watched:
        named += amount_of(table, config, action) * UNIT
    earlier = np.int64(0)
    if config.open_naming and table.banker >= 0:
        seat = (table.banker + 1) % config.num_seats
        while seat != watched and seat != table.banker:
            earlier += table.stake[seat]
            if staking and table.seat == seat:
                earlier += amount_of(table, config, action) * UNIT
            seat = (seat + 1) % config.num_seats
    return named, earlier


@jit
def share_of_place(table, config, watched):
    """Return 1/k if the watched seat is one of k with the highest balance, else 0 (R-H16)."""
    winners = 0
    for seat in range(config.num_seats):
        if table.balance[seat] > table.balance[watched]:
            return 0.0
        winners += table.balance[seat] == table.balance[watched]
    return 1.0 / winners
