"""Stable-Baselines3 makes environments from a string in several ways; each works, and trains."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.utils import get_action_masks  # noqa: E402
from stable_baselines3 import A2C, DQN, PPO  # noqa: E402
from stable_baselines3.common.env_util import make_vec_env  # noqa: E402
from stable_baselines3.common.evaluation import evaluate_policy  # noqa: E402
from stable_baselines3.common.monitor import Monitor  # noqa: E402
from stable_baselines3.common.vec_env import (  # noqa: E402
    DummyVecEnv,
    SubprocVecEnv,
    VecMonitor,
    VecNormalize,
)

from chemmy_env.registration import SEAT_ID  # noqa: E402
from chemmy_env.sb3 import SeatVecEnv  # noqa: E402
from tests.adapters.helpers import pick  # noqa: E402

SMALL = {"policy_kwargs": {"net_arch": [8]}, "device": "cpu", "seed": 0}


def test_make_vec_env_by_name():
    envs = make_vec_env(SEAT_ID, n_envs=3, seed=1, env_kwargs={"opponents": "random"})
    assert isinstance(envs, DummyVecEnv)
    envs.reset()
    for _ in range(20):
        envs.step(pick(get_action_masks(envs), np.full(3, 0.5)))
    assert envs.render().shape[2] == 3  # One picture of all tables, which SB3 puts together.
    envs.close()


@pytest.mark.slow
def test_make_vec_env_by_name_in_processes():
    envs = make_vec_env(
        f"chemmy_env:{SEAT_ID}",  # A new process has to be told whose name it is.
        n_envs=2, seed=1, vec_env_cls=SubprocVecEnv,
        vec_env_kwargs={"start_method": "spawn"},
    )  # fmt: skip
    envs.reset()
    _, _, dones, _ = envs.step(pick(get_action_masks(envs), np.full(2, 0.5)))
    assert dones.shape == (2,)
    envs.close()


@pytest.mark.filterwarnings("ignore:You are trying to run PPO on the GPU")
@pytest.mark.parametrize(
    ("algorithm", "settings"),
    [
        (sb3_contrib.MaskablePPO, {"n_steps": 32, "batch_size": 32, "n_epochs": 1}),
        (PPO, {"n_steps": 32, "batch_size": 32, "n_epochs": 1}),
        (A2C, {}),
        (DQN, {"learning_starts": 16, "buffer_size": 200, "batch_size": 8}),
    ],
)
def test_algorithms_take_the_name(algorithm, settings):
    model = algorithm("MlpPolicy", SEAT_ID, **settings, **SMALL)
    model.learn(64)
    assert model.num_timesteps >= 64


def test_maskable_ppo_by_name_never_acts_illegally():
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", SEAT_ID, n_steps=256, batch_size=64, n_epochs=1, **SMALL
    )
    model.learn(512)
    returns = [episode["r"] for episode in model.ep_info_buffer]
    assert returns
    assert min(returns) > -1  # What an illegal action costs where places are played for.


def test_it_counts_as_monitored_and_no_other_wrapper():
    env = SeatVecEnv(3)
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(Monitor, indices=[1]) == [True]
    assert env.env_is_wrapped(VecMonitor) == [False] * 3


def test_evaluation_under_normalised_rewards_tells_the_rewards_of_sessions():
    """`evaluate_policy` trusts ``episode`` only where a `Monitor` is told of."""
    model = sb3_contrib.MaskablePPO("MlpPolicy", SeatVecEnv(4, seed=0), n_steps=8, **SMALL)
    plain, _ = evaluate_policy(model, SeatVecEnv(4, seed=5), n_eval_episodes=12, warn=True)
    scaled = VecNormalize(SeatVecEnv(4, seed=5), norm_obs=False, gamma=0.9)
    scaled.ret_rms.var = 1e-4  # Rewards a hundred times as large.
    scaled.training = False
    told, _ = evaluate_policy(model, scaled, n_eval_episodes=12, warn=True)
    assert told == pytest.approx(plain)
