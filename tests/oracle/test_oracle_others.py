"""The oracle on scripted coups of banque and punto."""

from fractions import Fraction

import pytest

from .banque import Banque
from .chemin import Chemin
from .helpers import asked, passes, play, shoe_of
from .punto import Punto
from .table import Table


def test_banque_ouverte() -> None:
    # right 0 5, left 0 9, bank 0 6; right draws 2, bank stands: right 7, left natural
    table = Banque("ouverte", 6, shoe_of([0, 0, 0, 5, 9, 6, 2]))
    assert asked(table)[:2] == (1, "bet")
    play(table, (1, "bet", ("right", 60)))
    assert ("left", 41) not in asked(table)[2]
    assert ("left", 40) in asked(table)[2]
    play(table, (2, "bet", ("left", 40)))
    assert asked(table) == (1, "right", ("stand", "draw"))
    play(table, (1, "right", "draw"), (0, "banker", "stand"))
    assert table.wealth == [0, 160, 140, 100, 100, 100]
    assert passes(table, "open") == [1, 2, 3, 4, 5]  # R-T1: seat 0 is ruined
    assert table.ended == "terminated"


def test_banque_commission_and_pointers() -> None:
    table = Banque("ouverte", 6, shoe_of([0, 0, 4, 5, 9, 5]))
    for seat in (1, 2, 3, 4, 5):
        play(table, (seat, "bet", ("right" if seat != 2 else "left", 8)))
    # bank 9: right 5 loses 32, left 9 ties
    assert table.commission == Fraction(4, 10)
    assert table.outside == 0
    assert table.balances[0] == 132 - Fraction(4, 10)
    assert table.pointers == {"right": 2, "left": 2}
    assert asked(table) == (0, "continue", ("pass", 131))
    table.answer("pass")
    assert passes(table, "open") == [1, 2, 3, 4, 5, 0]


def test_banque_limitee() -> None:
    shoe = shoe_of([0, 0, 0, 5, 6, 5, 4, 1])
    table = Banque("limitee", 6, shoe, chips=[4, 30, 10, 0, 0, 0])
    assert asked(table)[0] == 1
    assert ("right", 25) in asked(table)[2]
    play(table, (1, "bet", ("left", 25)), (2, "bet", ("right", 10)))
    # right 5 draws 4 = 9; left 6 stands; the script plays 5 against left: draws 1 = 6
    play(table, (2, "right", "draw"), (1, "left", "stand"))
    assert table.wealth == [4, 30, 20, 0, 0, 0]
    assert table.outside == -10
    assert table.commission == 0
    play(table, (1, "bet", "pass"), (2, "bet", "pass"))
    assert table.coups == 2
    assert asked(table)[0] == 1
    table = Banque("limitee", 6, shoe, house="agent")
    play(table, (0, "bet", ("right", 5)), *[(seat, "bet", "pass") for seat in range(1, 6)])
    play(table, (0, "right", "stand"))
    assert asked(table) == (6, "banker", ("stand", "draw"))


def test_punto() -> None:
    table = Punto("punto", 3, shoe_of([4, 0, 5, 3], [0, 4, 0, 5], [4, 4, 4, 4]))
    for third in ("player", "banker", "tie"):
        play(table, (0, "bet", ("player", 10)), (1, "bet", ("banker", 10)), (2, "bet", ("tie", 5)))
        assert table.coups == ["player", "banker", "tie"].index(third) + 1
    assert table.wealth == [100, 100 - 10 + Fraction(95, 10), 100 - 10 + 40]
    assert Punto("punto", 2, shoe_of(), chips=[4, 3]).ended == "terminated"
    table = Punto("mini", 1, shoe_of(), max_coups=1)
    table.answer("pass")
    assert (table.ended, table.coups) == ("truncated", 1)


@pytest.mark.parametrize(
    ("game", "number"),
    [("practice", 20), ("salon", 6), ("club", 7), ("ouverte", 9), ("limitee", 9), ("punto", 20)],
)
@pytest.mark.parametrize("short", [0, 1])
def test_reshuffle_right_before_the_deal(game: str, number: int, short: int) -> None:
    asked_for = []

    def shoe(k: int) -> list[int]:
        asked_for.append(k)
        return ([9] * 6 + [0] * 30)[: number - short] if k == 0 else [9] * 30

    table: Table
    if game == "punto":
        table = Punto("punto", 1, shoe)
        play(table, (0, "bet", "pass"))
    elif game in ("ouverte", "limitee"):
        table = Banque(game, 6, shoe)
        first = 1 if game == "ouverte" else 0
        play(table, *[(seat, "bet", ("left", 5)) for seat in range(first, 6)])
    else:
        table = Chemin(game, 6, shoe, 0, max_coups=1)
        play(table, (0, "open", 2))
        assert asked_for == [0]
        play(table, (1, "banco", "banco"))
    assert table.coups == 1
    assert asked_for == [0, 1][: 1 + short]
