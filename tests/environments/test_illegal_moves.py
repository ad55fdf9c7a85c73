"""Illegal moves: what they cost, what they leave alone, and that masked play makes none."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from chemmy_env import chemmy_v0
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import PROFILES

from .cases import is_over

CHEMIN = tuple(PROFILES["chemmy"])


def illegal(env: chemmy_v0.raw_env) -> int:
    """Return the first action that the mask forbids."""
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


@pytest.mark.parametrize("profile", CHEMIN)
@pytest.mark.parametrize("reward", ["chips", "placement"])
def test_the_session_ends_stakes_return_and_the_offender_pays(profile: str, reward: str) -> None:
    env = chemmy_v0.env(profile=profile, reward=reward)
    chips = [50, 60, 70, 80, 90, 100]
    env.reset(seed=1, options={"chips": chips, "first_banker": 1, "shoe": [5, 0, 0, 0]})
    env.step(9)  # All 60.
    while env._table[0]["phase"] != 6:
        env.step(chemmy_v0.Action.PASS)
    env.step(chemmy_v0.Action.HALF)
    assert env._table[0]["stake"].any()
    offender = env.agent_selection
    action = illegal(env)
    with pytest.warns(UserWarning, match=f"{offender} took the illegal action {action}"):
        env.step(action)
    cost = 1.0 if reward == "placement" else float(chips[env.possible_agents.index(offender)])
    assert env.rewards == {agent: -cost * (agent == offender) for agent in env.agents}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert (env._table[0]["balance"][:6] == np.array(chips) * 10_000).all()
    assert not env._table[0]["stake"].any()


@pytest.mark.parametrize("profile", CHEMIN)
def test_raise_changes_nothing(profile: str) -> None:
    env = chemmy_v0.env(profile=profile, illegal="raise")
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(40):
        if is_over(env):
            env.reset()
        state, books = env.get_state(), (dict(env.rewards), dict(env._cumulative_rewards))
        agent = env.agent_selection
        options = env.legal_actions(agent)
        action = illegal(env)
        with pytest.raises(ValueError, match=f"action = {action}: expected one of") as error:
            env.step(action)
        assert str(options) in str(error.value)
        assert env.get_state() == state
        assert (env.rewards, env._cumulative_rewards) == books
        env.step(int(rng.choice(options)))


def test_raise_in_a_batch_changes_nothing_in_any_row() -> None:
    tables = Tables(num_tables=4, illegal="raise")
    kept = tables.state.copy(), tables.observation
    with pytest.raises(ValueError, match=r"actions\[2\] = 0: expected one of \[4, 5, 6, 7, 8, 9\]"):
        tables.step(np.array([4, 4, 0, 4]))
    for name in tables.state.dtype.names or ():
        np.testing.assert_array_equal(kept[0][name], tables.state[name])
    assert tables.observation is kept[1]


@pytest.mark.parametrize("profile", CHEMIN)
@pytest.mark.parametrize("stakes", ["levels", "chips"])
def test_unmasked_sampling_makes_illegal_moves_and_masked_never_does(
    profile: str, stakes: str
) -> None:
    tables = Tables(profile=profile, num_tables=32, stakes=stakes, autoreset="disabled")
    rng = np.random.default_rng(0)
    masked = tables.clone()
    tables.step(rng.integers(tables.num_actions, size=32))
    assert (tables.state["over"] == 3).sum() > 5
    for _ in range(400):
        masked.step((masked.action_mask * rng.random(masked.action_mask.shape)).argmax(1))
    assert not (masked.state["over"] == 3).any()
    assert (masked.state["over"] != 0).any()


def test_a_legal_session_warns_of_nothing() -> None:
    env = chemmy_v0.env()
    env.reset(seed=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        while not is_over(env):
            env.step(env.legal_actions(env.agent_selection)[0])
