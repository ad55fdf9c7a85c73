"""The `equilibrium` policy: cards by a solved coup, money by the rulebooks' advice (R-X2).

The coup is solved exactly for the rules of the table the policy is bound to: with one bettor and
with several (R-H8), both sides seeing totals, by `chemmy_env.exact` (Kemeny & Snell 1957; Foster
1964; Ethier & Gamez 2013; with a commission Ethier & Lee 2023). Neither side of a coup can gain by
leaving it. It says nothing about what to stake or to bank: those parameters are the book's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from chemmy_env.engine.records.codes import DRAW, STAND
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.exact import Equilibrium, Shoe, solve
from chemmy_env.exact.solve_float import solve_float
from chemmy_env.policies.base import Array, Policy, Rolls
from chemmy_env.policies.builtin import BookPolicy, TablePolicy
from chemmy_env.policies.keyed import KeyedRolls
from chemmy_env.policies.reading import Reader
from chemmy_env.rules import Rules

_TWO_TABLEAUX: Final = "banque"
"""The game of three hands, of which no equilibrium is known here."""
_ASKED: Final = 8
"""Totals 0-7; the others are naturals."""


@dataclass(frozen=True, eq=False)
class EquilibriumPolicy(TablePolicy):
    """Plays an equilibrium of the coup of the table it is bound to, dealt from a full shoe.

    Against two tableaux, of which no equilibrium is known, it draws as the book.

    ``equilibrium(shoe_aware=True)`` is a `ShoeAwarePolicy` with the same parameters.
    """

    name = "equilibrium"
    punter: npt.ArrayLike = field(init=False, repr=False)
    banker: npt.ArrayLike = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Solve the coup, if there is a table, and check the parameters."""
        book = BookPolicy()
        punter, banker = np.array(book.punter, float), np.array(book.banker, float)
        if self.compiled is not None and self.compiled.rules.game != _TWO_TABLEAUX:
            for bettors in (1, 2):
                punter[bettors - 1, :_ASKED] = self.solved(bettors).punter
            banker[:_ASKED] = self.solved().banker
            if self.solved(1).banker != self.solved(2).banker:
                raise ValueError(
                    f"{self.name!r}: the banker's play depends on how many bet under these rules; "
                    "use equilibrium(shoe_aware=True)"
                )
        object.__setattr__(self, "punter", punter)
        object.__setattr__(self, "banker", banker)
        super().__post_init__()

    def __call__(self, *, shoe_aware: bool = False, **parameters: Any) -> Any:
        """Return this policy with other parameters, or the one that counts cards.

        Raises:
            ValueError: for a parameter it does not have, or an impossible value.
        """
        changed = super().__call__(**parameters)
        return ShoeAwarePolicy(changed) if shoe_aware else changed

    def solved(self, bettors: int = 1) -> Equilibrium:
        """Return the exact equilibrium that is played with so many bettors.

        Raises:
            ValueError: if the policy is not bound to a table, or to two tableaux.
        """
        rules = self._table().rules
        if rules.game == _TWO_TABLEAUX:
            raise ValueError(f"{self.name!r}: no equilibrium of {rules.game} is known")
        return _solved(rules, bettors)

    def _table(self) -> CompiledTable:
        if self.compiled is None:
            raise ValueError(
                f"the policy {self.name!r} is not bound to a table: use {self.name}.bind(env) with "
                "the environment or tables it is to play at"
            )
        return self.compiled

    def player(self) -> np.void:
        """Return the policy as the compiled loops read it.

        Raises:
            ValueError: if the policy is not bound to a table.
        """
        self._table()
        return super().player()

    def draw_chance(self, observation: Array, action_mask: Array) -> npt.NDArray[np.object_]:
        """Return the exact chance, a `Fraction`, of drawing at each row's question."""
        reader = Reader(self._table())
        chances = np.empty(len(observation), dtype=object)
        for row, (seen, mask) in enumerate(zip(observation, action_mask, strict=True)):
            solved = self.solved(2 if reader.several(seen) else 1)
            chances[row] = Fraction(reader.chance(seen, mask, solved))
        return chances


@lru_cache(maxsize=256)
def _solved(rules: Rules, bettors: int) -> Equilibrium:
    return solve(rules, full_shoe(rules), bettors=bettors)


def full_shoe(rules: Rules) -> Shoe:
    """Return the shoe as it is before the first card."""
    return Shoe.with_replacement() if rules.with_replacement else Shoe(rules.decks)


class ShoeAwarePolicy(Policy):
    """Solves each coup for the cards that the shoe has not shown yet.

    It goes by the ``seen`` of its observation, which everybody shares, and solves the coup in
    floats (`chemmy_env.exact.solve_float`), once for each composition. Money is as in
    `EquilibriumPolicy`. It plays outside the compiled loops.

    Args:
        money: the policy whose money parameters are used; bound to a table to play.
    """

    name = "equilibrium"

    def __init__(self, money: EquilibriumPolicy) -> None:
        self.money = money

    def __call__(self, **parameters: Any) -> ShoeAwarePolicy:
        """Return this policy with other parameters."""
        return ShoeAwarePolicy(self.money(**parameters))

    def bind(self, table: Any) -> ShoeAwarePolicy:
        """Return this policy for a table; as `BuiltIn.bind`."""
        return ShoeAwarePolicy(self.money.bind(table))

    def draw_chance(self, observation: Array, action_mask: Array) -> npt.NDArray[np.float64]:
        """Return the chance of drawing at each row's question.

        Raises:
            ValueError: if the policy is not bound to a table.
        """
        table = self.money._table()
        reader, rules = Reader(table), table.rules
        chances = np.zeros(len(observation))
        for row, (seen, mask) in enumerate(zip(observation, action_mask, strict=True)):
            if mask[STAND] and mask[DRAW]:
                bettors = 2 if reader.several(seen) else 1
                shoe = full_shoe(rules)
                if not rules.with_replacement:
                    full = np.array(shoe.counts)
                    shoe = Shoe(counts=(full - reader.shown(seen, full)).tolist())
                chances[row] = reader.chance(seen, mask, solve_float(rules, shoe, bettors))
            else:
                chances[row] = mask[DRAW] != 0
        return chances

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row, with one random number a decision.

        Raises:
            ValueError: if the policy is not bound to a table, or the rows are another table's.
        """
        observation, action_mask = np.asarray(observation), np.asarray(action_mask)
        rolls = np.asarray(rng.random(len(action_mask)), np.float64)
        actions = self.money.act_batch(observation, action_mask, KeyedRolls(rolls))
        table = self.money._table()
        if table.rules.game not in ("chemmy", "coup"):
            return actions
        cards = np.flatnonzero(Reader(table).asked(observation))
        chances = self.draw_chance(observation[cards], action_mask[cards])
        actions[cards] = np.where(rolls[cards] < chances, DRAW, STAND)
        return actions
