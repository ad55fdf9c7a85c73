"""Deal again what a seat may not know, consistently with all it does know."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.actions import write_mask_and_choices
from chemmy_env.engine.common.keys import DECISION, SESSION, SHOE, derive, uniform
from chemmy_env.engine.games.coup.dealing import draw_anew
from chemmy_env.engine.games.game import is_possible, renew_question, sees
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import NO_CARD, Phase


@jit
def resample(table, shoe, config, seat, key):
    """Deal the hidden hands and the rest of the shoe again, each possible deal equally likely.

    Rejection: hidden cards go back to the shoe and hands are dealt from it anew until they could
    have led to the pending question. The future gets a new key too, so a copy tells nothing of what
    the original will deal.

    Args:
        table: a copy of the record; changed in place.
        shoe: a copy of its cards; changed in place.
        config: compiled rules and options.
        seat: whose knowledge is kept.
        key: uint64, the source of the new order.
    """
    table.key = key
    table.session_key = derive(key, SESSION, 0)
    table.roll_key = derive(table.session_key, DECISION, 0)
    table.shoe_key = derive(table.session_key, SHOE, table.shoe)
    end = shoe.shape[0]
    hidden = 0
    start = np.int64(table.position)
    if table.phase >= Phase.PUNTER:
        for hand in range(3):
            if table.cards[hand, 0] != NO_CARD and not sees(table, config, seat, hand):
                for at in range(2):
                    start -= 1
                    shoe[start] = table.cards[hand, at]
                hidden += 1
    begin = start - table.thrown_in  # Cards thrown in unseen are as unknown as the shoe (R-K7).
    move_thrown_in(table, shoe, start)
    table.laid = 0
    drawn = 0
    while True:
        if config.with_replacement:
            draw_anew(shoe, start, end, key, drawn)
            drawn += end - start
        # The rest of the shoe is shuffled as it is dealt, by the new key.
        for at in range(begin, start + 2 * hidden):
            pick = at + int(uniform(key, drawn) * (end - at))
            shoe[at], shoe[pick] = shoe[pick], shoe[at]
            drawn += 1
        dealt = start
        for hand in range(3):
            if hidden and table.cards[hand, 0] != NO_CARD and not sees(table, config, seat, hand):
                table.cards[hand, 0] = shoe[dealt]
                table.cards[hand, 1] = shoe[dealt + 1]
                dealt += 2
        if hidden == 0 or is_possible(table, config):
            break
    move_thrown_in(table, shoe, start)
    if hidden:
        renew_question(table, config)


@jit
def move_thrown_in(table, shoe, start):
    """Swap the thrown-in cards at the top of the shoe with those just before `start`, or back.

    Where the two overlap, what lies in both stays.
    """
    moved = min(table.thrown_in, start - table.thrown_in)
    for at in range(moved):
        other = start - moved + at
        shoe[at], shoe[other] = shoe[other], shoe[at]


@jit
def resample_row(tables, shoes, configs, seat, key, mask):
    """Resample the first row of a batch and rewrite the mask of its pending question."""
    resample(tables[0], shoes[0], configs[0], seat, key)
    write_mask_and_choices(tables[0], configs[0], mask)
