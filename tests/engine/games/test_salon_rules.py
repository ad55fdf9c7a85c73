"""The salon, rule by rule (docs/rules.md, R-S)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chemmy_env.engine.tables import Tables
from chemmy_env.rules import get_rules
from tests.engine.scripted import BANK, PUNTERS, TIE, Script


def salon(*coups: list[Any], **settings: Any) -> Script:
    return Script(*coups, **{"profile": "salon", **settings})


@pytest.mark.parametrize("players", [2, 13])
def test_R_S1_three_to_twelve_seats(players: int) -> None:
    with pytest.raises(ValueError, match=f"num_players = {players}"):
        Tables(profile="salon", num_players=players)


@pytest.mark.parametrize("decks", [2, 4, 6, 8])
def test_R_S1_packs(decks: int) -> None:
    assert get_rules("salon").decks == 6
    assert Tables(profile="salon", decks=decks).shoes.shape == (1, 52 * decks)


@pytest.mark.compiled
def test_R_S1_first_banker_by_uniform_lot() -> None:
    counts = np.bincount(Tables(profile="salon", num_tables=6000, seed=2).seat, minlength=6)
    assert (abs(counts - 1000) < 4 * 29).all()


def test_R_S1_minimums_no_suivi_no_ordinary_turn_no_places() -> None:
    script = salon(BANK, players=4)
    assert script.legal[0] == 2
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    script.say(0, "continue", 20)
    assert script.asked == (1, "banco")
    rules = get_rules("salon")
    assert (rules.ordinary_turn, rules.aim, rules.starting_chips) == (False, "chips", 100)


@pytest.mark.parametrize(
    ("cards", "won"),
    [([2, 9, 3, 0], -5), ([2, 4, 3, 4], -5), ([9, 8, 0, 0], 5), ([8, 8, 0, 0], 0)],
)
def test_R_S2_any_natural_ends_the_coup_before_the_punter_decides(
    cards: list[int], won: int
) -> None:
    script = salon(cards, max_coups=1)
    script.say(0, "open", 5).coup(5)
    assert script.over == "truncated"
    assert script.rewards[1] == won
    assert script.state["position"] == 4


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("bettors", [1, 2])
def test_R_S3_punters_options(strict: bool, total: int, bettors: int) -> None:
    script = salon([total, 0, 0, 0], forced_moves="ask", strict_five=strict)
    script.say(0, "open", 10).coup(*[2] * bettors)
    five = ["stand"] if strict else ["stand", "draw"]
    expected = ["draw"] if total <= 4 else five if total == 5 else ["stand"]
    assert script.asked == (1, "punter")
    assert script.legal == expected


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("third", [*range(10), None])
def test_R_S4_the_banker_is_free_on_0_to_7(total: int, third: int | None) -> None:
    punters = [5, 6] if third is None else [0, 3]
    script = salon([punters[0], total, 0, 0, third or 0])
    script.say(0, "open", 10).coup(2)
    if script.asked[1] == "punter":
        script.say(1, "punter", "stand" if third is None else "draw")
    elif third is not None:
        assert script.state["third"][0] == third  # The draw on 0 was played.
    assert script.asked == (0, "banker")
    assert script.legal == ["stand", "draw"]


def test_R_S4_a_banker_may_stand_on_nothing_and_draw_on_seven() -> None:
    script = salon([5, 0, 0, 0], [5, 7, 0, 0, 1], max_coups=2)
    script.say(0, "open", 10).coup(4).say(1, "punter", "stand").say(0, "banker", "stand")
    assert script.rewards == [-4, 4, 0]
    script.say(1, "open", 10).coup(4).say(2, "punter", "stand").say(1, "banker", "draw")
    assert script.rewards == [0, 4, -4]


@pytest.mark.parametrize("tie", [TIE, [8, 9, 0, 9]])
def test_R_S5_on_a_tie_nothing_moves_and_nobody_is_asked(tie: list[int]) -> None:
    script = salon(tie, TIE, [2, 0, 3, 0], players=4)
    script.say(0, "open", 30).coup(5, 9, 9)
    # Two ties have passed unasked; the next coup's punter is the same.
    assert script.state["coups"] == 2
    assert script.asked == (2, "punter")
    assert script.stakes == [0, 5, 9, 9]
    assert (script.bank, script.balances[0]) == (30, 70)


def test_R_S5_a_reshuffle_moves_no_stake() -> None:
    filler = [card for card in range(10) for _ in range(4)]
    cards = [card for card in filler if card != 9] + [0] * 8 + [9, 9, 0, 0, 9, 9, 0, 0]
    script = salon(cards, decks=1, max_coups=2)
    script.say(0, "open", 30).passes("banco", 1, 2).say(1, "stake", 10)
    script.cards_left = 8
    script.say(2, "stake", 7)
    # The tie left four cards: too few.
    assert script.state["shoe"] == 1
    while script.over is None:
        assert script.asked[1] in ("punter", "banker")
        assert script.stakes == [0, 10, 7]
        assert script.asked[0] in (0, 1)
        script.say(*script.asked, "stand")
    assert script.state["coups"] == 2


def test_R_S5_riding_stakes_return_at_the_last_coup() -> None:
    script = salon(TIE, TIE, max_coups=2)
    script.say(0, "open", 30).coup(10)
    assert script.over == "truncated"
    assert script.balances == [100, 100, 100]


def test_R_S6_winnings_stay_in_the_bank() -> None:
    script = salon(BANK)
    script.say(0, "open", 20).coup(12)
    assert (script.bank, script.balances[0]) == (32, 80)
    assert script.legal == ["pass", 32]


def test_R_S6_the_surplus_over_the_cap_goes_to_the_balance() -> None:
    script = salon(BANK, max_bank=25, commission="0.05")
    script.say(0, "open", 20).coup(12)
    assert (script.bank, script.balances[0]) == (25, 86.4)
    assert script.legal == ["pass", 25]


def test_R_S6_a_retiring_banker_takes_all_and_the_bank_goes_round() -> None:
    script = salon(BANK, players=4, chips=[100, 1, 100, 100])
    script.say(0, "open", 20).coup(0, 12).say(0, "continue", "pass")
    assert script.balances[0] == 112
    script.passes("open", 2)
    assert script.legal == ["pass", *range(2, 101)]
    script.passes("open", 3)
    assert script.asked == (0, "open")
    assert script.say(0, "open", "pass").over == "terminated"


def test_R_S6_after_a_loss_the_unlost_part_returns() -> None:
    script = salon(PUNTERS, players=4)
    script.say(0, "open", 20).coup(12)
    assert script.balances == [88, 112, 100, 100]
    script.passes("open", 1, 2, 3)
    assert script.asked == (0, "open")


@pytest.mark.parametrize(("commission", "won"), [(None, 12), ("0.05", 11.4)])
def test_R_S7_commission_is_off_unless_asked_for(commission: str | None, won: float) -> None:
    settings = {} if commission is None else {"commission": commission}
    script = salon(BANK, **settings)
    script.say(0, "open", 20).coup(12)
    assert script.rewards == [won, -12, 0]


def test_R_S7_a_cap_on_any_bank() -> None:
    assert get_rules("salon").max_bank is None
    script = salon(PUNTERS, max_bank=20)
    assert script.legal == list(range(2, 21))
    script.say(0, "open", 20).coup(12)
    assert script.legal == ["pass", *range(2, 21)]


@pytest.mark.parametrize(("left", "shoe"), [(6, 0), (5, 1)])
def test_R_S8_reshuffled_when_a_coup_may_not_be_finished(left: int, shoe: int) -> None:
    script = salon(max_coups=1)
    script.say(0, "open", 20)
    script.cards_left = left
    script.coup(12)
    assert script.state["shoe"] == shoe
    assert script.state["banker"] == 0


def test_R_S8_discards_are_shuffled_in_and_the_banker_stays() -> None:
    script = salon(BANK, [0, 9, 0, 0], decks=2)
    script.say(0, "open", 20).coup(12).say(0, "continue", 32)
    script.cards_left = 3
    script.coup(5)
    assert script.state["seen"].sum() + script.cards_left <= 104
    assert script.cards_left >= 104 - 6
    assert script.state["banker"] == 0


def test_R_S9_truncated_after_fifty_coups() -> None:
    assert get_rules("salon").max_coups == 50
    script = salon(*[BANK] * 3, max_coups=3)
    script.say(0, "open", 2).coup(1).say(0, "continue", 3).coup(1).say(0, "continue", 4).coup(1)
    assert script.over == "truncated"
    assert script.balances == [103, 97, 100]


def test_R_S6_when_nobody_stakes_the_bank_goes_to_the_next_who_takes_it() -> None:
    script = salon(BANK)
    script.say(0, "open", 20).coup(0, 0)
    assert script.state["coups"] == 1
    assert script.balances == [100, 100, 100]
    script.passes("open", 1, 2).say(0, "open", 5)
    assert script.asked == (1, "banco")


def test_R_S9_the_aim_is_chips() -> None:
    assert get_rules("salon").aim == "chips"
    assert Tables(profile="salon").compiled.reward == "chips"
