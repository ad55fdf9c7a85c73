"""The shoe: an array of cards and a pointer, shuffled forward as cards leave it.

A card is a number 0-51, thirteen ranks a suit. The shuffle is Fisher and Yates's, one swap when a
card is dealt, so that a session pays for the cards it uses and no more (R-C2). The swaps come from
keyed numbers, so the order of a shoe depends on its key alone.
"""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.events import note
from chemmy_env.engine.common.keys import SHOE, derive, uniform
from chemmy_env.engine.machine.dispatch import by_config
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import NO_CARD, Event
from chemmy_env.rules.table import CARDS_PER_PACK, MOST_PACKS

CARD_VALUES = np.array([min(rank, 10) % 10 for _ in range(4) for rank in range(1, 14)], np.int64)
"""Value of each of the 52 cards, ace to king in four suits (R-C1)."""
_STACK = np.tile(np.arange(CARDS_PER_PACK, dtype=np.uint8), MOST_PACKS)


@jit
def stack_packs(shoe):
    """Put whole packs in order into `shoe`."""
    for at in range(shoe.shape[0]):
        shoe[at] = _STACK[at]


@jit
def begin_shoe(table, number):
    """Take up the shoe of that number: nothing dealt, nothing seen."""
    table.shoe = number
    table.shoe_key = derive(table.session_key, SHOE, number)
    table.position = 0
    table.laid = 0
    table.supply_end = 0
    table.thrown_in = 0
    table.shown = 0
    for value in range(10):
        table.seen[value] = 0
        table.shoe_view[value] = 0.0
    table.shoe_view[10] = 1.0


@jit_inline
def deal(table, shoe):
    """Deal the next card; cards laid out by hand come as they lie."""
    position = table.position
    at = np.uint64(position)
    if position >= table.laid:
        pick = at + np.uint64(int(uniform(table.shoe_key, at) * (shoe.shape[0] - position)))
        shoe[at], shoe[pick] = shoe[pick], shoe[at]
    table.position = position + 1
    return shoe[at]


@jit
def shuffle_anew(table, shoe, config):
    """Shuffle all cards, the discards too."""
    stack_packs(shoe)
    begin_shoe(table, table.shoe + 1)
    note(table, config, Event.SHUFFLE, -1, 0)


@jit
def take_supply_if_low(table, shoe, config):
    """Throw the banker's handful in and take the next one, if it is low (R-K7).

    When fewer than a handful lie with the croupier, all cards are shuffled anew.
    """
    if table.supply_end == 0:  # A shoe just begun.
        table.supply_end = config.handful
    if table.supply_end - table.position >= config.reshuffle_below:
        return
    if shoe.shape[0] - table.supply_end < config.handful:
        shuffle_anew(table, shoe, config)
        table.supply_end = config.handful
        return
    while table.position < table.supply_end:
        throw_in(table, shoe)
    table.supply_end += config.handful
    note(table, config, Event.SUPPLY, -1, 0)


@jit
def throw_in(table, shoe):
    """Take the next card out of play unseen, to the other thrown-in cards at the top."""
    deal(table, shoe)
    at, top = table.position - 1, table.thrown_in
    shoe[at], shoe[top] = shoe[top], shoe[at]
    table.thrown_in += 1


@jit
def shuffle_if_low(table, shoe, config):
    """Shuffle all cards anew if too few are left for a coup."""
    if shoe.shape[0] - table.position < config.reshuffle_below:
        shuffle_anew(table, shoe, config)


@by_config(deals_handfuls=take_supply_if_low, otherwise=shuffle_if_low)
def renew_if_low(table, shoe, config):
    """Shuffle the cards anew, or take a new supply, if too few are left for a coup.

    R-P6, R-S8, R-K7, R-B1, R-T8.
    """


@jit_inline
def deal_two_each(table, shoe, hands):
    """Deal two cards singly to each of the `hands`, the bank's last (R-H7, R-T3).

    The first chance event of a coup.
    """
    for hand in range(3):
        table.cards[hand, 2] = NO_CARD
    for at in range(2):
        for hand in hands:
            table.cards[hand, at] = deal(table, shoe)


@jit_inline
def deal_third(table, shoe, hand):
    """Deal a hand's third card face up: the later chance events of a coup."""
    card = deal(table, shoe)
    table.cards[hand, 2] = card
    table.third[hand] = CARD_VALUES[card]


@jit_inline
def last_digit(total):
    """Return the last digit of a sum below 20 (R-C1)."""
    return total - 10 if total >= 10 else total


@jit_inline
def two_card_total(table, hand):
    """Return the total of a hand's first two cards (R-C1)."""
    cards = table.cards
    return last_digit(CARD_VALUES[cards[hand, 0]] + CARD_VALUES[cards[hand, 1]])


@jit_inline
def final_total(table, hand):
    """Return the total of a hand as it lies (R-C1)."""
    total = two_card_total(table, hand)
    if table.cards[hand, 2] != NO_CARD:
        total += CARD_VALUES[table.cards[hand, 2]]
    return last_digit(total)


@jit
def show_hand(table, config, hand):
    """Count a hand's cards as seen by everybody (R-H7)."""
    for at in range(3):
        card = table.cards[hand, at]
        if card != NO_CARD:
            value = np.uint64(CARD_VALUES[card])
            table.seen[value] += 1
            table.shown += 1
            table.shoe_view[value] = table.seen[value] * config.per_kind[value]
    table.shoe_view[10] = (config.packs * CARDS_PER_PACK - table.shown) * config.per_card
