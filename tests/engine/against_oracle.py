"""Step the engine and the oracle side by side and compare everything after each answer."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np

from chemmy_env.engine.common.shoe import CARD_VALUES, begin_shoe, deal, stack_packs
from chemmy_env.engine.records.codes import FIRST_AMOUNT, Over, Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import UNITS_PER_CHIP
from tests.oracle import Chemin

ENDED = {None: 0, "terminated": int(Over.TERMINATED), "truncated": int(Over.TRUNCATED)}


def shoe_order(tables: Tables, number: int) -> list[int]:
    """Return the values of the `number`-th shoe of the first row's session, in the order dealt."""
    state = tables.state[:1].copy()
    shoe = np.zeros(tables.rules.cards, np.uint8)
    stack_packs(shoe)
    begin_shoe(state[0], number)
    return [int(CARD_VALUES[deal(state[0], shoe)]) for _ in range(len(shoe))]


def legal_answers(tables: Tables) -> set[Any]:
    """Read the mask of a table with one action a chip as the oracle's answers."""
    names: dict[int, Any] = {0: "stand", 1: "draw", 2: "pass", 3: "banco"}
    actions = np.flatnonzero(tables.action_mask[0]).tolist()
    if tables.rules.leaving:
        names[tables.num_actions - 1] = "leave"
    return {names.get(action, action - FIRST_AMOUNT + 1) for action in actions}


def action_of(tables: Tables, answer: Any) -> int:
    """Return the action of an oracle's answer."""
    fixed = {"stand": 0, "draw": 1, "pass": 2, "banco": 3, "leave": tables.num_actions - 1}
    return int(answer) + FIRST_AMOUNT - 1 if isinstance(answer, int) else fixed[answer]


def units(amounts: list[Fraction]) -> list[int]:
    """Turn chips into engine units; fails if an amount is no whole unit."""
    scaled = [amount * UNITS_PER_CHIP for amount in amounts]
    assert all(amount.denominator == 1 for amount in scaled)
    return [int(amount) for amount in scaled]


def play_chemin(
    profile: str,
    seed: int,
    num_players: int = 6,
    chips: list[int] | None = None,
    greed: float = 0.5,
    shy: float = 0.0,
    **options: Any,
) -> int:
    """Play one random session on both; return the number of decisions compared.

    Args:
        profile: which table.
        seed: of the cards and of the answers.
        num_players: seats.
        chips: starting chips of each seat.
        greed: how often an answer is the last on offer instead of any.
        shy: how often it is the first, which is a pass where there is one.
        **options: rules to change, with the oracle's names (which are `Rules`'s).
    """
    rng = random.Random(seed)
    tables = Tables(
        profile=profile, num_players=num_players, seed=seed, autoreset="disabled", stakes="chips",
        reward="chips", **options,
    )  # fmt: skip
    tables.reset(seed=seed, options={"chips": chips} if chips else None)
    first = int(tables.seat[0])
    oracle = Chemin(
        profile=profile, num_players=num_players, shoe=lambda number: shoe_order(tables, number),
        first_banker=first, chips=chips, **options,
    )  # fmt: skip
    decisions = 0
    while True:
        compare(tables, oracle)
        question = oracle.question
        if question is None:
            return decisions
        mood = rng.random()
        if mood < greed:
            answer = question.answers[-1]
        elif mood < greed + shy:
            answer = question.answers[0]
        else:
            answer = rng.choice(question.answers)
        oracle.answer(answer)
        tables.step(np.array([action_of(tables, answer)]))
        decisions += 1


def compare(tables: Tables, oracle: Chemin) -> None:
    """Compare the question, the money and the state of the session."""
    state = tables.state[0]
    seats = tables.num_seats
    question = oracle.question
    assert int(state["over"]) == ENDED[oracle.ended]
    assert bool(tables.terminated[0]) == (oracle.ended == "terminated")
    assert bool(tables.truncated[0]) == (oracle.ended == "truncated")
    if question is not None:
        assert Phase(int(state["phase"])).name.lower() == question.kind
        assert int(tables.seat[0]) == question.seat
        assert legal_answers(tables) == set(question.answers)
    else:
        assert not tables.action_mask[0].any()
    # The club's named stakes lie on the engine's table, and in the oracle's purses, until covered.
    if question is None or question.kind not in ("stake", "excess"):
        assert state["balance"][:seats].tolist() == units(oracle.balances)
        assert state["stake"][:seats].tolist() == units(oracle.stakes)
    bank = np.zeros(seats, np.int64)
    if state["banker"] >= 0:
        bank[state["banker"]] = state["bank"]
    wealth = state["balance"][:seats] + state["stake"][:seats] + bank
    assert wealth.tolist() == units(oracle.wealth)
    assert np.rint(tables.rewards[0] * UNITS_PER_CHIP).tolist() == units(oracle.payoffs)
    assert [int(state["commission"]), int(state["outside"])] == units(
        [oracle.commission, oracle.outside]
    )
    assert int(state["coups"]) == oracle.coups
    assert int(state["left"]) == sum(1 << seat for seat in oracle.left)
