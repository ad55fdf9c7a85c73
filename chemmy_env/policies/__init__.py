"""Policies: who plays a seat.

A policy is any object with ``act_batch(observation, action_mask, rng)``; `Policy` is a base class
for your own. `random`, `book`, `equilibrium` and `TablePolicy` play inside the compiled loops too.
"""

from __future__ import annotations

from typing import Any, Final

from chemmy_env.policies.base import Player, Policy, Rolls
from chemmy_env.policies.builtin import BookPolicy, BuiltIn, RandomPolicy, TablePolicy
from chemmy_env.policies.equilibrium import EquilibriumPolicy, ShoeAwarePolicy
from chemmy_env.policies.keyed import KeyedRolls

__all__ = [
    "BY_NAME",
    "BookPolicy",
    "BuiltIn",
    "EquilibriumPolicy",
    "KeyedRolls",
    "Player",
    "Policy",
    "RandomPolicy",
    "Rolls",
    "ShoeAwarePolicy",
    "TablePolicy",
    "book",
    "equilibrium",
    "make",
    "random",
]

random: Final = RandomPolicy()
"""Any legal action, each equally likely."""
book: Final = BookPolicy()
"""What the rulebooks teach (R-X1, R-X2); ``book(stake=10)`` is the same with another stake."""
equilibrium: Final = EquilibriumPolicy()
"""An equilibrium of the coup of the table it is bound to, money as the book's;
``equilibrium(shoe_aware=True)`` solves each coup for the cards that are left."""

BY_NAME: Final[dict[str, BuiltIn]] = {"random": random, "book": book, "equilibrium": equilibrium}
"""The policies that can be named wherever one is expected."""


def make(policy: str | Player, table: Any = None) -> Player:
    """Return a policy by name, or the one given, ready to play.

    Args:
        policy: a name out of `BY_NAME`, or a policy.
        table: what to bind a built-in one to (see `BuiltIn.bind`), if it is to play outside the
            compiled loops.

    Raises:
        ValueError: for an unknown name, or something that is no policy.
    """
    if isinstance(policy, str):
        if policy not in BY_NAME:
            raise ValueError(f"policy = {policy!r}: expected one of {', '.join(BY_NAME)}")
        policy = BY_NAME[policy]
    if not callable(getattr(policy, "act_batch", None)):
        raise ValueError(
            f"policy = {policy!r}: expected one of {', '.join(BY_NAME)}, or an object with "
            "act_batch(observation, action_mask, rng)"
        )
    if table is not None and isinstance(policy, BuiltIn | ShoeAwarePolicy):
        return policy.bind(table)
    return policy
