"""`TableOptions`, and rules and options compiled into the one record that kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, Final, Literal

import numpy as np

from chemmy_env.engine.machine.record_types import declare_record
from chemmy_env.engine.records.codes import (
    CHIPS,
    FIRST_AMOUNT,
    LEVELS,
    LIST,
    NUM_LEVELS,
    REWARD_PLACEMENT,
    REWARDS,
)
from chemmy_env.engine.records.fields import FIELD_NAMES, Field, layout
from chemmy_env.engine.records.record import MAX_HISTORY
from chemmy_env.rules import RULES, UNITS_PER_CHIP, Rules
from chemmy_env.rules.requiring import MAX_LISTED_STAKES, require, require_int

MOST_CHIPS: Final = 2**31 - 1
"""Chips that can ever be at a table: the record keeps amounts in chips in 32 bits, amounts of
1/10,000 of one in 64."""
_COMPILED: Final = {name: rule for name, rule in RULES.items() if rule.kernel is not None}
"""Rule options that kernels read one by one."""
_RULE_FIELDS: list[tuple[Any, ...]] = [
    ("num_players", np.int32),
    ("num_seats", np.int32),
    ("truncates", np.int32),
    *((rule.kernel, np.int64 if rule.is_wide else np.int32) for rule in _COMPILED.values()),
    # Units on one chip.
    ("commission", np.int64),
    ("stakes", np.int64, (MAX_LISTED_STAKES,)),
    ("punter", np.int8, (2, 10)),
    ("banker", np.int8, (10, 11)),
]
_OPTION_FIELDS: list[tuple[Any, ...]] = [
    ("encoding", np.int32),
    ("sides", np.int32),
    ("amounts", np.int32),
    ("num_actions", np.int32),
    ("asks_forced", np.int32),
    ("reward", np.int32),
    ("history", np.int32),
    ("observation_size", np.int32),
    # Reciprocals: observations are written without a division.
    ("per_unit", np.float64),
    ("per_coup", np.float32),
    ("per_card", np.float32),
    ("per_kind", np.float32, (10,)),
    ("per_seat", np.float32),
]


@cache
def config_dtype(
    game: str,
    *,
    history: bool = False,
    adjusts_luck: bool = False,
    leaving: bool = False,
    handfuls: bool = False,
) -> np.dtype[Any]:
    """Return the type of the rules and options of a game as the kernels read them.

    Kernels tell the game, and what else they must do, by the names of the first fields, which hold
    nothing (engine/machine/dispatch.py). ``at_*`` are where observation fields begin.
    """
    marks = [
        game,
        *(["keeps_history"] if history else []),
        *(["adjusts_luck"] if adjusts_luck else []),
        *(["lets_leave"] if leaving else []),
        *(["deals_handfuls"] if handfuls else []),
    ]
    fields = np.dtype(
        [
            *((mark, np.int32) for mark in marks),
            *_RULE_FIELDS,
            *_OPTION_FIELDS,
            *((f"at_{name}", np.int32) for name in FIELD_NAMES),
        ],
        align=True,
    )
    return declare_record(fields)


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """How a table is presented to its players; none of this changes the game itself.

    Raises:
        ValueError: for an impossible value; it names the option, the value and what is allowed.
    """

    stakes: Literal["levels", "chips"] = "levels"
    """One action a level of the legal range, or one a whole chip."""
    forced_moves: Literal["skip", "ask"] = "skip"
    """Whether a draw that the rules decide is played or asked for with one legal action."""
    reward: Literal["chips", "placement", "ahead", "luck_adjusted"] | None = None
    """`None` for the profile's own aim; the last one for chemin de fer and its coup (R-L)."""
    illegal: Literal["terminate", "raise"] = "terminate"
    """What an illegal action does."""
    history: int = 0
    """Public events at the end of each observation, 0 to 32."""
    sees: Literal["total", "hand"] | None = None
    """What a side of a single coup sees of its first two cards; `None` for the total there, and at
    the tables, where both cards are always seen."""

    def __post_init__(self) -> None:
        """Check every option."""
        for name, allowed in (
            ("stakes", ("levels", "chips")),
            ("forced_moves", ("skip", "ask")),
            ("reward", (*REWARDS, None)),
            ("illegal", ("terminate", "raise")),
            ("sees", ("total", "hand", None)),
        ):
            value = getattr(self, name)
            known = value is None or isinstance(value, str)  # An array would compare as many.
            require(known and value in allowed, name, value, f"one of {allowed}")
        require_int("history", self.history, 0, MAX_HISTORY)


