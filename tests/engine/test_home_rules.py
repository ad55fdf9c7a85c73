"""Chemin de fer at home, rule by rule (docs/rules.md, R-H)."""

from __future__ import annotations

import numpy as np
import pytest

from chemmy_env.engine.tables import Tables
from chemmy_env.rules import get_rules

from .scripted import BANK, PUNTERS, TIE, Script


@pytest.mark.parametrize("players", [2, 13])
def test_R_H1_three_to_twelve_players(players: int) -> None:
    with pytest.raises(ValueError, match=f"num_players = {players}"):
        Tables(num_players=players)


def test_R_H1_six_packs_shuffled_once_and_a_shoe_that_lasts() -> None:
    assert get_rules("home").cards == 312
    assert get_rules("home", max_coups=52).max_coups == 52
    with pytest.raises(ValueError, match="max_coups = 53: expected at most 52"):
        get_rules("home", max_coups=53)


def test_R_H1_first_banker_by_uniform_lot() -> None:
    tables = Tables(num_tables=6000, num_players=5, seed=3)
    counts = np.bincount(tables.seat, minlength=5)
    # Standard deviation of a count: sqrt(6000 * .2 * .8) = 31.
    assert (abs(counts - 1200) < 4 * 31).all()


def test_R_H1_twelve_coups_and_terminated() -> None:
    script = Script(*[TIE] * 12)
    script.say(0, "open", 10).coup(1)
    for _ in range(11):
        script.say(0, "continue", 2).coup(1)
    assert script.over == "terminated"
    assert script.state["coups"] == 12


def test_R_H1_terminated_also_when_max_coups_is_overridden() -> None:
    script = Script(TIE, max_coups=1)
    assert script.say(0, "open", 10).coup(1).over == "terminated"


def test_R_H2_least_bank_and_stake_whole_and_no_borrowing() -> None:
    script = Script(chips=[40, 3, 100])
    assert script.legal == list(range(2, 41))
    script.say(0, "open", 40)
    assert script.asked == (2, "banco")  # Seat 1 has 3 chips: no legal yes.
    script.say(2, "banco", "pass")
    assert script.legal == ["pass", 1, 2, 3]
    script.say(1, "stake", 3)
    assert script.legal == ["pass", *range(1, 38)]


def test_R_H3_banco_is_asked_in_order_and_covers_alone() -> None:
    script = Script(BANK, players=4, banker=2)
    script.say(2, "open", 30).say(3, "banco", "pass").say(0, "banco", "banco")
    assert script.asked == (2, "continue")  # The deal is over, nobody else was asked.
    assert script.balances == [70, 100, 130, 100]


def test_R_H3_a_lost_banco_is_asked_suivi_first_and_not_again() -> None:
    script = Script(BANK, BANK, players=4)
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    script.say(0, "continue", 20)
    script.say(3, "suivi", "pass").passes("banco", 1, 2).say(1, "stake", 5)
    assert script.asked == (2, "stake")


def test_R_H3_a_lost_suivi_renews_it() -> None:
    script = Script(BANK, BANK, players=4)
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    script.say(0, "continue", 20).say(3, "suivi", "banco")
    script.say(0, "continue", 40).say(3, "suivi", "pass")


@pytest.mark.parametrize("result", [PUNTERS, TIE])
def test_R_H3_a_tied_or_won_banco_earns_no_suivi(result: list[int]) -> None:
    script = Script(result, players=4)
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    if result is TIE:
        script.say(0, "continue", 10)
    else:
        script.say(1, "open", 10).say(2, "banco", "pass")
    assert script.asked[1] == "banco"
    assert script.state["suivi"] == -1


def test_R_H3_suivi_lapses_when_the_bank_changes_hands() -> None:
    script = Script(BANK, players=4)
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    script.say(0, "continue", "pass").say(1, "succeed", 20)
    assert script.asked == (2, "banco")


def test_R_H3_suivi_holds_when_the_same_banker_opens_afresh() -> None:
    script = Script(BANK, players=4)
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    script.say(0, "continue", "pass").passes("succeed", 1, 2, 3).passes("open", 1, 2, 3)
    script.say(0, "open", 5)
    assert script.asked == (3, "suivi")


def test_R_H3_a_covering_stake_is_no_banco() -> None:
    script = Script(BANK, players=4)
    script.say(0, "open", 10).coup(10)
    script.say(0, "continue", 20)
    assert script.asked == (1, "banco")
    assert script.state["suivi"] == -1


def test_R_H4_stakes_in_order_up_to_the_remainder_then_nobody() -> None:
    script = Script(BANK, players=5)
    script.say(0, "open", 10).passes("banco", 1, 2, 3, 4)
    script.say(1, "stake", 4)
    assert script.legal == ["pass", 1, 2, 3, 4, 5, 6]
    script.say(2, "stake", 6)
    assert script.asked == (0, "continue")  # Covered: seats 3 and 4 do not take part.


def test_R_H5_reserve_goes_back_and_cannot_be_lost() -> None:
    script = Script(PUNTERS)
    script.say(0, "open", 20).coup(12)
    assert script.balances == [88, 112, 100]


def test_R_H6_largest_stake_is_active_and_the_earlier_of_two_equal() -> None:
    script = Script([2, 0, 3, 0], players=5, banker=2)
    script.say(2, "open", 40).coup(5, 9, 9, 1)
    assert script.asked == (4, "punter")


