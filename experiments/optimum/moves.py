"""The first moves of the optimum, in words."""

from __future__ import annotations

from typing import Final

import numpy as np

from chemmy_env.engine.common.actions import nth_amount
from chemmy_env.engine.records.codes import BANCO, FIRST_AMOUNT, PASS, Phase
from experiments.optimum.graph import Graph
from experiments.optimum.states import PHASE, is_over
from experiments.optimum.values import Choices

PLACES: Final = ("first banker", "on its right", "the last")
_ASKED: Final = {
    Phase.OPEN: "opens the bank",
    Phase.BANCO: "is asked banco",
    Phase.STAKE: "is asked for a stake",
}


def first_moves(graph: Graph, chosen: Choices) -> list[str]:
    """Say what is chosen, question by question, until the first cards are dealt."""
    lines: list[str] = []
    config = graph.stepper.tables.compiled.config[0]
    state, seat = 0, 0
    for layer, chances in zip(graph.coups[0], chosen[0], strict=True):
        if is_over(layer.rows[state : state + 1])[0]:
            lines.append("the session ends without cards")
            break
        edges = np.flatnonzero((layer.parent == state) & (chances > 0))
        edge, phase = int(edges[0]), int(layer.rows[state, PHASE])
        least, most = (int(number) for number in layer.rows[state, PHASE + 2 : PHASE + 4])
        action = int(layer.action[edge])
        if action < FIRST_AMOUNT:
            answer = {PASS: "passes", BANCO: f"calls banco for {least}"}[action]
        else:
            amount = nth_amount(least, most, config, action - FIRST_AMOUNT)
            answer = f"names {amount} of {least} to {most}"
        lines.append(f"{PLACES[seat]} {_ASKED.get(Phase(phase), 'is asked')}: {answer}")
        if layer.dealt[edge]:
            lines.append("cards")
            break
        state, seat = int(layer.child[edge, 0]), (seat + int(layer.turn[edge, 0])) % 3
    return lines
