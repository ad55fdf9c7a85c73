"""The float twins against the exact functions."""

import numpy as np
import pytest

from chemmy_env.exact import (
    Shoe,
    banker_policy,
    nash_conv,
    nash_conv_float,
    outcomes,
    outcomes_float,
    punter_policy,
    solve,
)
from chemmy_env.rules import get_rules

FIVE_PERCENT = get_rules("salon", commission="0.05")
SHOES = [
    Shoe(1),
    Shoe(6),
    Shoe(52),
    Shoe.with_replacement(),
    Shoe(counts=[3, 1, 2, 0, 1, 4, 0, 2, 1, 1]),
]


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("rules", ["home", FIVE_PERCENT])
@pytest.mark.parametrize("punter_sees", ["total", "hand"])
@pytest.mark.parametrize("banker_sees", ["total", "hand"])
def test_float_twins_are_equal(shoe, rules, punter_sees, banker_sees):
    rng = np.random.default_rng(3)
    punter = np.asarray(punter_policy(rules, sees=punter_sees), dtype=float)
    banker = np.asarray(banker_policy(rules, sees=banker_sees), dtype=float)
    for chances in (punter, banker):
        free = (chances != 0) & (chances != 1)
        chances[free] = rng.random(free.sum())
    exact = outcomes(rules, shoe, punter, banker)
    for name, value in outcomes_float(rules, shoe, punter, banker)._asdict().items():
        assert value == pytest.approx(float(getattr(exact, name)), abs=1e-14), name
    gap = nash_conv_float(rules, shoe, punter, banker)
    assert gap == pytest.approx(float(nash_conv(rules, shoe, punter, banker)), abs=1e-14)


def test_an_equilibrium_has_no_gap_in_floats():
    found = solve(FIVE_PERCENT, Shoe(52), "hand", "hand")
    assert abs(nash_conv_float(FIVE_PERCENT, Shoe(52), found.punter, found.banker)) < 1e-15


def test_bettors_matter_to_the_float_twins():
    odd, banker = [1, 1, 1, 1, 0, 1, 0, 0], banker_policy("home")
    assert nash_conv_float("home", Shoe(6), odd, banker, bettors=1) > 0
    with pytest.raises(ValueError, match=r"at cell \(4,\) is 0.0: expected 1 to 1"):
        nash_conv_float("home", Shoe(6), odd, banker, bettors=2)


@pytest.mark.parametrize(
    ("punter", "banker", "words"),
    [
        (np.zeros(7), np.zeros((8, 11)), r"punter's policy has shape \(7,\)"),
        (np.full(8, 0.5), np.zeros((8, 10)), "punter's chance"),
        ([1, 1, 1, 1, 1, 0.5, 0, 0], np.zeros((8, 10)), r"banker's policy has shape \(8, 10\)"),
        ([1, 1, 1, 1, 1, 1.5, 0, 0], np.zeros((8, 11)), "expected 0 to 1"),
        ([1, 1, 1, 1, 1, float("nan"), 0, 0], np.zeros((8, 11)), "expected 0 to 1"),
        (banker_policy("free"), np.zeros((8, 11)), "got a banker's"),
    ],
)
def test_bad_policies(punter, banker, words):
    for function in (outcomes_float, nash_conv_float):
        with pytest.raises(ValueError, match=words):
            function("free", Shoe(6), punter, banker)
