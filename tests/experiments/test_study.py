import json
import re
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from chemmy_env.engine.tables import usable_cores
from chemmy_env.rules import PROFILES
from experiments.measuring.table import TableSettings
from experiments.reporting.files import write_json
from experiments.study import __main__ as study
from experiments.study.running import (
    ASKED,
    DRILL,
    OWN,
    SETTINGS,
    StudySettings,
    read_study,
    run_study,
    training_for,
    yardsticks_for,
)
from experiments.training.trainer import Trainer, TrainSettings

PARTS = {
    "chemmy": {"drawing", "staking", "banking"},
    "punto_banco": {"staking"},
    "ouverte": {"drawing", "staking", "banking"},
    "limitee": {"drawing", "staking"},
}
"""What a table can ask about, by profile or game."""
TABLES = [
    *(
        TableSettings(game, profile)
        for game in ("chemmy", "punto_banco", "banque")
        for profile in PROFILES[game]
    ),
    TableSettings("punto_banco", num_players=3),
    TableSettings("chemmy", "salon", num_players=3, reward="placement"),
]


def tiny(table, **sizes):
    """Return a study that takes a second or two."""
    train = TrainSettings(
        table=table, steps=2_000, num_envs=32, n_steps=32, batch_size=256, hidden=(16,)
    )
    return StudySettings(
        train, **{"sessions": 40, "cross_sessions": 20, "reading_sessions": 40, **sizes}
    )


@pytest.mark.parametrize(
    "table", TABLES, ids=lambda one: f"{one.compiled.rules.profile}-{one.compiled.num_seats}"
)
def test_a_study_of_any_table_ends_well(table, tmp_path):
    report = run_study(tiny(table, threads=1), tmp_path)
    rules = table.compiled.rules
    assert f"# What a learner makes of the {rules.profile} table" in report
    assert re.search("beats the book|loses to the book|is proved", report)
    assert "nan" not in report
    assert ("share of sessions won" in report) == (table.compiled.num_seats > 1)

    results = json.loads((tmp_path / "results.json").read_text())
    lead = results["evaluations"][0]["comparisons"][0]
    assert (lead["agent"], lead["baseline"]) == ("learned", "book")
    for whole, by_part in (("chips", "chips_by_part"), ("win_share", "win_share_by_part")):
        parts = {name: one["mean"] for name, one in lead[by_part].items()}
        assert sum(parts.values()) == pytest.approx(lead[whole]["mean"], abs=1e-9)
        for name in parts.keys() - PARTS.get(rules.profile, PARTS.get(rules.game)):
            assert parts[name] == 0
            assert re.search(f"nobody is asked about .*{name}", report)

    names = {path.name for path in tmp_path.iterdir()}
    assert {"report.md", "results.json", "manifest.json", "model.zip", "curve.png"} <= names
    draws = "drawing" in PARTS.get(rules.profile, PARTS.get(rules.game))
    assert ("draws.png" in names) == ("draws.png" in report) == draws


@pytest.mark.parametrize(
    ("table", "reward"),
    [
        (TableSettings(reward="chips"), "luck_adjusted"),
        (TableSettings("chemmy", "salon"), "luck_adjusted"),
        (TableSettings(), "placement"),
        (TableSettings("banque"), "chips"),
        (TableSettings("punto_banco"), "chips"),
    ],
)
def test_where_the_aim_is_chips_luck_is_taken_out_and_cards_are_drilled(table, reward):
    """If the game knows its luck; else, and for places, training is as ever."""
    train = training_for(table, 100, 3, "random")
    assert train.table.compiled.reward == reward
    assert (train.steps, train.seed, train.opponents) == (100, 3, "random")
    assert train.drill == (DRILL if reward == "luck_adjusted" else 0)


