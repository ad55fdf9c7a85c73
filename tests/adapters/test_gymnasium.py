from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from chemmy_env.adapters.gymnasium_seat import SeatEnv
from chemmy_env.adapters.gymnasium_vector import SeatVectorEnv
from chemmy_env.engine.common.keys import row_seed
from chemmy_env.engine.records.codes import PASS
from chemmy_env.registration import SEAT_ID
from tests.adapters.helpers import pick

SEEDS = [row_seed(21, row) for row in range(4)]


@pytest.mark.parametrize("settings", [{}, {"profile": "club", "seat": "random", "history": 4},
                                      {"stakes": "chips", "opponents": "random"}])  # fmt: skip
def test_check_env_is_satisfied(settings, capsys):
    check_env(gymnasium.make(SEAT_ID, render_mode="ansi", **settings).unwrapped)


def test_a_made_environment_plays_masked_to_the_end():
    env = gymnasium.make(SEAT_ID, game="chemmy", profile="home", opponents="random", seat="random")
    observation, info = env.reset(seed=3)
    masks = env.get_wrapper_attr("action_masks")
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(300):
        np.testing.assert_array_equal(masks(), info["action_mask"])
        action = pick(info["action_mask"], rng.random())[0]
        observation, reward, terminated, truncated, info = env.step(action)
        assert observation in env.observation_space
        assert type(reward) is float
        if terminated or truncated:
            assert reward > -1  # No illegal action.
            assert np.flatnonzero(info["action_mask"]).tolist() == [PASS]  # For whoever samples.
            ends += 1
            _, info = env.reset()
    assert ends > 3


def test_a_seed_repeats_and_none_goes_on():
    env = SeatEnv(seat="random")
    first, _ = env.reset(seed=8)
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    np.testing.assert_array_equal(env.reset(seed=8)[0], first)
    np.testing.assert_array_equal(env.reset()[0], second)


def test_a_step_needs_a_session():
    env = SeatEnv()
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    env.step(int(np.argmin(env.action_masks())))  # Illegal: the session is over.
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_play_on_alike(duplicate):
    env = SeatEnv(seat="random", opponents="random")
    env.reset(seed=2)
    twin = duplicate(env)
    for _ in range(10):
        action = pick(env.action_masks(), 0.5)[0]
        one, other = env.step(action), twin.step(action)
        np.testing.assert_array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        if one[2]:
            break


def test_it_is_drawn_with_the_learners_eyes(capsys):
    env = SeatEnv(render_mode="ansi", seat=3)
    env.reset(seed=1)
    assert "player_3" in env.render()
    human = SeatEnv(render_mode="human")
    human.reset(seed=1)
    assert "player_0" in capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode = 'film'"):
        SeatEnv(render_mode="film")


def data_equal(left, right, path=""):
    """Compare nested infos."""
    assert type(left) is type(right), path
    if isinstance(left, dict):
        assert left.keys() == right.keys(), path
        for key in left:
            data_equal(left[key], right[key], f"{path}/{key}")
    elif left.dtype == object:
        for one, other in zip(left, right, strict=True):
            assert (one is None) == (other is None), path
            if one is not None:
                np.testing.assert_array_equal(one, other, path)
    else:
        assert left.dtype == right.dtype, path
        np.testing.assert_array_equal(left, right, path)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_the_vector_environment_plays_like_gymnasiums_own(mode):
    settings = {"opponents": "random", "seat": "random", "num_players": 12, "max_coups": 3}
    ours = gymnasium.make_vec(SEAT_ID, num_envs=4, autoreset_mode=mode, **settings)
    assert isinstance(ours.unwrapped, SeatVectorEnv)
    assert ours.metadata["autoreset_mode"] is mode
    theirs = SyncVectorEnv([lambda: SeatEnv(**settings)] * 4, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    mine, infos = ours.reset(seed=21)
    their, their_infos = theirs.reset(seed=SEEDS)
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(150):
        np.testing.assert_array_equal(mine, their)
        data_equal(infos, their_infos)
        actions = pick(infos["action_mask"], rng.random(4))
        mine, *results, infos = ours.step(actions)
        their, *their_results, their_infos = theirs.step(actions)
        for one, other in zip(results, their_results, strict=True):
            np.testing.assert_array_equal(one, other)
        ends += int(results[1].sum())
    assert ends > 8


def test_vector_arrays_are_fresh_unless_two_sets_are_asked_for():
    for copied in (True, False):
        env = SeatVectorEnv(3, copy=copied)
        observation, infos = env.reset(seed=1)
        kept = observation.copy()
        for _ in range(3):
            previous = observation
            whole = observation.copy()
            observation, *_, infos = env.step(pick(infos["action_mask"], np.full(3, 0.5)))
            np.testing.assert_array_equal(previous, whole)  # Whole until the step after the next.
        assert copied == (not np.shares_memory(observation, env._loop.observation))
        assert kept.shape == observation.shape


def test_vector_seeds_rendering_and_errors():
    env = SeatVectorEnv(2, render_mode="ansi", seat="random")
    first, _ = env.reset(seed=SEEDS[:2])
    again, _ = env.reset(seed=21)
    np.testing.assert_array_equal(first, again)
    assert len(env.render()) == 2
    env.set_opponents("random")
    with pytest.raises(ValueError, match="autoreset_mode = 'never'"):
        SeatVectorEnv(2, autoreset_mode="never")
    with pytest.raises(ValueError, match="num_tables = 0"):
        SeatVectorEnv(0)
