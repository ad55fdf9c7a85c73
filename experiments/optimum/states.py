"""States of the betting game as short rows of integers, stepped by the engine itself.

A coup's cards are replaced by its outcome: a shoe is laid out in which the punters win, the bank
wins or the hands tie, by naturals, so that nobody is asked about cards. Everything else, who is
asked, what is legal, what it leads to, is the engine's own step; no rule is written here.

A row holds what the rest of a session depends on, seats counted from the one that acts. What no
longer matters is blank: the tests hold the result against sessions played without any of this.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.records.codes import Phase, Result
from chemmy_env.engine.records.record import TABLE_DTYPE
from chemmy_env.engine.reset_options import lay_out_shoe
from chemmy_env.engine.tables import Tables
from experiments.measuring.statistics import Array

SEATS: Final = 3
OUTCOMES: Final = (Result.PUNTERS, Result.BANK, Result.TIE)
_SHOES: Final = ((9, 0, 0, 0), (8, 9, 0, 0), (9, 9, 0, 0))
"""Cards that force each of `OUTCOMES`, dealt punter, banker, punter, banker (R-H7)."""
PLACES: Final = 6
"""Shares of a win are halves and thirds: whole numbers of sixths."""

_CHIPS: Final = ("balance", "stake")
_WHO: Final = ("origin", "last", "banker", "turn", "suivi")
_MONEY: Final = ("bank", "covered")
_PLAIN: Final = ("phase", "legal", "least", "most", "cursor", "result", "coups", "required")
_ASKED_OF_A_BANK: Final = {
    "origin": (Phase.OPEN,),
    "last": (Phase.OPEN,),
    "required": (Phase.CONTINUE, Phase.SUCCEED),
    "result": (Phase.CONTINUE,),
}
"""Fields that matter at these questions only."""
_COVERED_MATTERS: Final = (Phase.CONTINUE, Phase.SUIVI, Phase.BANCO, Phase.STAKE)
WIDTH: Final = len(_CHIPS) * SEATS + len(_WHO) + len(_MONEY) + len(_PLAIN) + SEATS
"""Columns of a row; the last three are each seat's share of the win, in sixths, at the end."""
PHASE: Final = len(_CHIPS) * SEATS + len(_WHO) + len(_MONEY)
_FIRST_PLACE: Final = WIDTH - SEATS


def is_over(rows: Array) -> Array:
    """Tell which rows are ends of sessions."""
    return np.asarray(rows[:, PHASE] == Phase.OVER)


def places(rows: Array) -> Array:
    """Return each seat's share of the win in sixths, (n, 3)."""
    return rows[:, _FIRST_PLACE:]


def balances(rows: Array) -> Array:
    """Return each seat's balance in chips, (n, 3)."""
    return rows[:, :SEATS]


class Stepper:
    """The engine, fed with rows.

    Args:
        tables: of the game that is solved, `autoreset` disabled and the reward placement.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.size = tables.num_tables
        self._template = tables.state[:1].copy()
        self._shoes = [lay_out_shoe(cards, tables.rules.decks) for cards in _SHOES]

    def roots(self) -> tuple[Array, Array]:
        """Return the first states, one for each first banker, and their legal actions."""
        rows, masks = [], []
        for seat in range(SEATS):
            self.tables.reset(options={"first_banker": seat})
            found, turned = pack(self.tables.state[:1], self.tables.rewards[:1])
            assert turned[0] == seat
            rows.append(found)
            masks.append(self.tables.action_mask[:1].copy())
        return np.concatenate(rows), np.concatenate(masks)

    def step(self, rows: Array, actions: Array, outcome: int) -> tuple[Array, Array, Array, Array]:
        """Take an action in each row; a coup that is dealt ends as ``OUTCOMES[outcome]``.

        Args:
            rows: (n, WIDTH), at most `size` of them, none over.
            actions: (n,).
            outcome: 0, 1 or 2.

        Returns:
            rows, the seats that they count from, masks of legal actions, and whether a coup was
            dealt.
        """
        n = len(rows)
        self._load(rows, outcome)
        full = np.resize(actions, self.size)
        self.tables.step(full)
        state = self.tables.state[:n]
        found, turned = pack(state, self.tables.rewards[:n])
        dealt = state["coups"] != rows[:, PHASE + _PLAIN.index("coups")]
        if (state["result"][dealt] != OUTCOMES[outcome]).any():
            raise RuntimeError("a laid-out shoe did not force its outcome")
        return found, turned, self.tables.action_mask[:n].copy(), dealt

    def observe(self, rows: Array) -> Array:
        """Return what the seats that act see, (n, D), at most `size` rows."""
        self._load(rows, 0)
        return self.tables.observe(0)[: len(rows)]

    def _load(self, rows: Array, outcome: int) -> None:
        state = self.tables.state
        state[:] = self._template
        unpack(np.resize(rows, (self.size, WIDTH)), state)
        state["laid"] = len(_SHOES[outcome])
        state["position"] = 0
        self.tables.shoes[:] = self._shoes[outcome]


def pack(records: Array, rewards: Array) -> tuple[Array, Array]:
    """Return rows (n, WIDTH) int16 for records, and the seats that they count from."""
    turned = records["seat"].astype(np.int64)
    order = (np.arange(SEATS) + turned[:, None]) % SEATS
    phase = records["phase"]
    over = phase == Phase.OVER
    columns = []
    for name in _CHIPS:
        chips = np.take_along_axis(records[name][:, :SEATS], order, axis=1)
        columns.append(_whole(chips))
    for name in _WHO:
        seat = records[name].astype(np.int64)
        columns.append(np.where(seat >= 0, (seat - turned) % SEATS, -1)[:, None])
    for name in _MONEY:
        columns.append(_whole(records[name])[:, None])
    for name in _PLAIN:
        columns.append(records[name].astype(np.int64)[:, None])
    shares = np.rint((rewards + 1 / SEATS) * PLACES)
    columns.append(np.where(over[:, None], np.take_along_axis(shares, order, axis=1), 0))
    rows = np.concatenate(columns, axis=1).astype(np.int16)
    names = [*[name for name in _CHIPS for _ in range(SEATS)], *_WHO, *_MONEY, *_PLAIN]
    for name, phases in _ASKED_OF_A_BANK.items():
        rows[~np.isin(phase, phases), names.index(name)] = 0
    rows[~np.isin(phase, _COVERED_MATTERS), names.index("covered")] = 0
    rows[np.ix_(over, [at for at, name in enumerate(names) if name != "balance"])] = 0
    return rows, turned


def unpack(rows: Array, state: Array) -> None:
    """Write rows into records."""
    state["seat"] = 0
    at = 0
    for name in _CHIPS:
        state[name][:, :SEATS] = rows[:, at : at + SEATS].astype(np.int64) * UNIT
        at += SEATS
    for name in (*_WHO, *_MONEY, *_PLAIN):
        column = rows[:, at].astype(np.int64)
        state[name] = column * UNIT if name in _MONEY else column
        at += 1


def _whole(units: Any) -> Array:
    chips, rest = np.divmod(units, UNIT)
    if rest.any():
        raise ValueError("the betting game is solved for whole chips: no commission")
    return np.asarray(chips)


assert {*_CHIPS, *_WHO, *_MONEY, *_PLAIN} <= set(TABLE_DTYPE.names or ())
