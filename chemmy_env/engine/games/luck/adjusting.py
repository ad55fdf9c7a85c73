"""The luck of a coup, from the shoe as it stood before it (R-L).

At each chance event, the four cards, the punter's third and the banker's third, luck is what the
event made of the coup's value less what it makes of it on average, over the cards that were really
left. Its mean is zero whatever the players do: they choose before the card is dealt, and the value
table is fixed. A card that was asked for and not dealt, because the bank had a natural, is no event
(R-H7).

All dealt cards have been shown once a coup is settled (R-H7), so what was left in the shoe is the
whole packs less what `seen` counts; nothing is kept for this while the coup is played.
"""

from __future__ import annotations

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.common.shoe import CARD_VALUES, final_total, last_digit, two_card_total
from chemmy_env.engine.games.luck.values import (
    BANK_WINS,
    DRAWS_ON_FIVE,
    FOUR,
    KINDS,
    ONE,
    PUNTER_GAIN,
    STANDS_ON_FIVE,
    THIRD,
    THREE,
    TWO,
)
from chemmy_env.engine.machine.dispatch import by_config
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANK_HAND, NO_CARD, PUNTER_HAND
from chemmy_env.rules.options import STAND

_FIVE = 5


@jit
def take_luck_off(table, config):
    """Take the luck of a coup off the rewards.

    Each seat's luck is in proportion to its stake, the banker's to what is covered.
    """
    punters = luck(table, config, PUNTER_GAIN)
    bankers = -punters
    if config.commission:
        bankers -= config.commission / UNIT * luck(table, config, BANK_WINS)
    for seat in range(config.num_seats):
        if table.stake[seat]:
            table.reward[seat] -= table.stake[seat] / UNIT * punters
    table.reward[table.banker] -= table.covered / UNIT * bankers
    table.credited = 1


@jit
def leave_rewards(table, config):
    """Leave the rewards as they are."""
    return


@by_config(adjusts_luck=take_luck_off, otherwise=leave_rewards)
def adjust_rewards(table, config):
    """Take the luck of a coup off the rewards, where that is asked for.

    Before it is settled and its cards are shown.
    """


@jit
def luck(table, config, quantity):
    """Return the luck of a coup in the punters' gain, or in the chance that the bank wins."""
    left = (
        cards_left(table, config, 0), cards_left(table, config, 1), cards_left(table, config, 2),
        cards_left(table, config, 3), cards_left(table, config, 4), cards_left(table, config, 5),
        cards_left(table, config, 6), cards_left(table, config, 7), cards_left(table, config, 8),
        cards_left(table, config, 9),
    )  # fmt: skip
    total = 0.0
    for count in left:
        total += count
    punter = two_card_total(table, PUNTER_HAND)
    bank = two_card_total(table, BANK_HAND)
    kept = 0.0 if config.with_replacement else 1.0  # Whether a dealt card is missing afterwards.
    stands = config.punter[1 if table.bettors > 1 else 0, _FIVE] == STAND
    five = STANDS_ON_FIVE if stands else DRAWS_ON_FIVE

    found = FOUR[five, quantity, punter, bank] - expect_four(left, total, five, quantity, kept)
    if table.cards[PUNTER_HAND, 2] != NO_CARD:
        third = THIRD[quantity, punter, bank]
        average = weigh(third, left) - kept * weigh_hands(third, table)
        dealt = CARD_VALUES[table.cards[PUNTER_HAND, 2]]
        found += third[dealt] - average / (total - kept * 4)
    if table.cards[BANK_HAND, 2] != NO_CARD:
        found += luck_of_last(table, left, total, quantity, bank, kept)
    return found


@jit
def cards_left(table, config, value):
    """Return how many cards of a value were left in the shoe before the coup."""
    return float(config.packs * KINDS[value] - table.seen[value])


@jit
def weigh(weights, counts):
    """Return the sum of ten counts, each times its weight."""
    return (
        weights[0] * counts[0] + weights[1] * counts[1] + weights[2] * counts[2]
        + weights[3] * counts[3] + weights[4] * counts[4] + weights[5] * counts[5]
        + weights[6] * counts[6] + weights[7] * counts[7] + weights[8] * counts[8]
        + weights[9] * counts[9]
    )  # fmt: skip


@jit
def weigh_hands(weights, table):
    """Return the sum of the weights of the first four cards' values."""
    found = 0.0
    for at in range(2):
        found += weights[CARD_VALUES[table.cards[PUNTER_HAND, at]]]
        found += weights[CARD_VALUES[table.cards[BANK_HAND, at]]]
    return found


@jit
def expect_four(left, total, five, quantity, kept):
    """Return the mean of `FOUR` over the four cards."""
    pairs = (
        count_pairs(left, 0), count_pairs(left, 1), count_pairs(left, 2), count_pairs(left, 3),
        count_pairs(left, 4), count_pairs(left, 5), count_pairs(left, 6), count_pairs(left, 7),
        count_pairs(left, 8), count_pairs(left, 9),
    )  # fmt: skip
    found = 0.0
    for at, count in enumerate(pairs):
        found += count * weigh(FOUR[five, quantity, at], pairs)
    if kept:
        found += sum_repeats(left, five, quantity)
    return found / (total * (total - kept) * (total - kept * 2) * (total - kept * 3))


@jit
def count_pairs(left, total):
    """Return how many ordered pairs of cards have a total, a card with itself among them."""
    found = 0.0
    for value, count in enumerate(left):
        found += count * left[(total - value) % 10]
    return found


@jit
def sum_repeats(left, five, quantity):
    """Return the terms in which a card would be dealt twice."""
    three = THREE[five, quantity]
    two = TWO[five, quantity]
    one = ONE[five, quantity]
    pair = 0
    triple = 0
    found = 0.0
    for i in range(10):
        by_first = one[i]
        for j in range(i + 1):
            by_second = two[pair]
            pair += 1
            for k in range(j + 1):
                by_second += left[k] * three[triple]
                triple += 1
            by_first += left[j] * by_second
        found += left[i] * by_first
    return found


@jit
def luck_of_last(table, left, total, quantity, bank, kept):
    """Return the luck of the banker's third card, which leaves nothing to chance."""
    punter = final_total(table, PUNTER_HAND)
    average = 0.0
    for value, count in enumerate(left):
        average += count * result(quantity, punter, last_digit(bank + value))
    for at in range(2):
        for hand in (PUNTER_HAND, BANK_HAND):
            value = CARD_VALUES[table.cards[hand, at]]
            average -= kept * result(quantity, punter, last_digit(bank + value))
    dealt = 4.0
    if table.cards[PUNTER_HAND, 2] != NO_CARD:
        value = CARD_VALUES[table.cards[PUNTER_HAND, 2]]
        average -= kept * result(quantity, punter, last_digit(bank + value))
        dealt = 5.0
    end = result(quantity, punter, final_total(table, BANK_HAND))
    return end - average / (total - kept * dealt)


@jit
def result(quantity, punter, bank):
    """Return a quantity for final totals."""
    if quantity == BANK_WINS:
        return 1.0 if bank > punter else 0.0
    return 1.0 if punter > bank else -1.0 if bank > punter else 0.0
