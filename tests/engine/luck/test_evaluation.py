"""Luck-adjusted chips in evaluations: beside the raw ones, split alike, with narrower intervals."""

import json

import pytest
from typer.testing import CliRunner

from chemmy_env.policies import book, random
from experiments import evaluate as command
from experiments.luck.__main__ import app
from experiments.measuring.evaluation import evaluate
from experiments.measuring.table import TableSettings


def test_an_evaluation_tells_chips_less_luck_with_a_narrower_interval():
    settings = TableSettings(reward="luck_adjusted")
    agents = {"book": book, "random": random}
    found = evaluate(settings, agents, {"book": [book]}, 1_000, 2, baseline="book",
                     splits=["random"])  # fmt: skip
    score = found.score("book", "book")
    assert score.adjusted is not None
    assert 20 * score.adjusted.half_width < score.chips.half_width
    lead = found.comparison("random", "book")
    assert lead.adjusted is not None
    assert 4 * lead.adjusted.half_width < lead.chips.half_width
    assert lead.adjusted.high < 0
    total = sum(part.mean for part in lead.adjusted_by_part.values())
    assert total == pytest.approx(lead.adjusted.mean)


def test_it_tells_no_such_thing_where_the_reward_is_another():
    found = evaluate(TableSettings(), {"book": book}, {"book": [book]}, 50, 2)
    assert found.score("book", "book").adjusted is None


@pytest.mark.parametrize("luck", [True, False])
def test_the_command_shows_both(tmp_path, luck):
    out = tmp_path / "result.json"
    flag = "--luck" if luck else "--no-luck"
    run = CliRunner().invoke(
        command.app, ["book", "random", "--sessions", "100", "--no-split", flag, "--out", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert ("less luck" in run.output) == luck
    scores = json.loads(out.read_text())["scores"]
    assert all((one["adjusted"] is not None) == luck for one in scores)


def test_the_measurement_saves_its_ratios(tmp_path):
    out = tmp_path / "luck.json"
    arguments = ["--count", "64", "--session-count", "20", "--out", str(out)]
    run = CliRunner().invoke(app, arguments)
    assert run.exit_code == 0, run.output
    found = json.loads(out.read_text())
    assert len(found["one_cell"]) == 95
    assert found["coups"][0]["ratio"] > 1_000
