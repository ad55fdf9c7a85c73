"""What `SeatVecEnv` returns is the caller's, unless it is asked to lend its own arrays."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")

from chemmy_env.engine.common.keys import row_seed
from chemmy_env.sb3 import SeatVecEnv
from tests.adapters.helpers import pick


def play(env, steps):
    """Return everything that some steps returned, as it was then and as it is now."""
    then, now = [], []
    rng = np.random.default_rng(0)
    held = [env.reset()]
    for _ in range(steps):
        masks = env.action_masks()
        held += [masks]
        held += env.step(pick(masks, rng.random(env.num_envs)))[:3]
        now += held
        then += [array.copy() for array in held]
        held = []
    return then, now


def test_a_whole_rollout_can_be_kept():
    env = SeatVecEnv(4, opponents="random", seed=3)
    then, now = play(env, 12)
    for one, other in zip(then, now, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not any(np.shares_memory(one, other) for one in now for other in now if one is not other)


def test_infos_are_new_ones_each_time():
    env = SeatVecEnv(4, opponents="random", seed=3)
    env.reset()
    seen = []
    for _ in range(12):
        *_, infos = env.step(pick(env.action_masks(), np.full(4, 0.5)))
        for info in infos:
            info["mark"] = 1
        seen += infos
    assert len({id(info) for info in seen}) == len(seen)
    *_, infos = env.step(pick(env.action_masks(), np.full(4, 0.5)))
    assert not any("mark" in info for info in infos)


def test_without_copies_the_same_is_played_and_lent_until_the_step_after_next():
    kept, lent = (SeatVecEnv(8, opponents="random", seed=3, copy=copy) for copy in (True, False))
    first, second = kept.reset(), lent.reset()
    rng = np.random.default_rng(0)
    for _ in range(40):
        np.testing.assert_array_equal(first, second)
        np.testing.assert_array_equal(kept.action_masks(), lent.action_masks())
        actions = pick(kept.action_masks(), rng.random(8))
        whole = second.copy()
        first, *results, infos = kept.step(actions)
        following, *others, lent_infos = lent.step(actions)
        np.testing.assert_array_equal(second, whole)
        for one, other in zip(results, others, strict=True):
            np.testing.assert_array_equal(one, other)
        assert [info.keys() for info in infos] == [info.keys() for info in lent_infos]
        second = following
    assert np.shares_memory(lent.action_masks(), lent.action_masks())


def test_each_row_takes_the_options_that_were_set_for_it():
    env = SeatVecEnv(3, seed=4, seat=0)
    env.set_options(
        [{"first_banker": 0}, {}, {"first_banker": 2, "chips": [10, 20, 30, 40, 50, 0]}]
    )
    env.seed(4)
    seen = env.reset()
    singles = [SeatVecEnv(1, seed=row_seed(4, row), seat=0) for row in range(3)]
    state = env._loop.tables.state
    assert state["start"][2, :6].tolist() == [chips * 10_000 for chips in (10, 20, 30, 40, 50, 0)]
    assert state["start"][0, :6].tolist() == [1_000_000] * 6
    for row, options in enumerate([{"first_banker": 0}, {}, None]):
        if options is not None:
            singles[row]._loop.reset(seeds=[row_seed(4, row)], options=options)
            np.testing.assert_array_equal(seen[row], singles[row]._loop.observation[0])
    env.reset()  # Options were for one reset.
    assert (state["start"][:, :6] == 1_000_000).all()


def test_an_impossible_option_of_one_row_changes_no_row():
    env = SeatVecEnv(2, seed=4)
    env.reset()
    kept = env._loop.tables.state.tobytes()
    env.set_options([{}, {"first_banker": 9}])
    with pytest.raises(ValueError, match="first_banker = 9: expected a seat from 0 to 5"):
        env.reset()
    assert env._loop.tables.state.tobytes() == kept
