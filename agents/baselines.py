"""Two simple ways with banks, to hold a learned policy against; both draw by the book.

Among books at the home table, where the highest balance wins (R-H16), neither is good play: they
show what plain boldness, or a bank of one's own, is worth.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from chemmy_env.engine.records.codes import BANCO, FIRST_AMOUNT, PASS, Phase
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Policy, Rolls, book

Array = npt.NDArray[Any]

_BANKING: Final = (Phase.OPEN, Phase.CONTINUE, Phase.SUCCEED, Phase.EXCESS)
_STAKING: Final = (Phase.SUIVI, Phase.BANCO, Phase.STAKE)


class MoneyPolicy(Policy):
    """Everything or nothing, whenever a bank or a stake is asked for; cards by the book.

    Args:
        table: where it plays.

    Raises:
        ValueError: for a game without banks of a size of their own.
    """

    name: str

    def __init__(self, table: CompiledTable) -> None:
        if not self.suits(table):
            raise ValueError(f"agent = {self.name!r}: expected 'chemmy', not {table.rules.game!r}")
        self._fields = {field.name: field.slice for field in table.fields}
        self._book = book.bind(table)
        self._stays = table.num_actions - table.rules.leaving  # It never leaves the table (R-S9).

    @staticmethod
    def suits(table: CompiledTable) -> bool:
        """Tell whether a table has what it is about: banks of a size of their own."""
        return any(field.name == "bank" for field in table.fields)

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row; as in `Policy`."""
        actions = self._book.act_batch(observation, action_mask, rng)
        phase = np.asarray(observation)[:, self._fields["phase"]].argmax(axis=1)
        money = np.isin(phase, (*_BANKING, *_STAKING))
        wants = self.wants_all(np.asarray(observation), phase)
        mask = np.asarray(action_mask)[:, : self._stays] != 0
        largest = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
        # A first banker has to open (R-C7), for the least if it would rather not.
        smallest = FIRST_AMOUNT + mask[:, FIRST_AMOUNT:].argmax(axis=1)
        least = np.where(mask[:, PASS], PASS, smallest)
        chosen = np.where(wants, np.where(mask[:, BANCO], BANCO, largest), least)
        return np.where(money, chosen, actions).astype(np.int64)

    def wants_all(self, observation: Array, phase: Array) -> Array:
        """Tell, row by row, whether everything goes in; else nothing."""
        raise NotImplementedError


class BankAll(MoneyPolicy):
    """Banks everything whenever it can, and never stakes against another's bank."""

    name = "bank-all"

    def wants_all(self, observation: Array, phase: Array) -> Array:
        """Tell whether the question is about the own bank."""
        return np.isin(phase, _BANKING)


class LeadAndSit(MoneyPolicy):
    """Stakes and banks everything until it has more than every other seat, then nothing."""

    name = "lead-and-sit"

    def wants_all(self, observation: Array, phase: Array) -> Array:
        """Tell whether another seat owns as much."""
        owned = observation[:, self._fields["balance"]] + observation[:, self._fields["stake"]]
        banker = observation[:, self._fields["banker"]]
        owned = owned + banker * observation[:, self._fields["bank"]]
        return np.asarray(owned[:, 0] <= owned[:, 1:].max(axis=1) + 1e-6)


YARDSTICKS: Final = (BankAll, LeadAndSit)
