"""Outcomes against plain enumeration, and the checks of policies and shoes."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chemmy_env.exact import (
    HANDS,
    BankerTable,
    PunterTable,
    Shoe,
    banker_policy,
    outcomes,
    punter_policy,
    solve,
)
from chemmy_env.exact.coefficients import coefficients
from chemmy_env.exact.enumeration import tally
from chemmy_env.rules import get_rules
from tests.exact.naive_play import chances_by_permutations, play, sequences

ALL_FREE = get_rules("salon", punter_one="F" * 8, punter_several="F" * 8)


def random_table(kind, rows, seed):
    rng = random.Random(seed)
    shape = (rows,) if kind is PunterTable else (rows, 11)
    values = [Fraction(rng.randint(0, 6), 6) for _ in range(int(np.prod(shape)))]
    return kind(np.array(values, dtype=object).reshape(shape))


def by_hand(table):
    def chance(low, high, *third):
        row = table.index((low, high) if table.sees == "hand" else (low + high) % 10)
        column = [10 if third[0] is None else third[0]] if third else []
        return table.chances[(row, *column)]

    return chance


@pytest.mark.parametrize("rows", [8, 44])
@pytest.mark.parametrize("counts", [[2, 1, 1, 1, 1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 2, 1, 0, 1, 1, 1]])
def test_outcomes_equal_all_permutations_of_a_tiny_shoe(counts, rows):
    punter, banker = random_table(PunterTable, rows, 1), random_table(BankerTable, rows, 2)
    naive = chances_by_permutations(counts, by_hand(punter), by_hand(banker))
    found = outcomes(ALL_FREE, Shoe(counts=counts), punter, banker)
    assert (found.punter_win, found.tie, found.bank_win) == (naive[1], naive[0], naive[-1])
    assert found.punter_value == naive[1] - naive[-1] == -found.banker_value


def test_outcomes_equal_weighted_sequences_of_a_mixed_shoe():
    counts = [5, 0, 3, 0, 4, 2, 0, 1, 0, 0]
    punter, banker = random_table(PunterTable, 44, 3), random_table(BankerTable, 8, 4)
    total, value = 0, Fraction(0)
    for cards, ways in sequences(counts, 6):
        total += ways
        value += ways * sum(r * c for r, c in play(cards, by_hand(punter), by_hand(banker)))
    shoe = Shoe(counts=counts)
    assert total == shoe.sequences()
    assert outcomes(ALL_FREE, shoe, punter, banker).punter_value == value / total


@pytest.mark.parametrize("shoe", [Shoe(6), Shoe(52), Shoe.with_replacement()])
def test_coefficients_equal_the_laid_out_sequences(shoe):
    found, naive = coefficients(shoe, "hand", "hand"), tally(shoe)
    order = [naive.hands.index(hand) for hand in HANDS]
    for side in range(2):
        for action in range(2):
            drew = naive.drew[side, action][np.ix_(order, order)]
            stood = naive.stood[side, action][np.ix_(order, order)]
            assert (found.played[side, :, :, :10, action] == drew).all()
            assert (found.played[side, :, :, 10, action] == stood).all()
    assert found.naturals == naive.naturals
    assert found.sequences == naive.sequences


def test_counts_beyond_int64_stay_exact():
    big = coefficients(Shoe(104), "total", "total")
    small = coefficients(Shoe(2), "total", "total")
    assert big.played.dtype == object
    assert small.played.dtype == np.int64
    assert big.sequences > 2**63
    value = solve("free", Shoe(104)).value
    assert abs(value - solve("free", Shoe.with_replacement()).value) < Fraction(1, 10**5)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6))
def test_chances_add_up_for_any_shoe(counts):
    found = outcomes(
        "free", Shoe(counts=counts), punter_policy("free"), banker_policy("free", sees="hand")
    )
    assert found.punter_win + found.bank_win + found.tie == 1
    assert min(found.punter_win, found.bank_win, found.tie) >= 0


def test_commission_is_taken_from_what_the_banker_wins():
    plain = outcomes("free", Shoe(6), punter_policy("free"), banker_policy("free"))
    rules = get_rules("salon", commission="0.05")
    found = outcomes(rules, Shoe(6), punter_policy(rules), banker_policy(rules))
    assert found.punter_value == plain.punter_value
    assert found.banker_value == plain.banker_value - plain.bank_win / 20


def test_who_looks_first_changes_nothing():
    after = outcomes("home", Shoe(6), punter_policy("home"), banker_policy("home"))
    before = outcomes(
        get_rules("home", naturals="both"), Shoe(6), punter_policy("home"), banker_policy("home")
    )
    assert after == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "either decks or counts"),
        ({"decks": 0}, "decks = 0"),
        ({"decks": 1.5}, "decks = 1.5"),
        ({"counts": [1] * 9}, "10 numbers"),
        ({"counts": [6, -1] + [1] * 8}, "none below 0"),
        ({"counts": [5] + [0] * 9}, "6 cards, got 5"),
        ({"counts": [1.5] + [1] * 9}, "whole number"),
    ],
)
def test_impossible_shoes(arguments, words):
    with pytest.raises(ValueError, match=words):
        Shoe(**arguments)


def test_shoes_are_values():
    assert Shoe(1) == Shoe(counts=[16] + [4] * 9)
    assert hash(Shoe(1)) == hash(Shoe(counts=[16] + [4] * 9))
    assert Shoe(1).without([0, 0, 9]) == Shoe(counts=[14] + [4] * 8 + [3])
    assert Shoe.with_replacement() != Shoe(counts=Shoe.with_replacement().counts)
    with pytest.raises(ValueError, match="below 0"):
        Shoe(1).without([9] * 5)
    with pytest.raises(ValueError, match="values 0-9"):
        Shoe(1).without([10])