def test_R_H6_only_the_active_punter_sees_the_punters_cards() -> None:
    script = Script([2, 0, 3, 0], players=4)
    script.say(0, "open", 40).coup(5, 9, 9)
    cards = next(f.slice for f in script.tables.compiled.fields if f.name == "cards")
    seen = [script.tables.observe(seat)[0][cards].tolist() for seat in range(4)]
    assert seen[2] == pytest.approx([2 / 9, 3 / 9])
    assert seen[0] == seen[1] == seen[3] == [0, 0]


def test_R_H7_dealt_singly_punter_first() -> None:
    script = Script(["AS", "2S", "3S", "4S"], forced_moves="ask")
    script.say(0, "open", 5).coup(5)
    cards = script.state["cards"]
    assert cards[0, :2].tolist() == [0, 2]
    assert cards[2, :2].tolist() == [1, 3]


def test_R_H7_a_punters_natural_ends_it_without_third_cards() -> None:
    script = Script([8, 9, 0, 0])
    script.say(0, "open", 5).coup(5)
    assert script.balances == [105, 95, 100]
    assert script.state["position"] == 4


def test_R_H7_the_punter_decides_before_the_banks_natural_and_gets_no_card() -> None:
    script = Script([2, 9, 3, 0])
    script.say(0, "open", 5).coup(5)
    script.say(1, "punter", "draw")
    assert script.state["position"] == 4
    assert script.balances == [105, 95, 100]


def test_R_H7_equal_naturals_push() -> None:
    script = Script([8, 8, 0, 0])
    script.say(0, "open", 5).coup(5)
    assert script.balances == [100, 100, 100]
    assert script.rewards == [0, 0, 0]


@pytest.mark.parametrize("result", [PUNTERS, BANK, TIE])
def test_R_H7_all_dealt_cards_are_public_at_settlement(result: list[int]) -> None:
    script = Script(result)
    script.say(0, "open", 5).coup(5)
    assert script.state["seen"].tolist() == np.bincount(result, minlength=10).tolist()


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("bettors", [1, 2])
def test_R_H8_punters_options(total: int, bettors: int) -> None:
    script = Script([total, 0, 0, 0], forced_moves="ask")
    script.say(0, "open", 10).coup(*[2] * bettors)
    if bettors == 1:
        expected = ["draw"] if total == 0 else ["stand", "draw"]
    else:
        expected = ["draw"] if total <= 4 else ["stand", "draw"] if total == 5 else ["stand"]
    assert script.asked == (1, "punter")
    assert script.legal == expected


BANKER = {  # R-H9, third cards drawn on, then free, by total; the rest stands.
    0: (range(10), []),
    1: (range(10), []),
    2: (range(10), []),
    3: (range(8), [9]),
    4: (range(2, 8), []),
    5: (range(5, 8), [4]),
    6: (range(6, 8), []),
    7: ([], []),
}


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("third", [*range(10), None])
def test_R_H9_bankers_options(total: int, third: int | None) -> None:
    script = Script([0, total, 1, 0, third or 0], forced_moves="ask")
    script.say(0, "open", 10).coup(2)
    script.say(1, "punter", "stand" if third is None else "draw")
    draws, free = BANKER[total]
    if third is None:
        expected = ["draw"] if total <= 5 else ["stand"]
    elif third in free:
        expected = ["stand", "draw"]
    else:
        expected = ["draw"] if third in draws else ["stand"]
    assert script.asked == (0, "banker")
    assert script.legal == expected


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
    assert script.legal[1] == 29  # floor(30 - 0.75)
    assert script.balances[0] == 114.25
    script = Script(BANK, max_bank=20)
    script.say(0, "open", 20).coup(15)
    assert script.legal == ["pass", 20]
    with pytest.raises(ValueError, match="max_bank = 1"):
        get_rules("home", max_bank=1)


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
    [(3, 1, [3]), (4, 1, [3, 4]), (0, 1, [3, 4, 0]), (1, 2, [3, 4, 0, 1])],
)
def test_R_H14_a_second_succession(taker: int, turn: int, asked: list[int]) -> None:
    script = Script(BANK, BANK, players=5)
    script.say(0, "open", 10).coup(1)
    script.say(0, "continue", "pass").say(1, "succeed", "pass").say(2, "succeed", 10)
    script.coup(1)
    script.say(2, "continue", "pass")
    script.passes("succeed", *asked[:-1]).say(taker, "succeed", 5)
    assert script.state["turn"] == turn


def test_R_H14_a_fresh_round_after_nobody_succeeded() -> None:
    script = Script(BANK, BANK, players=5)
    script.say(0, "open", 10).coup(1)
    script.say(0, "continue", "pass").say(1, "succeed", "pass").say(2, "succeed", 10)
    script.coup(1)
    script.say(2, "continue", "pass").passes("succeed", 3, 4, 0, 1)
    script.passes("open", 1, 3, 4, 0)
    script.say(2, "open", 5)
    assert script.state["turn"] == 3


def test_R_H15_nobody_stakes() -> None:
    script = Script()
    script.say(0, "open", 30).coup(0, 0)
    assert script.over == "terminated"
    assert script.state["coups"] == 0
    assert script.balances == [100, 100, 100]


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
