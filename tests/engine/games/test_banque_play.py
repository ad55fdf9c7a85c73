"""Banque with two tableaux: decisions, settlement, shoe, house (R-T5 to R-T9)."""

from __future__ import annotations

import numpy as np
import pytest

from chemmy_env.engine.records.codes import BANK_HAND, FIRST_AMOUNT, LEFT_HAND
from chemmy_env.engine.records.fields import EVENT_KINDS
from chemmy_env.rules import get_rules
from tests.engine.games.test_banque import BANK_NINE, BOTH_NATURAL, OPEN, limitee
from tests.engine.scripted_sides import SideScript


def test_R_T5_right_then_left_free_on_0_to_7_and_the_left_sees_the_rights_third() -> None:
    for total in range(8):
        script = SideScript([0, 0, 0, total, total, 5, 4]).bets(s1=("right", 5), s2=("left", 5))
        assert script.legal == ["stand", "draw"]
        assert sum(script.sees(2, "third")) == 0
        script.say(1, "right", "draw")
        for seat in range(6):
            assert script.sees(seat, "third")[4] == 1  # Face up.
        assert script.asked == (2, "left")
        assert script.legal == ["stand", "draw"]
        script.say(2, "left", "stand")
        assert script.sees(5, "third_left")[10] == 1


def test_R_T5_a_side_without_bets_is_dealt_two_and_never_draws() -> None:
    script = SideScript([0, 0, 0, 5, 0, 6, 9]).bets(s1=("right", 5))
    script.say(1, "right", "stand")
    assert script.asked == (0, "banker")
    script.say(0, "banker", "stand")
    assert script.state["cards"][LEFT_HAND, 2] == 255
    assert script.state["position"] == 6
    assert script.state["pointer"].tolist() == [2, 1]
    # Nor does it show a natural, which nobody has looked at.
    script = SideScript([0, 9, 0, 5, 0, 6]).bets(s1=("right", 5))
    assert script.sees(3, "natural") == [0, 0, 0, 0]
    assert script.sees(3, "seen") == [0] * 10


def test_R_T5_no_bets_ouverte_counts_without_cards_and_the_banker_is_asked_on() -> None:
    script = SideScript().bets()
    assert (script.state["coups"], script.state["position"]) == (1, 0)
    assert script.say(0, "continue", 100).asked == (1, "stake")
    script.bets()
    assert script.state["coups"] == 2
    script.say(0, "continue", "pass").passes("open", 1, 2, 3, 4, 5)
    assert script.say(0, "open", 100).asked == (1, "stake")


def test_R_T5_a_session_without_bets_comes_to_its_last_coup() -> None:
    script = SideScript(max_coups=2).bets().say(0, "continue", 100).bets()
    assert (script.over, script.balances) == ("truncated", [100] * 6)


def test_R_T5_no_bets_limitee_counts_without_cards_and_5_chips_go_on() -> None:
    script = limitee(BANK_NINE, chips=[5, 0, 0, 0, 9, 4]).bets()
    assert (script.state["coups"], script.state["position"]) == (1, 0)
    script.bets(s0=("right", 5), s4=("left", 9))
    assert script.over == "terminated"  # Nobody holds 5.
    with pytest.raises(ValueError, match="if_uncovered = 'pass'"):
        get_rules("limitee", "banque", if_uncovered="pass")


def test_R_T6_the_banker_is_free_on_0_to_7_and_sees_third_cards_alone() -> None:
    for total in range(8):
        script = SideScript([0, 1, 0, 5, 5, total, 4, 3]).bets(s1=("right", 5), s2=("left", 5))
        before = script.sees(0, "total")
        assert before[total] == 1  # From the deal.
        script.say(1, "right", "draw").say(2, "left", "draw")
        assert script.asked == (0, "banker")
        assert script.legal == ["stand", "draw"]
        assert (script.sees(0, "third")[4], script.sees(0, "third_left")[3]) == (1, 1)
        assert script.sees(0, "cards") == [0, pytest.approx(total / 9)]
    with pytest.raises(ValueError, match="banker_rows"):
        get_rules("ouverte", "banque", banker_rows=get_rules("punto", "punto_banco").banker_rows)


def test_R_T7_each_tableau_by_itself_and_commission_on_a_positive_net_gain_alone() -> None:
    # Right 5 beats 4; left 3 loses.
    coup = [0, 0, 0, 5, 3, 4]
    for right, left, commission in ((10, 20, 0.125), (20, 10, 0), (10, 10, 0)):
        script = SideScript(coup).bets(s1=("right", right), s2=("left", left))
        script.say(1, "right", "stand").say(2, "left", "stand").say(0, "banker", "stand")
        assert script.rewards == [left - right - commission, right, -left, 0, 0, 0]
        assert script.taken == (commission, 0)
    # 2 % out of the house's own gain: no punter pays it.
    script = limitee(BANK_NINE).bets(s1=("right", 10), s2=("left", 15))
    assert script.taken == (0.5, 24.5)
    # A tie returns the stakes.
    assert SideScript([0, 0, 4, 9, 9, 5]).bets(s1=("right", 9)).balances == [100] * 6


