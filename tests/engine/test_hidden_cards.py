"""Nobody sees what they may not know: hidden cards in observations and in the history."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chemmy_env.engine.common.shoe import CARD_VALUES
from chemmy_env.engine.records.codes import BANK_HAND, PUNTER_HAND, Phase
from chemmy_env.engine.records.fields import EVENT_KINDS
from chemmy_env.engine.tables import Tables

from .playing import VARIANTS, legal_moves
from .scripted import Script

HANDS = (PUNTER_HAND, BANK_HAND)


def knows(tables: Tables, row: int, seat: int, hand: int) -> bool:
    """Tell who has seen which hand in play, from the text of R-H6, R-H7, R-S2 and R-K4."""
    state = tables.state[row]
    if hand == PUNTER_HAND:
        return seat == state["active"]
    if tables.rules.profile in ("salon", "club"):
        return seat == state["banker"]
    return seat == state["banker"] and state["phase"] == Phase.BANKER


def in_play(tables: Tables) -> Any:
    """Return the rows in which a hand is being played."""
    return np.flatnonzero(tables.state["phase"] >= Phase.PUNTER)


@pytest.mark.parametrize("variant", VARIANTS)
def test_swapping_hidden_hands_changes_no_observation(variant: str) -> None:
    tables = Tables(num_tables=12, seed=4, **VARIANTS[variant])
    rng = np.random.default_rng(1)
    compared = 0
    for _ in range(250):
        rows = in_play(tables)
        for seat in range(tables.num_seats):
            before = tables.observe(seat)
            twin = tables.clone()
            for row in rows:
                for hand in HANDS:
                    if not knows(tables, row, seat, hand):
                        twin.state["cards"][row, hand, :2] = rng.integers(52, size=2)
                        compared += 1
                at = int(twin.state["position"][row])
                rng.shuffle(twin.shoes[row, at:])
                rng.shuffle(twin.shoes[row, : int(twin.state["thrown_in"][row])])
            np.testing.assert_array_equal(before[rows], twin.observe(seat)[rows])
        tables.step(legal_moves(tables.action_mask, rng, 0.8))
    assert compared > 500


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_may_know_a_hand_sees_it(variant: str) -> None:
    tables = Tables(num_tables=12, seed=4, **VARIANTS[variant])
    rng = np.random.default_rng(1)
    cards = next(field.slice for field in tables.compiled.fields if field.name == "cards")
    seen = 0
    for _ in range(250):
        for row in in_play(tables):
            for seat in range(tables.num_seats):
                values = np.rint(tables.observe(seat)[row, cards] * 9).astype(int).tolist()
                shown = [0, 0]
                for hand in HANDS:
                    if knows(tables, row, seat, hand):
                        shown = CARD_VALUES[tables.state["cards"][row, hand, :2]].tolist()
                        seen += 1
                assert values == shown
        tables.step(legal_moves(tables.action_mask, rng, 0.8))
    assert seen > 300


SWAPS = {
    # Two shoes and who may not tell them apart: 0 banks, 1 stakes most, 2 stakes, 3 does not.
    "the punter's hand": ([5, 3, 0, 0, 9, 1], [2, 3, 3, 0, 9, 1], [0, 2, 3]),
    "the bank's hand": ([5, 3, 0, 0, 9, 1], [5, 1, 0, 2, 9, 1], [1, 2, 3]),
    "both hands": ([5, 3, 0, 0, 9, 1], [4, 1, 1, 2, 9, 1], [2, 3]),
    "the coming cards": ([5, 3, 0, 0, 9, 1], [5, 3, 0, 0, 9, 7], [0, 1, 2, 3]),
}  # fmt: skip


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("profile", ["home", "salon", "club"])
def test_shoes_that_differ_in_hidden_cards_alone_look_the_same(profile: str, swap: str) -> None:
    first, second, seats = SWAPS[swap]
    scripts = [Script(cards, profile=profile, players=4, history=8) for cards in (first, second)]
    for script in scripts:
        script.say(0, "open", 20).coup(9, 6)
    for answer in ("draw", None):
        for seat in seats:
            left, right = (script.tables.observe(seat)[0] for script in scripts)
            np.testing.assert_array_equal(left, right)
        for script in scripts:
            if answer:
                script.say(1, "punter", answer)
            assert script.asked == (0, "banker")
    changed = [script.tables.observe(0)[0] for script in scripts]
    assert np.array_equal(*changed) == (0 in seats)


FORCED = {
    # A five that was asked and a hand that was not: the same cards for everybody else to see.
    "home": (["draw"], [5, 1, 0, 2, 9], [4, 1, 0, 2, 9]),
    "salon": (["draw"], [5, 1, 0, 2, 9], [3, 1, 1, 2, 9]),
    "salon, stood": (["stand"], [5, 1, 0, 2], [6, 1, 0, 2]),
    "club, stood": (["stand"], [5, 1, 0, 2], [7, 1, 0, 2]),
}


@pytest.mark.parametrize("case", FORCED)
@pytest.mark.parametrize("history", [0, 12])
def test_whether_the_punter_was_asked_or_forced_shows_to_nobody_else(
    case: str, history: int
) -> None:
    answers, free, forced = FORCED[case]
    profile = case.split(",")[0]
    scripts = []
    for cards in (free, forced):
        script = Script(cards, profile=profile, players=4, forced_moves="skip", history=history)
        scripts.append(script.say(0, "open", 20).coup(9, 6))
    scripts[0].say(1, "punter", answers[0])
    for script in scripts:
        assert script.asked == (0, "banker")
    for seat in (0, 2, 3):
        left, right = (script.tables.observe(seat)[0] for script in scripts)
        np.testing.assert_array_equal(left, right)
    own = [script.tables.observe(1)[0] for script in scripts]
    assert not np.array_equal(*own)  # The punter has seen its cards.


def test_to_others_a_punters_question_looks_like_a_bankers() -> None:
    script = Script([5, 1, 0, 2, 9], players=4, forced_moves="skip")
    script.say(0, "open", 20).coup(9, 6)
    phase = next(field.slice for field in script.tables.compiled.fields if field.name == "phase")
    assert script.asked == (1, "punter")
    for seat in range(4):
        shown = int(script.tables.observe(seat)[0][phase].argmax())
        assert shown == (Phase.PUNTER if seat == 1 else Phase.BANKER)


@pytest.mark.parametrize("draws", [False, True])
def test_the_history_tells_the_public_part_of_a_coup(draws: bool) -> None:
    script = Script([5, 1, 0, 2, 9, 1], profile="salon", players=4, history=12)
    script.say(0, "open", 20).coup(9, 6).say(1, "punter", "draw" if draws else "stand")
    history = next(f.slice for f in script.tables.compiled.fields if f.name == "history")
    rows = [script.tables.observe(seat)[0][history] for seat in range(4)]
    plain = Script([5, 1, 0, 2, 9, 1], profile="salon", players=4, history=12)
    plain.say(0, "open", 20).coup(9, 6)
    before = [plain.tables.observe(seat)[0][history] for seat in range(4)]
    for now, then in zip(rows, before, strict=True):
        assert not np.array_equal(now, then)  # What the punter did is public,
    kinds = [row.reshape(12, -1)[:, :EVENT_KINDS].argmax(1) for row in rows]
    for kind in kinds[1:]:
        assert kind.tolist() == kinds[0].tolist()  # and alike for all.
