"""Step the engine's banque and the oracle's side by side and compare after each answer."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from chemmy_env.engine.records.codes import FIRST_AMOUNT, Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import UNITS_PER_CHIP
from tests.engine.against_oracle import ENDED, shoe_order, units
from tests.oracle import Banque

PHASES = {
    "open": Phase.OPEN,
    "continue": Phase.CONTINUE,
    "bet": Phase.STAKE,
    "right": Phase.PUNTER,
    "left": Phase.LEFT,
    "banker": Phase.BANKER,
}
FIXED = {"stand": 0, "draw": 1, "pass": 2}
EIGHTHS = (0, 1, 2, 4, 6, 8)


def answers_by_action(
    answers: tuple[Any, ...], amounts: int, levels: bool, sides: tuple[str, ...]
) -> dict[int, Any]:
    """Number the oracle's answers as actions; with levels, only those that a level names."""
    numbered: dict[int, Any] = {FIXED[one]: one for one in answers if one in FIXED}
    for at, side in enumerate(sides):
        named = [one for one in answers if isinstance(one, tuple) and one[0] == side]
        if at == 0:
            named += [("", one) for one in answers if isinstance(one, int)]
        if not named:
            continue
        least, most = named[0][1], named[-1][1]
        values = [least + (most - least) * eighths // 8 for eighths in EIGHTHS]
        if not levels:
            values = list(range(1, amounts + 1))
        taken = set()
        for index, value in enumerate(values):
            if least <= value <= most and value not in taken:
                taken.add(value)
                answer = (side, value) if named[0][0] else value
                numbered[FIRST_AMOUNT + at * amounts + index] = answer
    return numbered


def play_banque(
    profile: str, seed: int, stakes: str = "chips", greed: float = 0.7, **options: Any
) -> int:
    """Play one random session on both; return the number of decisions compared.

    Args:
        profile: which table.
        seed: of the cards and of the answers.
        stakes: encoding of the engine's amounts.
        greed: how often a seat does not pass where it may.
        **options: rules to change, and `chips` and `first_banker`, with the oracle's names.
    """
    rng = random.Random(seed)
    chips, first = options.pop("chips", None), options.pop("first_banker", None)
    tables = Tables(
        game="banque", profile=profile, seed=seed, autoreset="disabled", stakes=stakes, **options
    )
    tables.reset(seed=seed, options={"chips": chips, "first_banker": first})
    oracle = Banque(
        profile, shoe=lambda number: shoe_order(tables, number), chips=chips, first_banker=first,
        **options,
    )  # fmt: skip
    decisions = 0
    levels = stakes == "levels"
    account = oracle.outside
    start = int(tables.state["balance"].sum())
    while True:
        compare(tables, oracle, account, start)
        account = oracle.outside
        question = oracle.question
        if question is None:
            return decisions
        amounts = int(tables.compiled.config[0]["amounts"])
        numbered = answers_by_action(question.answers, amounts, levels, ("right", "left"))
        assert np.flatnonzero(tables.action_mask[0]).tolist() == sorted(numbered)
        actions = [action for action in numbered if action != 2 or rng.random() > greed]
        action = rng.choice(actions or list(numbered))
        oracle.answer(numbered[action])
        tables.step(np.array([action]))
        decisions += 1


def compare(tables: Tables, oracle: Banque, account: Any, start: int) -> None:
    """Compare the question, the money, the pointers and the state of the session."""
    state = tables.state[0]
    question = oracle.question
    assert int(state["over"]) == ENDED[oracle.ended]
    assert bool(tables.terminated[0]) == (oracle.ended == "terminated")
    assert bool(tables.truncated[0]) == (oracle.ended == "truncated")
    if question is not None:
        assert Phase(int(state["phase"])) == PHASES[question.kind]
        assert int(tables.seat[0]) == question.seat
    else:
        assert not tables.action_mask[0].any()
    assert state["balance"][:6].tolist() == units(oracle.balances)
    assert state["stake"][:6].tolist() == units(oracle.stakes)
    house = int(state["outside"] + state["balance"][6])
    assert [int(state["commission"]), house] == units([oracle.commission, oracle.outside])
    rewards = np.rint(tables.rewards[0] * UNITS_PER_CHIP).astype(int).tolist()
    if tables.num_seats == 7:
        assert rewards.pop() == units([oracle.outside - account])[0]
        assert state["outside"] == 0
    assert rewards == units(oracle.payoffs)
    assert state["pointer"].tolist() == [oracle.pointers["right"], oracle.pointers["left"]]
    assert int(state["coups"]) == oracle.coups
    owned = state["balance"].sum() + state["stake"].sum()
    assert owned + state["commission"] + state["outside"] == start  # R-C3
    assert tables.observation[0].max() <= max(field.high for field in tables.compiled.fields)
