"""Whole sessions of banque: against the oracle, hidden cards, the book, rollouts."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from chemmy_env import policies
from chemmy_env.engine.loops.resample import resample_row
from chemmy_env.engine.records.codes import BANK_HAND, DRAW, LEFT_HAND, PUNTER_HAND, STAND, Phase
from chemmy_env.engine.tables import Tables
from tests.engine.banque_against_oracle import play_banque
from tests.engine.scripted_sides import SideScript

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("profile", ["ouverte", "limitee"])
@pytest.mark.parametrize("part", range(4))
def test_R_T_sessions_equal_the_oracles(profile: str, part: int) -> None:
    decisions = 0
    for seed in range(part * 25, part * 25 + 25):
        rng = random.Random(f"{profile} {seed}")
        options: dict[str, Any] = {"max_coups": rng.choice([1, 8, 15])}
        if profile == "ouverte":
            options["first_banker"] = rng.choice([None, 1, 5])
        else:
            options["house"] = rng.choice(["script", "agent"])
        if rng.random() < 0.5:
            options["chips"] = [rng.randint(1, 60) for _ in range(6)]
        if rng.random() < 0.4:
            options["commission"] = Fraction(1234, 10_000)
        if rng.random() < 0.4:
            options["decks"] = rng.choice([1, 2, 8])
        stakes = rng.choice(["chips", "levels"])
        decisions += play_banque(profile, seed, stakes, rng.choice([0.3, 0.8, 1]), **options)
    assert decisions > 500


def may_know(state: Any, seat: int, hand: int) -> bool:
    """Say from the rules whether a seat has seen a hand (R-T3, R-T5, R-T6)."""
    if hand == BANK_HAND:
        return seat == int(state["banker"])
    values = np.minimum(state["cards"][hand, :2] % 13 + 1, 10) % 10
    shown = int(state["captain"][hand]) >= 0 and values.sum() % 10 >= 8
    return shown or seat == int(state["captain"][hand])


@pytest.mark.parametrize(
    "settings", [{}, {"profile": "limitee"}, {"profile": "limitee", "house": "agent"}]
)
def test_R_T6_swapped_hidden_cards_change_nothing(settings: dict[str, Any]) -> None:
    tables = Tables(game="banque", num_tables=60, seed=5, history=4, **settings)
    rng = np.random.default_rng(1)
    swapped = 0
    for _ in range(40):
        play_random(tables, rng)
        playing = np.flatnonzero(tables.state["phase"] >= Phase.PUNTER)
        for seat in range(tables.num_seats):
            before = tables.observe(seat)
            twin = tables.clone()
            twin.shoes[:] = rng.permuted(twin.shoes, axis=1)
            for row in playing:
                for hand in (PUNTER_HAND, LEFT_HAND, BANK_HAND):
                    if not may_know(tables.state[row], seat, hand):
                        twin.state["cards"][row, hand, :2] = rng.integers(0, 52, 2)
                        swapped += 1
            assert (twin.observe(seat) == before).all()
    assert swapped > 1000


def test_R_T3_what_is_known_is_in_the_observation() -> None:
    tables = Tables(game="banque", num_tables=60, seed=6)
    rng = np.random.default_rng(2)
    total = next(field.slice for field in tables.compiled.fields if field.name == "total")
    own = 0
    for _ in range(40):
        play_random(tables, rng)
        for row in np.flatnonzero(tables.state["phase"] >= Phase.PUNTER):
            state = tables.state[row]
            seen = tables.observation[row, total]
            hands = {Phase.PUNTER: PUNTER_HAND, Phase.LEFT: LEFT_HAND, Phase.BANKER: BANK_HAND}
            values = np.minimum(state["cards"][hands[Phase(state["phase"])], :2] % 13 + 1, 10)
            assert seen.argmax() == values.sum() % 10
            assert seen.sum() == 1
            own += 1
    assert own > 200


def test_dealing_again_keeps_what_a_seat_knows() -> None:
    tables = Tables(game="banque", num_tables=1, seed=7)
    rng = np.random.default_rng(3)
    dealt = 0
    while dealt < 60:
        play_random(tables, rng)
        if tables.state["phase"][0] < Phase.PUNTER:
            continue
        for seat in range(6):
            twin = tables.clone()
            key = np.uint64(rng.integers(2**63))
            resample_row(twin.state, twin.shoes, twin.compiled.config, seat, key,
                         twin.action_mask[0])  # fmt: skip
            assert (twin.observe(seat) == tables.observe(seat)).all()
            for hand in range(3):
                same = (twin.state["cards"] == tables.state["cards"])[0, hand].all()
                assert same or not may_know(tables.state[0], seat, hand)
            assert (twin.action_mask == tables.action_mask).all()
            dealt += 1


def play_random(tables: Tables, rng: np.random.Generator) -> None:
    """Take a random legal action in each row."""
    noise = rng.random(tables.action_mask.shape) * tables.action_mask
    noise[:, 2] *= 0.8  # Pass less often, for more cards.
    tables.step(noise.argmax(1))


@pytest.mark.parametrize("profile", ["ouverte", "limitee"])
def test_R_C3_rollouts_neither_make_nor_lose_chips(profile: str) -> None:
    house = {"house": "agent"} if profile == "limitee" else {}
    tables = Tables(game="banque", profile=profile, num_tables=50, seed=2, **house)
    start = tables.state["balance"].sum(1)
    for policy in (policies.random, policies.book):
        done = tables.rollout(policy, 2000)
        assert done.decisions == 100_000
        assert done.sessions > 50
        state = tables.state
        owned = state["balance"].sum(1) + state["stake"].sum(1)
        assert (owned + state["commission"] + state["outside"] == start).all()
        assert (state["balance"][:, :6] >= 0).all()  # R-C4


def test_R_X1_the_book_at_the_tableaux() -> None:
    for total in range(8):
        script = SideScript([0, 0, 0, total, total, 5, 7, 6])
        book = policies.book.bind(script.tables)

        def move(book: Any = book, script: SideScript = script) -> int:
            observation, mask = script.tables.observation, script.tables.action_mask
            return int(book.act_batch(observation, mask, np.random.default_rng(0))[0])

        script.tables.step(np.array([move()]))
        script.tables.step(np.array([move()]))
        state = script.state
        # Flat stakes, the second on the tableau with less on it.
        assert state["stake"][1] == state["stake"][2] > 0
        assert state["side"][1:3].tolist() == [0, 1]
        script.passes("stake", 3, 4, 5)
        assert script.asked == (1, "right")
        assert move() == (DRAW if total <= 5 else STAND)
        script.say(1, "right", "draw")
        assert move() == (DRAW if total <= 5 else STAND)


@pytest.mark.parametrize(
    ("right", "left", "natural", "move"),
    # The bank's five draws against the right's seven and stands against the left's nine.
    [(10, 5, 0, DRAW), (5, 10, 0, STAND), (5, 5, 0, DRAW), (10, 5, 8, STAND)],
)
def test_R_X1_the_books_banker_follows_the_script_of_R_T9(
    right: int, left: int, natural: int, move: int
) -> None:
    thirds = [9] if natural else [7, 9]
    script = SideScript([0, 0, 0, natural, 1, 5, *thirds])
    script.bets(s1=("right", right), s2=("left", left))
    if not natural:
        script.say(1, "right", "draw")
    script.say(2, "left", "draw")
    assert script.asked == (0, "banker")
    tables = script.tables
    book = policies.book.bind(tables)
    rng = np.random.default_rng(0)
    assert book.act_batch(tables.observation, tables.action_mask, rng)[0] == move


def test_R_T9_an_agent_that_plays_the_book_is_the_script() -> None:
    ends = []
    for house in ("script", "agent"):
        tables = Tables(
            game="banque", profile="limitee", house=house, num_tables=20, seed=9,
            autoreset="disabled",
        )  # fmt: skip
        book = policies.book.bind(tables)
        rng = np.random.default_rng(0)  # The book never needs its numbers.
        while not (tables.terminated | tables.truncated).all():
            tables.action_mask[:, 2] |= tables.action_mask.sum(1) == 0  # Ended rows.
            tables.step(book.act_batch(tables.observation, tables.action_mask, rng))
        state = tables.state
        house_account = state["outside"] + state["balance"][:, 6]
        ends.append(np.column_stack([state["balance"][:, :6], state["commission"], house_account]))
    assert (ends[0] == ends[1]).all()
    assert len(np.unique(ends[0][:, 0])) > 1
