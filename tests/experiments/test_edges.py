"""Edges of Punto Banco: known figures, dealing out every sequence, and the study's files."""

import json
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

from chemmy_env.exact import Shoe
from chemmy_env.exact.enumeration import tally
from chemmy_env.rules import get_rules
from experiments.edges import __main__ as study
from experiments.edges.bets import BETS, edges, edges_float, removal_effects, sampled_edges

PUNTO = get_rules("punto")


def dealt(shoe):
    """Return the edges by dealing out every sequence, the table of R-B2 read off the options."""
    counts, wins = tally(shoe), []
    rows = [PUNTO.banker_options[sum(hand) % 10] for hand in counts.hands]
    draws = np.array(rows).astype(object)  # 0 stands, 1 draws
    for side in range(2):
        won = counts.naturals[side]
        for p, hand in enumerate(counts.hands):
            for b in range(len(counts.hands)):
                if sum(hand) % 10 > 5:
                    won += int(counts.stood[side, draws[b, 10], p, b])
                else:
                    won += sum(int(counts.drew[side, draws[b, k], p, b, k]) for k in range(10))
        wins.append(Fraction(won, counts.sequences))
    tie = 1 - sum(wins)
    return {
        "player": wins[0] - wins[1],
        "banker": wins[1] * Fraction(19, 20) - wins[0],
        "tie": 9 * tie - 1,
    }


def test_the_full_shoe_has_the_edges_that_everybody_quotes():
    found = edges(PUNTO, Shoe(8))
    assert [round(100 * float(found[bet]), 4) for bet in BETS] == [-1.2351, -1.0579, -14.3596]


@pytest.mark.parametrize("cards", [[], [4], [9], [6, 6, 7]])
def test_edges_are_those_of_dealing_out_every_sequence(cards):
    shoe = Shoe(8).without(cards)
    assert edges(PUNTO, shoe) == dealt(shoe)
    assert edges_float(PUNTO, shoe) == pytest.approx([float(e) for e in dealt(shoe).values()])


def test_effects_of_removal_cancel_out_over_the_shoe():
    """To first order: taking out a card at random changes no expectation, exactly."""
    effects = removal_effects(PUNTO, 8)
    for bet in BETS:
        weighed = sum(n * e for n, e in zip(Shoe(8).counts, effects[bet], strict=True))
        assert weighed == 0
    assert max(effects["banker"]) == effects["banker"][4]
    assert min(effects["banker"]) == effects["banker"][6]


def test_the_mean_edge_is_the_same_at_every_depth():
    found = sampled_edges(PUNTO, 8, 60, 400, np.random.default_rng(2))
    error = found.std(axis=0) / 20
    full = np.array([float(e) for e in edges(PUNTO, Shoe(8)).values()])
    assert (np.abs(found.mean(axis=0) - full) < 4 * error).all()


def test_a_quick_run_writes_its_report(tmp_path):
    arguments = ["--quick", "--out", str(tmp_path)]
    result = CliRunner().invoke(study.app, arguments)
    assert result.exit_code == 0, result.output
    first = json.loads((tmp_path / "results.json").read_text())["depths"]
    assert len(first) == len(study.LEFT)
    assert CliRunner().invoke(study.app, arguments).exit_code == 0
    assert json.loads((tmp_path / "results.json").read_text())["depths"] == first
    assert (tmp_path / "edges.png").exists()
    assert CliRunner().invoke(study.app, ["--profile", "home"]).exit_code == 2
