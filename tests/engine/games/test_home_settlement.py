"""Chemin de fer at home, rule by rule: what a coup leads to (docs/rules.md, R-H10 to R-H17)."""

from __future__ import annotations

import pytest

from chemmy_env.rules import get_rules
from tests.engine.scripted import BANK, PUNTERS, TIE, Script


def test_R_H10_payment() -> None:
    script = Script(PUNTERS, players=4)
    script.say(0, "open", 30).coup(5, 0, 7)
    assert script.balances == [88, 105, 100, 107]
    assert script.rewards == [-12, 5, 0, 7]


def test_R_H10_the_bank_takes_all_stakes_without_commission() -> None:
    script = Script(BANK, players=4)
    script.say(0, "open", 30).coup(5, 0, 7)
    assert script.balances == [112, 95, 100, 93]
    assert script.rewards == [12, -5, 0, -7]


def test_R_H11_next_bank_after_a_win_is_twice_the_cover() -> None:
    script = Script(BANK)
    script.say(0, "open", 30).coup(5)
    assert script.legal == ["pass", *range(10, 106)]


@pytest.mark.parametrize(("stake", "least"), [(1, 2), (7, 7)])
def test_R_H11_next_bank_after_a_tie(stake: int, least: int) -> None:
    script = Script(TIE)
    script.say(0, "open", 30).coup(stake)
    assert script.legal == ["pass", *range(least, 101)]


def test_R_H11_with_commission_and_cap() -> None:
    script = Script(BANK, commission="0.05")
    script.say(0, "open", 30).coup(15)
    assert script.legal[1] == 30  # 30 - 0.75, rounded up.
    assert script.balances[0] == 114.25
    script = Script(BANK, max_bank=20)
    script.say(0, "open", 20).coup(15)
    assert script.legal == ["pass", 20]
    with pytest.raises(ValueError, match="max_bank = 1"):
        get_rules("home", max_bank=1)


def test_R_H11_a_fraction_is_rounded_down_where_the_balance_falls_short() -> None:
    script = Script(BANK, commission="0.05", chips=[15, 100, 100])
    script.say(0, "open", 15).coup(15)
    assert script.balances[0] == 29.25
    assert script.legal == ["pass", 29]


def test_R_H11_never_under_the_least_new_bank() -> None:
    script = Script(BANK, commission="0.05")
    script.say(0, "open", 30).coup(1)
    assert script.legal[1] == 2  # 2 - 0.05
    script = Script(BANK, TIE, min_bank=10)
    script.say(0, "open", 30).coup(3)
    assert script.legal[1] == 10
    script.say(0, "continue", 10).coup(3)
    assert script.legal[1] == 10


def test_R_H11_a_cap_under_the_least_new_bank_is_an_error() -> None:
    with pytest.raises(ValueError, match="max_bank = 9: expected at least min_bank = 10"):
        get_rules("home", min_bank=10, max_bank=9)


def test_R_H12_after_a_loss_in_order_from_T_the_loser_last() -> None:
    script = Script(PUNTERS, players=4, chips=[50, 1, 100, 100])
    script.say(0, "open", 30).coup(0, 9)
    # T = 1, who has not got two chips.
    script.passes("open", 2, 3, 0)
    assert script.over == "terminated"


def test_R_H13_succession_then_a_fresh_round() -> None:
    script = Script(BANK, players=4, chips=[100, 30, 100, 100])
    script.say(0, "open", 30).coup(0, 25)
    script.say(0, "continue", "pass")
    # The requirement is 50: seat 1 has not got it.
    assert script.asked == (2, "succeed")
    assert script.legal == ["pass", *range(50, 76)]
    script.passes("succeed", 2, 3)
    # A fresh bank from the minimum, from T = 1, the retiring banker last.
    script.passes("open", 1, 2, 3)
    assert script.asked == (0, "open")
    assert script.legal == ["pass", *range(2, 126)]


def five_seats() -> Script:
    """Seat 0 has banked and retired, 1 declined, 2 took the succession."""
    script = Script(BANK, PUNTERS, players=5)
    script.say(0, "open", 10).coup(1)
    return script.say(0, "continue", "pass").say(1, "succeed", "pass").say(2, "succeed", 10)