@pytest.mark.parametrize("profile", ["ouverte", "limitee"])
@pytest.mark.parametrize(("left", "after"), [(9, 6), (8, 6)])
def test_R_T8_reshuffled_under_9_cards(profile: str, left: int, after: int) -> None:
    script = SideScript(profile=profile)
    script.cards_left = left
    # Whatever is dealt, four to seven cards at least come from the old shoe or a new one.
    script.bets(**{f"s{1 + (profile == 'ouverte')}": ("right", 5)})
    assert script.state["shoe"] == (0 if left == 9 else 1)
    dealt = left - script.cards_left if left == 9 else script.state["position"]
    assert after <= dealt <= 9


def test_R_T8_truncated_at_50_coups() -> None:
    script = limitee()
    for _ in range(49):
        script.bets()
        assert script.over is None
    assert script.bets().over == "truncated"
    assert get_rules("ouverte", "banque").max_coups == 50


@pytest.mark.parametrize(
    ("right", "left", "drawn"),
    [(10, 5, False), (5, 10, True), (10, 10, False)],
)
def test_R_T9_the_script_plays_against_the_tableau_with_more_staked(
    right: int, left: int, drawn: bool
) -> None:
    # Bank 3: stands against the right's 8 and draws against the left's 9.
    script = limitee([0, 0, 0, 1, 1, 3, 8, 9, 5]).bets(s0=("right", right), s1=("left", left))
    script.say(0, "right", "draw").say(1, "left", "draw")
    assert (script.state["cards"][BANK_HAND, 2] != 255) == drawn


def test_R_T9_the_script_looks_only_at_tableaux_that_go_on() -> None:
    # The right has more on it, and a natural; bank 5 draws against a left that stood.
    script = limitee([0, 0, 0, 8, 6, 5, 4]).bets(s0=("right", 25), s1=("left", 5))
    script.say(1, "left", "stand")
    assert script.state["cards"][BANK_HAND, 2] != 255
    assert script.rewards[:2] == [25, -5]


def test_R_T9_an_agent_for_the_house() -> None:
    script = limitee(BOTH_NATURAL, OPEN, house="agent")
    assert script.tables.num_seats == 7
    script.bets(s0=("left", 25))
    assert script.balances[6] == -25  # The house's account (R-C3), of which seat 6 is the holder.
    assert script.rewards == [25, 0, 0, 0, 0, 0, -25]
    assert script.taken == (0, 0)
    script.bets(s1=("right", 10)).say(1, "right", "stand")
    assert script.asked == (6, "banker")
    balance = next(field for field in script.tables.compiled.fields if field.name == "balance")
    assert script.sees(6, "balance")[0] == -0.25
    # 50 coups of 25 chips for six punters are all it can ever lose.
    assert (balance.low, balance.high) == (-75, 81)
    script.say(6, "banker", "stand")
    with pytest.raises(ValueError, match="max_players = 12"):
        get_rules("limitee", "banque", house="agent", max_players=12)
    with pytest.raises(ValueError, match="max_stake = None"):
        get_rules("ouverte", "banque", house="agent")


def test_options_for_research() -> None:
    script = SideScript(max_bank=20, compulsory_stake=True)
    assert "pass" not in script.legal
    assert ("right", 20) in script.legal
    assert ("right", 21) not in script.legal
    with pytest.raises(ValueError, match="suivi = True: expected False: banque has no such rule"):
        get_rules("ouverte", "banque", suivi=True)
    with pytest.raises(ValueError, match="reshuffle_below = 8: expected 0 or at least 9"):
        get_rules("ouverte", "banque", reshuffle_below=8)


def test_an_illegal_side_ends_the_session() -> None:
    script = SideScript(BANK_NINE).bets(s1=("left", 5))
    assert script.asked == (0, "continue")
    amounts = int(script.tables.compiled.config[0]["amounts"])
    script.tables.step(np.array([FIRST_AMOUNT + amounts + 104]))  # 105 chips, on the left.
    assert script.over == "terminated"
    assert script.rewards[0] == -100


def test_history_tells_the_side() -> None:
    script = SideScript(BANK_NINE, history=2).bets(s1=("left", 5))
    width = EVENT_KINDS + 2 + 2
    latest, before = np.array(script.sees(1, "history")).reshape(2, width)
    # Settled on the left, whose captain is the observer, for the bank (2).
    assert latest.tolist() == pytest.approx([0] * 9 + [1, 0, 0, 0, 1 / 6, 0.2, 0, 1])
    assert before[3 - 1] + before[2 - 1] == 1
