"""OpenSpiel's own algorithms agree with `chemmy_env.exact` on the coup with replacement.

Run by `make test-openspiel`, in an environment of its own; the main test run does not collect it.
"""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as os_policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from chemmy_env.exact import (
    BankerTable,
    PunterTable,
    Shoe,
    banker_policy,
    best_response,
    nash_conv,
    outcomes,
    punter_policy,
    solve,
)
from experiments.openspiel_coup import NAME, chances_by_label, tables_of

AGREE = 1e-9
SHOE = Shoe.with_replacement()


@pytest.fixture(scope="module")
def game():
    return pyspiel.load_game(NAME)


@pytest.fixture(scope="module")
def blank(game):
    return os_policy.TabularPolicy(game)


def tabular(blank, punter, banker):
    """Return the OpenSpiel policy that plays two tables."""
    made = blank.copy_with_noise(0.0)
    chances = chances_by_label(punter, banker)
    for key, row in made.state_lookup.items():
        made.action_probability_array[row] = chances[key]
    return made


def random_tables(seed):
    rng = np.random.default_rng(seed)
    punter, banker = punter_policy("free").chances, rng.random((8, 11))
    return PunterTable([*punter[:5], rng.random(), *punter[6:]]), BankerTable(banker)


def test_the_game_is_the_one_of_kemeny_and_snell(game, blank):
    asked = set(blank.state_lookup)
    assert len([key for key in asked if key.startswith("0")]) == 1
    assert len([key for key in asked if key.startswith("1")]) == 88


def test_openspiels_own_checks(game):
    pyspiel.random_sim_test(game, num_sims=20, serialize=False, verbose=False)


def test_value_and_exploitability_of_the_equilibrium(game, blank):
    found = solve("free", SHOE)
    policy = tabular(blank, found.punter, found.banker)
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    np.testing.assert_allclose(values, [float(found.value), float(found.banker_value)], atol=1e-12)
    assert abs(exploitability.nash_conv(game, policy)) < 1e-12
    assert abs(exploitability.exploitability(game, policy)) < 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_values_and_nash_conv_of_random_tables(game, blank, seed):
    punter, banker = random_tables(seed)
    policy = tabular(blank, punter, banker)
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    ours = outcomes("free", SHOE, punter, banker)
    np.testing.assert_allclose(values[0], float(ours.punter_value), atol=AGREE)
    theirs = exploitability.nash_conv(game, policy)
    np.testing.assert_allclose(theirs, float(nash_conv("free", SHOE, punter, banker)), atol=AGREE)


def test_nash_conv_of_uniform_play(game, blank):
    ours = nash_conv("free", SHOE, punter_policy("free"), banker_policy("free"))
    uniform = os_policy.UniformRandomPolicy(game)
    np.testing.assert_allclose(exploitability.nash_conv(game, uniform), float(ours), atol=AGREE)


def test_best_responses_are_worth_the_same(game, blank):
    punter, banker = random_tables(7)
    policy = tabular(blank, punter, banker)
    both = exploitability.nash_conv(game, policy, return_only_nash_conv=False)
    ours = [
        best_response("free", SHOE, banker=banker).value
        - outcomes("free", SHOE, punter, banker).punter_value,
        best_response("free", SHOE, punter=punter).value
        - outcomes("free", SHOE, punter, banker).banker_value,
    ]
    np.testing.assert_allclose(both.player_improvements, [float(gain) for gain in ours], atol=AGREE)


@pytest.mark.parametrize("solver", [cfr.CFRSolver, cfr.CFRPlusSolver])
def test_cfr_ends_where_we_say_and_is_scored_alike(game, solver):
    learner = solver(game)
    gaps = []
    for rounds in (4, 12):
        for _ in range(rounds):
            learner.evaluate_and_update_policy()
        average = learner.average_policy()
        theirs = exploitability.nash_conv(game, average)
        ours = nash_conv("free", SHOE, *tables_of(average))
        assert abs(theirs - float(ours)) < AGREE
        gaps.append(theirs)
    assert gaps[1] < gaps[0]
    value = outcomes("free", SHOE, *tables_of(average)).punter_value
    assert abs(float(value - solve("free", SHOE).value)) <= gaps[-1]