def test_R_H14_the_neighbours_turn_is_kept_when_a_successor_loses() -> None:
    script = five_seats()
    assert script.state["turn"] == 1
    script.coup(1)
    script.passes("open", 1, 3, 4, 0, 2)
    assert script.over == "terminated"


@pytest.mark.parametrize(
    ("taker", "turn", "asked"),
    [(3, 4, [3]), (4, 3, [3, 4]), (0, 3, [3, 4, 0]), (1, 3, [3, 4, 0, 1])],
)
def test_R_H14_a_second_succession(taker: int, turn: int, asked: list[int]) -> None:
    script = Script(BANK, BANK, players=5)
    script.say(0, "open", 10).coup(1)
    script.say(0, "continue", "pass").say(1, "succeed", "pass").say(2, "succeed", 10)
    script.coup(1)
    script.say(2, "continue", "pass")
    assert script.state["turn"] == 3
    script.passes("succeed", *asked[:-1]).say(taker, "succeed", 5)
    assert script.state["turn"] == turn


def test_R_H14_a_fresh_round_after_nobody_succeeded() -> None:
    script = Script(BANK, BANK, players=5)
    script.say(0, "open", 10).coup(1)
    script.say(0, "continue", "pass").say(1, "succeed", "pass").say(2, "succeed", 10)
    script.coup(1)
    script.say(2, "continue", "pass").passes("succeed", 3, 4, 0, 1)
    script.passes("open", 3, 4, 0, 1)
    script.say(2, "open", 5)
    assert script.state["turn"] == 3


def test_R_H13_a_fresh_round_begins_with_the_neighbour_at_every_retirement() -> None:
    script = Script(BANK, TIE, players=5)
    script.say(0, "open", 10).coup(1)
    script.say(0, "continue", "pass").passes("succeed", 1, 2).say(3, "succeed", 10)
    assert script.state["turn"] == 1
    script.coup(1)
    script.say(3, "continue", "pass").passes("succeed", 4, 0, 1, 2)
    script.passes("open", 4, 0, 1, 2, 3)
    assert script.over == "terminated"


def test_R_H14_the_turn_is_kept_for_a_neighbour_who_could_not_afford_the_succession() -> None:
    script = Script(BANK, PUNTERS, players=4, chips=[100, 5, 100, 100])
    script.say(0, "open", 10).coup(0, 5)
    script.say(0, "continue", "pass").say(2, "succeed", 10).coup(1)
    assert script.asked == (1, "open")


def test_R_H15_nobody_stakes() -> None:
    script = Script()
    script.say(0, "open", 30).coup(0, 0)
    assert script.over == "terminated"
    assert script.state["coups"] == 0
    assert script.balances == [100, 100, 100]


def test_R_H15_the_end_is_the_home_tables_own_agreement() -> None:
    assert get_rules("home").if_uncovered == "end"
    for profile in ("practice", "salon", "club"):
        assert get_rules(profile).if_uncovered == "pass"


def test_R_H15_option_the_bank_passes() -> None:
    script = Script(PUNTERS, if_uncovered="pass")
    script.say(0, "open", 30).coup(0, 0)
    script.say(1, "open", 30)
    assert script.balances == [100, 70, 100]
    assert script.state["coups"] == 1


@pytest.mark.parametrize(
    ("chips", "places"),
    [([20, 10, 10], [2 / 3, -1 / 3, -1 / 3]), ([10, 10, 5], [1 / 6, 1 / 6, -1 / 3])],
)
def test_R_H16_places_are_shared(chips: list[int], places: list[float]) -> None:
    script = Script(TIE, chips=chips, max_coups=1, reward="placement")
    script.say(0, "open", 5).coup(5)
    assert script.over == "terminated"
    assert script.rewards == pytest.approx(places)


def test_R_H17_a_bank_three_against_a_nine() -> None:
    script = Script(["2H", "AS", "3C", "2D", "9H", "5S"])
    script.say(0, "open", 10).coup(10)
    script.say(1, "punter", "draw")
    script.say(0, "banker", "draw")
    assert script.balances == [110, 90, 100]


def test_R_H17_b_bank_20_covered_12() -> None:
    script = Script(BANK)
    script.say(0, "open", 20).coup(12)
    assert script.rewards == [12, -12, 0]
    assert script.legal[1] == 24
