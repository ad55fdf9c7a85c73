"""What holds at every chemin de fer table, rule by rule (docs/rules.md, R-C)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from chemmy_env.engine.common.shoe import CARD_VALUES, begin_shoe, deal, stack_packs
from chemmy_env.engine.reset_options import card_name
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import PROFILES, UNITS_PER_CHIP, get_rules
from tests.engine.scripted import BANK, PUNTERS, TIE, Script

CHEMIN = tuple(PROFILES["chemmy"])


def play(script: Script, *answers: str | int) -> Script:
    """Answer whatever is asked, whoever it is."""
    for answer in answers:
        script.say(*script.asked, answer)
    return script


def test_R_C1_values_of_the_cards() -> None:
    values = {card_name(card)[:-1]: int(CARD_VALUES[card]) for card in range(52)}
    pips = {str(pip): pip for pip in range(2, 10)}
    assert values == {"A": 1, **pips, "10": 0, "J": 0, "Q": 0, "K": 0}


@pytest.mark.parametrize(
    ("cards", "punter", "bank"),
    [
        (["7S", "KS", "8H", "3H"], 5, 3),  # 15 and 3.
        (["9S", "9H", "9D", "QS"], 8, 9),  # 18 and 9: two naturals.
        (["AS", "5H", "10D", "2S"], 1, 7),
    ],
)
def test_R_C1_a_total_is_the_last_digit(cards: list[str], punter: int, bank: int) -> None:
    script = Script(cards, ["KH"], profile="practice", players=6, max_coups=1)
    script.say(0, "open", 10).coup(10)
    if script.over is None:
        assert punter < 8
        play(script, "stand")  # The bank stands on 7, draws a king to 3.
    sign = (bank > punter) - (bank < punter)
    assert script.rewards[1] == -10 * sign


@pytest.mark.parametrize(("cards", "asked"), [([8, 0, 0, 0], False), ([4, 0, 3, 0], True)])
def test_R_C1_a_natural_is_8_or_9_on_two_cards(cards: list[int], asked: bool) -> None:
    script = Script(cards, max_coups=1)
    script.say(0, "open", 10).coup(10)
    assert (script.over is None) == asked


@pytest.mark.parametrize("decks", [1, 6])
def test_R_C2_a_shoe_is_whole_packs_without_replacement(decks: int) -> None:
    tables = Tables(decks=decks, max_coups=8)
    shoe = np.zeros(52 * decks, np.uint8)
    stack_packs(shoe)
    begin_shoe(tables.state[0], 0)
    dealt = Counter(int(deal(tables.state[0], shoe)) for _ in range(52 * decks))
    assert dealt == dict.fromkeys(range(52), decks)


def test_R_C2_a_laid_out_card_is_not_dealt_again() -> None:
    script = Script(["AS", "AS", "2S"], decks=2, max_coups=8)
    left = Counter(script.tables.shoes[0].tolist())
    assert left == dict.fromkeys(range(52), 2)
    with pytest.raises(ValueError, match=r"shoe\[2\] = 'AS': 2 packs do not hold"):
        Script(["AS", "AS", "AS"], decks=2, max_coups=8)


@pytest.mark.parametrize("commission", ["0.0001", "0.0500", Fraction(1234, 10_000)])
def test_R_C3_amounts_are_exact_and_nothing_gets_lost(commission: str | Fraction) -> None:
    script = Script(*[BANK] * 3, profile="club", commission=commission, bystanders=3)
    script.say(0, "open", 7).coup(3)
    rate = Fraction(commission)
    for stake in (2, 1):
        script.say(0, "continue", int(script.bank)).coup(stake)
    state = script.state
    # 3 + 3, then 2 + 3, then 1 + 3 lie against the bank: 15 won, 9 of them from outside.
    assert Fraction(int(state["commission"]), UNITS_PER_CHIP) == 15 * rate
    assert Fraction(int(state["outside"]), UNITS_PER_CHIP) == -9
    owned = int(state["balance"].sum() + state["stake"].sum() + state["bank"])
    assert owned + state["commission"] + state["outside"] == 300 * UNITS_PER_CHIP


@pytest.mark.parametrize("commission", ["0.00005", "1/3", 1, -0.1, "x", None, True, float("nan")])
def test_R_C3_commission_is_a_multiple_of_a_ten_thousandth(commission: object) -> None:
    with pytest.raises(ValueError, match=r"commission = .*: expected a multiple of 1/10,000"):
        get_rules("home", commission=commission)


def test_R_C4_only_whole_chips_of_a_balance_are_staked() -> None:
    script = Script(BANK, commission="0.05", chips=[20, 100, 100])
    script.say(0, "open", 19).coup(19)
    assert script.balances[0] == 38.05
    script.say(0, "continue", "pass").passes("succeed", 1).say(2, "succeed", 100)
    assert script.asked == (0, "stake")  # Nobody has 100 for a banco.
    assert script.legal == ["pass", *range(1, 39)]


def test_R_C4_nobody_can_cover_a_bank_with_a_fraction_of_a_chip() -> None:
    script = Script(BANK, commission="0.05", chips=[20, 100, 100])
    script.say(0, "open", 19).coup(19)
    script.say(0, "continue", "pass").passes("succeed", 1).say(2, "succeed", 39)
    assert script.asked == (1, "banco")  # Seat 0 has 38.05.


def test_R_C4_only_whole_chips_of_a_bank_are_covered() -> None:
    script = Script(BANK, profile="practice", players=6, banker=1)
    script.say(1, "open", 20).coup(12)
    script.say(1, "continue", 31)
    assert script.bank == 31.4
    assert script.legal == ["pass", "banco"]
    script.say(0, "banco", "banco")
    assert script.balances[0] != 100


def test_R_C5_questions_come_in_this_order() -> None:
    script = Script([2, 1, 3, 2, 9, 5], BANK, players=3)
    asked = []
    for answer in (10, "pass", "banco", "draw", "draw", 20, "banco"):
        asked.append(script.asked)
        script.say(*script.asked, answer)
    assert asked == [
        (0, "open"),
        (1, "banco"),
        (2, "banco"),
        (2, "punter"),
        (0, "banker"),
        (0, "continue"),
        (2, "suivi"),
    ]


def test_R_C5_each_seat_is_asked_at_most_once_for_banco_and_once_for_a_stake() -> None:
    script = Script(players=5)
    script.say(0, "open", 50)
    asked = []
    while script.over is None:
        asked.append(script.asked)
        script.say(*script.asked, "pass")
    assert asked == [(seat, kind) for kind in ("banco", "stake") for seat in range(1, 5)]


def test_R_C5_who_has_no_legal_yes_is_not_asked() -> None:
    script = Script(players=4, chips=[100, 0, 1, 100])
    script.say(0, "open", 50)
    assert script.asked == (3, "banco")  # Seats 1 and 2 cannot cover 50.
    script.say(3, "banco", "pass")
    assert script.asked == (2, "stake")  # Seat 1 has nothing.


@pytest.mark.parametrize("profile", CHEMIN)
@pytest.mark.parametrize("result", [PUNTERS, BANK, TIE])
def test_R_C5_after_the_last_coup_nothing_is_asked(profile: str, result: list[int]) -> None:
    script = Script(result, profile=profile, players=6, max_coups=1)
    script.say(0, "open", 10).coup(10)
    assert script.over == ("terminated" if profile == "home" else "truncated")
    assert script.legal == []
    assert script.stakes == [0] * 6
    assert script.bank == 0
    assert sum(script.balances) + sum(script.taken) == 600


@pytest.mark.parametrize("profile", CHEMIN)
@pytest.mark.parametrize("chips", [[100, 0, 0], [1, 1, 1], [0, 0, 0]])
def test_R_C6_a_session_that_cannot_begin_is_over_at_once(profile: str, chips: list[int]) -> None:
    chips = chips + [0] * 3
    script = Script(profile=profile, players=6, banker=None, chips=chips)
    assert script.over == "terminated"
    assert script.legal == []
    assert script.balances == chips


@pytest.mark.parametrize("profile", CHEMIN)
def test_R_C6_a_session_ends_when_no_other_seat_has_a_chip(profile: str) -> None:
    script = Script(BANK, profile=profile, players=6, chips=[90, 30, 0, 0, 0, 0])
    script.say(0, "open", 30).say(1, "banco", "banco")
    assert script.over == "terminated"
    assert script.state["coups"] == 1


def test_R_C6_a_broke_seat_stays_and_is_never_asked() -> None:
    script = Script(BANK, PUNTERS, players=4, chips=[100, 30, 100, 100])
    script.say(0, "open", 30).say(1, "banco", "banco")
    assert script.balances[1] == 0
    script.say(0, "continue", 60)
    script.passes("banco", 2, 3).say(2, "stake", 5).say(3, "stake", "pass")
    assert script.asked == (2, "open")  # T is seat 1, which is passed over.
    assert script.tables.num_seats == 4


@pytest.mark.parametrize("profile", CHEMIN)
def test_R_C7_the_first_banker_must_open(profile: str) -> None:
    script = Script(profile=profile, players=6, banker=2, chips=[9, 9, 60, 9, 9, 9])
    assert script.asked == (2, "open")
    assert script.legal == list(range(2, 61))


def test_R_C7_up_to_the_cap() -> None:
    assert Script(max_bank=20).legal == list(range(2, 21))
