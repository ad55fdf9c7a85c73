"""Banque with two tableaux: the bank, the bets, the deal, the captains (R-T1 to R-T4)."""

from __future__ import annotations

import numpy as np
import pytest

from chemmy_env.engine.tables import Tables
from tests.engine.scripted_sides import SideScript

# Cards fall right, left, bank, twice; then third cards.
BANK_NINE = [0, 0, 9, 5, 5, 0]
"""Five and five against the bank's natural nine."""
BOTH_NATURAL = [8, 9, 0, 0, 0, 5]
"""Right eight, left nine, against five."""
OPEN = [0, 0, 0, 5, 6, 5]
"""Right five, left six, bank five: everybody decides."""


def limitee(*coups: list[int], **settings: object) -> SideScript:
    return SideScript(*coups, profile="limitee", **settings)


def test_R_T1_ouverte_six_packs_six_seats_and_seat_0_banks_first() -> None:
    script = SideScript()
    assert script.tables.rules.cards == 312
    assert script.tables.num_seats == 6
    assert script.state["banker"] == 0
    assert script.asked == (1, "stake")
    with pytest.raises(ValueError, match="num_players = 5"):
        Tables(game="banque", num_players=5)


def test_R_T1_the_banker_keeps_the_bank_losses_included_and_is_asked_after_each_coup() -> None:
    script = SideScript(BOTH_NATURAL, BOTH_NATURAL).bets(s1=("right", 30))
    assert script.balances[0] == 70
    assert script.asked == (0, "continue")
    assert script.legal == ["pass", 70]
    script.say(0, "continue", 70).bets(s1=("left", 10))
    assert script.asked == (0, "continue")
    assert script.legal == ["pass", 60]


def test_R_T1_a_ruined_banker_is_not_asked_and_the_bank_is_offered_in_order() -> None:
    script = SideScript(BOTH_NATURAL, chips=[10, 100, 0, 100, 100, 100]).bets(s1=("right", 10))
    assert script.balances[:2] == [0, 110]
    assert script.state["banker"] == -1
    script.passes("open", 1, 3, 4)
    assert script.legal == ["pass", 100]
    script.say(5, "open", 100)
    assert script.asked == (1, "stake")  # Seat 0 has nothing to stake.


def test_R_T1_a_retired_banker_is_asked_last_and_nobody_ends_the_session() -> None:
    script = SideScript(BANK_NINE).bets(s2=("left", 8))
    script.say(0, "continue", "pass").passes("open", 1, 2, 3, 4, 5)
    assert script.asked == (0, "open")
    assert script.say(0, "open", "pass").over == "terminated"
    assert sum(script.balances) + sum(script.taken) == 600


def test_R_T1_a_session_needs_a_bank_and_a_stake() -> None:
    script = SideScript(BOTH_NATURAL, chips=[100, 0, 0, 1, 0, 0])
    script.bets(s3=("left", 1)).say(0, "continue", 99).bets(s3=("right", 2))
    assert SideScript(chips=[100, 0, 0, 0, 0, 0]).over == "terminated"
    assert SideScript(chips=[0, 2, 0, 1, 0, 0]).asked == (1, "open")


def test_R_T1_limitee_three_packs_and_a_house_without_limit_of_capital() -> None:
    script = limitee(*[BOTH_NATURAL] * 3)
    assert script.tables.rules.cards == 156
    assert script.asked == (0, "stake")
    for lost in (150, 300, 450):
        script.bets(**{f"s{seat}": ("left", 25) for seat in range(6)})
        assert script.taken == (0, -lost)
    with pytest.raises(ValueError, match="first_banker = 1"):
        script.tables.reset(options={"first_banker": 1})


def test_R_T2_ouverte_the_tableaux_share_the_bank_and_a_balance_limits_a_stake() -> None:
    script = SideScript(OPEN, chips=[60, 100, 45, 100, 100, 100])
    assert script.state["bank"] == 0  # Nothing is posted.
    assert script.balances[0] == 60
    script.say(1, "stake", ("right", 10))
    assert ("left", 45) in script.legal
    assert ("left", 46) not in script.legal
    script.say(2, "stake", ("left", 45))
    assert script.legal == ["pass", *((side, n) for side in ("right", "left") for n in range(1, 6))]
    script.say(3, "stake", ("right", 5))
    assert script.asked == (1, "right")  # Nothing is left to bet for seats 4 and 5.


def test_R_T2_bets_are_asked_in_order_from_the_bankers_right() -> None:
    script = SideScript(BANK_NINE).bets(s1=("left", 5))
    script.say(0, "continue", "pass").passes("open", 1, 2).say(3, "open", 100)
    script.passes("stake", 4, 5, 0, 1)
    assert script.asked == (2, "stake")


