"""Step the engine's Punto Banco and the oracle's side by side and compare after each answer."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from chemmy_env.engine.records.codes import FIRST_AMOUNT, Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import UNITS_PER_CHIP
from tests.engine.against_oracle import ENDED, shoe_order, units
from tests.oracle import Punto
from tests.oracle.punto import SIDES, STAKES


def play_punto(
    profile: str, seed: int, num_players: int = 1, greed: float = 0.8, **options: Any
) -> int:
    """Play one random session on both; return the number of decisions compared.

    Args:
        profile: which table.
        seed: of the cards and of the answers.
        num_players: bettors.
        greed: how often a bettor does not pass.
        **options: rules to change, and `chips`, with the oracle's names.
    """
    rng = random.Random(seed)
    chips = options.pop("chips", None)
    tables = Tables(
        game="punto_banco", profile=profile, num_players=num_players, seed=seed,
        autoreset="disabled", **options,
    )  # fmt: skip
    tables.reset(seed=seed, options={"chips": chips})
    oracle = Punto(
        profile, num_players, shoe=lambda number: shoe_order(tables, number), chips=chips, **options
    )
    names: dict[int, Any] = {2: "pass"}
    for at, side in enumerate(SIDES):
        for index, stake in enumerate(STAKES[profile]):
            names[FIRST_AMOUNT + at * 4 + index] = (side, stake)
    decisions = 0
    start = int(tables.state["balance"].sum())
    while True:
        compare(tables, oracle, start)
        question = oracle.question
        if question is None:
            return decisions
        legal = np.flatnonzero(tables.action_mask[0]).tolist()
        assert {names[action] for action in legal} == set(question.answers)
        action = rng.choice(legal[1:]) if rng.random() < greed else 2
        oracle.answer(names[action])
        tables.step(np.array([action]))
        decisions += 1


def compare(tables: Tables, oracle: Punto, start: int) -> None:
    """Compare the question, the money and the state of the session."""
    state = tables.state[0]
    seats = tables.num_seats
    question = oracle.question
    assert int(state["over"]) == ENDED[oracle.ended]
    if question is not None:
        assert Phase(int(state["phase"])) == Phase.STAKE
        assert int(tables.seat[0]) == question.seat
    else:
        assert not tables.action_mask[0].any()
    assert state["balance"][:seats].tolist() == units(oracle.balances)
    assert state["stake"][:seats].tolist() == units(oracle.stakes)
    # The oracle's house pays 0.95; the engine's pays 1 and has a commission of 0.05 in turn.
    assert [int(state["commission"] + state["outside"])] == units([oracle.outside])
    assert np.rint(tables.rewards[0] * UNITS_PER_CHIP).tolist() == units(oracle.payoffs)
    assert int(state["coups"]) == oracle.coups
    owned = state["balance"].sum() + state["stake"].sum()
    assert owned + state["commission"] + state["outside"] == start  # R-C3
