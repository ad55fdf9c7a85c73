"""The end of a round: compare, pay, and keep the house's account (R-B3)."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.money import chips, count_reward
from chemmy_env.engine.common.shoe import final_total, show_hand
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANK_HAND, PUNTER_HAND, Event, Result

PLAYER_SIDE = 0
BANKER_SIDE = 1
TIE_SIDE = 2


@jit
def settle(table, config):
    """Show the cards, settle every bet, and count the round, bets or none (R-B1, R-B3)."""
    player = final_total(table, PUNTER_HAND)
    banker = final_total(table, BANK_HAND)
    show_hand(table, config, PUNTER_HAND)
    show_hand(table, config, BANK_HAND)
    if player > banker:
        table.result = Result.PUNTERS
    elif banker > player:
        table.result = Result.BANK
    else:
        table.result = Result.TIE
    won = np.int64(table.result) - 1  # Results stand in the order of the sides.
    for seat in range(config.num_seats):
        if table.stake[seat]:
            settle_bet(table, config, seat, won)
    note(table, config, Event.SETTLED, -1, table.result, won)
    table.coups += 1


@jit
def settle_bet(table, config, seat, won):
    """Settle one bet: Player 1:1, Banker 1:1 less commission, Tie `tie_pays` (R-B3).

    A tie returns the bets on Player and Banker. What the house pays and takes is in `outside`, its
    commission apart (R-C3).
    """
    staked = table.stake[seat]
    side = table.side[seat]
    table.stake[seat] = 0
    table.side[seat] = 0
    gain = np.int64(0)
    if side == won:
        gain = staked * config.tie_pays if won == TIE_SIDE else staked
        table.outside -= gain
        if won == BANKER_SIDE:
            commission = chips(staked) * config.commission
            table.commission += commission
            gain -= commission
    elif won != TIE_SIDE:
        gain = -staked
        table.outside += staked
    table.balance[seat] += staked + gain
    count_reward(table, config, seat, gain)