def test_R_T2_limitee_limits_and_a_balance_under_5_is_not_asked() -> None:
    script = limitee(chips=[4, 100, 12, 0, 5, 100])
    within = [(side, chips) for side in ("right", "left") for chips in range(5, 26)]
    assert script.legal == ["pass", *within]
    script.passes("stake", 1)
    assert script.legal == ["pass", *(bet for bet in within if bet[1] <= 12)]
    script.passes("stake", 2)
    assert script.legal == ["pass", ("right", 5), ("left", 5)]
    assert script.passes("stake", 4).asked == (5, "stake")


def test_R_T2_levels_share_one_question_and_a_bank_has_one_yes() -> None:
    tables = Tables(game="banque", autoreset="disabled")
    tables.reset(options={"shoe": BANK_NINE})
    assert tables.num_actions == 4 + 2 * 6
    tables.step(np.array([4 + 6 + 3]))  # Half of what the bank is good for, on the left.
    state = tables.state[0]
    assert (state["side"][1], state["stake"][1]) == (1, 50 * 10_000)
    tables.step(np.array([4 + 5]))  # All that is left, on the right.
    assert np.flatnonzero(tables.action_mask[0]).tolist() == [2, 4]


def test_R_T3_dealt_right_left_banker_twice() -> None:
    script = SideScript([1, 2, 3, 4, 5, 4]).bets(s1=("right", 5))
    cards = script.state["cards"]
    hands = [[int(card) % 13 + 1 for card in cards[hand, :2]] for hand in range(3)]
    assert hands == [[1, 4], [2, 5], [3, 4]]


def test_R_T3_a_bankers_natural_settles_both_at_once() -> None:
    script = SideScript(BANK_NINE).bets(s1=("right", 10), s2=("left", 20))
    assert script.asked == (0, "continue")
    assert script.rewards[1:3] == [-10, -20]


def test_R_T3_a_tableaus_natural_is_shown_and_settled_against_two_cards() -> None:
    # Right 8 against 7; the bank then draws to 9 against the left's 5 and 2.
    script = SideScript([0, 0, 3, 8, 5, 4, 2, 2]).bets(s1=("right", 10), s2=("left", 10))
    assert script.asked == (2, "left")
    for seat in range(6):
        assert script.sees(seat, "natural") == [1, 0, 0, 0]
        assert script.sees(seat, "seen")[8] == pytest.approx(1 / 24)
    script.say(2, "left", "draw").say(0, "banker", "draw")
    assert script.rewards == [0, 10, -10, 0, 0, 0]
    # All nine cards, but each once: 8, 0 of the natural were counted when they were shown.
    assert script.state["seen"].sum() == 8


def test_R_T3_the_bank_stays_hidden_and_unpaid_while_the_other_tableau_goes_on() -> None:
    script = SideScript([0, 0, 0, 8, 5, 5, 2]).bets(s1=("right", 10), s2=("left", 10))
    assert script.balances[1] == 90  # The natural is paid with the rest.
    for seat in range(1, 6):
        assert sum(script.sees(seat, "total")) == (1 if seat in (1, 2) else 0)
    assert script.sees(0, "total")[5] == 1


def test_R_T3_the_banker_is_not_asked_if_every_tableau_with_bets_has_a_natural() -> None:
    script = SideScript(BOTH_NATURAL).bets(s1=("right", 10), s2=("left", 10))
    assert script.asked == (0, "continue")
    # Only the left has bets, and a natural; the right's five does not matter.
    script = SideScript([5, 9, 0, 0, 0, 5]).bets(s4=("left", 10))
    assert script.asked == (0, "continue")


def test_R_T4_pointers() -> None:
    script = SideScript([0, 0, 4, 5, 9, 5], BOTH_NATURAL, BANK_NINE, chips=[90, *[102] * 5])
    assert script.state["pointer"].tolist() == [0, 1]
    assert [script.sees(3, "captain")[at] for at in (3, 6 + 4)] == [1, 1]
    script.bets(s1=("right", 8), s2=("left", 8), s3=("right", 8))
    # The right, led by seat 1, lost: the seat after; the left, led by seat 2, tied: its captain.
    assert script.state["pointer"].tolist() == [2, 2]
    script.say(0, "continue", 105).bets(s1=("right", 5), s4=("left", 5))
    # Both won. The right's captain is the first at or after seat 2 who bets there: seat 1.
    assert script.state["pointer"].tolist() == [1, 4]
    script.say(0, "continue", 95).bets(s5=("right", 5))
    # The right's captain, seat 5, lost. A side without bets keeps its pointer.
    assert script.state["pointer"].tolist() == [0, 4]
