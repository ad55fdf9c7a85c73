"""The certifier accepts what is right and rejects one cell flipped or one digit changed."""

import dataclasses
from fractions import Fraction
from functools import cache

import pytest

from chemmy_env.exact import Shoe, certify, nash_conv, punter_policy, solve
from chemmy_env.rules import get_rules

FIVE_PERCENT = get_rules("salon", commission="0.05")


@cache
def solved(rules_name="free", packs=6, punter_sees="hand", banker_sees="hand"):
    rules = FIVE_PERCENT if rules_name == "5 %" else rules_name
    return solve(rules, Shoe(packs), punter_sees, banker_sees)


@pytest.mark.parametrize("shoe", [Shoe(1), Shoe(30), Shoe(counts=[3, 1, 1, 1, 1, 1, 0, 0, 0, 0])])
@pytest.mark.parametrize("rules", ["free", "home", "practice", "punto", FIVE_PERCENT])
def test_solutions_are_certified(rules, shoe):
    found = solve(rules, shoe, "hand", "total")
    assert certify(found)
    assert nash_conv(rules, shoe, found.punter, found.banker) == 0


@pytest.mark.parametrize("rules", ["free", "5 %"])
def test_every_flipped_banker_cell_is_rejected(rules):
    claim = solved(rules, banker_sees="total")
    for row in range(8):
        for column in range(11):
            label = claim.banker.label((row, column))
            flipped = claim.banker.replaced(label, 1 - round(claim.banker[row, column]))
            result = certify(dataclasses.replace(claim, banker=flipped))
            assert not result, label
            assert any(f"banker at {label}" in failure for failure in result.failures) or (
                label == (6, None)  # flipping the mixture upsets the punter instead
            )


def test_every_flipped_punter_cell_is_rejected():
    claim = solved(banker_sees="total")
    for label in claim.punter.labels:
        flipped = claim.punter.replaced(label, 1 - round(claim.punter[label]))
        result = certify(dataclasses.replace(claim, punter=flipped))
        assert not result, label


def test_one_flipped_hand_is_rejected():
    claim = solved()
    for label in (((1, 4), 4), ((0, 5), 4), ((8, 8), None), ((3, 3), None)):
        flipped = claim.banker.replaced(label, 1 - claim.banker[claim.banker.index(label)])
        assert not certify(dataclasses.replace(claim, banker=flipped)), label


@pytest.mark.parametrize("rules", ["free", "5 %"])
@pytest.mark.parametrize("field", ["value", "banker_value"])
def test_a_changed_value_is_rejected(rules, field):
    claim = solved(rules)
    value = getattr(claim, field)
    for other in (-value, Fraction(value.numerator + 1, value.denominator), float(value)):
        result = certify(dataclasses.replace(claim, **{field: other}))
        assert [failure.split()[0] for failure in result.failures] == [field]


def test_a_changed_mixture_is_rejected():
    claim = solved()
    for side, label, chance in claim.mixed:
        table = getattr(claim, side)
        other = table.replaced(label, Fraction(chance.numerator + 1, chance.denominator))
        result = certify(dataclasses.replace(claim, **{side: other}))
        assert not result
        assert not result.ok


def test_a_solution_of_another_game_is_rejected():
    claim = solved()
    assert not certify(dataclasses.replace(claim, shoe=Shoe(8)))
    assert not certify(dataclasses.replace(claim, rules=FIVE_PERCENT))
    # Without departures that gain, but against the rules of the table.
    home = dataclasses.replace(solved("home"), rules=get_rules("salon", strict_five=True))
    assert any("the rules leave no choice" in failure for failure in certify(home).failures)


def test_a_pure_claim_is_rejected():
    claim = solved(punter_sees="total", banker_sees="total")
    always = punter_policy("free", 1)
    assert any(
        "banker at (6, None)" in failure
        for failure in certify(dataclasses.replace(claim, punter=always)).failures
    )
