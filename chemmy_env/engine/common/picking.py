"""A random action from a mask, eight actions at a time.

A mask has a byte for each action, 1 where it is legal. Eight of them make a word, and its product
with `_EACH` holds in each byte how many actions are legal up to there.
"""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.machine.jit import jit_inline

_EACH = np.uint64(0x0101010101010101)
_TOP_BITS = np.uint64(0x8080808080808080)
_TOP_BYTE = np.uint64(56)
_BLOCK = 64
"""Actions skipped at once, while the one that is looked for comes later."""


@jit_inline
def random_legal(mask, choices, roll):
    """Return one of the `choices` legal actions, each equally likely.

    Args:
        mask: (A,) int8.
        choices: how many of them are 1.
        roll: a number in [0, 1).
    """
    size = mask.shape[0]
    pick = np.int64(roll * choices)  # The action is the one with so many legal ones before it.
    start = 0
    while size - start > _BLOCK:
        legal = count_block(mask, start)
        if legal > pick:
            break
        pick -= legal
        start += _BLOCK
    end = min(size, start + _BLOCK)
    chosen = start
    while end - start >= 8:
        upto = word_at(mask, start) * _EACH
        chosen += count_at_most(upto, pick)
        pick -= np.int64(upto >> _TOP_BYTE)
        start += 8
    for action in range(start, end):
        pick -= mask[np.uint64(action)]
        chosen += pick >= 0
    return chosen


@jit_inline
def word_at(mask, start):
    """Return eight bytes of a mask as one word, the first of them lowest."""
    word = np.uint64(0)
    for byte in range(8):
        word |= np.uint64(mask[np.uint64(start + byte)]) << np.uint64(8 * byte)
    return word


@jit_inline
def count_block(mask, start):
    """Count the legal actions of a block."""
    words = np.uint64(0)
    for at in range(start, start + _BLOCK, 8):
        words += word_at(mask, at)
    return np.int64((words * _EACH) >> _TOP_BYTE)


@jit_inline
def count_at_most(word, limit):
    """Count the bytes of a word, each from 0 to 8, that are no more than `limit`.

    Without a branch, which would be the toss of a coin: a top bit is left of 128 + limit - byte.
    """
    limits = np.uint64(min(max(limit, -1), 8) + 128) * _EACH
    left = (limits - word) & _TOP_BITS
    return np.int64(((left >> np.uint64(7)) * _EACH) >> _TOP_BYTE)