@dataclass(frozen=True)
class CompiledTable:
    """A table's rules and options, with everything that follows from them."""

    rules: Rules
    options: TableOptions
    num_players: int
    num_seats: int
    """Players, and the house where it is an agent (R-T9)."""
    num_actions: int
    fields: tuple[Field, ...]
    config: np.ndarray[Any, Any]
    """``(1,)`` of its `config_dtype`."""
    total_chips: int
    """Chips at the table at the start."""

    @property
    def observation_size(self) -> int:
        """Length D of an observation."""
        return self.fields[-1].slice.stop

    @cached_property
    def kernels(self) -> str:
        """What the kernels that play here are called: the game, and what else they must do."""
        return "-".join(takewhile(lambda name: name != _RULE_FIELDS[0][0], self.config.dtype.names))

    @property
    def agents(self) -> tuple[str, ...]:
        """What the seats are called in the environments."""
        return self.rules.facts.agents or tuple(f"player_{seat}" for seat in range(self.num_seats))

    @property
    def reward(self) -> str:
        """The reward in force."""
        return self.options.reward or self.rules.aim

    @property
    def reward_scale(self) -> float:
        """What learners multiply rewards by: one over the starting chips where they are chips."""
        paid_in_chips = REWARDS[self.reward] < REWARD_PLACEMENT
        return 1.0 / self.rules.starting_chips if paid_in_chips else 1.0


def compile_table(rules: Rules, num_players: int | None, options: TableOptions) -> CompiledTable:
    """Compile rules and options for a number of players.

    Raises:
        ValueError: if the table does not seat `num_players`, or a seat that the rules name is not
            at it.
    """
    players = rules.num_players if num_players is None else num_players
    rules.check_num_players(players)
    if rules.banco_first is not None and rules.banco_first >= players:
        raise ValueError(
            f"banco_first = {rules.banco_first!r}: expected None or a seat from 0 to {players - 1}"
        )
    seats = players + (rules.house == "agent")
    most_chips = players * rules.starting_chips + _inflow(rules, players)
    require(
        most_chips <= MOST_CHIPS,
        "max_coups",
        rules.max_coups,
        f"fewer, or fewer chips a coup: up to {most_chips} chips could come to this table, which "
        f"counts to {MOST_CHIPS} (R-C3)",
    )
    single = rules.game == "coup"
    if options.sees is not None and not single:
        raise ValueError(f"sees = {options.sees!r}: expected None, {rules.game} has no such option")
    if options.reward == "luck_adjusted" and not rules.facts.adjusts_luck:
        raise ValueError(
            f"reward = 'luck_adjusted': expected 'chips', 'placement', 'ahead' or None at "
            f"{rules.game}"
        )
    sides = len(rules.facts.sides)
    if single:  # Nothing is staked that anybody chooses.
        encoding, amounts = LEVELS, 0
    elif rules.listed_stakes:
        encoding, amounts = LIST, len(rules.listed_stakes)
    elif options.stakes == "chips":
        encoding, amounts = CHIPS, _most_staked(rules, most_chips)
    else:
        encoding, amounts = LEVELS, NUM_LEVELS
    fields = layout(rules, seats, most_chips, options.history, options.sees)

    luck = options.reward == "luck_adjusted"
    dtype = config_dtype(
        rules.game,
        history=options.history > 0,
        adjusts_luck=luck,
        leaving=rules.leaving,
        handfuls=rules.handful > 0,
    )
    config = np.zeros(1, dtype)
    record = config[0]
    record["num_players"] = players
    record["num_seats"] = seats
    record["truncates"] = rules.at_max_coups == "truncated" and (
        REWARDS[options.reward or rules.aim] < REWARD_PLACEMENT
    )
    for name, rule in _COMPILED.items():
        record[rule.kernel] = rule.code(getattr(rules, name))
    # One of several bettors of a single coup has nobody's stakes to make good (R-K4).
    record["liable"] &= rules.bettors == 1
    record["commission"] = rules.commission_units
    record["stakes"][: len(rules.listed_stakes)] = rules.listed_stakes
    record["punter"] = rules.punter_options
    record["banker"] = rules.banker_options

    record["encoding"] = encoding
    record["sides"] = sides
    record["amounts"] = amounts
    record["num_actions"] = FIRST_AMOUNT + sides * amounts + rules.leaving
    record["asks_forced"] = options.forced_moves == "ask"
    record["reward"] = REWARDS[options.reward or rules.aim]
    record["history"] = options.history
    record["observation_size"] = fields[-1].slice.stop
    record["per_unit"] = 1 / (rules.starting_chips * UNITS_PER_CHIP)
    record["per_coup"] = 1 / rules.max_coups
    record["per_card"] = 1 / rules.cards
    record["per_kind"] = 1 / (4 * rules.decks)
    record["per_kind"][0] /= 4  # 10, J, Q and K.
    record["per_seat"] = 1 / seats
    for field in fields:
        record[f"at_{field.name}"] = field.slice.start
    return CompiledTable(
        rules=rules,
        options=options,
        num_players=players,
        num_seats=seats,
        num_actions=int(record["num_actions"]),
        fields=fields,
        config=config,
        total_chips=players * rules.starting_chips,
    )


def _inflow(rules: Rules, players: int) -> int:
    """Return the most chips that bystanders or the house can bring to the table in a session."""
    if rules.game == "punto_banco":
        return players * max(rules.listed_stakes) * rules.tie_pays * rules.max_coups
    if rules.house != "none":
        return players * (rules.max_stake or rules.starting_chips) * rules.max_coups
    return rules.bystanders * rules.max_coups


def _most_staked(rules: Rules, most_chips: int) -> int:
    caps = [most_chips]
    if rules.house != "none" and rules.max_stake is not None:  # Else a whole bank is an amount.
        caps.append(rules.max_stake)
    return min(caps)
