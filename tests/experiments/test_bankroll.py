"""The banker's fortune: closed forms, enumeration of all sequences, and the study's files."""

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from typer.testing import CliRunner

from chemmy_env.exact import Shoe, solve
from chemmy_env.rules import get_rules
from experiments.bankroll import __main__ as study
from experiments.bankroll.chains import (
    Coup,
    all_in,
    coup_at_equilibrium,
    flat,
    growth_optimal,
    growth_rate,
    proportional,
    reaches_before_ruin,
    ruin_float,
)

COUP = Coup(Fraction(5, 11), Fraction(4, 11), Fraction(2, 11), Fraction(19, 20))
PLAIN = COUP._replace(pays=Fraction(1))


@pytest.mark.parametrize("coup", [COUP, PLAIN])
def test_a_session_is_the_sum_over_all_sequences(coup):
    expected = {}
    for results in product("WLT", repeat=6):
        fortune, chance = Fraction(2), Fraction(1)
        for result in results:
            chance *= {"W": coup.win, "L": coup.lose, "T": coup.tie}[result]
            if fortune >= 1:
                fortune += {"W": coup.pays, "L": -1, "T": 0}[result]
        expected[fortune] = expected.get(fortune, 0) + chance
    found = flat(coup, 2, 6)
    assert found == expected
    ruined = sum(chance for fortune, chance in found.items() if fortune < 1)
    assert ruin_float(coup, 2, 6)[-1] == pytest.approx(float(ruined), abs=1e-14)


def test_ruin_comes_near_the_gamblers_ruin_formula():
    """Against a far target the chance of ruin tends to (lose / win) ** bankroll."""
    ruined = ruin_float(PLAIN, 3, 2000)
    assert (np.diff(ruined) >= 0).all()
    assert ruined[-1] == pytest.approx(float(1 - reaches_before_ruin(PLAIN, 3, 400)), abs=1e-6)
    assert float((Fraction(4, 5)) ** 3) == pytest.approx(ruined[-1], abs=1e-6)


def test_reaching_a_target_satisfies_the_chains_own_equations():
    chances = [reaches_before_ruin(PLAIN, chips, 7) for chips in range(8)]
    assert chances[0] == 0
    assert chances[7] == 1
    for chips in range(1, 7):
        assert chances[chips] == (
            PLAIN.win * chances[chips + 1]
            + PLAIN.lose * chances[chips - 1]
            + PLAIN.tie * chances[chips]
        )
    fair = PLAIN._replace(win=PLAIN.lose)
    assert reaches_before_ruin(fair, 3, 7) == Fraction(3, 7)
    with pytest.raises(ValueError, match="commission"):
        reaches_before_ruin(COUP, 3, 7)


def test_no_other_share_grows_faster():
    share = float(growth_optimal(COUP))
    best = growth_rate(COUP, share)
    assert best > max(growth_rate(COUP, share + step) for step in (-0.01, -0.001, 0.001, 0.01))
    assert growth_optimal(COUP._replace(win=Fraction(4, 11), lose=Fraction(5, 11))) == 0


def test_the_equilibriums_coup():
    rules = get_rules("salon", commission=0)
    coup = coup_at_equilibrium(rules, 6)
    edge = solve(rules, Shoe(6)).banker_value
    assert coup.win - coup.lose == edge
    assert sum(coup[:3]) == 1
    assert growth_optimal(coup) == edge / (1 - coup.tie)
    assert growth_optimal(coup_at_equilibrium(get_rules("salon", commission="0.05"), 6)) == 0


def test_a_proportional_bank_and_one_left_in():
    session = proportional(COUP, Fraction(1, 4), 5)
    assert sum(chance for _, chance in session) == pytest.approx(1)
    mean = sum(fortune * chance for fortune, chance in session)
    step = float(COUP.win * COUP.pays - COUP.lose) / 4
    assert mean == pytest.approx((1 + step) ** 5)
    chance, gain = all_in(PLAIN, 2)
    assert chance == Fraction(25, 81)
    assert gain == Fraction(100, 81) - 1


def test_a_quick_run_writes_its_report(tmp_path):
    result = CliRunner().invoke(study.app, ["--quick", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    found = json.loads((tmp_path / "results.json").read_text())["commissions"]
    assert [one["commission"] for one in found] == ["0", "0.025", "0.05"]
    assert (tmp_path / "ruin.png").exists()
    assert CliRunner().invoke(study.app, ["--commission", "7"]).exit_code == 2
