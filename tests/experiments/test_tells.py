"""The noisy tell: its two ends, a linear program, and the study's files."""

import json
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog
from typer.testing import CliRunner

from chemmy_env.exact import Shoe, solve
from experiments.claims.choices import tell_value
from experiments.tells import __main__ as study
from experiments.tells.model import cells, solve_tell

SHOE = Shoe(6)
FAKED = Fraction(1, 8)


def test_a_perfect_tell_is_worth_what_the_claims_say():
    found = solve_tell(SHOE, Fraction(0), FAKED)
    assert found.value == tell_value("free", SHOE)
    assert found.draws_on_five == 0


@pytest.mark.parametrize("faked", [Fraction(0), FAKED, Fraction(1)])
def test_noise_alone_is_worth_nothing(faked):
    plain = solve("free", SHOE)
    found = solve_tell(SHOE, Fraction(1), faked)
    assert found.value == plain.banker_value
    assert found.draws_on_five == plain.punter[5]


@pytest.mark.parametrize("noise", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_is_what_a_linear_program_says(noise):
    base, slope, settled = (np.asarray(part, dtype=float) for part in cells(SHOE, noise, FAKED))
    base, slope = base.reshape(-1, 2), slope.reshape(-1, 2)
    count = len(base)
    bounds = [
        [slope[cell, action], *(-float(n == cell) for n in range(count))]
        for cell in range(count)
        for action in (0, 1)
    ]
    found = linprog(
        [0, *[1] * count],
        A_ub=bounds,
        b_ub=-base.ravel(),
        bounds=[(0, 1), *[(None, None)] * count],
    )
    assert float(solve_tell(SHOE, noise, FAKED).value) == pytest.approx(
        found.fun + float(settled), abs=1e-10
    )


def test_more_noise_is_never_worth_more():
    values = [solve_tell(SHOE, Fraction(n, 8), FAKED).value for n in range(9)]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[4] > values[8]


def test_a_quick_run_writes_its_report(tmp_path):
    result = CliRunner().invoke(study.app, ["--quick", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    rows = json.loads((tmp_path / "results.json").read_text())["noises"]
    assert rows[-1]["gain"] == "0"
    assert (tmp_path / "tells.png").exists()
    assert CliRunner().invoke(study.app, ["--faked", "2"]).exit_code == 2
