"""The float solver for remaining shoes agrees with the exact one."""

from __future__ import annotations

import numpy as np
import pytest

from chemmy_env.exact import Shoe, nash_conv_float, outcomes_float, solve
from chemmy_env.exact import solve_float as quick_module
from chemmy_env.exact.solve_float import solve_float
from chemmy_env.rules import get_rules


def shoes(seed, number, packs=6):
    """Return shoes of that many packs from which a part has been dealt."""
    rng = np.random.default_rng(seed)
    full = np.repeat(np.arange(10), np.array([16, *[4] * 9]) * packs)
    for _ in range(number):
        left = rng.permutation(full)[: rng.integers(6, len(full))]
        yield Shoe(counts=np.bincount(left, minlength=10).tolist())


@pytest.mark.parametrize("bettors", [1, 2])
@pytest.mark.parametrize("rules", ["free", "home", "practice", "club"])
def test_is_an_equilibrium_of_any_shoe(rules, bettors):
    for shoe in shoes(1, 25):
        found = solve_float(rules, shoe, bettors)
        assert nash_conv_float(rules, shoe, *found, bettors=bettors) < 1e-12


def test_has_the_value_of_the_exact_solution():
    for shoe in [Shoe(6), Shoe.with_replacement(), *shoes(2, 10)]:
        found = outcomes_float("free", shoe, *solve_float("free", shoe))
        assert found.punter_value == pytest.approx(float(solve("free", shoe).value), abs=1e-13)


@pytest.mark.parametrize("shoe", [Shoe(6), Shoe(1), Shoe.with_replacement()])
def test_is_the_exact_solution_where_there_is_one_alone(shoe):
    exact, found = solve("free", shoe), solve_float("free", shoe)
    np.testing.assert_allclose(found.punter, np.asarray(exact.punter, float), atol=1e-13)
    np.testing.assert_allclose(found.banker, np.asarray(exact.banker, float), atol=1e-13)


def test_with_a_commission_it_is_the_bimatrix_games():
    rules = get_rules("salon", commission="0.05")
    exact, found = solve(rules, Shoe(6)), solve_float(rules, Shoe(6))
    assert found.punter[5] == pytest.approx(float(exact.punter[5]), abs=1e-13)
    for shoe in shoes(3, 10):
        assert nash_conv_float(rules, shoe, *solve_float(rules, shoe)) < 1e-12


def test_leaves_hard_shoes_to_the_exact_solver(monkeypatch):
    # Nothing set aside: every free cell of both sides stays open.
    def nothing(base_x, slope_x, base_y, slope_y):
        return (np.zeros(len(base_x)), np.ones(len(base_x)),
                np.zeros(len(base_y)), np.ones(len(base_y)))  # fmt: skip

    monkeypatch.setattr(quick_module, "_set_aside", nothing)
    shoe = Shoe(counts=[5, 3, 1, 2, 4, 2, 1, 3, 2, 2])
    found = solve_float("home", shoe)
    assert nash_conv_float("home", shoe, *found) < 1e-12


def test_its_tables_cannot_be_written_to():
    punter, banker = solve_float("free", Shoe(6))
    with pytest.raises(ValueError, match="read-only"):
        punter[5] = 0
    with pytest.raises(ValueError, match="read-only"):
        banker[6, 10] = 0


def test_bad_input():
    with pytest.raises(ValueError, match="profile = 'nothing'"):
        solve_float("nothing", Shoe(6))
    with pytest.raises(ValueError, match="bettors = 0"):
        solve_float("free", Shoe(6), 0)
