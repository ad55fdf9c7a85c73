"""Built-in policies: those the compiled loops can play by themselves.

A policy is a frozen value. ``book`` is one, and ``book(stake=10)`` is the same with another stake.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from chemmy_env.engine.loops.rollout import choose_rows
from chemmy_env.engine.records.config import CompiledTable, config_dtype
from chemmy_env.engine.records.player import PLAYER_DTYPE, RANDOM, TABLE
from chemmy_env.engine.tables import make_table
from chemmy_env.policies.base import Array, Policy, Rolls
from chemmy_env.policies.reading import Reader
from chemmy_env.rules import PROFILES
from chemmy_env.rules.options import (
    BANKER_FIXED,
    DRAW,
    FREE,
    PUNTER_FIXED,
    THIRDS,
    TOTALS,
    banker_table,
    punter_table,
)

_NO_CONFIG: Final = np.zeros(1, config_dtype("chemmy"))


@dataclass(frozen=True, eq=False)
class BuiltIn(Policy):
    """A policy that compiled loops play, and that plays the very same outside them."""

    name: ClassVar[str]
    compiled: CompiledTable | None = field(default=None, kw_only=True, repr=False)
    """The table whose observations `act` and `act_batch` read; `None` for the profile's own table
    whose rows have the sizes they are given, with its own starting chips and no history."""

    def __call__(self, **parameters: Any) -> Self:
        """Return this policy with other parameters.

        Raises:
            ValueError: for a parameter it does not have, or an impossible value.
        """
        known = [each.name for each in dataclasses.fields(self) if each.name != "compiled"]
        unknown = sorted(set(parameters) - set(known))
        if unknown:
            allowed = f"its parameters are {', '.join(known)}" if known else "it has none"
            raise ValueError(f"{unknown[0]!r} is no parameter of {self.name!r}: {allowed}")
        return dataclasses.replace(self, **parameters)

    def bind(self, table: Any) -> Self:
        """Return this policy made for a table's observations.

        Args:
            table: a compiled table, or anything that has one as ``.compiled``: an environment of
                this package (``env.unwrapped`` where it is wrapped), `Tables`, an adapter.

        Raises:
            ValueError: for anything else.
        """
        compiled = getattr(table, "compiled", table)
        if not isinstance(compiled, CompiledTable):
            raise ValueError(f"table = {table!r}: expected an environment, or tables")
        return dataclasses.replace(self, compiled=compiled)

    def player(self) -> np.void:
        """Return the policy as the compiled loops read it, one `PLAYER_DTYPE` record."""
        record = np.zeros(1, PLAYER_DTYPE)
        self._write(record[0])
        return record[0]

    def _write(self, record: Any) -> None:
        raise NotImplementedError

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row, as the compiled loops do: one random number a decision.

        Raises:
            ValueError: if the rows are not those of the table it is bound to, or, unbound, of no
                profile's own table.
        """
        observation = np.ascontiguousarray(observation, np.float32)
        mask = np.ascontiguousarray(action_mask, np.int8)
        config = self._config(observation.shape, mask.shape)
        rolls = np.ascontiguousarray(rng.random(len(mask)), np.float64)
        actions = np.zeros(len(mask), np.int64)
        players = np.array([self.player()], PLAYER_DTYPE)
        choose_rows(players, config, observation, mask, rolls, actions)
        return actions

    def _config(self, observation: tuple[int, ...], mask: tuple[int, ...]) -> Array:
        """Return the compiled rules, if rows of these shapes come from their table."""
        compiled = self.compiled or _usual_table(observation[-1:], mask[-1:])
        if compiled is None:
            raise ValueError(
                f"the policy {self.name!r} is not bound to a table, and no profile's own table has "
                f"observations and masks of shapes {observation} and {mask}: use "
                f"{self.name}.bind(env) with the environment or tables whose observations it reads"
            )
        rows = observation[0] if observation else 0
        expected = (rows, compiled.observation_size), (rows, compiled.num_actions)
        if (observation, mask) != expected:
            raise ValueError(
                f"observation and action_mask of shapes {observation} and {mask}: expected "
                f"{expected[0]} and {expected[1]}, as of the table that {self.name!r} is bound to"
            )
        return compiled.config


@lru_cache
def _usual_table(observation: tuple[int, ...], mask: tuple[int, ...]) -> CompiledTable | None:
    """Return the table, rules and options as its profile has them, with rows of these sizes.

    Tables that share both sizes share the whole layout.
    """
    for game, profiles in PROFILES.items():
        for rules in profiles.values():
            for players in range(rules.min_players, rules.max_players + 1):
                for stakes in ("levels", "chips"):
                    table = make_table(game, rules, players, stakes=stakes)
                    if ((table.observation_size,), (table.num_actions,)) == (observation, mask):
                        return table
    return None


