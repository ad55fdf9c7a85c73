"""The coup by depth: values against the exact solver, who counts, the study's files."""

import json
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

from chemmy_env.exact import Shoe, outcomes, solve
from chemmy_env.rules import get_rules
from experiments.depth import __main__ as study
from experiments.depth.values import COUNTING, fixed, removal_effects, sampled_values


@pytest.mark.parametrize("profile", ["salon", "home"])
def test_values_are_those_of_the_exact_solver(profile):
    rules = get_rules(profile)
    found = sampled_values(rules, 6, 40, 3, np.random.default_rng(4))
    shoes = np.random.default_rng(4).multivariate_hypergeometric(Shoe(6).counts, 40, size=3)
    table = fixed(rules, 6)
    for values, counts in zip(found, shoes, strict=True):
        shoe = Shoe(counts=counts)
        assert values[3] == pytest.approx(float(solve(rules, shoe).value), abs=1e-9)
        plain = outcomes(rules, shoe, table.punter, table.banker).punter_value
        assert values[0] == pytest.approx(float(plain), abs=1e-12)


def test_a_banker_who_counts_against_one_who_does_not_costs_the_punter():
    """Zero-sum: at the equilibrium of what is left no side does better by the full shoe's table."""
    rules = get_rules("salon", commission=0)
    found = dict(
        zip(COUNTING, sampled_values(rules, 6, 30, 40, np.random.default_rng(5)).T, strict=True)
    )
    assert (found["banker"] <= found["both"] + 1e-9).all()
    assert (found["both"] <= found["punter"] + 1e-9).all()
    assert (found["both"] <= 1e-9).all()  # the copying theorem


def test_effects_of_removal_nearly_cancel_out():
    effects = removal_effects(get_rules("home"), 6)
    weighed = sum(n * e for n, e in zip(Shoe(6).counts, effects, strict=True))
    assert abs(weighed) < max(map(abs, effects))
    assert isinstance(effects[4], Fraction)


def test_a_quick_run_writes_its_report(tmp_path):
    arguments = ["--quick", "--profile", "salon", "--out", str(tmp_path)]
    result = CliRunner().invoke(study.app, arguments)
    assert result.exit_code == 0, result.output
    (game,) = json.loads((tmp_path / "results.json").read_text())["games"]
    assert all(row["both"]["earned"] == 0 for row in game["depths"])
    assert (tmp_path / "depth.png").exists()
    assert "salon, 6 packs" in (tmp_path / "report.md").read_text()
    assert CliRunner().invoke(study.app, ["--profile", "nowhere"]).exit_code == 2
