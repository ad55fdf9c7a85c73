"""What theory says of the equilibria: commissions, many packs, uniqueness."""

from fractions import Fraction
from itertools import pairwise

import pytest

from chemmy_env.exact import Shoe, certify, outcomes, solve
from chemmy_env.rules import get_rules
from tests.exact.known import MODELS

A = Shoe.with_replacement()


def at(commission, shoe=A, *sees):
    return solve(get_rules("salon", commission=commission), shoe, *sees)


def test_a_commission_makes_the_punter_draw_more_and_leaves_the_banker_as_he_is():
    """Each side mixes so as to make the other indifferent (Ethier & Lee 2023).

    Only the banker's payoff has changed, so only the punter's mixture moves.
    """
    plain, low, high = (at(commission) for commission in ("0", "0.05", "0.10"))
    assert plain.banker == low.banker == high.banker
    assert plain.punter[5] < low.punter[5] < high.punter[5]
    assert plain.value == low.value == high.value
    assert plain.banker_value > low.banker_value > high.banker_value
    assert all(found.unique for found in (plain, low, high))


def test_the_banker_pays_less_than_the_commission_on_all_he_wins():
    plain, found = at("0", Shoe(6), "total", "hand"), at("0.05", Shoe(6), "total", "hand")
    won = outcomes("free", Shoe(6), found.punter, found.banker).bank_win
    assert found.banker_value == -found.value - won / 20
    assert plain.banker_value > found.banker_value > plain.banker_value - Fraction(1, 40)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("commission", ["0", "0.05"])
def test_many_packs_come_near_to_replacement(model, commission):
    limit = at(commission)
    gaps = []
    for packs in (6, 12, 24, 52, 104):
        found = at(commission, Shoe(packs), *MODELS[model])
        gaps.append(abs(found.value - limit.value))
        assert abs(found.banker_value - limit.banker_value) < Fraction(3, 2500 * packs)
    # In proportion to one over the packs, so halved where those are doubled.
    assert all(Fraction(2, 5) < after / before < Fraction(3, 5) for before, after in pairwise(gaps))
    assert gaps[4] / gaps[3] == pytest.approx(0.5, abs=0.02)
    if model == "B1":
        far = at(commission, Shoe(104))
        assert abs(far.punter[5] - limit.punter[5]) < Fraction(1, 1000)
        assert abs(far.banker[6, None] - limit.banker[6, None]) < Fraction(1, 1000)


@pytest.mark.parametrize("commission", ["0", "0.05"])
@pytest.mark.parametrize("packs", [1, 6, 52])
@pytest.mark.parametrize("model", MODELS)
def test_the_literatures_equilibria_are_unique(model, packs, commission):
    found = at(commission, Shoe(packs), *MODELS[model])
    assert found.unique is True
    assert certify(found)


@pytest.mark.parametrize("commission", ["0", "0.05"])
def test_with_replacement_a_hand_is_worth_its_total_and_the_equilibrium_is_not_unique(commission):
    totals, hands = at(commission), at(commission, A, "total", "hand")
    assert hands.value == totals.value
    assert hands.punter[5] == totals.punter[5]
    assert hands.unique is False


@pytest.mark.parametrize("rules", ["home", "practice"])
@pytest.mark.parametrize("sees", ["total", "hand"])
def test_seeing_the_hand_hardly_changes_the_home_table(rules, sees):
    found = solve(rules, Shoe(6), sees, sees)
    assert found.unique is True
    assert found.mixed == []
    assert abs(found.value - solve(rules, Shoe(6)).value) < Fraction(1, 500_000)


def test_fewer_choices_for_the_banker_cost_him():
    free, bound = solve("free", Shoe(6)), solve("punto", Shoe(6))
    assert free.banker_value > -bound.value
