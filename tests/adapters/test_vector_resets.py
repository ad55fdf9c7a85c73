"""Resets of a vector environment that tell its rows apart."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from chemmy_env.adapters.gymnasium_seat import SeatEnv
from chemmy_env.adapters.gymnasium_vector import SeatVectorEnv
from chemmy_env.engine.common.keys import row_seed
from chemmy_env.engine.records.codes import PASS
from chemmy_env.registration import SEAT_ID
from tests.adapters.helpers import Outside, pick

SETTINGS = {"opponents": "random", "seat": "random"}


def stepped(env, infos, steps, rng):
    """Play random legal actions; return what the last step returned."""
    results = ()
    for _ in range(steps):
        *results, infos = env.step(pick(infos["action_mask"], rng.random(env.num_envs)))
    return results, infos


@pytest.mark.parametrize("mode", ["same_step", "next_step"])
@pytest.mark.parametrize("outside", [False, True])
def test_only_the_masked_rows_begin_anew(mode, outside):
    opponents = "random"
    envs = []
    for _ in range(2):
        env = SeatVectorEnv(5, autoreset_mode=mode, **SETTINGS)
        if outside:
            opponents = Outside("random", env)
            env.set_opponents(opponents)
        envs.append(env)
    env, twin = envs
    observation, infos = env.reset(seed=2)
    _, others = twin.reset(seed=2)
    (observation, *_), infos = stepped(env, infos, 7, np.random.default_rng(1))
    _, others = stepped(twin, others, 7, np.random.default_rng(1))
    mask = np.array([True, False, False, True, False])
    options = {"reset_mask": mask}
    after, now = env.reset(seed=9, options=options)
    assert options == {"reset_mask": mask}  # The caller's own.
    np.testing.assert_array_equal(after[~mask], observation[~mask])
    np.testing.assert_array_equal(now["action_mask"][~mask], infos["action_mask"][~mask])
    fresh = SeatVectorEnv(5, autoreset_mode=mode, **SETTINGS)
    started, begun = fresh.reset(seed=9)
    np.testing.assert_array_equal(after[mask], started[mask])
    np.testing.assert_array_equal(now["seat"][mask], begun["seat"][mask])
    # The rows left alone play on as if nothing had happened.
    numbers = np.random.default_rng(3).random((30, 5))
    for row_numbers in numbers:
        left = env.step(pick(now["action_mask"], row_numbers))
        right = twin.step(pick(others["action_mask"], row_numbers))
        now, others = left[-1], right[-1]
        for one, other in zip(left[:4], right[:4], strict=True):
            np.testing.assert_array_equal(one[~mask], other[~mask])


def test_a_masked_reset_without_a_seed_goes_on():
    env, twin = SeatVectorEnv(2, **SETTINGS), SeatVectorEnv(2, **SETTINGS)
    env.reset(seed=2)
    twin.reset(seed=2)
    after, _ = env.reset(options={"reset_mask": np.array([False, True])})
    whole, _ = twin.reset()
    np.testing.assert_array_equal(after[1], whole[1])


@pytest.mark.parametrize(
    "mask", [np.zeros(2, bool), np.ones(3, bool), np.ones(2, int), [1, 0], "all"]
)
def test_an_impossible_mask_changes_nothing(mask):
    env = SeatVectorEnv(2, **SETTINGS)
    env.reset(seed=2)
    kept = env._loop.tables.state.tobytes()
    with pytest.raises(ValueError, match=r"expected \(2,\) bools, at least one of them True"):
        env.reset(options={"reset_mask": mask})
    assert env._loop.tables.state.tobytes() == kept


def test_a_list_of_seeds_may_hold_none():
    env, twin = SeatVectorEnv(3, **SETTINGS), SeatVectorEnv(3, **SETTINGS)
    env.reset(seed=2)
    twin.reset(seed=2)
    seen, _ = env.reset(seed=[5, None, row_seed(8, 2)])
    goes_on, _ = twin.reset()
    other, _ = twin.reset(seed=[5, 6, 7])
    whole, _ = twin.reset(seed=8)
    np.testing.assert_array_equal(seen[0], other[0])
    np.testing.assert_array_equal(seen[1], goes_on[1])
    np.testing.assert_array_equal(seen[2], whole[2])
    unseeded = SeatVectorEnv(2, seat=0)
    unseeded.reset(seed=[None, None])
    first, second = unseeded._loop.tables.state["key"].tolist()
    assert first != second  # From the system, not both from nothing.
    with pytest.raises(ValueError, match="seed = -1"):
        env.reset(seed=[1, None, -1])


@pytest.mark.parametrize("kind", [SyncVectorEnv, AsyncVectorEnv])
def test_an_ended_row_of_gymnasiums_own_vector_offers_pass_alone(kind):
    makers = [lambda: gymnasium.make(SEAT_ID, max_coups=1, opponents="random")] * 2
    envs = kind(makers, autoreset_mode=AutoresetMode.NEXT_STEP)
    _, infos = envs.reset(seed=[1, 2])
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(40):
        masks = infos["action_mask"]
        assert masks.any(axis=1).all()  # A categorical distribution has something to draw.
        _, _, terminated, truncated, infos = envs.step(pick(masks, rng.random(2)))
        for row in np.flatnonzero(terminated | truncated):
            assert np.flatnonzero(infos["action_mask"][row]).tolist() == [PASS]
            ends += 1
    assert ends > 4
    envs.close()


def test_a_seat_that_is_done_offers_pass_alone_to_whoever_asks():
    env = SeatEnv(max_coups=1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        *_, terminated, truncated, info = env.step(pick(info["action_mask"], 0.0)[0])
        over = terminated or truncated
    assert np.flatnonzero(env.action_masks()).tolist() == [PASS]
