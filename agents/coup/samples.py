"""Coups played by one network in both roles: what learners learn from that are shown no odds.

Each side decides at most once in a coup, so a decision's return is all that the coup brought its
side, and there is nothing to discount and nothing to bootstrap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.coup.arena import CoupArena, Floats
from chemmy_env.engine.records.codes import DRAW, STAND
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.tables import Tables
from chemmy_env.exact import BankerTable, PunterTable, Shoe
from chemmy_env.exact.cells import cell_totals
from chemmy_env.exact.shoe import PACK
from chemmy_env.policies.readout import AGENTS, policy_table

Array = npt.NDArray[Any]
Chances = Callable[[Array], Floats]
"""Chances of drawing, (N,), of a network that is shown (N, D) observations."""


class Samples(NamedTuple):
    """N decisions between drawing and standing, those of one step after those before."""

    observation: Array
    """(N, D) float32: what the side that decided saw."""
    drew: Array
    """(N,) bool."""
    payoff: Array
    """(N,) float64: what the coup brought that side, in chips."""


class CoupSamples:
    """Coups to sample, and their policies to read out.

    At models where the punter sees totals and the banker hands, or the other way round, the table
    shows both their hands, and the cards of the side that sees totals are erased.

    Args:
        arena: the coup; its shoe must be one that a table can begin with.
        coups: how many are played at a time.
        seed: of the cards and of all decisions.
        reward: ``"luck_adjusted"``, or ``"chips"``.

    Raises:
        ValueError: for a shoe that is neither endless nor whole packs.
    """

    def __init__(
        self,
        arena: CoupArena,
        coups: int,
        seed: int = 0,
        reward: Literal["luck_adjusted", "chips"] = "luck_adjusted",
    ) -> None:
        self.arena = arena
        self.tables = Tables(
            "coup", arena.rules, coups, seed, autoreset="disabled", reward=reward,
            sees="hand" if "hand" in arena.sees else "total", bettors=arena.bettors,
            **_dealt(arena.shoe),
        )  # fmt: skip
        self._fields = {field.name: field.slice for field in self.compiled.fields}

    @property
    def compiled(self) -> CompiledTable:
        """The table."""
        return self.tables.compiled

    def play(self, chances: Chances) -> Samples:
        """Play the next coups with these chances of drawing, whose rolls are keyed by the coup."""
        tables = self.tables
        tables.reset()
        payoffs = np.zeros(tables.rewards.shape)
        decided: list[tuple[Array, ...]] = []
        while not tables.terminated.all():
            actions = tables.action_mask.argmax(axis=1)
            rows = np.flatnonzero(~tables.terminated & tables.action_mask[:, [STAND, DRAW]].all(1))
            seen = self._shown(tables.observation[rows])
            drew = tables.rolls()[rows] < chances(seen)
            decided.append((seen, drew, rows, tables.seat[rows]))
            actions[rows] = np.where(drew, DRAW, STAND)
            tables.step(actions)
            payoffs += tables.rewards
        seen, drew, rows, seats = (np.concatenate(column) for column in zip(*decided, strict=True))
        return Samples(seen, drew, payoffs[rows, seats])

    def read(self, chances: Chances) -> tuple[PunterTable, BankerTable]:
        """Return both sides' policy tables of a network, by what each side sees."""
        asked = _Asked(lambda seen: chances(self._shown(seen)))
        punter, banker = (
            np.asarray(policy_table(asked, agent, self.compiled), object) for agent in AGENTS
        )
        punter_rows, banker_rows = (
            self._rows(table, sees)
            for table, sees in zip((punter, banker), self.arena.sees, strict=True)
        )
        return PunterTable(punter[punter_rows]), BankerTable(banker[banker_rows])

    def _rows(self, table: Array, sees: str) -> Array:
        """Return the rows of a table that stand for all that a side can tell apart."""
        if sees == "total" and self.compiled.options.sees == "hand":
            return np.unique(cell_totals("hand"), return_index=True)[1]
        return np.arange(len(table))

    def _shown(self, observation: Array) -> Array:
        """Return copies of observations, without the cards where a side sees their total alone."""
        seen = observation.copy()
        if self.arena.sees[0] != self.arena.sees[1]:
            is_banker = seen[:, self._fields["banker"].start] > 0.5
            blind = is_banker == (self.arena.sees[1] == "total")
            seen[blind, self._fields["cards"]] = 0.0
        return seen


class _Asked:
    """A network as a policy that says its chances (`chemmy_env.policies.readout`)."""

    def __init__(self, chances: Chances) -> None:
        self._chances = chances

    def draw_chance(self, observation: Array, action_mask: Array) -> Floats:
        """Return the chances of drawing at questions that leave the choice."""
        return self._chances(observation)

    def act_batch(self, observation: Array, action_mask: Array, rng: Any) -> Array:
        """Draw or stand by the chances; as in `Policy`."""
        return np.where(rng.random(len(observation)) < self._chances(observation), DRAW, STAND)


def _dealt(shoe: Shoe) -> dict[str, Any]:
    """Return the settings of `Tables` with which it deals from a shoe."""
    if shoe.replacement:
        return {"with_replacement": True}
    decks = shoe.cards // sum(PACK)
    if shoe.counts != tuple(decks * cards for cards in PACK):
        raise ValueError(f"shoe of counts = {shoe.counts}: expected whole packs, as a table deals")
    return {"decks": decks}
