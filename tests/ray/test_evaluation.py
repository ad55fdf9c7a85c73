"""An evaluation over Ray gives the numbers of a local one, to the last digit."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from typer.testing import CliRunner

from agents.networks.network_policy import NetworkPolicy
from agents.registry import make_agent
from experiments.distributed.evaluation import make_start
from experiments.evaluate import app
from experiments.measuring import matches
from experiments.measuring.evaluation import evaluate
from experiments.measuring.table import TableSettings

TABLE = TableSettings(num_players=4)


def make_network(seed=0, hidden=24):
    """Return a policy with random weights."""
    rng = np.random.default_rng(seed)
    widths = [TABLE.compiled.observation_size, hidden, TABLE.compiled.num_actions]
    weights = {}
    for layer, (width, following) in zip((0, 2), itertools.pairwise(widths), strict=True):
        weights[f"actor.{layer}.weight"] = rng.normal(size=(following, width)) / width**0.5
        weights[f"actor.{layer}.bias"] = rng.normal(size=following)
    return NetworkPolicy(weights, deterministic=False)


def told(evaluation):
    return json.loads(json.dumps(evaluation.to_json()))


def test_cross_play_over_ray_is_local_cross_play_to_the_digit(cluster, monkeypatch):
    agents = {name: make_agent(name, TABLE.compiled) for name in ("book", "random", "bank-all")}
    agents["network"] = make_network()
    fields = {name: [agent] for name, agent in agents.items()}
    for seed in (1, 2):
        here = evaluate(TABLE, agents, fields, 600, seed, baseline="book", splits=["network"])
        counted = []
        start = make_start(TABLE, 600, seed, counted.append)
        there = evaluate(
            TABLE, agents, fields, 600, seed, baseline="book", splits=["network"], start=start
        )
        assert told(here) == told(there)
        assert sum(counted) == 600 * (16 + 4 * 6)


def test_blocks_do_not_show():
    network = matches.whole(make_network())
    book = matches.whole(make_agent("book", TABLE.compiled))
    lineup = [network, book, book, book]
    sessions = matches.BLOCK + 700
    whole = matches.play(TABLE, [book] * 4, sessions, 3)
    tail = matches.play(TABLE, [book] * 4, 700, 3, first=matches.BLOCK)
    for one, other in zip(whole, tail, strict=True):
        np.testing.assert_array_equal(one[matches.BLOCK :], other)
    first = matches.play(TABLE, lineup, 300, 3)
    later = matches.play(TABLE, lineup, 200, 3, first=100)
    for one, other in zip(first, later, strict=True):
        np.testing.assert_array_equal(one[100:], other)


@pytest.mark.parametrize("kind", ["learned", "sampled"])
def test_the_same_command_with_and_without_ray(cluster, tmp_path, kind):
    path = tmp_path / "policy.npz"
    make_network().save(path, TABLE.compiled)
    command = [f"{kind}:{path}", "book", "random", "--against", "book", "--against", "random+book",
               "--players", "4", "--sessions", "400", "--seed", "5"]  # fmt: skip
    found = []
    for more in ([], ["--ray"]):
        out = tmp_path / f"{len(found)}.json"
        result = CliRunner().invoke(app, [*command, *more, "--out", str(out)])
        assert result.exit_code == 0, result.output
        found.append({**json.loads(out.read_text()), "manifest": None})
    assert found[0] == found[1]


def test_an_address_without_ray_is_refused():
    result = CliRunner().invoke(app, ["book", "--address", "auto"])
    assert result.exit_code == 2
