"""Policy tables: shapes, labels, and what the rules allow."""

import ast
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import chemmy_env.exact
from chemmy_env.exact import (
    HANDS,
    BankerTable,
    PunterTable,
    Shoe,
    banker_policy,
    best_response,
    outcomes,
    punter_policy,
    solve,
)
from chemmy_env.rules import get_rules

LIABLE = get_rules("club", misplay="liable")


def test_hands_are_sorted_by_total_and_low_card():
    assert len(HANDS) == len(set(HANDS)) == 44
    assert HANDS[:7] == ((0, 0), (1, 9), (2, 8), (3, 7), (4, 6), (5, 5), (0, 1))
    assert all(low <= high and (low + high) % 10 < 8 for low, high in HANDS)


@pytest.mark.parametrize("sees", ["total", "hand"])
def test_labels_and_indices_are_inverse(sees):
    punter, banker = punter_policy("free", sees=sees), banker_policy("free", sees=sees)
    for row in range(len(punter)):
        assert punter.index(punter.label(row)) == row
        assert banker.index(banker.label(row)) == row
        for column in range(11):
            label = banker.label((row, column))
            assert label[1] == (None if column == 10 else column)
            assert banker.index(label) == (row, column)


def test_labels_may_stand_for_indices():
    banker = banker_policy("punto", sees="hand")
    changed = banker.replaced(((0, 6), None), "1/3")
    assert changed[(0, 6), None] == changed[changed.index((0, 6)), 10] == Fraction(1, 3)
    assert changed.mixed() == [(((0, 6), None), Fraction(1, 3))]
    assert changed != banker
    assert punter_policy("free", "2/7", sees="hand")[(1, 4)] == Fraction(2, 7)
    for label in ((9, 9), 5, ((0, 6), 11)):
        with pytest.raises(ValueError, match="no cell"):
            banker.index(label)


def test_tables_are_immutable_and_become_floats():
    table = punter_policy("free", "9/11")
    with pytest.raises(ValueError, match="read-only"):
        table.chances[0] = 0
    floats = np.asarray(table, dtype=float)
    assert floats.dtype == np.float64
    assert floats[5] == 9 / 11


@pytest.mark.parametrize(
    ("punter", "words"),
    [
        (np.zeros(9), r"shape \(9,\)"),
        (np.zeros((8, 11)), r"shape \(8, 11\)"),
        (0.5, r"shape \(\)"),
        ([1, 1, 1, 1, 1, 1.5, 0, 0], "at 5 is 1.5: expected 0 to 1"),
        ([1, 1, 1, 1, 1, -0.5, 0, 0], "at 5 is -0.5"),
        ([1, 1, 1, 1, 1, float("nan"), 0, 0], "at 5 is nan"),
        ([1, 1, 1, 1, 1, "much", 0, 0], "at 5 is 'much'"),
        ([1, 1, 1, 1, 1, 1, 1, 0], "at 6 is 1: the rules say stand"),
        ([1, 1, 1, 1, Fraction(1, 2), 1, 0, 0], "at 4 is 1/2: the rules say draw"),
    ],
)
def test_bad_punters(punter, words):
    with pytest.raises(ValueError, match=words):
        outcomes("free", Shoe(6), punter, banker_policy("free"))


def test_bad_bankers():
    wrong = banker_policy("home").replaced((7, 3), 1)
    with pytest.raises(ValueError, match=r"\(7, 3\) is 1: the rules say stand"):
        outcomes("home", Shoe(6), punter_policy("home"), wrong)
    with pytest.raises(ValueError, match=r"expected \(8, 11\)"):
        outcomes("home", Shoe(6), punter_policy("home"), np.zeros(8))
    with pytest.raises(ValueError, match="got a punter's"):
        outcomes("home", Shoe(6), punter_policy("home"), punter_policy("home"))
    with pytest.raises(ValueError, match="got a banker's"):
        best_response("home", Shoe(6), punter=banker_policy("home"))
    with pytest.raises(ValueError, match="either"):
        best_response("home", Shoe(6))


def test_ten_totals_will_do():
    ten = outcomes(
        "punto", Shoe(6), [1] * 6 + [0] * 4, get_rules("punto", "punto_banco").banker_options
    )
    assert ten == outcomes("punto", Shoe(6), punter_policy("punto"), banker_policy("punto"))


@pytest.mark.parametrize(("rules", "words"), [("whist", "profile = 'whist'"), ("free", "bettors")])
def test_bad_rules(rules, words):
    with pytest.raises(ValueError, match=words):
        solve(rules, Shoe(6), bettors=0)


def test_another_word_for_what_a_side_sees():
    with pytest.raises(ValueError, match="'total' or 'hand'"):
        solve("free", Shoe(6), "suit")


def test_bettors_choose_the_punters_options():
    odd = PunterTable([1, 1, 1, 1, 0, 1, 1, 0])
    outcomes("home", Shoe(6), odd, banker_policy("home"), bettors=1)
    with pytest.raises(ValueError, match="at 6 is 1: the rules say stand"):
        outcomes("home", Shoe(6), odd, banker_policy("home"), bettors=2)


def test_liable_misplay_is_free_for_a_lone_punter_only():
    odd = PunterTable([0, 1, 1, 1, 1, 1, 1, 0])
    outcomes(LIABLE, Shoe(6), odd, banker_policy("free"))
    with pytest.raises(ValueError, match="the rules say stand"):
        outcomes(LIABLE, Shoe(6), odd, banker_policy("free"), bettors=2)
    # It would not pay to use the freedom.
    assert solve(LIABLE, Shoe(6)).value == solve("club", Shoe(6)).value


def test_strict_five_never_draws():
    found = solve(get_rules("salon", strict_five=True), Shoe(6))
    assert found.punter[5] == 0
    assert found.value < solve("salon", Shoe(6)).value


def test_float_chances_are_taken_at_their_exact_value():
    table = BankerTable(np.full((8, 11), 0.1))
    assert table[0, 0] == Fraction(0.1) != Fraction(1, 10)


def test_exact_imports_the_rules_only():
    for path in Path(chemmy_env.exact.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("chemmy_env"):
                assert node.module.startswith(("chemmy_env.exact", "chemmy_env.rules")), path
