"""Actions: which are legal, and how many chips one means.

Amount actions follow the four fixed ones, one block for each side a stake can lie on. They come in
three encodings. `levels`: the least legal amount, then least plus 1/8, 1/4, 1/2, 3/4 and all of
(most - least), rounded down; a level that repeats a lower one is masked out. `chips`: one action a
whole chip. `list`: the stakes that the rules name (R-B1). Where seats may leave the table, LEAVE
follows as the last action (R-S9).
"""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.leaving import is_leave, leave_bit
from chemmy_env.engine.machine.jit import jit, jit_inline, put
from chemmy_env.engine.records.codes import (
    BANCO,
    CHIPS,
    DRAW,
    FIRST_AMOUNT,
    LEVEL_EIGHTHS,
    LEVELS,
    LIST,
    MAY_AMOUNT,
    MAY_BANCO,
    MAY_DRAW,
    MAY_LEAVE,
    MAY_PASS,
    MAY_STAND,
    NUM_LEVELS,
    PASS,
    STAND,
    Phase,
)


@jit_inline
def ask(table, phase, seat, legal, least, most):
    """Put a question to a seat; amounts in whole chips."""
    table.stage = 0
    table.phase = phase
    table.seat = seat
    table.legal = legal
    table.least = least
    table.most = most


@jit_inline
def nth_amount(least, most, config, index):
    """Return the chips of the `index`-th amount action of one side."""
    if config.encoding == CHIPS:
        return index + 1
    if config.encoding == LIST:
        return config.stakes[index]
    return least + ((most - least) * LEVEL_EIGHTHS[index] >> 3)


@jit_inline
def is_distinct(least, most, config, index):
    """Tell whether an amount action is open: in range, and no lower level means the same."""
    chips = nth_amount(least, most, config, index)
    if config.encoding == LEVELS:
        return index == 0 or chips != nth_amount(least, most, config, index - 1)
    return least <= chips <= most


@jit_inline
def split_action(config, action):
    """Return which amount an action means, counted within its side, and the side."""
    index = action - FIRST_AMOUNT
    side = 0
    while index >= config.amounts:
        index -= config.amounts
        side += 1
    return index, side


@jit
def amount_of(table, config, action):
    """Return the whole chips an action means: 0 for PASS and LEAVE, the bank for BANCO."""
    if action == PASS or is_leave(config, action):
        return np.int64(0)
    if action == BANCO:
        return np.int64(table.least)
    index, _ = split_action(config, action)
    return np.int64(nth_amount(table.least, table.most, config, index))


@jit
def sides_asked(table, config):
    """Return how many sides an amount can lie on: a stake any (R-T2, R-B1), a bank the first."""
    return config.sides if table.phase == Phase.STAKE else np.int32(1)


@jit
def action_near(least, most, config, side, target):
    """Return the open amount action of `side` nearest to `target` chips, the lower of two."""
    first = FIRST_AMOUNT + side * config.amounts
    if config.encoding == CHIPS:
        return first + min(max(target, least), most) - 1
    best = first
    gap = np.int64(2**62)
    for index in range(config.amounts):
        distance = abs(nth_amount(least, most, config, index) - target)
        if distance < gap and is_distinct(least, most, config, index):
            gap = distance
            best = first + index
    return best


@jit_inline
def is_legal(table, config, action):
    """Judge an action against the pending question."""
    if action < 0 or action >= config.num_actions:
        return False
    if is_leave(config, action):
        return table.legal & MAY_LEAVE != 0
    if table.legal >> min(action, FIRST_AMOUNT) & 1 == 0:
        return False
    if action < FIRST_AMOUNT:
        return True
    index, side = split_action(config, action)
    if side >= sides_asked(table, config):
        return False
    return is_distinct(table.least, table.most, config, index)


@jit_inline
def write_mask_and_choices(table, config, mask):
    """Write the legal actions of the pending question, and how many they are.

    Args:
        table: its `choices` is written.
        config: compiled rules and options.
        mask: (A,) int8, written.
    """
    legal = table.legal
    stand = legal & MAY_STAND
    draw = (legal & MAY_DRAW) // MAY_DRAW
    passing = (legal & MAY_PASS) // MAY_PASS
    banco = (legal & MAY_BANCO) // MAY_BANCO
    choices = stand + draw + passing + banco
    mask[STAND] = stand
    mask[DRAW] = draw
    mask[PASS] = passing
    mask[BANCO] = banco
    mask[FIRST_AMOUNT:] = 0
    if legal & MAY_AMOUNT:
        for side in range(sides_asked(table, config)):
            first = FIRST_AMOUNT + side * config.amounts
            if config.encoding == LEVELS:
                span = table.most - table.least
                put(mask, first, 1)
                choices += 1
                for index in range(1, NUM_LEVELS):
                    higher = span * LEVEL_EIGHTHS[index] >> 3
                    distinct = higher != span * LEVEL_EIGHTHS[index - 1] >> 3
                    put(mask, first + index, distinct)
                    choices += distinct
            elif config.encoding == CHIPS:
                mask[first + table.least - 1 : first + table.most] = 1
                choices += table.most - table.least + 1
            else:
                for index in range(config.amounts):
                    listed = is_distinct(table.least, table.most, config, index)
                    put(mask, first + index, listed)
                    choices += listed
    if leave_bit(config):
        leave = (legal & MAY_LEAVE) // MAY_LEAVE
        mask[config.num_actions - 1] = leave
        choices += leave
    table.choices = choices


@jit
def offer_pass_only(table):
    """Leave PASS as the one legal action, for a row that waits for its next-step reset."""
    table.phase = Phase.OVER.value
    table.legal = MAY_PASS
