"""Read any policy out as an exact table over the information sets of one coup.

Each information set is laid out at a coup table by its cards, so that the policy sees just what it
would see in play, and is asked how often it draws there. The table can then be scored exactly by
`chemmy_env.exact`.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from chemmy_env.engine.records.codes import DRAW, STAND, Phase
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.tables import Tables
from chemmy_env.exact import BankerTable, PunterTable
from chemmy_env.exact.cells import STOOD, Cell, Sees, cells, hand_total
from chemmy_env.policies.base import Array, Player
from chemmy_env.policies.keyed import KeyedRolls
from chemmy_env.rules import FREE

AGENTS: Final = ("punter_0", "banker_0")
ROLLS: Final = 1000
"""Rolls a question, for a policy that cannot say its chances: they are known to 1/2000."""
NATURAL: Final = 8
_OTHER: Final = (0, 7)
"""The other side's hand while the punter is asked; nobody may see it."""


def policy_table(
    policy: Player,
    agent: str,
    table: CompiledTable,
    rolls: int = ROLLS,
) -> PunterTable | BankerTable:
    """Return a policy's chances of drawing at every question that an agent can be asked.

    A policy with a method ``draw_chance(observation, action_mask) -> (N,)`` is taken at its word.
    Any other is asked `rolls` times at each question, with first random numbers that divide [0, 1)
    evenly: a policy that compares one number with its chance is read to 1/(2 `rolls`), a
    deterministic one exactly, and for those 1 will do. Where the rules leave no choice the table
    has what they say; a question that cannot come up has a 0.

    Args:
        policy: any object with ``act_batch``, bound to the table if it needs one.
        agent: ``"punter_0"`` or ``"banker_0"``.
        table: the coup table whose observations the policy reads.
        rolls: how often a policy without `draw_chance` is asked.

    Raises:
        ValueError: for another agent, a table of another game, fewer than one roll, or a policy
            whose chances are none.
    """
    if agent not in AGENTS:
        raise ValueError(f"agent = {agent!r}: expected one of {AGENTS}")
    if table.rules.game != "coup":
        raise ValueError(f"table of {table.rules.game!r}: expected a table of the game 'coup'")
    if isinstance(rolls, bool) or not isinstance(rolls, int | np.integer) or rolls < 1:
        raise ValueError(f"rolls = {rolls!r}: expected a whole number from 1")
    sees: Sees = table.options.sees or "total"
    if agent == AGENTS[0]:
        return PunterTable(_punter_chances(policy, table, cells(sees), int(rolls)), sees)
    return BankerTable(_banker_chances(policy, table, cells(sees), int(rolls)), sees)


def _punter_options(table: CompiledTable) -> Array:
    """Return STAND, DRAW or FREE by total, ``(10,)``."""
    options = table.config[0]["punter"][int(table.rules.bettors > 1)].copy()
    if table.config[0]["liable"]:
        options[:NATURAL] = FREE
    return options


def _punter_chances(
    policy: Player, table: CompiledTable, rows: tuple[Cell, ...], rolls: int
) -> npt.NDArray[np.object_]:
    options = _punter_options(table)[[hand_total(cell) for cell in rows]]
    chances = (options == DRAW).astype(int).astype(object)
    free = np.flatnonzero(options == FREE)
    if len(free):
        hands = [_hand(rows[row]) for row in free]
        laid = [[low, _OTHER[0], high, _OTHER[1]] for low, high in hands]
        chances[free] = _asked(policy, lay_out(table, laid), rolls)
    return chances


def _banker_chances(
    policy: Player, table: CompiledTable, rows: tuple[Cell, ...], rolls: int
) -> npt.NDArray[np.object_]:
    options = table.config[0]["banker"][[hand_total(cell) for cell in rows]]
    chances = (options == DRAW).astype(int).astype(object)
    may = _punter_options(table)[:NATURAL]
    for action, columns in ((DRAW, range(STOOD)), (STAND, range(STOOD, STOOD + 1))):
        able = np.flatnonzero((may == FREE) | (may == action))
        free = [
            (row, column)
            for row in range(len(rows))
            for column in columns
            if options[row, column] == FREE
        ]
        if not (len(able) and free):
            continue
        laid = []
        for row, column in free:
            low, high = _hand(rows[row])
            laid.append([0, low, int(able[0]), high, *([column] if action == DRAW else [])])
        tables = lay_out(table, laid)
        if (tables.state["phase"] == Phase.PUNTER).all():
            tables.step(np.full(len(laid), action))
        chances[tuple(np.transpose(free))] = _asked(policy, tables, rolls)
    return chances


def _hand(cell: Cell) -> tuple[int, int]:
    """Return two cards of an information set."""
    return (0, cell) if isinstance(cell, int) else cell


def lay_out(table: CompiledTable, laid: list[list[int]]) -> Tables:
    """Return tables that have begun with these cards on top of their shoes, one row each.

    Args:
        table: a coup table.
        laid: card values from the top, as many in each row.
    """
    tables = Tables(
        "coup", table.rules, len(laid), autoreset="disabled", **dataclasses.asdict(table.options)
    )
    tables.reset(seed=0, options=[{"shoe": cards} for cards in laid])
    return tables


def _asked(policy: Player, tables: Tables, rolls: int) -> Array:
    """Return the chances of drawing at the pending questions, ``(N,)`` numbers."""
    seen, mask = tables.observation, tables.action_mask
    assert mask[:, [STAND, DRAW]].all()
    exact = getattr(policy, "draw_chance", None)
    if exact is not None:
        chances = np.asarray(exact(seen, mask), dtype=object)
        if chances.shape != (len(seen),):
            raise ValueError(
                f"draw_chance of {policy!r} has shape {chances.shape}: expected ({len(seen)},)"
            )
        return chances
    drawn = np.zeros(len(seen), np.int64)
    for roll in range(rolls):
        keyed = KeyedRolls(np.full(len(seen), (roll + 0.5) / rolls))
        drawn += np.asarray(policy.act_batch(seen, mask, keyed)) == DRAW
    return np.array([Fraction(int(draws), rolls) for draws in drawn], dtype=object)
