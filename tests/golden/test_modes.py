"""Sessions told in a digest each: the same with numba and without, and reaching every line of play.

`make test` runs this compiled, `make test-python` in plain Python; both are held to one file. After
a change that is meant to change it: `pytest tests/golden --update-golden`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chemmy_env import Tables, banque_v0, chemmy_v0, coup_v0, punto_banco_v0
from chemmy_env.policies import KeyedRolls, book, random

DIGESTS = Path(__file__).with_name("digests.json")
STEPS = 120
TABLES: dict[str, dict[str, Any]] = {
    "home": {},
    "home, chips": {"profile": "home", "stakes": "chips", "history": 3},
    "home, less luck": {"profile": "home", "reward": "luck_adjusted"},
    "home, three seats": {"profile": "home", "num_players": 3, "forced_moves": "ask"},
    "practice": {},
    "practice, less luck": {"profile": "practice", "reward": "luck_adjusted"},
    "salon": {},
    "salon, carried on": {"profile": "salon", "max_bank": 20, "commission": "0.05", "history": 2},
    "salon, less luck": {"profile": "salon", "reward": "luck_adjusted"},
    "club": {"history": 1},
    "club, liable": {"profile": "club", "misplay": "liable", "bystanders": 5},
    "club, less luck": {"profile": "club", "misplay": "liable", "reward": "luck_adjusted"},
    "punto": {},
    "mini, five": {"profile": "mini", "num_players": 5, "history": 2},
    "ouverte": {"history": 2},
    "limitee": {},
    "limitee, an agent": {"profile": "limitee", "house": "agent"},
    "free": {},
    "free, hands": {"profile": "free", "sees": "hand", "with_replacement": True},
    "free, less luck": {"profile": "free", "reward": "luck_adjusted"},
    "home, several": {"game": "coup", "profile": "home", "bettors": 3, "forced_moves": "ask"},
}


def digest(name: str) -> str:
    """Hash what a few tables show and pay while books and random players play them."""
    settings = {"profile": name} | TABLES[name]
    if "game" not in settings:
        settings["game"] = settings.pop("profile")
    tables = Tables(num_tables=2, seed=5, **settings)
    told = hashlib.sha256()
    for policy in (random, book):
        for _ in range(STEPS):
            player = policy.bind(tables)
            chosen = player.act_batch(
                tables.observation, tables.action_mask, KeyedRolls(tables.rolls())
            )
            tables.step(chosen)
            for array in (tables.observation, tables.action_mask, tables.seat, tables.rewards):
                told.update(np.ascontiguousarray(array).tobytes())
        told.update(np.float64(tables.rollout(policy, STEPS).rewards).tobytes())
    return told.hexdigest()[:16]


@pytest.mark.parametrize("name", TABLES)
def test_a_session_is_played_alike_with_and_without_numba(
    name: str, request: pytest.FixtureRequest
) -> None:
    known = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    found = digest(name)
    if request.config.getoption("--update-golden"):
        DIGESTS.write_text(
            json.dumps(dict(sorted({**known, name: found}.items())), indent=1) + "\n"
        )
    else:
        assert found == known[name]


@pytest.mark.parametrize("module", [chemmy_v0, banque_v0, coup_v0])
def test_what_is_hidden_can_be_dealt_again_without_numba_too(module: Any) -> None:
    env = module.env(illegal="raise")
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    for _ in range(60):
        if not env.agents or env.terminations[env.agent_selection]:
            env.reset()
        agent = env.agent_selection
        twin = env.resample(agent, rng)
        assert np.array_equal(twin.observe(agent)["observation"], env.observe(agent)["observation"])
        env.step(int(rng.choice(env.legal_actions(agent))))


def test_cards_drawn_with_replacement_are_dealt_again_too() -> None:
    env = coup_v0.env(with_replacement=True)
    env.reset(seed=4)
    agent = env.agent_selection
    twin = env.resample(agent, np.random.default_rng(1))
    assert np.array_equal(twin.observe(agent)["observation"], env.observe(agent)["observation"])


def test_bettors_who_are_asked_at_once_are_paid_as_in_turn() -> None:
    together = punto_banco_v0.parallel_env(num_players=3)
    in_turn = punto_banco_v0.env(num_players=3)
    observations, _ = together.reset(seed=2)
    in_turn.reset(seed=2)
    for bet in (4, 8, 12):
        assert all(seen["action_mask"][bet] for seen in observations.values())
        observations, rewards, *_ = together.step(dict.fromkeys(together.agents, bet))
        paid = dict.fromkeys(in_turn.agents, 0.0)
        for _ in range(3):
            in_turn.step(bet)
            paid = {agent: paid[agent] + in_turn.rewards[agent] for agent in paid}
        assert rewards == paid


def test_a_row_that_waits_offers_pass_alone() -> None:
    tables = Tables("mini", max_coups=2, autoreset="next_step", seed=1)
    while not tables.truncated[0]:
        tables.step(tables.action_mask.argmax(1))
    assert tables.action_mask[0].tolist() == [0, 0, 1] + [0] * 13
    tables.step([2])
    assert not tables.truncated[0]


@pytest.mark.parametrize("action", [-1, 10, 99])
def test_an_action_out_of_range_ends_the_session(action: int) -> None:
    tables = Tables("home", autoreset="disabled", reward="chips")
    offender = int(tables.seat[0])
    tables.step([action])
    assert tables.terminated[0]
    assert tables.rewards[0, offender] == -100


def test_a_table_is_drawn_without_numba_too() -> None:
    env = chemmy_v0.env(render_mode="ansi")
    env.reset(seed=1)
    while not env.over:
        env.step(int(env.legal_actions(env.agent_selection)[-1]))
        assert env.agent_selection in env.render()