@dataclass(frozen=True, eq=False)
class RandomPolicy(BuiltIn):
    """Any legal action, each equally likely."""

    name = "random"

    def _write(self, record: Any) -> None:
        record["kind"] = RANDOM

    def draw_chance(self, observation: Array, action_mask: Array) -> npt.NDArray[np.float64]:
        """Return the chance of drawing at each row's question."""
        free = np.asarray(action_mask) != 0
        return free[:, DRAW] / np.maximum(free.sum(axis=1), 1)

    def _config(self, observation: tuple[int, ...], mask: tuple[int, ...]) -> Array:
        """Ask for nothing but a mask a row: this policy reads no observation."""
        if len(mask) != 2 or observation[:1] != mask[:1]:
            raise ValueError(
                f"observation and action_mask of shapes {observation} and {mask}: expected (N, D) "
                "and (N, A)"
            )
        return _NO_CONFIG


class _Tables(NamedTuple):
    punter: Array
    banker: Array


@dataclass(frozen=True, eq=False)
class TablePolicy(BuiltIn):
    """Draws with the chances that two tables give, and handles money as the rulebooks advise.

    Where the rules leave no choice of cards the rules are played. The advice on money is R-X2; the
    amounts are [chosen]. They are chips at a table of 100 starting chips, and as many hundredths of
    the starting chips elsewhere.
    """

    name = "table"
    punter: npt.ArrayLike
    """(2, 10) chances of drawing, of the punter or captain: bettors (one, several) by total."""
    banker: npt.ArrayLike
    """(10, 11) chances of drawing, of the banker: total by the punter's third card, or stood."""
    bank: float = 20.0
    """A bank it opens, or raises a requirement to: flat and modest, the 20 chips that 002 suggests
    for a home game. It takes a succession that asks for no more, and declines no fresh bank."""
    stake: float = 5.0
    """A stake against the bank, flat and modest: 002, "bet consistently"."""
    banco_multiple: float = 6.0
    """It calls banco with this many times the bank: 002, "never call banco unless your bankroll is
    several multiples of the bank stake"."""
    significant_win: float = 10.0
    """As banker it retires after a coup that won as much: 002, "withdraw after one significant win
    to lock in profit". `math.inf` for never."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        for name, shape in (("punter", (2, TOTALS)), ("banker", (TOTALS, THIRDS))):
            chances = np.array(getattr(self, name), np.float64)
            if chances.shape != shape or not ((chances >= 0) & (chances <= 1)).all():
                raise ValueError(
                    f"{name} of shape {chances.shape}: expected {shape} chances in [0, 1]"
                )
            chances.setflags(write=False)
            object.__setattr__(self, name, chances)
        for name in ("bank", "stake", "banco_multiple", "significant_win"):
            value = getattr(self, name)
            if not isinstance(value, int | float | np.number) or not value >= 0:
                raise ValueError(f"{name} = {value!r}: expected a number from 0")

    def draw_chance(self, observation: Array, action_mask: Array) -> Array:
        """Return the chance of drawing at each row's question, at chemin de fer or in one coup.

        Raises:
            ValueError: if the policy is not bound to a table, the rows are another table's, or the
                game is another.
        """
        observation, mask = np.asarray(observation), np.asarray(action_mask)
        config = self._config(observation.shape, mask.shape)[0]
        compiled = self.compiled or _usual_table(observation.shape[-1:], mask.shape[-1:])
        assert compiled is not None  # Or `_config` has raised.
        reader = Reader(compiled)
        obeys = bool(self.player()["obeys"])
        chances = np.zeros(len(mask))
        for row, seen in enumerate(observation):
            several = int(reader.several(seen))
            punter = np.asarray(self.punter, np.float64)[several]
            if obeys:
                options = config["punter"][several]
                punter = np.where(options == FREE, punter, options == DRAW)
            tables = _Tables(punter, np.asarray(self.banker, np.float64))
            chances[row] = reader.chance(seen, mask[row], tables)
        return chances

    def _write(self, record: Any) -> None:
        record["kind"] = TABLE
        for name in ("punter", "banker", "bank", "stake", "banco_multiple", "significant_win"):
            record[name] = getattr(self, name)


@dataclass(frozen=True, eq=False)
class BookPolicy(TablePolicy):
    """What the rulebooks teach: their drawing tables (R-X1) and their advice on money (R-X2).

    The punter draws on 0-5 (5 is [chosen]) and stands on 6 and 7, or as the rules have it where
    they are stricter, even where a misplay is allowed (R-K4). The banker's table is R-H9 with a
    draw on 3 against a 9 and on 5 against a 4 [chosen].
    """

    name = "book"
    punter: npt.ArrayLike = field(
        default_factory=lambda: punter_table(PUNTER_FIXED, PUNTER_FIXED) == DRAW
    )
    banker: npt.ArrayLike = field(default_factory=lambda: banker_table(BANKER_FIXED) == DRAW)

    def _write(self, record: Any) -> None:
        super()._write(record)
        record["obeys"] = 1
