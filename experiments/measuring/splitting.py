"""How much of a difference between two policies comes from drawing, staking and banking.

A policy has three parts: what it does about cards, about stakes against a bank, and about its own
bank. Between policies A and B there are eight hybrids, each part played by A or by B. All eight
play the same sessions. The share of a part is its Shapley value (Shapley 1953, "A value for
n-person games"): what A's part adds when it takes the place of B's, averaged over the six orders in
which the parts can change hands. The three shares add up to the whole difference, exactly, session
by session, and no part is favoured by coming first.

A part that a table never asks about can make no difference: its hybrids are those without it, and
are not played again. So its share is zero, whatever plays it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import numpy as np

from chemmy_env.engine.loops.sessions import BANKING, DRAWING, PARTS, STAKING
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rules.options import FREE
from experiments.measuring.statistics import Array

T = TypeVar("T")

HYBRIDS: Final = tuple(range(1 << len(PARTS)))
"""The hybrids as bit sets: bit p is set where part p is played by A."""
ORDERS: Final = 6
_WEIGHTS: Final = (2, 1, 2)
"""Of the six orders, in how many a part comes after a given set of 0, 1 or 2 others."""


def plays_part(hybrid: int, part: int) -> bool:
    """Tell whether A plays a part of a hybrid."""
    return bool(hybrid >> part & 1)


def parts_asked(table: CompiledTable) -> int:
    """Return the parts that a table asks about, as a bit set.

    Cards where an option table leaves a choice, stakes where amounts can be named, and banks where
    a seat can be the banker of a game with stakes.
    """
    rules = table.rules
    names = {field.name for field in table.fields}
    asked = {
        DRAWING: bool((rules.punter_options == FREE).any() or (rules.banker_options == FREE).any())
        or rules.misplay == "liable",
        STAKING: "stake" in names,
        BANKING: {"stake", "banker"} <= names,
    }
    return sum(1 << part for part, exists in asked.items() if exists)


def asks_part(table: CompiledTable, part: int) -> bool:
    """Tell whether a table asks about a part."""
    return plays_part(parts_asked(table), part)


def mixtures(asked: int) -> list[int]:
    """Return the hybrids that have to be played besides A and B, given the parts asked about."""
    return [hybrid for hybrid in HYBRIDS if hybrid & asked == hybrid and hybrid not in (0, asked)]


def all_hybrids(asked: int, played: Mapping[int, T]) -> list[T]:
    """Return what each of `HYBRIDS` scored, given it for B (0), A (`asked`) and `mixtures`."""
    return [played[hybrid & asked] for hybrid in HYBRIDS]


def shares_by_order(values: Sequence[Array]) -> tuple[Array, ...]:
    """Return six times each part's share, ``(n,)`` each; integers stay integers.

    Args:
        values: what each of `HYBRIDS` scored in the same n sessions.
    """
    shares = []
    for part in range(len(PARTS)):
        without = [hybrid for hybrid in HYBRIDS if not plays_part(hybrid, part)]
        added = [
            _WEIGHTS[hybrid.bit_count()] * (values[hybrid | 1 << part] - values[hybrid])
            for hybrid in without
        ]
        shares.append(np.sum(added, axis=0))
    return tuple(shares)


def split(values: Sequence[Array]) -> dict[str, Array]:
    """Return each part's share of A's lead over B in each session, ``(n,)`` by part."""
    return {
        name: share / ORDERS for name, share in zip(PARTS, shares_by_order(values), strict=True)
    }
