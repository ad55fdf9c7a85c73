"""The six-seat practice table, rule by rule (docs/rules.md, R-P)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chemmy_env.engine.tables import Tables
from chemmy_env.rules import get_rules
from tests.engine.games.test_home_rules import BANKER
from tests.engine.scripted import BANK, PUNTERS, TIE, Script


def practice(*coups: list[Any], **settings: Any) -> Script:
    """A practice table at which seat 1 banks first."""
    return Script(*coups, **{"profile": "practice", "players": 6, "banker": 1, **settings})


@pytest.mark.parametrize("players", [5, 7])
def test_R_P1_exactly_six_seats(players: int) -> None:
    with pytest.raises(ValueError, match=f"num_players = {players}"):
        Tables(profile="practice", num_players=players)


def test_R_P1_five_percent_of_what_the_bank_wins() -> None:
    script = practice(BANK)
    script.say(1, "open", 20).coup(20)
    assert script.rewards == [0, 19, -20, 0, 0, 0]
    assert script.taken == (1, 0)


@pytest.mark.parametrize("result", [PUNTERS, TIE])
def test_R_P1_no_commission_otherwise(result: list[int]) -> None:
    script = practice(result)
    script.say(1, "open", 20).coup(20)
    assert script.taken == (0, 0)


def test_R_P1_no_banco_suivi() -> None:
    script = practice(BANK)
    script.say(1, "open", 20).say(0, "banco", "pass").say(2, "banco", "banco")
    script.say(1, "continue", 39)
    assert script.asked == (0, "banco")


@pytest.mark.compiled
def test_R_P1_minimums_and_lot_as_at_home() -> None:
    script = practice()
    assert script.legal == list(range(2, 101))
    assert script.say(1, "open", 5).passes("banco", 0, 2, 3, 4, 5).legal == ["pass", *range(1, 6)]
    counts = np.bincount(Tables(profile="practice", num_tables=6000, seed=1).seat, minlength=6)
    assert (abs(counts - 1000) < 4 * 29).all()


def test_R_P2_the_example_of_31_4() -> None:
    script = practice(BANK, PUNTERS)
    script.say(1, "open", 20).coup(12)
    assert script.bank == 31.4
    assert script.balances[1] == 80
    assert script.legal == ["pass", 31]
    script.say(1, "continue", 31).coup(31)
    # All 31 are lost and 0.4 returns.
    assert script.bank == 0
    assert script.balances[1] == 80.4
    assert script.rewards[1] == -31


def test_R_P2_after_a_tie_the_bank_is_what_it_was() -> None:
    script = practice(TIE)
    script.say(1, "open", 20).coup(12)
    assert script.bank == 20
    assert script.stakes == [0] * 6
    assert script.legal == ["pass", 20]


def test_R_P2_uncovered_chips_stay_in_the_bank_and_cannot_be_lost() -> None:
    script = practice(PUNTERS)
    script.say(1, "open", 20).passes("banco", 0, 2, 3, 4, 5).say(2, "stake", 12)
    assert (script.bank, script.balances[1]) == (20, 80)
    script.passes("stake", 3, 4, 5, 0)
    assert script.balances[1] == 88


def test_R_P2_what_is_left_goes_back_when_the_banker_passes() -> None:
    script = practice(BANK)
    script.say(1, "open", 20).coup(12).say(1, "continue", "pass")
    assert script.balances[1] == 111.4
    assert script.bank == 0


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("bettors", [1, 3])
def test_R_P3_only_a_0_must_be_drawn_on(total: int, bettors: int) -> None:
    script = practice([total, 0, 0, 0], forced_moves="ask")
    script.say(1, "open", 10).coup(*[2] * bettors)
    assert script.asked == (2, "punter")
    assert script.legal == (["draw"] if total == 0 else ["stand", "draw"])


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("third", [*range(10), None])
def test_R_P3_bankers_options_as_at_home(total: int, third: int | None) -> None:
    script = practice([1, total, 1, 0, third or 0], forced_moves="ask")
    script.say(1, "open", 10).coup(2)
    script.say(2, "punter", "stand" if third is None else "draw")
    draws, free = BANKER[total]
    if third is None:
        expected = ["draw"] if total <= 5 else ["stand"]
    elif third in free:
        expected = ["stand", "draw"]
    else:
        expected = ["draw"] if third in draws else ["stand"]
    assert script.legal == expected


@pytest.mark.parametrize(
    ("banker", "first", "order"),
    [
        (1, 0, [0, 2, 3, 4, 5]),
        (4, 0, [0, 5, 1, 2, 3]),
        (0, 0, [1, 2, 3, 4, 5]),
        (1, 4, [4, 2, 3, 5, 0]),
        (1, None, [2, 3, 4, 5, 0]),
    ],
)
def test_R_P4_one_seat_is_asked_banco_first(
    banker: int, first: int | None, order: list[int]
) -> None:
    script = practice(banker=banker, banco_first=first)
    script.say(banker, "open", 20).passes("banco", *order)
    plain = [(banker + step) % 6 for step in range(1, 6)]
    script.passes("stake", *plain)  # Stakes are in order in any case.


def test_R_P4_the_seat_is_0_by_default_and_one_of_the_table() -> None:
    assert get_rules("practice").banco_first == 0
    with pytest.raises(ValueError, match="banco_first = 6: expected None or a seat from 0 to 5"):
        Tables(profile="practice", banco_first=6)


def test_R_P4_the_first_seat_must_be_able_to_cover() -> None:
    script = practice(chips=[10, 100, 100, 100, 100, 100])
    script.say(1, "open", 20)
    assert script.asked == (2, "banco")


@pytest.mark.parametrize("passes", [False, True])
def test_R_P5_the_bank_goes_round_the_outgoing_banker_last(passes: bool) -> None:
    script = practice(BANK if passes else PUNTERS, chips=[100, 100, 1, 100, 100, 100])
    script.say(1, "open", 20).coup(0, 12)
    if passes:
        script.say(1, "continue", "pass")
    assert script.asked == (3, "open")  # Seat 2 has not got two chips.
    assert script.legal[:2] == ["pass", 2]
    script.passes("open", 3, 4, 5, 0)
    least = 111 if passes else 88
    assert script.legal == ["pass", *range(2, least + 1)]
    assert script.say(1, "open", "pass").over == "terminated"


def test_R_P5_no_ordinary_turn() -> None:
    script = practice(PUNTERS, PUNTERS)
    script.say(1, "open", 20).coup(12)
    script.passes("open", 2).say(3, "open", 50).coup(9)
    assert script.asked == (4, "open")


def test_R_P5_an_uncovered_bank_passes() -> None:
    script = practice()
    script.say(1, "open", 20).coup()
    assert script.state["coups"] == 1
    assert script.balances == [100] * 6
    script.passes("open", 2, 3, 4, 5, 0, 1)
    assert script.over == "terminated"


@pytest.mark.parametrize(("left", "shoe"), [(20, 0), (19, 1)])
def test_R_P6_the_shoe_is_renewed_under_twenty_cards(left: int, shoe: int) -> None:
    script = practice(max_coups=1)
    script.say(1, "open", 20)
    script.cards_left = left
    script.coup(12)
    assert script.state["shoe"] == shoe
    used = script.cards_left - (312 if shoe else left)
    assert -6 <= used <= -4


def test_R_P6_the_shoe_carries_over() -> None:
    script = practice(TIE, BANK)
    script.say(1, "open", 20).coup(12).say(1, "continue", 20).coup(12)
    assert script.state["position"] == 8
    assert script.rewards[1] == 11.4


def test_R_P6_truncated_after_fifty_coups_with_everything_returned() -> None:
    assert get_rules("practice").max_coups == 50
    script = practice(TIE, BANK, max_coups=2)
    script.say(1, "open", 20).coup(12).say(1, "continue", 20).coup(12)
    assert script.over == "truncated"
    assert script.bank == 0
    assert script.balances == [100, 111.4, 88, 100, 100, 100]
