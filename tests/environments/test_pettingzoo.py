"""PettingZoo's own checks, and what its trainers rely on, for every environment."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
    turn_based_aec_to_parallel,
)

from .cases import CASES, is_over, legal, make, play_to_the_end

each = pytest.mark.parametrize(("module", "profile"), CASES)
ignores_illegal = pytest.mark.filterwarnings("ignore:.*took the illegal action:UserWarning")


@each
def test_api(module: str, profile: str | None) -> None:
    # The two warnings that every Dict observation earns are filtered; others are errors.
    api_test(make(module, profile), num_cycles=300)


@each
def test_seed(module: str, profile: str | None) -> None:
    seed_test(lambda: make(module, profile), num_cycles=200)


@each
def test_render(module: str, profile: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    def screen(result: Any) -> bool:
        return isinstance(result, str) and len(result.splitlines()) > 3

    render_test(
        lambda render_mode: make(module, profile, render_mode=render_mode), {"ansi": screen}
    )
    assert capsys.readouterr().out


@each
@ignores_illegal
def test_parallel(module: str, profile: str | None) -> None:
    parallel_api_test(turn_based_aec_to_parallel(make(module, profile)), num_cycles=100)
    parallel_seed_test(lambda: turn_based_aec_to_parallel(make(module, profile)), num_cycles=50)


@each
def test_metadata_and_registry(module: str, profile: str | None) -> None:
    env = make(module, profile)
    assert env.metadata["name"] == module == str(env)
    assert not env.metadata["is_parallelizable"]
    name = f"chemmy/{module.removesuffix('_v0')}-v0"
    settings = {} if profile is None else {"profile": profile}
    made = pettingzoo.make("aec", name, **settings)
    assert made.unwrapped.compiled.rules == env.compiled.rules
    loaded = importlib.import_module(f"chemmy_env.{module}")
    assert isinstance(env, loaded.raw_env)


@each
def test_spaces_are_one_object_for_all(module: str, profile: str | None) -> None:
    env = make(module, profile)
    for space in (env.observation_space, env.action_space):
        assert len({id(space(agent)) for agent in env.possible_agents}) == 1
    assert env.action_space(env.possible_agents[0]).start == 0
    box = env.observation_space(env.possible_agents[0])["observation"]
    assert box.dtype == np.float32
    assert np.isfinite(box.low).all()
    assert np.isfinite(box.high).all()


@each
def test_any_agent_can_be_observed_at_any_time(module: str, profile: str | None) -> None:
    env = make(module, profile)
    rng = np.random.default_rng(0)
    env.reset(seed=3)
    while True:
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            acts = not is_over(env) and agent == env.agent_selection
            assert seen["action_mask"].any() == acts
            assert env.legal_actions(agent) == np.flatnonzero(seen["action_mask"]).tolist()
            again = env.observe(agent)
            assert not any(np.shares_memory(seen[key], again[key]) for key in seen)
            seen["observation"][:] = -5  # Spoils nothing.
            seen["action_mask"][:] = 7
        assert env.state_space.contains(env.state())
        if not env.agents:
            return
        env.step(None if is_over(env) else legal(env, rng))


@each
def test_books_are_kept_as_the_engine_pays(module: str, profile: str | None) -> None:
    env = make(module, profile)
    rng = np.random.default_rng(1)
    for session in range(4):
        env.reset(seed=session)
        owed = dict.fromkeys(env.agents, 0.0)
        total = dict.fromkeys(env.agents, 0.0)
        told = dict.fromkeys(env.agents, 0.0)
        while env.agents:
            agent = env.agent_selection
            reward = env.last()[1]
            assert reward == pytest.approx(owed[agent])
            assert reward == env._cumulative_rewards[agent]
            told[agent] += reward
            if is_over(env):
                env.step(None)
                continue
            env.step(legal(env, rng))
            owed[agent] = 0.0
            for other, paid in env.rewards.items():
                assert type(paid) is float
                owed[other] += paid
                total[other] += paid
        assert told == pytest.approx(total)


@each
def test_all_end_on_one_step_with_one_flag_and_take_a_dead_step_each(
    module: str, profile: str | None
) -> None:
    env = make(module, profile)
    rng = np.random.default_rng(2)
    for seed in range(5):
        env.reset(seed=seed)
        play_to_the_end(env, rng)
        flags = {(env.terminations[agent], env.truncations[agent]) for agent in env.agents}
        assert flags in ({(True, False)}, {(False, True)})
        assert env.agents == env.possible_agents
        for left in range(len(env.agents), 0, -1):
            agent = env.agent_selection
            observation, _, terminated, truncated, _ = env.last()
            assert terminated != truncated
            assert not observation["action_mask"].any()
            with pytest.raises(ValueError, match="None"):
                env.step(0)
            env.step(None)
            assert len(env.agents) == left - 1
            books = (env.rewards, env.terminations, env.truncations, env.infos)
            assert all(agent not in book for book in (*books, env._cumulative_rewards))
        with pytest.raises(RuntimeError, match="all agents are gone"):
            env.step(None)


@each
def test_numpy_integers_are_actions(module: str, profile: str | None) -> None:
    left, right = make(module, profile), make(module, profile)
    rng = np.random.default_rng(0)
    for env in (left, right):
        env.reset(seed=5)
    for _ in range(30):
        if is_over(left):
            break
        action = legal(left, rng)
        left.step(action)
        right.step(np.int64(action) if action % 2 else np.uint8(action))
        assert left.get_state() == right.get_state()


@each
def test_reset_without_a_seed_goes_on(module: str, profile: str | None) -> None:
    left, right = make(module, profile), make(module, profile)
    for env in (left, right):
        env.reset(seed=5)
        env.reset(options={"unknown": 1})
    assert left.get_state() == right.get_state()
    right.reset(seed=5)
    assert left.get_state() != right.get_state()


@each
def test_pettingzoos_wrappers_still_work_around_it(module: str, profile: str | None) -> None:
    bare = make(module, profile)
    wrapped = OrderEnforcingWrapper(
        AssertOutOfBoundsWrapper(TerminateIllegalWrapper(make(module, profile), illegal_reward=-1))
    )
    for env in (bare, wrapped):
        env.reset(seed=4)
    rng = np.random.default_rng(0)
    while not is_over(bare):
        action = legal(bare, rng)
        bare.step(action)
        wrapped.step(action)
        assert wrapped.rewards == bare.rewards
        assert wrapped.agent_selection == bare.agent_selection
    for _ in bare.possible_agents:
        assert wrapped.last()[1:4] == bare.last()[1:4]
        wrapped.step(None)
        bare.step(None)
    assert wrapped.agents == []


@each
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_illegal_wrapper_sees_the_mask(
    module: str, profile: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    wrapped = TerminateIllegalWrapper(make(module, profile), illegal_reward=-3)
    wrapped.reset(seed=4)
    agent = wrapped.agent_selection
    wrapped.step(int(np.flatnonzero(wrapped.observe(agent)["action_mask"] == 0)[0]))
    assert wrapped.rewards[agent] == -3
    assert all(wrapped.terminations.values())
