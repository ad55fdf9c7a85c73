"""Solve a small session, and measure play in it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from experiments.optimum.graph import Graph, build_graph
from experiments.optimum.moves import first_moves
from experiments.optimum.values import AIMS, Choices, induct, make_scale, mean_value


@dataclass
class Optimum:
    """The optimum for one aim, and what policies reach."""

    aim: str
    exact: bool
    by_place: list[Fraction | float]
    """Values to the first banker, to the seat on its right, and to the last."""
    moves: list[str]
    """What is done until the first cards."""
    best: dict[str, float]
    """The most that a seat can reach, by field."""
    reached: dict[str, dict[str, float]]
    """What each policy reaches, by field."""

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON; exact values as fractions."""
        by_place = [
            {"exact": str(value) if self.exact else None, "float": float(value)}
            for value in self.by_place
        ]
        return {**vars(self), "by_place": by_place}


@dataclass
class Size:
    """What a session takes."""

    chips: int
    coups: int
    states: int
    actions: int
    megabytes: float
    seconds: float
    by_place: dict[str, list[float]]


def solve_optimum(graph: Graph, aim: str, policies: dict[str, Choices], *, exact: bool) -> Optimum:
    """Solve one aim, and score policies against the optimum and against books."""
    scale = make_scale(graph, aim, exact=exact)
    values, chosen = induct(graph, scale, None, None)
    floats = make_scale(graph, aim, exact=False)
    best: dict[str, float] = {}
    reached: dict[str, dict[str, float]] = {}
    for name, field in {"optimum": chosen, "book": policies["book"]}.items():
        best[name] = float(mean_value(graph, floats, induct(graph, floats, None, field)[0]))
        reached[name] = {
            policy: float(mean_value(graph, floats, induct(graph, floats, choices, field)[0]))
            for policy, choices in {"optimum": chosen, **policies}.items()
        }
    by_place = [scale.read(value, graph.max_coups) for value in values]
    return Optimum(aim, scale.exact, by_place, first_moves(graph, chosen), best, reached)


def measure(chips: int, coups: int, stakes: str, most_states: int) -> Size:
    """Solve a session for both aims, in floats, and return what it took.

    Raises:
        TooLargeError: if it has more states than allowed.
    """
    started = time.perf_counter()
    graph = build_graph(chips, coups, stakes=stakes, most_states=most_states)
    values = {}
    for aim in AIMS:
        scale = make_scale(graph, aim, exact=False)
        reached, _ = induct(graph, scale, None, None)
        values[aim] = [float(scale.read(value, coups)) for value in reached]
    spent = time.perf_counter() - started
    return Size(chips, coups, graph.states, graph.edges, graph.bytes() / 1e6, spent, values)
