"""Chemin de fer at home, rule by rule: up to the end of a coup (docs/rules.md, R-H1 to R-H9)."""

from __future__ import annotations

import numpy as np
import pytest

from chemmy_env.engine.tables import Tables
from chemmy_env.rules import get_rules
from tests.engine.scripted import BANK, PUNTERS, TIE, Script


@pytest.mark.parametrize("players", [2, 13])
def test_R_H1_three_to_twelve_players(players: int) -> None:
    with pytest.raises(ValueError, match=f"num_players = {players}"):
        Tables(num_players=players)


def test_R_H1_six_packs_shuffled_once_and_a_shoe_that_lasts() -> None:
    assert get_rules("home").cards == 312
    assert get_rules("home", max_coups=52).max_coups == 52
    with pytest.raises(ValueError, match="max_coups = 53: expected at most 52"):
        get_rules("home", max_coups=53)


@pytest.mark.compiled
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
