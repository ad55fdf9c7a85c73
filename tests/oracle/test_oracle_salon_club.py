"""The oracle on small scripted coups of salon and club."""

from .chemin import Chemin
from .helpers import BANK_WINS, PUNTER_WINS, TIE, asked, passes, play, shoe_of, stake


def test_salon_ride_and_cap() -> None:
    table = Chemin("salon", 3, shoe_of(TIE, TIE, BANK_WINS), 0, max_bank=20)
    play(table, (0, "open", 15), (1, "banco", "pass"), (2, "banco", "pass"), (1, "stake", 10))
    play(table, (2, "stake", "pass"))
    assert table.coups == 3
    assert table.payoffs == [10, -10, 0]
    assert table.bank == 20
    assert table.balances[0] == 90
    assert asked(table) == (0, "continue", ("pass", 20))
    table.answer("pass")
    assert passes(table, "open") == [1, 2, 0]


def test_salon_ride_at_the_last_coup_returns_stakes() -> None:
    table = Chemin("salon", 3, shoe_of(TIE, TIE), 0, max_coups=2)
    play(table, (0, "open", 15), (1, "banco", "banco"))
    assert table.ended == "truncated"
    assert table.balances == [100, 100, 100]


def test_salon_bank_natural_stops_the_punter_and_banker_is_free() -> None:
    table = Chemin("salon", 3, shoe_of([2, 4, 3, 4], [2, 0, 3, 7]), 0, strict_five=True)
    play(table, (0, "open", 5), (1, "banco", "banco"), (0, "continue", 10), (1, "banco", "banco"))
    assert asked(table) == (0, "banker", ("stand", "draw"))  # 5 must stand; bank free on 7


def test_club_names_and_excess() -> None:
    table = Chemin("club", 4, shoe_of(BANK_WINS))
    play(table, (0, "open", 10), *[(seat, "banco", "pass") for seat in (1, 2, 3)])
    play(table, (1, "stake", 8), (2, "stake", 50))
    assert asked(table) == (3, "stake", ("pass", *range(1, 101)))
    table.answer(60)
    assert asked(table) == (0, "excess", ("pass", *range(1, 91)))
    table.answer(90)
    assert table.payoffs == [100, -8, -50, -42]
    assert asked(table) == (0, "continue", ("pass", 200))
    play(table, (0, "continue", "pass"))  # nobody has 200
    assert passes(table, "open") == [1, 2, 3, 0]


def test_club_excess_declined_and_covered_zero_is_no_bet() -> None:
    table = Chemin("club", 4, shoe_of([0, 0, 5, 7]))
    play(table, (0, "open", 10), *[(seat, "banco", "pass") for seat in (1, 2, 3)])
    play(table, (1, "stake", 10), (2, "stake", 50), (3, "stake", "pass"), (0, "excess", "pass"))
    assert table.stakes == [0, 10, 0, 0]
    assert asked(table) == (1, "punter", ("stand", "draw"))


def test_club_tie_rides_and_banker_may_pass() -> None:
    table = Chemin("club", 3, shoe_of(TIE, TIE, BANK_WINS))
    play(table, (0, "open", 10), (1, "banco", "banco"))
    assert asked(table) == (0, "continue", ("pass", 10))
    assert table.stakes == [0, 10, 0]
    table.answer(10)
    assert table.coups == 2
    table.answer("pass")
    assert table.balances == [100, 100, 100]
    assert asked(table) == (1, "succeed", ("pass", 10))


def test_club_riding_banco_that_loses_earns_suivi() -> None:
    table = Chemin("club", 3, shoe_of(TIE, BANK_WINS))
    play(table, (0, "open", 10), (1, "banco", "pass"), (2, "banco", "banco"))
    play(table, (0, "continue", 10), (0, "continue", 20), (2, "suivi", "banco"))


def test_club_bystanders() -> None:
    table = Chemin("club", 3, shoe_of(PUNTER_WINS), bystanders=5)
    play(table, (0, "open", 10))
    stake(table, 2, 8)
    assert table.outside == 2
    assert table.wealth == [90, 100, 108]


def test_club_liable() -> None:
    table = Chemin("club", 3, shoe_of([0, 0, 4, 7]), misplay="liable")
    play(table, (0, "open", 10), (1, "banco", "pass"), (2, "banco", "pass"))
    play(table, (1, "stake", 6), (2, "stake", 4))
    play(table, (1, "punter", "stand"), (0, "banker", "stand"))
    assert table.payoffs == [10, -10, 0]


def test_club_liable_fine_as_far_as_the_balance_goes() -> None:
    # punter 4 stands against the rule, bank 7 stands
    table = Chemin("club", 4, shoe_of([0, 0, 4, 7]), chips=[100, 9, 9, 9], misplay="liable")
    play(table, (0, "open", 12))
    play(table, (1, "stake", 2), (2, "stake", 6), (3, "stake", 4), (2, "punter", "stand"))
    play(table, (0, "banker", "stand"))
    # seat 2 has 3 left: seat 1, earlier in order, gets its 2, seat 3 only the last 1
    assert table.payoffs == [12, 0, -9, -3]
    assert table.bank == 24


def test_club_pass_on_a_tie_keeps_the_level_and_suivi_is_gone() -> None:
    table = Chemin("club", 3, shoe_of(BANK_WINS, TIE))
    play(table, (0, "open", 10), (1, "banco", "banco"), (0, "continue", 20))
    play(table, (1, "suivi", "banco"), (0, "continue", "pass"), (1, "succeed", "pass"))
    play(table, (2, "succeed", 20), (0, "banco", "pass"), (1, "banco", "banco"))
