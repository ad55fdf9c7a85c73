"""`Tables` as an object: its arrays by name, how long they stay, resets of some rows."""

from __future__ import annotations

import numpy as np
import pytest

from chemmy_env.engine.common.keys import row_seed
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import book, random

ARRAYS = {
    "observation": ((5, 76), np.float32),
    "action_mask": ((5, 10), np.int8),
    "seat": ((5,), np.int64),
    "rewards": ((5, 6), np.float64),
    "terminated": ((5,), np.bool_),
    "truncated": ((5,), np.bool_),
    "final_observation": ((5, 76), np.float32),
    "final_seat": ((5,), np.int64),
}


def play(tables: Tables, steps: int) -> None:
    for _ in range(steps):
        tables.step(tables.action_mask.argmax(1))


@pytest.mark.parametrize("name", ARRAYS)
def test_the_arrays_are_properties_that_say_shape_and_type(name: str) -> None:
    tables = Tables(num_tables=5)
    shape, dtype = ARRAYS[name]
    array = getattr(tables, name)
    assert (array.shape, array.dtype) == (shape, dtype)
    assert name in dir(Tables)
    told = getattr(Tables, name).__doc__
    assert np.dtype(dtype).name in told
    assert "(N," in told
    with pytest.raises(AttributeError):
        setattr(tables, name, array)


def test_the_repr_tells_what_is_played() -> None:
    tables = Tables("banque", num_tables=3)
    assert repr(tables) == (
        "Tables(game='banque', profile='ouverte', num_tables=3, num_players=6, threads=1, "
        "autoreset='same_step')"
    )


def test_what_a_call_left_stays_whole_through_the_next_one() -> None:
    tables = Tables(num_tables=5, seed=2)
    rng = np.random.default_rng(0)
    for number in range(40):
        held = {name: getattr(tables, name) for name in ARRAYS}
        whole = {name: array.copy() for name, array in held.items()}
        if number % 7 == 3:
            tables.reset(mask=np.arange(5) == 2)
        elif number % 7 == 6:
            tables.reset()
        else:
            rolls = rng.random((5, 10)) * tables.action_mask
            tables.step(rolls.argmax(1))
        for name, array in held.items():
            np.testing.assert_array_equal(array, whole[name], name)


def test_some_rows_begin_anew_and_the_others_never_notice() -> None:
    tables, twin = (Tables(num_tables=4, seed=1) for _ in range(2))
    play(tables, 5)
    play(twin, 5)
    mask = np.array([False, True, False, True])
    tables.reset(seed=8, mask=mask)
    begun = Tables(num_tables=4, seed=8)
    for name in ("observation", "action_mask", "seat"):
        now, before = getattr(tables, name), getattr(twin, name)
        np.testing.assert_array_equal(now[~mask], before[~mask])
        np.testing.assert_array_equal(now[mask], getattr(begun, name)[mask])
    play(tables, 60)
    play(twin, 60)
    np.testing.assert_array_equal(tables.observation[~mask], twin.observation[~mask])


def test_each_row_has_its_own_options_and_seed() -> None:
    tables = Tables(num_tables=3, seed=1)
    tables.reset(
        seeds=[5, None, row_seed(9, 2)],
        options=[{"first_banker": 4}, None, {"chips": [9, 8, 7, 6, 5, 4]}],
    )
    state = tables.state
    assert tables.seat[0] == 4
    assert state["session"].tolist() == [0, 1, 0]
    assert state["key"].tolist() == [5, row_seed(1, 1), row_seed(9, 2)]
    assert state["start"][2, :6].tolist() == [90_000, 80_000, 70_000, 60_000, 50_000, 40_000]
    assert (state["start"][:2, :6] == 1_000_000).all()
    single = Tables(seeds=[5])
    single.reset(seeds=[5], options={"first_banker": 4})
    np.testing.assert_array_equal(tables.observation[0], single.observation[0])


def test_a_rollout_over_ended_rows_begins_their_next_sessions() -> None:
    ended, fresh = (Tables(num_tables=2, seed=3, autoreset="disabled") for _ in range(2))
    while not (ended.state["over"] != 0).all():
        ended.step(np.where(ended.action_mask.any(1), ended.action_mask.argmax(1), 0))
    fresh.reset()  # The second session of each row.
    one, other = ended.rollout(book, 300), fresh.rollout(book, 300)
    assert (one.sessions, one.coups, one.decisions) == (other.sessions, other.coups, 600)
    np.testing.assert_array_equal(ended.observation, fresh.observation)
    np.testing.assert_array_equal(ended.state["session"], fresh.state["session"])


def test_a_rollout_of_no_steps_changes_nothing() -> None:
    tables = Tables(num_tables=2)
    kept = tables.state.tobytes()
    result = tables.rollout(random, 0)
    assert (result.sessions, result.coups, result.decisions) == (0, 0, 0)
    assert tables.state.tobytes() == kept
