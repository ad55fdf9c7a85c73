"""Backward induction over a session's graph: the optimum, best responses, and what policies reach.

With the cards at book chances the betting game is one of perfect information: whoever is asked
knows all that matters. So a subgame-perfect equilibrium in pure strategies is found from the end
backwards (Kuhn 1953, Extensive games and the problem of information; Zermelo 1913): in every state
the seat that acts takes what is best for it given what follows. Where several actions are equally
good it takes the lowest action number, which is passing before staking and less before more;
with three seats another choice there could give the others other values.

Exact values are whole numbers: a value after c coups is in units of 1/6 of a win (or a chip) over
the common denominator of the chances to the power of the coups that are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Final

import numpy as np

from chemmy_env.exact import Shoe, outcomes
from chemmy_env.policies import KeyedRolls, Player, book
from chemmy_env.policies.builtin import RandomPolicy
from chemmy_env.rules import Rules
from experiments.measuring.statistics import Array
from experiments.optimum.graph import Graph, Layer
from experiments.optimum.states import SEATS, Stepper, balances, is_over, places

AIMS: Final = ("placement", "chips")
_INT64: Final = 2**61
_TIED: Final = 1e-12
"""In floats, values nearer than this are taken for equal."""

Choices = list[list[Array]]
"""By layer, the chance of each edge given its state."""


def book_chances(rules: Rules) -> tuple[Fraction, Fraction, Fraction]:
    """Return the exact chances that the punters win, the bank wins, and of a tie.

    Every card from a full shoe, both sides by the book, which draws alike however many bet.
    """
    shoe = Shoe.with_replacement()
    punter, banker = np.asarray(book.punter).astype(int), np.asarray(book.banker).astype(int)
    found = [
        outcomes(rules, shoe, punter[several].astype(object), banker.astype(object), several + 1)
        for several in (0, 1)
    ]
    one, several = ((each.punter_win, each.bank_win, each.tie) for each in found)
    assert one == several
    return one


@dataclass(frozen=True)
class Scale:
    """The numbers that a calculation is made in.

    Attributes:
        weights: of the three outcomes: whole numbers, or floats that sum to 1.
        base: their sum.
        kind: numpy's type: int64, object (Python integers) or float64.
        aim: what is counted, one of `AIMS`.
        start: chips of each seat at the start.
    """

    weights: tuple[Any, Any, Any]
    base: Any
    kind: Any
    aim: str
    start: int

    @property
    def exact(self) -> bool:
        """Whether the numbers are whole."""
        return self.kind is not np.float64

    def ends(self, rows: Array, coups_left: int) -> Array:
        """Return the values of ends of sessions."""
        units = places(rows) if self.aim == "placement" else balances(rows) - self.start
        return units.astype(self.kind) * self.base**coups_left

    def read(self, value: Any, coups: int) -> Fraction | float:
        """Return a value of the whole session as a share of the win, or as chips."""
        unit = 6 if self.aim == "placement" else 1
        if self.exact:
            return Fraction(int(value), int(self.base) ** coups * unit)
        return float(value) / unit


def make_scale(graph: Graph, aim: str, *, exact: bool) -> Scale:
    """Return whole numbers, or floats, for a graph and an aim."""
    rules = graph.stepper.tables.rules
    chances = book_chances(rules)
    start = rules.starting_chips
    if not exact:
        win, loss, tie = (float(chance) for chance in chances)
        return Scale((win, loss, tie), 1.0, np.float64, aim, start)
    base = lcm(*(chance.denominator for chance in chances))
    win, loss, tie = (int(chance * base) for chance in chances)
    largest = base**graph.max_coups * max(6, SEATS * start)
    kind = np.int64 if largest < _INT64 else object
    return Scale((win, loss, tie), base, kind, aim, start)


def edge_values(layer: Layer, following: Array, first_after: Array, scale: Scale) -> Array:
    """Return what each edge of a layer leads to for each seat, (E, 3), in the layer's frame.

    Args:
        layer: the layer.
        following: (n, 3) values of the next layer.
        first_after: (n, 3) values of the first layer after the next coup.
        scale: the numbers.
    """
    out = np.zeros((len(layer.parent), SEATS), scale.kind)
    same = np.flatnonzero(~layer.dealt)
    seats = np.arange(SEATS)
    if len(same):
        place = (seats - layer.turn[same, :1]) % SEATS
        out[same] = following[layer.child[same, :1], place]
    dealt = np.flatnonzero(layer.dealt)
    for outcome in range(3) if len(dealt) else ():
        place = (seats - layer.turn[dealt, outcome][:, None]) % SEATS
        out[dealt] += (
            first_after[layer.child[dealt, outcome][:, None], place] * (scale.weights[outcome])
        )
    return out


def best_edges(layer: Layer, gains: Array, exact: bool) -> Array:
    """Return the first of the best edges of each state that is no end; gains are (E,)."""
    starts = np.flatnonzero(np.diff(layer.parent, prepend=-1))
    best = np.maximum.reduceat(gains, starts)
    lengths = np.diff(np.append(starts, len(gains)))
    reached = gains >= np.repeat(best, lengths) - (0 if exact else _TIED)
    at = np.flatnonzero(reached)
    return np.asarray(at[np.flatnonzero(np.diff(layer.parent[at], prepend=-1))])


def induct(
    graph: Graph,
    scale: Scale,
    watcher: Choices | None,
    field: Choices | None,
) -> tuple[Array, Choices]:
    """Go from the end to the beginning.

    Args:
        graph: the session.
        scale: the numbers; floats unless all choose what is best or pure.
        watcher: chances of each edge where the watched seat acts; `None` for its best ones.
        field: the same where another acts; `None` for what is best for the one that acts, which
            needs `watcher` to be `None` too.

    Returns:
        the values (3,) of the first state to the watcher, by its place from the first banker on,
        in `scale`; and the choices of the watcher.
    """
    choices: Choices = [[np.zeros(0)] * len(layers) for layers in graph.coups]
    first_after = np.zeros((0, SEATS), scale.kind)
    for number in range(len(graph.coups) - 1, -1, -1):
        following = np.zeros((0, SEATS), scale.kind)
        for depth in range(len(graph.coups[number]) - 1, -1, -1):
            layer = graph.coups[number][depth]
            values = np.zeros((len(layer.rows), SEATS), scale.kind)
            over = is_over(layer.rows)
            values[over] = scale.ends(layer.rows[over], graph.max_coups - number)
            if len(layer.parent):
                edges = edge_values(layer, following, first_after, scale)
                mine = watcher[number][depth] if watcher else None
                if mine is None:
                    chosen = best_edges(layer, edges[:, 0], scale.exact)
                    mine = np.zeros(len(edges), np.float64)
                    mine[chosen] = 1.0
                    values[layer.parent[chosen], 0] = edges[chosen, 0]
                else:
                    values[:, 0] += _mix(layer, mine, edges[:, :1], scale)[:, 0]
                choices[number][depth] = mine
                theirs = field[number][depth] if field else mine
                values[:, 1:] += _mix(layer, theirs, edges[:, 1:], scale)
            following = values
        first_after = following
    return first_after[0], choices


def _mix(layer: Layer, chances: Array, edges: Array, scale: Scale) -> Array:
    """Weigh edges by their chances and add them up by state."""
    out = np.zeros((len(layer.rows), edges.shape[1]), scale.kind)
    taken = np.flatnonzero(chances)
    if scale.exact:  # One edge of each state, of chance 1.
        out[layer.parent[taken]] = edges[taken]
    else:
        np.add.at(out, layer.parent[taken], edges[taken] * chances[taken, None])
    return out


def choices_of(graph: Graph, policy: Player) -> Choices:
    """Return what a policy does in every state, from what it would see there.

    A policy with ``chances(observation, mask)`` is taken at its chances, random at equal ones, any
    other at what it answers, which for money is always the same. What no longer matters is blank in
    what it sees: a network that was trained to see it may do worse here than at the table.
    """
    return [[_choose(graph, layer, policy) for layer in layers] for layers in graph.coups]


def _choose(graph: Graph, layer: Layer, policy: Player) -> Array:
    out = np.zeros(len(layer.parent))
    live = layer.live
    size = graph.stepper.size
    starts = np.searchsorted(layer.parent, live)
    ends = np.searchsorted(layer.parent, live, side="right")
    for low in range(0, len(live), size):
        part = live[low : low + size]
        mask = np.unpackbits(layer.masks[part], axis=1, count=graph.num_actions).astype(np.int8)
        chances = _chances(policy, graph.stepper, layer.rows[part], mask)
        first, last = starts[low], ends[min(low + size, len(live)) - 1]
        row = np.searchsorted(part, layer.parent[first:last])
        out[first:last] = chances[row, layer.action[first:last]]
    return out


def _chances(policy: Player, stepper: Stepper, rows: Array, mask: Array) -> Array:
    if isinstance(policy, RandomPolicy):
        return np.asarray(mask / mask.sum(axis=1, keepdims=True))
    observation = stepper.observe(rows)
    if hasattr(policy, "chances"):
        return np.asarray(policy.chances(observation, mask))
    actions = policy.act_batch(observation, mask, KeyedRolls(np.full(len(mask), 0.5)))
    return np.eye(mask.shape[1])[actions]


def mean_value(graph: Graph, scale: Scale, values: Array) -> Fraction | float:
    """Return the mean over the three places, each as likely as the next (R-H1)."""
    read = [scale.read(value, graph.max_coups) for value in values]
    total = sum(read[1:], read[0])
    return total / SEATS
