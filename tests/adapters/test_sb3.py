from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.evaluation import evaluate_policy  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize  # noqa: E402

from chemmy_env.adapters.gymnasium_seat import SeatEnv  # noqa: E402
from chemmy_env.engine.common.keys import row_seed  # noqa: E402
from chemmy_env.policies import book  # noqa: E402
from chemmy_env.sb3 import Mix, SeatVecEnv  # noqa: E402
from tests.adapters.helpers import Outside, pick  # noqa: E402


@pytest.mark.parametrize(("reward", "scale"), [("chips", 0.01), ("placement", 1.0)])
def test_it_plays_what_single_environments_play(reward, scale):
    settings = {"opponents": "random", "seat": "random", "reward": reward}
    many = SeatVecEnv(4, seed=13, **settings)
    singles = [SeatEnv(**settings) for _ in range(4)]
    seen = many.reset()
    for row, env in enumerate(singles):
        np.testing.assert_array_equal(seen[row], env.reset(seed=row_seed(13, row))[0])
    rng = np.random.default_rng(0)
    returns, lengths, ends = np.zeros(4), np.zeros(4, int), 0
    for _ in range(300):
        actions = pick(many.action_masks(), rng.random(4))
        seen, rewards, dones, infos = many.step(actions)
        assert rewards.dtype == np.float32
        for row, env in enumerate(singles):
            observation, one, terminated, truncated, info = env.step(actions[row])
            assert rewards[row] == pytest.approx(one * scale)
            assert dones[row] == (terminated or truncated)
            returns[row] += one * scale
            lengths[row] += 1
            if not dones[row]:
                assert infos[row] == {}
            else:
                told = infos[row]
                np.testing.assert_array_equal(told["terminal_observation"], observation)
                assert told["episode"]["r"] == pytest.approx(returns[row])
                assert told["episode"]["l"] == lengths[row]
                assert told["seat"] == info["seat"]
                assert told["TimeLimit.truncated"] is (truncated and not terminated)
                returns[row], lengths[row] = 0, 0
                ends += 1
                observation, _ = env.reset()
            np.testing.assert_array_equal(seen[row], observation)
    assert ends > 8


def test_the_end_of_a_session_tells_which_lineup_it_was_played_with():
    env = SeatVecEnv(16, opponents=Mix(["book", "random"]), seat="random", seed=2)
    env.reset()
    rng = np.random.default_rng(0)
    told = []
    for _ in range(120):
        before = env._loop.lineup
        *_, dones, infos = env.step(pick(env.action_masks(), rng.random(16)))
        told += [(infos[row]["lineup"], before[row]) for row in np.flatnonzero(dones)]
    assert all(one == other for one, other in told)
    assert {one for one, _ in told} == {0, 1}


def test_masks_come_in_one_array():
    env = SeatVecEnv(5, seed=1)
    env.reset()
    wrapped = VecNormalize(env)
    assert is_masking_supported(wrapped)
    assert isinstance(wrapped.env_method("action_masks"), np.ndarray)
    np.testing.assert_array_equal(get_action_masks(wrapped), env.action_masks())
    assert env.env_method("action_masks", indices=[1, 3]).shape == (2, env.action_space.n)
    assert env.env_method("action_masks", indices=2).shape == (1, env.action_space.n)


def test_seeds_and_attributes():
    env = SeatVecEnv(3, seed=4)
    first = env.reset().copy()
    assert env.seed(4) == [row_seed(4, row) for row in range(3)]
    np.testing.assert_array_equal(env.reset(), first)
    assert not np.array_equal(env.reset(), first)  # The next session.
    assert env.get_attr("num_envs", indices=[0, 1]) == [3, 3]
    assert not env.has_attr("colour")
    assert env.env_is_wrapped(VecMonitor) == [False] * 3
    assert env.env_method("set_opponents", "random") == [None] * 3
    env.set_attr("note", 7)
    assert env.get_attr("note") == [7, 7, 7]
    env.set_options({"first_banker": 3})
    env.seed(4)
    env.reset()
    assert env._loop.tables.state["session"].tolist() == [0, 0, 0]
    env.close()


def test_infos_tell_of_sessions_without_the_learner():
    crowd = {"num_players": 12, "max_coups": 1, "opponents": book(banco_multiple=1, bank=90)}
    env = SeatVecEnv(32, seat="random", seed=4, **crowd)
    env.reset()
    skipped = sum(info.get("skipped_sessions", 0) for info in env.reset_infos)
    rng = np.random.default_rng(0)
    for _ in range(20):
        *_, dones, infos = env.step(pick(env.action_masks(), rng.random(32)))
        for row in np.flatnonzero(env._loop.skipped_sessions):
            assert dones[row]
            assert infos[row]["skipped_sessions"] == env._loop.skipped_sessions[row]
            assert infos[row]["skipped_reward"] == env._loop.skipped_reward[row]
            skipped += 1
        assert all(info == {} for info in np.array(infos)[~dones])
    assert skipped > 30


def test_what_a_step_returned_outlives_the_next_step():
    env = SeatVecEnv(64, opponents="random", seed=4)
    observation = env.reset()
    rng = np.random.default_rng(0)
    for _ in range(30):
        whole = observation.copy()
        following, *_ = env.step(pick(env.action_masks(), rng.random(64)))
        np.testing.assert_array_equal(observation, whole)
        observation = following


def test_maskable_ppo_learns_plays_and_meets_an_earlier_self():
    env = SeatVecEnv(20, opponents=Mix(["book", "random"]), seat="random", seed=1)
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=50, batch_size=250, n_epochs=1, seed=3,
        policy_kwargs={"net_arch": [16]},
    )  # fmt: skip
    model.learn(2_000)
    assert model.num_timesteps == 2_000
    episodes = [episode["r"] for episode in model.ep_info_buffer]
    assert episodes
    assert min(episodes) > -0.5  # Places: -1 would be an illegal action.
    mean, _ = evaluate_policy(model, env, n_eval_episodes=20, warn=False)
    assert -0.5 < mean < 1

    class EarlierSelf:
        def act_batch(self, observation, action_mask, rng):
            return model.predict(observation, action_masks=action_mask, deterministic=True)[0]

    env.set_opponents(Mix([EarlierSelf(), Outside("book", env)]))
    env.reset()
    for _ in range(3):
        env.step(pick(env.action_masks(), np.full(20, 0.5)))
