"""The models that ship are those that their command makes."""

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from typer.testing import CliRunner

from agents.networks import checkpoint
from agents.registry import MODELS, make_agent
from chemmy_env.cli.players import find_player
from chemmy_env.engine.tables import Tables, make_table
from chemmy_env.policies import KeyedRolls, book
from experiments import models
from experiments.measuring.evaluation import evaluate
from experiments.measuring.table import TableSettings
from experiments.models import FOLDER, TABLES, first_steps, publish, training_of
from experiments.reading.decisions import read_policy
from experiments.reading.distance import distances
from experiments.study.running import ASKED, StudySettings, run_study
from experiments.training.trainer import TrainSettings

SETTINGS = TableSettings(reward="luck_adjusted")


SAME = 0.05
"""Relative change of parameters that still counts as the same training. One rollout with other
vector instructions (ATEN_CPU_CAPABILITY=default) differs by 0.015 at most, one with the other
settings below by 0.08 at least."""


def manifest_of(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


def change_error(found, told):
    """Return how far the change of some parameters is from what is told, relative to that."""
    wanted = np.subtract(told["after"], told["before"])
    return np.linalg.norm(np.subtract(*found[::-1]) - wanted) / np.linalg.norm(wanted)


def test_every_model_has_its_command_and_the_other_way_round():
    assert MODELS.keys() == TABLES.keys()


@pytest.mark.parametrize("name", TABLES)
def test_a_manifest_is_its_models(name):
    manifest = manifest_of(name)
    content = MODELS[name].read_bytes()
    assert manifest["sha256"] == sha256(content).hexdigest()
    assert len(content) < 120_000
    command = manifest["command"].removesuffix(" --overwrite")
    assert command == f"python -m experiments.models {name}"
    assert TrainSettings.from_json(manifest["training"]) == training_of(name)
    remembered = checkpoint.read(MODELS[name])["training"]
    assert TrainSettings.from_json(remembered["settings"]) == training_of(name)
    assert remembered["steps"] >= training_of(name).steps


@pytest.mark.parametrize("name", TABLES)
def test_the_first_steps_of_training_are_those_told(name):
    told = manifest_of(name)["first_steps"]
    found = first_steps(training_of(name))
    np.testing.assert_allclose(found[0], told["before"], atol=1e-4)
    assert change_error(found, told) < SAME


@pytest.mark.parametrize("changes", [{"seed": 1}, {"learning_rate": 8e-4}, {"ent_coef": 0.05}])
def test_other_settings_have_other_first_steps(changes):
    name = next(iter(TABLES))
    found = first_steps(replace(training_of(name), **changes))
    assert change_error(found, manifest_of(name)["first_steps"]) > SAME


@pytest.mark.parametrize("name", TABLES)
def test_a_model_leads_the_book_by_what_is_told(name):
    agents = {"book": book, name: make_agent(name, SETTINGS.compiled)}
    found = evaluate(SETTINGS, agents, {"book": [book]}, 1_000, 77, baseline="book")
    lead = found.comparison(name, "book")
    told = manifest_of(name)["lead_over_book"]
    for estimate, wanted in (
        (lead.win_share, told["win_share"]),
        (lead.adjusted, told["adjusted"]),
    ):
        assert abs(estimate.mean - wanted["mean"]) < 2 * estimate.half_width
        assert wanted["low"] > 0


def test_the_model_for_chips_draws_within_a_ten_thousandth_of_the_best_response():
    name = "learned-home-chips"
    model = make_agent(name, SETTINGS.compiled)
    read = read_policy(SETTINGS, model, [book], 3_000, 77, money=book)
    found = distances(SETTINGS.compiled.rules, read.draws)
    told = manifest_of(name)["distances"][ASKED]
    assert [one.role for one in found] == [one["role"] for one in told]
    for one, written in zip(found, told, strict=True):
        assert not one.unmet
        assert one.total < Fraction(1, 10_000)
        assert written["distance"] < 1e-4


@pytest.mark.parametrize("name", TABLES)
def test_the_terminal_and_the_library_play_it_alike(name):
    tables = Tables(num_tables=64, seed=3)
    agents = [make_agent(name, tables.compiled), find_player(str(MODELS[name]), tables.compiled)]
    for _ in range(30):
        seen = tables.observation, tables.action_mask
        actions = [one.act_batch(*seen, KeyedRolls(tables.rolls())) for one in agents]
        np.testing.assert_array_equal(*actions)
        tables.step(actions[0])
    assert MaskablePPO.load(MODELS[name], device="cpu").num_timesteps > 0


def test_another_table_is_an_error():
    with pytest.raises(ValueError, match="was trained at another table"):
        make_agent("learned-home", make_table(profile="salon"))


def test_a_study_is_published_with_its_manifest(tmp_path):
    train = TrainSettings(
        table=SETTINGS, steps=2_000, num_envs=32, n_steps=32, batch_size=256, hidden=(16,)
    )
    sizes = {"sessions": 40, "cross_sessions": 20, "reading_sessions": 40, "threads": 1}
    run_study(StudySettings(train, **sizes), tmp_path / "run", "experiments.models")
    publish("mine", train, tmp_path / "run", tmp_path)
    assert (tmp_path / "mine.zip").read_bytes() == (tmp_path / "run/model.zip").read_bytes()
    manifest = json.loads((tmp_path / "mine.json").read_text())
    assert TrainSettings.from_json(manifest["training"]) == train
    assert {"chips", "adjusted", "win_share_by_part"} <= manifest["lead_over_book"].keys()
    assert change_error(first_steps(train), manifest["first_steps"]) < 1e-3


def test_an_unknown_name_is_an_error():
    run = CliRunner().invoke(models.app, ["learned-salon"])
    assert run.exit_code == 2
    assert "expected one of learned-home" in " ".join(run.output.replace("│", " ").split())
