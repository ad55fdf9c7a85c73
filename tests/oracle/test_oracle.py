"""The oracle on the worked examples of home and practice."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from .cards import BANKER_HOME, BANKER_PUNTO, banker_rule, punter_rule
from .chemin import Chemin
from .helpers import BANK_WINS, PUNTER_WINS, TIE, asked, passes, play, shoe_of, stake


def test_tables() -> None:
    free = [(b, t) for b in range(8) for t in range(10) if banker_rule(BANKER_HOME, b, t) == "F"]
    assert free == [(3, 9), (5, 4)]
    for b in range(8):
        for t in (None, *range(10)):
            home, fixed = banker_rule(BANKER_HOME, b, t), banker_rule(BANKER_PUNTO, b, t)
            assert home in (fixed, "F")
    assert "".join(punter_rule("home_several", n) for n in range(8)) == "DDDDDFSS"


def test_r_h17_a() -> None:
    table = Chemin("home", 3, shoe_of([2, 1, 3, 2, 9, 5]), 0)
    play(table, (0, "open", 10), (1, "banco", "banco"))
    assert asked(table) == (1, "punter", ("stand", "draw"))
    table.answer("draw")
    assert asked(table) == (0, "banker", ("stand", "draw"))
    table.answer("draw")
    assert table.payoffs == [10, -10, 0]
    assert "coup 1: punter 2 3 9 = 4, bank 1 2 5 = 8" in table.log


def test_r_h17_b() -> None:
    table = Chemin("home", 3, shoe_of(BANK_WINS), 0)
    play(table, (0, "open", 20), (1, "banco", "pass"), (2, "banco", "pass"), (1, "stake", 12))
    assert table.balances == [80, 88, 100]
    assert table.bank == 20
    play(table, (2, "stake", "pass"))
    assert table.payoffs == [12, -12, 0]
    assert asked(table) == (0, "continue", ("pass", *range(24, 113)))


def test_home_first_question_and_forced_moves() -> None:
    table = Chemin("home", 3, shoe_of([0, 3, 0, 4, 5]), 1, forced_moves="ask")
    assert asked(table) == (1, "open", tuple(range(2, 101)))
    with pytest.raises(ValueError, match="no legal answer"):
        table.answer("pass")
    table.answer(5)
    play(table, (2, "banco", "banco"))
    assert asked(table) == (2, "punter", ("draw",))
    table.answer("draw")
    assert asked(table) == (1, "banker", ("stand",))
    table.answer("stand")
    assert table.payoffs == [0, 5, -5]


def test_home_cover_stops_the_round_and_first_of_equals_is_active() -> None:
    table = Chemin("home", 4, shoe_of([2, 0, 3, 6, 9]), 3)
    play(table, (3, "open", 6))
    assert passes(table, "banco") == [0, 1, 2]
    play(table, (0, "stake", 3))
    assert asked(table) == (1, "stake", ("pass", 1, 2, 3))
    table.answer(3)
    assert asked(table)[:2] == (0, "punter")  # R-H4: seat 2 does not take part; R-H6: seat 0


def test_home_bank_natural_after_the_punter_spoke() -> None:
    table = Chemin("home", 3, shoe_of([2, 4, 3, 4], PUNTER_WINS), 0)
    play(table, (0, "open", 5), (1, "banco", "banco"), (1, "punter", "draw"))
    assert table.payoffs == [5, -5, 0]  # R-H7
    play(table, (0, "continue", 10), (1, "suivi", "banco"))
    assert table.payoffs == [-10, 10, 0]  # the third card asked for was not dealt


def test_suivi() -> None:
    def lost() -> Chemin:
        table = Chemin("home", 4, shoe_of(BANK_WINS, TIE, TIE, TIE), 0)
        play(table, (0, "open", 5), (1, "banco", "pass"), (2, "banco", "banco"))
        return table

    table = lost()
    play(table, (0, "continue", 10), (2, "suivi", "pass"))
    assert passes(table, "banco") == [1, 3]  # R-C5: not asked banco again
    table = lost()
    play(table, (0, "continue", 10), (2, "suivi", "banco"), (0, "continue", 10))
    assert passes(table, "banco") == [1, 2, 3]  # R-H3: a tied one ends it
    table = lost()
    play(table, (0, "continue", "pass"), (1, "succeed", 10))
    assert passes(table, "banco") == [2, 3, 0]  # R-H3: lapsed with the bank
    table = lost()
    play(table, (0, "continue", "pass"))
    assert passes(table, "succeed") == [1, 2, 3]
    play(table, (1, "open", "pass"), (2, "open", "pass"), (3, "open", "pass"), (0, "open", 2))
    play(table, (2, "suivi", "pass"))


def five(*coups: Sequence[int]) -> Chemin:
    """R-H14's example up to seat 2's succession: 0 wins, retires, 1 declines, 2 succeeds."""
    table = Chemin("home", 5, shoe_of(BANK_WINS, *coups), 0)
    play(table, (0, "open", 4))
    stake(table, 4, 4)
    play(table, (0, "continue", "pass"), (1, "succeed", "pass"), (2, "succeed", 8))
    assert table.turn == 1
    stake(table, 4, 4)
    return table


def test_r_h14_two_loses() -> None:
    table = five(PUNTER_WINS)
    assert passes(table, "open") == [1, 3, 4, 0, 2]
    assert table.ended == "terminated"


def test_r_h14_two_wins_and_retires() -> None:
    table = five(BANK_WINS)
    play(table, (2, "continue", "pass"))
    assert passes(table, "succeed") == [3, 4, 0, 1]
    assert passes(table, "open") == [3, 4, 0, 1, 2]
    assert table.ended == "terminated"


def test_r_h14_three_takes() -> None:
    table = five(BANK_WINS, PUNTER_WINS)
    play(table, (2, "continue", "pass"), (3, "succeed", 8))
    stake(table, 4, 1)
    assert passes(table, "open") == [4, 0, 1, 2, 3]  # T=4


def test_r_h14_one_takes() -> None:
    table = five(BANK_WINS, PUNTER_WINS)
    play(table, (2, "continue", "pass"))
    play(table, *[(seat, "succeed", "pass") for seat in (3, 4, 0)], (1, "succeed", 8))
    stake(table, 4, 1)
    assert passes(table, "open") == [3, 4, 0, 2, 1]  # T=3


def test_r_h14_fresh_bank_moves_the_turn() -> None:
    table = five(PUNTER_WINS, PUNTER_WINS)
    play(table, (1, "open", "pass"), (3, "open", 2))
    stake(table, 4, 1)
    assert passes(table, "open") == [4, 0, 1, 2, 3]


def test_home_requirement_after_tie_and_with_overrides() -> None:
    table = Chemin("home", 3, shoe_of(TIE), 0)
    play(table, (0, "open", 20))
    stake(table, 1, 1)
    assert asked(table) == (0, "continue", ("pass", *range(2, 101)))
    rate = Fraction(5, 100)
    table = Chemin("home", 3, shoe_of(BANK_WINS), 0, commission=rate, max_bank=20)
    assert asked(table)[2] == tuple(range(2, 21))
    table.answer(20)
    stake(table, 1, 7)
    assert table.commission == Fraction(35, 100)
    assert asked(table)[2] == ("pass", *range(14, 21))  # R-H11: 14 - 0.35, rounded up
    with pytest.raises(ValueError, match="max_bank"):
        Chemin("home", 3, shoe_of(), 0, max_bank=1)
    with pytest.raises(ValueError, match="R-C3"):
        Chemin("home", 3, shoe_of(), 0, commission=Fraction(1, 30_000))
    with pytest.raises(ValueError, match="R-H1"):
        Chemin("home", 3, shoe_of(), 0, max_coups=53)


def test_uncovered() -> None:
    table = Chemin("home", 3, shoe_of(), 0)
    play(table, (0, "open", 20))
    passes(table, "banco")
    passes(table, "stake")
    assert (table.ended, table.coups) == ("terminated", 0)
    assert table.wealth == [100, 100, 100]
    table = Chemin("home", 3, shoe_of(), 0, if_uncovered="pass")
    play(table, (0, "open", 20))
    passes(table, "banco")
    passes(table, "stake")
    assert table.coups == 1
    assert passes(table, "open") == [1, 2, 0]
    table = Chemin("home", 3, shoe_of(), 0, compulsory_stake=True)
    play(table, (0, "open", 3), (1, "banco", "pass"), (2, "banco", "pass"))
    assert asked(table) == (1, "stake", (1, 2, 3))


def test_session_over_at_once_and_broke_seats() -> None:
    assert Chemin("home", 3, shoe_of(), 0, [5, 0, 0]).ended == "terminated"
    assert Chemin("home", 3, shoe_of(), 0, [1, 1, 1]).ended == "terminated"
    table = Chemin("home", 4, shoe_of(), 0, [0, 5, 1, 0])
    assert asked(table)[:2] == (1, "open")


def test_practice_31_4() -> None:
    table = Chemin("practice", 6, shoe_of(BANK_WINS, PUNTER_WINS), 1)
    play(table, (1, "open", 20))
    assert passes(table, "banco") == [0, 2, 3, 4, 5]  # R-P4
    play(table, (2, "stake", 12))
    assert passes(table, "stake") == [3, 4, 5, 0]
    assert table.bank == Fraction(314, 10)
    assert table.commission == Fraction(6, 10)
    assert asked(table) == (1, "continue", ("pass", 31))
    play(table, (1, "continue", 31), (0, "banco", "banco"))
    assert table.balances[1] == Fraction(804, 10)  # 80 and the 0.4 that returns
    assert passes(table, "open") == [2, 3, 4, 5, 0, 1]  # R-P5
    assert table.ended == "terminated"


def test_practice_pass_has_no_succession() -> None:
    table = Chemin("practice", 6, shoe_of(TIE), 1, banco_first=None)
    play(table, (1, "open", 20), (2, "banco", "banco"))
    assert table.bank == 20
    play(table, (1, "continue", "pass"))
    assert passes(table, "open") == [2, 3, 4, 5, 0, 1]
