"""Small integers the kernels speak in: questions, stages, actions, results.

The enums are for people; the kernels use their values as plain module constants, which numba
compiles in.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np

from chemmy_env.rules import RULES


class Phase(IntEnum):
    """What the table is waiting for: the question put to the seat that is to act."""

    OVER = 0
    OPEN = 1
    CONTINUE = 2
    SUCCEED = 3
    SUIVI = 4
    BANCO = 5
    STAKE = 6
    EXCESS = 7
    PUNTER = 8
    """The active punter, or the captain of the right tableau."""
    LEFT = 9
    """The captain of the left tableau."""
    BANKER = 10


class Stage(IntEnum):
    """Where a coup stands between two questions (R-C5)."""

    ASKING = 0
    OVER = 1
    NEXT_COUP = 2
    FRESH = 3
    SUCCESSION = 4
    COVER = 5
    BANCO = 6
    STAKES = 7
    NAMED = 8
    ALLOT = 9
    DEAL = 10
    PUNTER = 11
    LEFT = 12
    BANKER = 13
    SETTLE = 14


class Result(IntEnum):
    """How the last coup ended."""

    NONE = 0
    PUNTERS = 1
    BANK = 2
    TIE = 3
    UNCOVERED = 4


class Over(IntEnum):
    """Whether and how a session has ended."""

    LIVE = 0
    TERMINATED = 1
    TRUNCATED = 2
    ILLEGAL = 3
    """Ended by an illegal action; reported as terminated."""


class Event(IntEnum):
    """Public events, for `history` and for the log of a table."""

    NONE = 0
    BANKS = 1
    PASSES = 2
    BANCO = 3
    STAKES = 4
    ACCEPTS = 5
    PUNTER_CARD = 6
    """The punter asked for a card; the value is the card's, -1 if it was never dealt."""
    PUNTER_STANDS = 7
    BANKER_CARD = 8
    BANKER_STANDS = 9
    SETTLED = 10
    SHUFFLE = 11
    SUPPLY = 12
    """The croupier hands the banker the next handful of the shoe (R-K7)."""
    LEAVES = 13
    """A seat leaves the table (R-S9)."""


# Actions with a fixed number in every game (chemmy_env.chemmy_v0.Action names them).
STAND: Final = 0
DRAW: Final = 1
PASS: Final = 2
BANCO: Final = 3
FIRST_AMOUNT: Final = 4

# Bits of `Table.legal`: which actions answer the question. An action's bit is the one of its
# number; all amounts share the one of the first.
MAY_STAND: Final = 1 << STAND
MAY_DRAW: Final = 1 << DRAW
MAY_PASS: Final = 1 << PASS
MAY_BANCO: Final = 1 << BANCO
MAY_AMOUNT: Final = 1 << FIRST_AMOUNT
MAY_LEAVE: Final = 1 << (FIRST_AMOUNT + 1)
"""LEAVE is the last action, after all amounts, at tables that have it (R-S9)."""

# Hands, the first axis of `Table.cards`.
PUNTER_HAND: Final = 0
"""Also the right tableau."""
LEFT_HAND: Final = 1
BANK_HAND: Final = 2
NO_CARD: Final = 255

# `Table.third` of a hand.
UNDECIDED: Final = -1
# STOOD of chemmy_env/rules/options.py: no third card. A value of 0-9 is that of the card.
ASKED: Final = 11
"""A card was asked for and has not been dealt (R-H7)."""
SHOWN: Final = 12
"""A tableau shows a natural: its captain is not asked (R-T3)."""

# `Config.house` (R-T1, R-T9).
HOUSE_NONE, HOUSE_SCRIPT, HOUSE_AGENT = map(RULES["house"].code, ("none", "script", "agent"))

# `Config.reward`.
REWARD_CHIPS: Final = 0
REWARD_LUCK_ADJUSTED: Final = 1
"""Chips, less what luck with the cards brought (engine/games/luck)."""
REWARD_PLACEMENT: Final = 2
"""This reward and those of higher codes are given at the session's end, and not in chips."""
REWARD_AHEAD: Final = 3
REWARDS: Final = {
    "chips": REWARD_CHIPS,
    "placement": REWARD_PLACEMENT,
    "ahead": REWARD_AHEAD,
    "luck_adjusted": REWARD_LUCK_ADJUSTED,
}


LEVEL_EIGHTHS = np.array([0, 1, 2, 4, 6, 8], np.int64)
NUM_LEVELS: Final = len(LEVEL_EIGHTHS)
LEVELS: Final = 0
CHIPS: Final = 1
LIST: Final = 2
