"""All states of a small session, and what each action leads to, layer by layer.

A layer holds the states that are reached after so many coups and so many questions since. An action
leads into the next layer, or, where it makes a coup be dealt, into the first layer of the next coup
in one of three outcomes. States that differ in nothing that matters are one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from chemmy_env.engine.tables import Tables
from experiments.measuring.statistics import Array
from experiments.optimum.states import SEATS, WIDTH, Stepper, is_over

_CHUNK: Final = 8192
_WEIGHTS: Final = np.random.default_rng(20_130_913).integers(
    1, 2**63, size=WIDTH, dtype=np.uint64
) | np.uint64(1)


class TooLargeError(Exception):
    """A session with more states than allowed."""


@dataclass
class Layer:
    """States, and the edges that leave them, sorted by state.

    Attributes:
        rows: (n, WIDTH) int16 states.
        masks: (n, A) bool legal actions, packed to bits.
        parent: (E,) int32.
        action: (E,) int16.
        dealt: (E,) bool: the edge has three ends in the next coup's first layer, not one in the
            next layer.
        child: (E, 3) int32.
        turn: (E, 3) int8: seat i of the child is seat i + turn of the parent.
    """

    rows: Array
    masks: Array
    parent: Array = field(default_factory=lambda: np.zeros(0, np.int32))
    action: Array = field(default_factory=lambda: np.zeros(0, np.int16))
    dealt: Array = field(default_factory=lambda: np.zeros(0, bool))
    child: Array = field(default_factory=lambda: np.zeros((0, SEATS), np.int32))
    turn: Array = field(default_factory=lambda: np.zeros((0, SEATS), np.int8))

    @property
    def live(self) -> Array:
        """Indices of the states that are no ends."""
        return np.flatnonzero(~is_over(self.rows))


@dataclass
class Graph:
    """A whole session; ``coups[c][d]`` is the layer after c coups and d questions more."""

    coups: list[list[Layer]]
    stepper: Stepper
    num_actions: int

    @property
    def max_coups(self) -> int:
        """Most coups of a session."""
        return len(self.coups) - 1

    @property
    def states(self) -> int:
        """How many states there are."""
        return sum(len(layer.rows) for layers in self.coups for layer in layers)

    @property
    def edges(self) -> int:
        """How many actions there are in them."""
        return sum(len(layer.parent) for layers in self.coups for layer in layers)

    def bytes(self) -> int:
        """Return how much memory the arrays take."""
        return sum(
            array.nbytes
            for layers in self.coups
            for layer in layers
            for array in vars(layer).values()
        )


class _Pool:
    """Collects states that may be alike; ids are provisional until it is closed."""

    def __init__(self) -> None:
        self._rows: list[Array] = []
        self._masks: list[Array] = []
        self._size = 0

    def add(self, rows: Array, masks: Array) -> Array:
        """Take states, (n, WIDTH), and return provisional ids."""
        first, ids = _distinct(rows)
        self._rows.append(rows[first])
        self._masks.append(np.packbits(masks[first] != 0, axis=1))
        self._size += len(first)
        return ids + (self._size - len(first))

    def close(self) -> tuple[Layer, Array]:
        """Return the layer, and the final id of each provisional one."""
        rows, masks = np.concatenate(self._rows), np.concatenate(self._masks)
        first, ids = _distinct(rows)
        return Layer(rows[first], masks[first]), ids.astype(np.int32)

    def __len__(self) -> int:
        return self._size


def _distinct(rows: Array) -> tuple[Array, Array]:
    """Return where each distinct row first stands, and which of them each row is."""
    keys = np.zeros(len(rows), np.uint64)
    for column, weight in zip(rows.T, _WEIGHTS, strict=True):
        keys ^= column.astype(np.uint64) * weight
        keys *= np.uint64(0x9E3779B97F4A7C15)
        keys ^= keys >> np.uint64(29)
    _, first, ids = np.unique(keys, return_index=True, return_inverse=True)
    if (rows[first[ids]] != rows).any():
        raise RuntimeError("two states have the same hash")
    return first, ids


def build_graph(
    chips: int,
    coups: int,
    *,
    stakes: str = "chips",
    most_states: int = 2_000_000,
    progress: Callable[[int], object] = lambda states: None,
) -> Graph:
    """Find all states of a session of the home table with three seats.

    Args:
        chips: of each seat at the start.
        coups: of a session.
        stakes: ``"chips"`` for every amount, or ``"levels"``.
        most_states: give up beyond.
        progress: called with the number of states found so far.

    Raises:
        TooLargeError: if there are more.
        ValueError: for a session that the rules do not allow.
    """
    tables = Tables(
        "chemmy",
        "home",
        num_tables=_CHUNK,
        autoreset="disabled",
        num_players=SEATS,
        starting_chips=chips,
        max_coups=coups,
        stakes=stakes,
        reward="placement",
    )
    stepper = Stepper(tables)
    pool = _Pool()
    roots = pool.add(*stepper.roots())
    layer, ids = pool.close()
    assert len(set(ids[roots])) == 1, "the first states differ by more than the seat"
    graph = Graph([], stepper, tables.num_actions)
    found = 0
    for _ in range(coups + 1):
        layers, after = [], _Pool()
        dealing: list[Layer] = []
        while len(layer.rows):
            layers.append(layer)
            found += len(layer.rows)
            progress(found)
            if found > most_states:
                raise TooLargeError(f"more than {most_states:,} states")
            same = _Pool()
            _expand(layer, stepper, tables.num_actions, same, after)
            dealing.append(layer)
            if not len(same):
                break
            layer, ids = same.close()
            inner = dealing[-1]
            inner.child[~inner.dealt] = ids[inner.child[~inner.dealt]]
        graph.coups.append(layers)
        if not len(after):
            break
        layer, ids = after.close()
        for one in dealing:
            one.child[one.dealt] = ids[one.child[one.dealt]]
    return graph


def _expand(layer: Layer, stepper: Stepper, actions: int, same: _Pool, after: _Pool) -> None:
    """Take every legal action in every state of a layer."""
    live = layer.live
    masks = np.unpackbits(layer.masks[live], axis=1, count=actions)
    at, layer.action = (
        each.astype(kind)
        for each, kind in zip(np.nonzero(masks), (np.int32, np.int16), strict=True)
    )
    layer.parent = live[at].astype(np.int32)
    edges = len(layer.parent)
    layer.child = np.zeros((edges, SEATS), np.int32)
    layer.turn = np.zeros((edges, SEATS), np.int8)
    layer.dealt = np.zeros(edges, bool)
    for low in range(0, edges, stepper.size):
        part = np.arange(low, min(low + stepper.size, edges))
        for outcome in range(3):
            rows, turned, mask, dealt = stepper.step(
                layer.rows[layer.parent[part]], layer.action[part].astype(np.int64), outcome
            )
            layer.turn[part, outcome] = turned
            if outcome == 0:
                layer.dealt[part] = dealt
                if not dealt.all():
                    layer.child[part[~dealt]] = same.add(rows[~dealt], mask[~dealt])[:, None]
                    layer.turn[part[~dealt]] = turned[~dealt, None]
                rows, mask = rows[dealt], mask[dealt]
                part = part[dealt]
                if not len(part):
                    break
            layer.child[part, outcome] = after.add(rows, mask)
