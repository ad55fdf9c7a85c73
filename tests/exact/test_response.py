"""Best responses against random policies, and the distance from an equilibrium."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chemmy_env.exact import (
    Shoe,
    banker_policy,
    best_response,
    exploitability,
    nash_conv,
    outcomes,
    punter_policy,
    solve,
)
from chemmy_env.exact.gains import weighted_sums
from chemmy_env.rules import get_rules

RULES = {
    "free": get_rules("salon"),
    "home": get_rules("home"),
    "practice": get_rules("practice"),
    "5 %": get_rules("salon", commission="0.05"),
}
CHANCES = st.fractions(0, 1, max_denominator=20)
SHOES = st.lists(st.integers(0, 5), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6)
SEES = st.sampled_from(["total", "hand"])


@st.composite
def policies(draw, rules, sees, side):
    """Draw a policy that obeys the rules: a few chances, spread over the free cells."""
    make = punter_policy if side == "punter" else banker_policy
    table = make(rules, sees=sees)
    chances = table.chances.copy()
    free = np.argwhere((chances != 0) & (chances != 1))
    few = draw(st.lists(CHANCES, min_size=1, max_size=5))
    picks = np.random.default_rng(draw(st.integers(0, 2**32))).integers(len(few), size=len(free))
    for place, pick in zip(free, picks, strict=True):
        chances[tuple(place)] = few[pick]
    return type(table)(chances)


@settings(max_examples=60, deadline=None)
@given(st.data(), SHOES, st.sampled_from(sorted(RULES)), SEES, SEES)
def test_no_policy_beats_the_best_response(data, counts, name, punter_sees, banker_sees):
    rules, shoe = RULES[name], Shoe(counts=counts)
    punter = data.draw(policies(rules, punter_sees, "punter"))
    banker = data.draw(policies(rules, banker_sees, "banker"))
    played = outcomes(rules, shoe, punter, banker)
    to_punter = best_response(rules, shoe, punter=punter, sees=banker_sees)
    to_banker = best_response(rules, shoe, banker=banker, sees=punter_sees)
    assert to_punter.value >= played.banker_value
    assert to_banker.value >= played.punter_value
    # The value is what the policy earns.
    assert outcomes(rules, shoe, punter, to_punter.policy).banker_value == to_punter.value
    assert outcomes(rules, shoe, to_banker.policy, banker).punter_value == to_banker.value
    gains = to_punter.value - played.banker_value + to_banker.value - played.punter_value
    assert nash_conv(rules, shoe, punter, banker) == gains >= 0
    # Knowing the hand is worth no less than knowing its total.
    assert best_response(rules, shoe, punter=punter, sees="hand").value >= to_punter.value


@settings(max_examples=20, deadline=None)
@given(st.data(), st.integers(1, 60))
def test_any_mixture_at_the_ties_is_a_best_response_and_nothing_else(data, packs):
    shoe = Shoe(packs)
    found = solve("free", shoe, banker_sees="hand")
    reply = best_response("free", shoe, punter=found.punter, sees="hand")
    assert reply.ties == [found.mixed[1][1]]
    policy = reply.policy.replaced(reply.ties[0], data.draw(CHANCES))
    assert outcomes("free", shoe, found.punter, policy).banker_value == reply.value
    place = data.draw(st.tuples(st.integers(0, 43), st.integers(0, 10)))
    other = policy.replaced(policy.label(place), 1 - round(policy[place]))
    worse = outcomes("free", shoe, found.punter, other).banker_value < reply.value
    assert worse == (policy.label(place) not in reply.ties)


@pytest.mark.parametrize("packs", [1, 6, 40])
def test_the_value_of_seeing_more(packs):
    shoe = Shoe(packs)
    b1, b2 = (solve("free", shoe, "total", sees).value for sees in ("total", "hand"))
    b3 = solve("free", shoe, "hand", "hand").value
    assert b2 < b1  # the banker knows more
    assert b2 < b3  # the punter does too


def test_nash_conv_of_totals_where_hands_are_seen():
    found = solve("free", Shoe(6))
    assert nash_conv("free", Shoe(6), found.punter, found.banker) == 0
    seen = nash_conv("free", Shoe(6), found.punter, found.banker, banker_sees="hand")
    assert seen == found.value + best_response(
        "free", Shoe(6), punter=found.punter, sees="hand"
    ).value > 0  # fmt: skip
    assert nash_conv("free", Shoe(6), found.punter, found.banker, punter_sees="hand") > 0


def test_exploitability_is_half_of_nash_conv_and_refuses_a_commission():
    punter, banker = punter_policy("free"), banker_policy("free")
    half = exploitability("free", Shoe(6), punter, banker)
    assert half * 2 == nash_conv("free", Shoe(6), punter, banker) > 0
    with pytest.raises(ValueError, match="commission = 1/20"):
        exploitability("practice", Shoe(6), punter_policy("home"), banker_policy("home"))
    assert nash_conv("practice", Shoe(6), punter_policy("home"), banker_policy("home")) > 0


def test_policies_of_the_engine_shape_are_scored():
    floats = np.asarray(banker_policy("punto"), dtype=np.float32)
    assert nash_conv("free", Shoe(8), [1, 1, 1, 1, 1, 1, 0, 0], floats) == nash_conv(
        "free", Shoe(8), punter_policy("punto"), banker_policy("punto")
    )
    assert isinstance(nash_conv("free", Shoe(8), [1, 1, 1, 1, 1, 1, 0, 0], floats), Fraction)


@settings(max_examples=25, deadline=None)
@given(
    st.data(),
    st.sampled_from(sorted(RULES)),
    st.sampled_from([1, 6, 80]),
    SEES,
    SEES,
    st.sampled_from([(None, None), ("hand", None), ("hand", "hand"), ("total", "total")]),
)
def test_nash_conv_by_gains_is_the_difference_of_values(data, name, packs, one, other, known):
    """The quick way adds up regrets; this takes the two best responses' values and the play's."""
    rules = RULES[name]
    punter = data.draw(policies(rules, one, "punter"))
    banker = data.draw(policies(rules, other, "banker"))
    shoe = Shoe(packs)
    sees = known[0] or one, known[1] or other
    played = outcomes(rules, shoe, punter, banker)
    value = (
        best_response(rules, shoe, banker=banker, sees=sees[0]).value - played.punter_value
        + best_response(rules, shoe, punter=punter, sees=sees[1]).value - played.banker_value
    )  # fmt: skip
    found = nash_conv(rules, shoe, punter, banker, punter_sees=known[0], banker_sees=known[1])
    assert found == value


def test_sums_are_exact_whatever_the_denominator():
    rng = np.random.default_rng(3)
    for bits in (1, 30, 62, 300, 5000):
        for dtype in (np.int64, object):
            slopes = rng.integers(-(2**50), 2**50, (6, 9)).astype(dtype)
            scale = 2**bits - 1
            weights = np.array([0, scale, 1, scale - 1, scale // 3, scale // 2], dtype=object)
            plain = [
                sum(int(w) * int(s) for w, s in zip(weights, column, strict=True))
                for column in slopes.T
            ]
            assert weighted_sums(weights, scale, slopes) == plain
