import json
from math import log

import numpy as np
import pytest
from typer.testing import CliRunner

from experiments.tournament import __main__ as command
from experiments.tournament.contest import play_profile
from experiments.tournament.ranking import POINTS, fit


@pytest.mark.parametrize("seats", [2, 6])
def test_the_fit_finds_the_strengths_that_made_the_shares(seats):
    strengths = np.array([0.5, 1.0, 2.0, 6.0])
    shares = strengths[:, None] / (strengths[:, None] + (seats - 1) * strengths)
    theta, spread, expected = fit(shares, np.full((4, 4), 0.01), seats)
    assert theta == pytest.approx(np.log(strengths) - np.log(strengths).mean())
    assert expected == pytest.approx(shares)
    assert (spread > 0).all()
    assert POINTS * log(10) == pytest.approx(400)


def test_the_intervals_of_the_fit_cover_as_often_as_they_say():
    rng = np.random.default_rng(1)
    strengths, seats, n = np.array([1.0, 1.5, 3.0]), 6, 2_000
    shares = strengths[:, None] / (strengths[:, None] + (seats - 1) * strengths)
    true = np.log(strengths) - np.log(strengths).mean()
    errors = np.sqrt(shares * (1 - shares) / n)
    inside = []
    for _ in range(400):
        theta, spread, _ = fit(rng.binomial(n, shares) / n, errors, seats)
        inside.append(np.abs(theta - true) < 1.96 * spread)
    assert np.mean(inside) == pytest.approx(0.95, abs=0.03)


def test_agents_play_the_same_sessions_and_are_ranked():
    contest = play_profile("home", ["random", "book", "lead-and-sit"], 600, 3, 1, lambda done: None)
    ranks = {one.agent: one for one in contest.ranks}
    assert contest.ranks[0].agent == "lead-and-sit"
    assert np.mean([one.elo for one in contest.ranks]) == pytest.approx(1500)
    for agent, row in zip(contest.agents, contest.scores(), strict=True):
        others = [one.win_share.mean for one in row if one.field != agent]
        assert ranks[agent].win_share == pytest.approx(np.mean(others))
    own = contest.evaluation.score("book", "book").win_share
    assert abs(own.mean - 1 / 6) < 1.5 * own.half_width
    lead = contest.evaluation.comparison("lead-and-sit", "book").win_share
    assert lead.low > 0


def test_the_command_writes_a_report_for_every_profile(tmp_path):
    run = CliRunner().invoke(
        command.app, ["random", "book", "--quick", "--seed", "4", "--out", str(tmp_path)]
    )
    assert run.exit_code == 0, run.output
    results = json.loads((tmp_path / "results.json").read_text())
    assert [one["profile"] for one in results["contests"]] == ["home", "practice", "salon", "club"]
    assert results["manifest"]["complete"]
    assert results["contests"][0]["ranking"][0]["agent"] in ("random", "book")
    assert "Elo" in (tmp_path / "report.md").read_text()
    assert all((tmp_path / f"{one['profile']}.png").exists() for one in results["contests"])


def test_a_tournament_stopped_by_hand_reports_what_was_finished(tmp_path, monkeypatch):
    plain = command.play_profile

    def play(profile, *rest):
        if profile == "practice":
            raise KeyboardInterrupt
        return plain(profile, *rest)

    monkeypatch.setattr(command, "play_profile", play)
    run = CliRunner().invoke(command.app, ["random", "book", "--quick", "--out", str(tmp_path)])
    assert run.exit_code == 130
    results = json.loads((tmp_path / "results.json").read_text())
    assert [one["profile"] for one in results["contests"]] == ["home"]
    assert "stopped early" in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bok", "book"], "agent = 'bok'"),
        (["book"], "expected at least two"),
        (["random", "book", "--profiles", "saloon"], "profile = 'saloon'"),
        (["random", "book", "--learned", "home"], "expected PROFILE=learned:PATH"),
    ],
)
def test_the_command_explains_bad_input(arguments, message):
    run = CliRunner().invoke(command.app, arguments)
    assert run.exit_code == 2
    assert message in " ".join(run.output.replace("│", " ").split())
