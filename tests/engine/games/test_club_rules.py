"""The club, rule by rule (docs/rules.md, R-K)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chemmy_env.engine.records.codes import Event
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import get_rules
from tests.engine.playing import legal_moves
from tests.engine.scripted import BANK, PUNTERS, TIE, Script


def club(*coups: list[Any], **settings: Any) -> Script:
    return Script(*coups, **{"profile": "club", "players": 4, **settings})


def named(*stakes: int, cards: list[Any] | None = None, bank: int = 10, **settings: Any) -> Script:
    """Seat 0 opens a bank; the others name their stakes."""
    script = club(cards or [2, 0, 3, 7], **settings)
    return script.say(0, "open", bank).coup(*stakes)


@pytest.mark.parametrize("players", [2, 13])
def test_R_K1_three_to_twelve_seats(players: int) -> None:
    with pytest.raises(ValueError, match=f"num_players = {players}"):
        Tables(profile="club", num_players=players)


def test_R_K1_six_packs_and_seat_0_banks_first() -> None:
    tables = Tables(profile="club", num_tables=50)
    assert tables.shoes.shape == (50, 312)
    assert not tables.seat.any()


def test_R_K1_the_first_seat_that_can_open_where_0_cannot() -> None:
    assert club(banker=None, chips=[1, 0, 50, 50]).asked == (2, "open")


def test_R_K2_who_lost_a_banco_may_call_it_first() -> None:
    script = club(BANK, BANK)
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    script.say(0, "continue", 20).say(3, "suivi", "pass").passes("banco", 1, 2)
    assert script.asked == (1, "stake")


def test_R_K2_unless_somebody_else_banks() -> None:
    script = club(BANK)
    script.say(0, "open", 10).passes("banco", 1, 2).say(3, "banco", "banco")
    script.say(0, "continue", "pass").say(1, "succeed", 20)
    assert script.asked == (2, "banco")


def test_R_K2_a_banco_that_ties_and_then_loses_earns_suivi() -> None:
    script = club(TIE, BANK)
    script.say(0, "open", 10).passes("banco", 1).say(2, "banco", "banco")
    script.say(0, "continue", 10).say(0, "continue", 20)
    assert script.asked == (2, "suivi")


def test_R_K2_every_punter_names_any_stake() -> None:
    script = club()
    script.say(0, "open", 10).passes("banco", 1, 2, 3)
    for seat in (1, 2, 3):
        assert script.asked == (seat, "stake")
        assert script.legal == ["pass", *range(1, 101)]
        script.say(seat, "stake", 60)


def test_R_K2_stakes_are_covered_in_order_and_the_excess_declined() -> None:
    script = named(4, 50, 60)
    assert script.asked == (0, "excess")
    assert script.legal == ["pass", *range(1, 91)]  # 104 beyond the bank; the banker has 90.
    script.say(0, "excess", "pass")
    assert script.stakes == [0, 4, 6, 0]
    assert script.balances == [90, 96, 94, 100]


def test_R_K2_the_banker_accepts_the_excess_and_the_bank_rises() -> None:
    script = named(4, 50, 60)
    script.say(0, "excess", 90)
    assert script.bank == 100
    assert script.stakes == [0, 4, 50, 46]


def test_R_K2_the_banker_accepts_any_part_of_the_excess() -> None:
    script = named(4, 50, 60)
    script.say(0, "excess", 45)
    assert script.bank == 55
    assert script.stakes == [0, 4, 50, 1]
    assert script.balances == [45, 96, 50, 99]


@pytest.mark.parametrize(("cap", "most"), [(15, 5), (12, 2), (40, 20)])
def test_R_K2_as_far_as_the_cap_goes(cap: int, most: int) -> None:
    script = named(4, 26, max_bank=cap)
    assert script.legal == ["pass", *range(1, most + 1)]
    assert script.say(0, "excess", most).stakes == [0, 4, 6 + most, 0]


def test_R_K2_no_question_without_a_free_chip_or_at_the_cap() -> None:
    assert named(40, cards=[5, 0, 0, 0], chips=[10, 100, 100, 100]).asked == (1, "punter")
    assert named(40, cards=[5, 0, 0, 0], max_bank=10).asked == (1, "punter")


@pytest.mark.parametrize(("accept", "active"), [("pass", 1), (22, 2)])
def test_R_K2_active_by_covered_stakes(accept: str | int, active: int) -> None:
    script = named(7, 20, 5, cards=[5, 0, 0, 0])
    script.say(0, "excess", accept)
    assert script.asked == (active, "punter")


def test_R_K2_a_stake_covered_0_is_no_bet() -> None:
    script = named(10, 20, cards=[5, 0, 0, 0])
    script.say(0, "excess", "pass")
    assert script.state["bettors"] == 1
    assert script.stakes == [0, 10, 0, 0]
    several = next(f for f in script.tables.compiled.fields if f.name == "several")
    assert script.tables.observation[0][several.slice] == 0


@pytest.mark.parametrize(("cards", "outside"), [(PUNTERS, 2), (BANK, -2), (TIE, 0)])
def test_R_K3_bystanders_fill_what_was_left(cards: list[int], outside: int) -> None:
    script = named(0, 8, cards=cards, bystanders=5)
    assert script.taken == (0, outside)
    if cards is PUNTERS:
        assert script.balances == [90, 100, 108, 100]
        assert script.rewards == [-10, 0, 8, 0]
    elif cards is BANK:
        assert script.bank == 20


def test_R_K3_no_more_than_the_option_says_and_none_by_default() -> None:
    assert named(2, cards=PUNTERS, bystanders=5).balances[0] == 93
    assert named(2, cards=PUNTERS).balances[0] == 98


def test_R_K3_only_if_a_seat_has_staked() -> None:
    script = named(0, 0, 0, bystanders=5)
    assert script.asked == (1, "open")  # The bank passes (R-H15).
    assert script.taken == (0, 0)
    assert script.balances == [100] * 4


def test_R_K3_bystanders_are_never_active_nor_bettors() -> None:
    script = named(1, cards=[5, 0, 0, 0], bystanders=50)
    assert script.asked == (1, "punter")
    assert script.state["bettors"] == 1


def test_R_K3_bystanders_chips_ride_on_a_tie_and_leave_with_the_banker() -> None:
    script = named(0, 8, cards=TIE, bystanders=5)
    assert script.state["covered"] == 10 * 10_000
    script.say(0, "continue", "pass")
    assert script.taken == (0, 0)
    assert script.balances == [100] * 4


@pytest.mark.parametrize("misplay", ["forbidden", "liable"])
@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("bettors", [1, 2])
def test_R_K4_punters_options(misplay: str, total: int, bettors: int) -> None:
    script = club([total, 0, 0, 0], forced_moves="ask", misplay=misplay)
    script.say(0, "open", 10).coup(*[2] * bettors)
    expected = ["draw"] if total <= 4 else ["stand", "draw"] if total == 5 else ["stand"]
    assert script.legal == (["stand", "draw"] if misplay == "liable" else expected)


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("third", [0, 4, 8, None])
def test_R_K4_the_banker_is_free(total: int, third: int | None) -> None:
    script = club([5, total, 0, 0, third or 0])
    script.say(0, "open", 10).coup(2)
    script.say(1, "punter", "stand" if third is None else "draw")
    assert script.legal == ["stand", "draw"]


def test_R_K4_naturals_as_in_the_salon() -> None:
    assert named(10, cards=[2, 9, 3, 0]).asked == (0, "continue")


@pytest.mark.parametrize("total", [4, 6])
def test_R_K4_who_misplays_and_loses_makes_good_the_others_stakes(total: int) -> None:
    script = named(6, 4, cards=[total, 7, 0, 0, 0], misplay="liable")
    script.say(1, "punter", "stand" if total == 4 else "draw").say(0, "banker", "stand")
    assert script.rewards == [10, -10, 0, 0]


def test_R_K4_in_order_as_far_as_the_balance_goes() -> None:
    script = named(2, 6, 4, cards=[4, 7, 0, 0], bank=12, chips=[100, 9, 9, 9], misplay="liable")
    script.say(2, "punter", "stand").say(0, "banker", "stand")
    # Seat 2 has 3 left: 2 for seat 1, and the last one for seat 3.
    assert script.rewards == [12, 0, -9, -3]
    assert script.balances[1:] == [9, 0, 6]


@pytest.mark.parametrize(("bank", "rewards"), [(0, [-10, 6, 4, 0]), (4, [0, 0, 0, 0])])
def test_R_K4_no_fine_unless_the_coup_is_lost(bank: int, rewards: list[int]) -> None:
    script = named(6, 4, cards=[4, bank, 0, 0], misplay="liable", max_coups=1)
    script.say(1, "punter", "stand").say(0, "banker", "stand")
    assert script.rewards == rewards


def test_R_K4_no_fine_for_a_lawful_move() -> None:
    script = named(6, 4, cards=[5, 7, 0, 0], misplay="liable")
    script.say(1, "punter", "stand").say(0, "banker", "stand")
    assert script.rewards == [10, -6, -4, 0]


def test_R_K5_a_tie_leaves_the_stakes_and_asks_the_banker_alone() -> None:
    script = named(4, 6, cards=[*TIE, 2, 0, 3, 7])
    assert script.asked == (0, "continue")
    assert script.legal == ["pass", 10]
    script.say(0, "continue", 10)
    assert script.asked == (2, "punter")
    assert script.stakes == [0, 4, 6, 0]


def test_R_K5_a_banker_who_passes_then_returns_the_stakes() -> None:
    script = named(4, 6, cards=TIE)
    script.say(0, "continue", "pass")
    assert script.stakes == [0, 0, 0, 0]
    assert script.balances == [100] * 4


def test_R_K5_a_win_adds_to_the_bank() -> None:
    script = named(4, cards=BANK)
    assert script.bank == 14
    assert script.legal == ["pass", 14]


@pytest.mark.parametrize(("commission", "level"), [("0", 14), ("0.05", 13)])
def test_R_K6_the_bank_passes_at_exactly_its_level(commission: str, level: int) -> None:
    script = named(4, cards=BANK, commission=commission, chips=[100, 100, 9, 100])
    script.say(0, "continue", "pass")
    assert script.asked == (1, "succeed")  # Seat 2 has not got it.
    assert script.legal == ["pass", level]
    script.passes("succeed", 1).say(3, "succeed", level)
    assert script.bank == level


def test_R_K6_then_anybody_opens_who_passed_the_deal_last() -> None:
    script = named(4, cards=BANK)
    script.say(0, "continue", "pass").passes("succeed", 1, 2, 3)
    script.passes("open", 1, 2)
    assert script.legal == ["pass", *range(2, 101)]
    script.passes("open", 3).say(0, "open", 2)
    assert script.asked == (1, "banco")


def test_R_K6_after_a_tie_too() -> None:
    script = named(4, cards=TIE)
    script.say(0, "continue", "pass")
    assert script.asked == (1, "succeed")
    assert script.legal == ["pass", 10]


def test_R_K6_after_a_loss_from_the_losers_right_the_loser_last() -> None:
    script = named(4, cards=PUNTERS, bank=10)
    script.passes("open", 1, 2, 3)
    assert script.asked == (0, "open")
    assert script.say(0, "open", "pass").over == "terminated"


@pytest.mark.parametrize(("left", "shoe"), [(7, 0), (6, 1)])
def test_R_K7_reshuffled_under_seven_cards(left: int, shoe: int) -> None:
    script = club(max_coups=1)
    script.say(0, "open", 20)
    script.cards_left = left
    script.coup(12)
    assert script.state["shoe"] == shoe


def test_R_K7_a_handful_that_is_low_is_thrown_in_and_the_next_one_taken() -> None:
    script = club(BANK, BANK, [5] * 5, BANK, handful=13, history=9)
    script.say(0, "open", 2).coup(1)
    assert script.state["supply_end"] == 13
    script.say(0, "continue", 3).coup(1)  # Nine were left.
    assert script.state["position"] == 8
    script.say(0, "continue", 4).coup(1)  # Five were left: they go in unseen.
    assert script.state["position"] == 17
    assert script.state["supply_end"] == 26
    assert script.state["thrown_in"] == 5
    assert script.state["seen"].sum() == 12
    kinds = script.state["events"][:, 0]
    assert (kinds == Event.SUPPLY).sum() == 1
    assert not (kinds == Event.SHUFFLE).any()
    assert script.balances == [98, 97, 100, 100]  # No five was dealt.


@pytest.mark.compiled
def test_R_K7_all_is_shuffled_anew_when_the_croupier_has_less_than_a_handful() -> None:
    rows = 30
    tables = Tables(
        profile="club", num_tables=rows, handful=15, decks=1, autoreset="disabled", seed=2
    )
    rng = np.random.default_rng(0)
    came: list[list[tuple[int, int]]] = [[(0, 0)] for _ in range(rows)]
    for _ in range(600):
        tables.step(legal_moves(tables.action_mask, rng, 0.9))
        for row, record in enumerate(tables.state):
            now = int(record["shoe"]), int(record["supply_end"])
            if now != came[row][-1]:
                came[row].append(now)
    # Three handfuls of fifteen; seven cards of the 52 are less than a fourth.
    expected = [(0, 0), *((shoe, end) for shoe in range(20) for end in (15, 30, 45))]
    assert max(map(len, came)) > 5
    for one in came:
        assert one == expected[: len(one)]


@pytest.mark.parametrize("handful", [6, 313, -1])
def test_R_K7_a_handful_holds_a_coup_and_no_more_than_the_shoe(handful: int) -> None:
    with pytest.raises(ValueError, match=f"handful = {handful}"):
        get_rules("club", handful=handful)
    with pytest.raises(ValueError, match="handful = 20"):
        get_rules("home", handful=20)


def test_R_K7_how_much_of_the_handful_is_left_can_be_seen() -> None:
    script = club(BANK, BANK, handful=20)
    supply = next(f.slice for f in script.tables.compiled.fields if f.name == "supply")
    assert script.tables.observation[0, supply] == 1
    script.say(0, "open", 2).coup(1)
    assert script.tables.observation[0, supply] == pytest.approx(16 / 20)
    assert all(field.name != "supply" for field in club().tables.compiled.fields)


def test_R_K7_truncated_after_fifty_coups() -> None:
    assert get_rules("club").max_coups == 50
    script = club(BANK, BANK, max_coups=2)
    script.say(0, "open", 2).coup(1).say(0, "continue", 3).coup(1)
    assert script.over == "truncated"
    assert script.balances == [102, 98, 100, 100]
