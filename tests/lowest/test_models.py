"""The shipped models load and lead the book, at the lowest versions that pyproject.toml allows."""

import json
import tomllib
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from packaging.requirements import Requirement

from agents.registry import MODELS, make_agent
from chemmy_env.policies import book
from experiments.measuring.evaluation import evaluate
from experiments.measuring.table import TableSettings

ROOT = Path(__file__).parents[2]
ANY = {"torch"}
"""Requirements of which another version is tried: they are too large to have twice."""


def requirements():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [
        Requirement(text)
        for text in (*project["dependencies"], *project["optional-dependencies"]["train"])
    ]


@pytest.mark.parametrize("wanted", requirements(), ids=lambda one: one.name)
def test_the_lowest_version_is_installed(wanted):
    (lowest,) = [one.version for one in wanted.specifier if one.operator == ">="]
    found = version(wanted.name)
    if wanted.name in ANY:
        assert wanted.specifier.contains(found, prereleases=True)
    else:
        short = lowest.split(".")
        assert found.split(".")[: len(short)] == short


@pytest.mark.parametrize("name", MODELS)
def test_a_model_leads_the_book_by_what_is_told(name):
    settings = TableSettings(reward="luck_adjusted")
    agents = {"book": book, name: make_agent(name, settings.compiled)}
    found = evaluate(settings, agents, {"book": [book]}, 1_000, 77, baseline="book")
    lead = found.comparison(name, "book")
    told = json.loads(MODELS[name].with_suffix(".json").read_text())["lead_over_book"]
    assert abs(lead.win_share.mean - told["win_share"]["mean"]) < 2 * lead.win_share.half_width
    assert np.isfinite(lead.chips.mean)