def test_a_study_for_chips_is_judged_less_luck_and_scores_the_draws(tmp_path):
    settings = tiny(TableSettings(reward="chips"), threads=1)
    train = training_for(settings.train.table, 2_000, 0, "book")
    small = replace(settings.train, table=train.table, drill=train.drill)
    report = run_study(replace(settings, train=small, reading_sessions=300), tmp_path)
    assert "chips a session, less luck" in report.split("\n\n")[1].split("**")[1]
    assert "Trained for chips, less luck with the cards" in report
    found = json.loads((tmp_path / "results.json").read_text())["distances"]
    assert found.keys() == {ASKED, OWN}
    one, several, bank = found[ASKED]
    assert (one["free"], several["free"], bank["free"]) == (7, 1, 2)
    assert not one["unmet"]
    for role in (one, several, bank):
        assert role["distance"] == pytest.approx(sum(cell["cost"] for cell in role["cells"]))
        assert f"| {ASKED} | {role['role']} |" in report
    assert one["distance"] > 0  # After so little training.
    assert "have reasons to lose chips" not in report


def test_yardsticks_play_where_they_make_sense():
    assert yardsticks_for(TableSettings().compiled) == ["bank-all", "lead-and-sit"]
    for game in ("punto_banco", "banque", "coup"):
        assert yardsticks_for(TableSettings(game).compiled) == []


def test_a_lone_bettor_plays_one_field(tmp_path):
    report = run_study(tiny(TableSettings("punto_banco"), threads=1), tmp_path)
    results = json.loads((tmp_path / "results.json").read_text())
    assert [one["scores"][0]["field"] for one in results["evaluations"]] == ["nobody"]
    assert "sits alone at the table" in report
    assert "of the sessions won" not in report


@pytest.mark.slow
def test_a_quick_study_runs_from_end_to_end(tmp_path):
    folder = tmp_path / "run"
    arguments = ["--quick", "--steps", "30000", "--seed", "4", "--out", str(folder)]
    run = CliRunner().invoke(study.app, arguments)
    assert run.exit_code == 0, run.output
    assert "updates per million steps" in run.output
    names = {path.name for path in folder.iterdir()}
    assert {
        "report.md",
        "results.json",
        "manifest.json",
        "model.zip",
        "curve.png",
        "draws.png",
    } <= names
    report = (folder / "report.md").read_text()
    assert any(word in report for word in ("beats the book", "loses to the book", "is proved"))
    results = json.loads((folder / "results.json").read_text())
    assert len(results["evaluations"]) == 3
    assert results["curve"][-1]["steps"] == 32_768
    assert json.loads((folder / "manifest.json").read_text())["seed"] == 4


def test_a_stopped_study_is_resumed_and_reports_as_if_it_had_not_been(tmp_path):
    settings = tiny(TableSettings(), threads=1)
    settings = replace(settings, train=replace(settings.train, steps=4_000))
    run_study(settings, tmp_path / "straight")
    folder = tmp_path / "stopped"
    begun = Trainer(settings.train, folder)
    begun.run(lambda trainer: trainer.model.num_timesteps and trainer.stop())
    assert not begun.done
    write_json(folder / SETTINGS, settings.to_json())
    assert read_study(folder) == replace(settings, threads=usable_cores())
    run = CliRunner().invoke(study.app, ["--resume", str(folder), "--seed", "0"])
    assert run.exit_code == 0, run.output
    assert "going on from 1,024 steps" in run.output
    found = [
        json.loads((tmp_path / name / "results.json").read_text())
        for name in ("straight", "stopped")
    ]
    for key in ("evaluations", "readings", "distances", "training"):
        assert found[0][key] == found[1][key]
    assert (folder / "report.md").exists()

    refused = CliRunner().invoke(study.app, ["--resume", str(folder), "--seed", "9", "--quick"])
    assert refused.exit_code == 2
    words = " ".join(refused.output.replace("│", " ").split())
    assert "--seed 9 (its own: 0), --quick True (its own: False)" in words
    refused = CliRunner().invoke(study.app, ["--out", str(folder)])
    assert refused.exit_code == 2
    refused = CliRunner().invoke(study.app, ["--resume", str(tmp_path)])
    assert "it has no 'study.json'" in " ".join(refused.output.replace("│", " ").split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "faro"], "profile = 'faro': expected chemmy: home"),
        (["--reward", "x"], "reward = 'x'"),
        (["--game", "punto_banco", "--reward", "placement"], "a lone bettor has no rivals"),
    ],
)
def test_the_command_explains_bad_input(arguments, message):
    run = CliRunner().invoke(study.app, arguments)
    assert run.exit_code == 2
    assert message in " ".join(run.output.replace("│", " ").split())
