"""One seed, one session: whatever the batch, the threads, the order of steps or the copy."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from chemmy_env import chemmy_v0
from chemmy_env.engine.common.keys import row_seed
from chemmy_env.engine.tables import Tables

from .against_oracle import shoe_order
from .playing import VARIANTS, legal_moves, snapshot
from .scripted import Script

OUTPUTS = ("observation", "action_mask", "seat", "rewards", "terminated", "truncated")


def assert_same(left: Tables, right: Tables, rows: slice = slice(None)) -> None:
    for name in OUTPUTS:
        ours, theirs = getattr(left, name), getattr(right, name)
        np.testing.assert_array_equal(ours[rows], theirs, err_msg=name)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
def test_row_i_is_the_environment_seeded_with_row_seed(variant: str, autoreset: str) -> None:
    settings = {"max_coups": 4, "if_uncovered": "pass", **VARIANTS[variant]}
    rows = 4
    tables = Tables(num_tables=rows, seed=77, autoreset=autoreset, **settings)
    envs = [chemmy_v0.env(**settings) for _ in range(rows)]
    for row, env in enumerate(envs):
        env.reset(seed=row_seed(77, row))
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(250):
        waiting = (
            tables.terminated | tables.truncated if autoreset == "next_step" else [False] * rows
        )
        for row, env in enumerate(envs):
            if not waiting[row]:
                agent = env.agent_selection
                assert agent == f"player_{tables.seat[row]}"
                seen = env.observe(agent)
                np.testing.assert_array_equal(seen["observation"], tables.observation[row])
                np.testing.assert_array_equal(seen["action_mask"], tables.action_mask[row])
        actions = legal_moves(tables.action_mask, rng, 0.5)
        tables.step(actions)
        for row, env in enumerate(envs):
            if waiting[row]:
                env.reset()
                assert not tables.rewards[row].any()
                continue
            asked = env.agent_selection
            env.step(int(actions[row]))
            assert list(env.rewards.values()) == tables.rewards[row].tolist()
            flags = env.terminations[asked], env.truncations[asked]
            assert flags == (tables.terminated[row], tables.truncated[row])
            if any(flags):
                ended += 1
                if autoreset == "same_step":
                    last = env.observe(asked)["observation"]
                    np.testing.assert_array_equal(last, tables.final_observation[row])
                    assert asked == f"player_{tables.final_seat[row]}"
                    env.reset()
    assert ended > rows


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("threads", [2, 3, 5])
def test_threads_do_not_matter(variant: str, threads: int) -> None:
    one = Tables(num_tables=7, seed=5, **VARIANTS[variant])
    many = Tables(num_tables=7, seed=5, threads=threads, **VARIANTS[variant])
    rng = np.random.default_rng(0)
    for _ in range(120):
        assert_same(one, many)
        actions = legal_moves(one.action_mask, rng)
        one.step(actions)
        many.step(actions)
    assert_same(one, many)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_size_of_the_batch_does_not_matter(variant: str) -> None:
    large = Tables(num_tables=9, seed=5, **VARIANTS[variant])
    small = Tables(num_tables=4, seed=5, **VARIANTS[variant])
    rng = np.random.default_rng(0)
    for _ in range(120):
        assert_same(large, small, slice(4))
        actions = legal_moves(large.action_mask, rng)
        large.step(actions)
        small.step(actions[:4])


def test_the_order_of_steps_does_not_matter() -> None:
    seeds = [row_seed(5, row) for row in range(3)]
    together, apart = ([chemmy_v0.env(num_players=3) for _ in seeds] for _ in range(2))
    logs: list[list[Any]] = [[], []]
    for env, seed in zip(together + apart, seeds * 2, strict=True):
        env.reset(seed=seed)
    for _ in range(30):
        for env in together:
            logs[0].append((seeds[together.index(env)], play_first(env)))
    for env in reversed(apart):
        for _ in range(30):
            logs[1].append((seeds[apart.index(env)], play_first(env)))
    assert sorted(logs[0]) == sorted(logs[1])


def play_first(env: Any) -> str:
    """Take the highest legal action and tell what came of it; a finished session is followed."""
    if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
        env.reset()
    env.step(env.legal_actions(env.agent_selection)[-1])
    return f"{env.agent_selection} {env.rewards} {env.state().tobytes().hex()}"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("copied", ["pickle", "deepcopy", "clone", "state"])
def test_copies_in_mid_session_have_the_same_future(variant: str, copied: str) -> None:
    env = chemmy_v0.env(**VARIANTS[variant])
    env.reset(seed=9)
    for _ in range(25):
        play_first(env)
    twin: Any
    if copied == "pickle":
        twin = pickle.loads(pickle.dumps(env))
    elif copied == "deepcopy":
        twin = copy.deepcopy(env)
    elif copied == "clone":
        twin = env.clone()
    else:
        twin = chemmy_v0.env(**VARIANTS[variant])
        twin.set_state(env.get_state())
    state = env.get_state()
    future = [play_first(twin) for _ in range(60)]
    assert env.get_state() == state  # Nothing is shared.
    assert [play_first(env) for _ in range(60)] == future


@pytest.mark.parametrize("copied", ["pickle", "clone"])
def test_equal_sessions_are_saved_as_equal_bytes(copied: str) -> None:
    env = chemmy_v0.env()
    env.reset(seed=9)
    for _ in range(30):
        play_first(env)
        # Freed memory that is not zero: what a copy does not write would show.
        _ = [np.full(env._table.nbytes, 255, np.uint8) for _ in range(20)]
        twin = env.clone() if copied == "clone" else pickle.loads(pickle.dumps(env))
        assert twin.get_state() == env.get_state()
        env = twin


@pytest.mark.parametrize("copied", ["pickle", "deepcopy", "clone"])
@pytest.mark.parametrize("threads", [1, 2])
def test_copies_of_a_batch_have_the_same_future(copied: str, threads: int) -> None:
    tables = Tables(num_tables=6, seed=1, threads=threads, profile="club")
    rng = np.random.default_rng(0)
    for _ in range(40):
        tables.step(legal_moves(tables.action_mask, rng))
    make = {"pickle": lambda: pickle.loads(pickle.dumps(tables)), "clone": tables.clone}
    twin = make.get(copied, lambda: copy.deepcopy(tables))()
    kept = tables.observation.copy()
    log = []
    for _ in range(40):
        log.append(legal_moves(twin.action_mask, rng))
        twin.step(log[-1])
    np.testing.assert_array_equal(kept, tables.observation)
    for actions in log:
        tables.step(actions)
    assert_same(tables, twin)


LAID_OUT = {"shoe": [9, 9, 0, 0], "first_banker": 2, "chips": [10, 50, 60, 20, 0, 7]}


def test_laid_out_options_do_not_leak_into_the_next_session() -> None:
    plain, laid = chemmy_v0.env(), chemmy_v0.env()
    plain.reset(seed=4)
    laid.reset(seed=4, options=LAID_OUT)
    assert laid.agent_selection == "player_2"
    plain.reset()
    laid.reset()
    assert [play_first(plain) for _ in range(40)] == [play_first(laid) for _ in range(40)]


@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
def test_nor_into_the_next_session_of_a_batch(autoreset: str) -> None:
    settings: dict[str, Any] = {"num_tables": 5, "seed": 4, "max_coups": 1, "autoreset": autoreset}
    plain, laid = Tables(**settings), Tables(**settings)
    laid.reset(seed=4, options=LAID_OUT)
    assert (laid.seat == 2).all()
    for tables in (plain, laid):
        for _ in range(12):  # Nobody stakes: the session ends.
            tables.step(np.where(tables.action_mask[:, 2], 2, 4))
            if (tables.state["session"] == 1).all():
                break
    rng = np.random.default_rng(0)
    np.testing.assert_array_equal(plain.observation, laid.observation)
    for _ in range(60):
        actions = legal_moves(plain.action_mask, rng)
        plain.step(actions)
        laid.step(actions)
        assert_same(plain, laid)


@pytest.mark.parametrize("reward", ["chips", "placement"])
def test_a_laid_out_batch_is_the_laid_out_environment_to_the_end(reward: str) -> None:
    options = {"chips": [10, 50, 60, 20, 0, 7], "first_banker": 2}
    tables = Tables(autoreset="disabled", reward=reward)
    env = chemmy_v0.env(reward=reward)
    env.reset(seed=row_seed(0, 0), options=options)
    tables.reset(options=options, seed=0)
    with pytest.warns(UserWarning, match="illegal action 0"):
        env.step(0)
    tables.step(np.array([0]))
    assert list(env.rewards.values()) == tables.rewards[0].tolist()
    assert env.rewards["player_2"] == (-60 if reward == "chips" else -1)


def test_paired_sessions_keep_their_shoes_when_play_differs() -> None:
    dealt: list[list[list[int]]] = []
    played = []
    for seed, bold in ((1, 0.0), (2, 1.0)):
        tables = Tables(seed=8, profile="salon", decks=2, num_players=4)
        rng = np.random.default_rng(seed)
        shoes: list[list[int]] = [[] for _ in range(4)]
        while (session := int(tables.state["session"][0])) < 4:
            if tables.state["shoe"][0] == 0:
                cards = tables.shoes[0, : tables.state["position"][0]].tolist()
                shoes[session] = max(shoes[session], cards, key=len)
            tables.step(legal_moves(tables.action_mask, rng, bold))
        dealt.append(shoes)
        played.append(int(tables.state["key"][0]))
    assert played[0] == played[1]
    common = 0
    for left, right in zip(*dealt, strict=True):
        length = min(len(left), len(right))
        assert left[:length] == right[:length]
        common += length
    assert common > 40
    assert dealt[0] != dealt[1]  # One session or another went further.


def test_the_lot_and_later_shoes_do_not_depend_on_play_either() -> None:
    left, right = (Tables(seed=8, profile="salon", decks=2) for _ in range(2))
    rng = np.random.default_rng(0)
    for tables, bold in ((left, 0.0), (right, 1.0)):
        while tables.state["session"][0] < 3:
            tables.step(legal_moves(tables.action_mask, rng, bold))
    assert left.seat[0] == right.seat[0]
    assert [shoe_order(left, n) for n in (0, 3)] == [shoe_order(right, n) for n in (0, 3)]
    assert shoe_order(left, 0) != shoe_order(left, 3)


def test_what_a_step_returned_stays_whole_until_the_step_after_next() -> None:
    tables = Tables(num_tables=4, seed=1)
    rng = np.random.default_rng(0)
    for _ in range(50):
        returned = [getattr(tables, name) for name in OUTPUTS]
        kept = [array.copy() for array in returned]
        tables.step(legal_moves(tables.action_mask, rng))
        for array, copied, name in zip(returned, kept, OUTPUTS, strict=True):
            np.testing.assert_array_equal(array, copied)
            assert not np.shares_memory(array, getattr(tables, name))
    tables.step(legal_moves(tables.action_mask, rng))
    assert np.shares_memory(returned[0], tables.observation)  # They take turns.


def test_next_step_rows_offer_pass_alone_and_then_begin_anew() -> None:
    tables = Tables(num_tables=3, seed=1, autoreset="next_step", max_coups=1)
    while not tables.terminated.any():
        tables.step(np.where(tables.action_mask[:, 2], 2, 4))
    for row in np.flatnonzero(tables.terminated):
        assert np.flatnonzero(tables.action_mask[row]).tolist() == [2]
        assert tables.state["session"][row] == 0
    over = tables.terminated.copy()
    tables.step(np.where(tables.action_mask[:, 2], 2, 4))
    assert not tables.terminated[over].any()
    assert not tables.rewards[over].any()
    assert (tables.state["session"][over] == 1).all()
    assert (tables.state["phase"][over] == 1).all()


def test_disabled_rows_stay_as_they_ended() -> None:
    script = Script([9, 0, 0, 0], max_coups=1)
    script.say(0, "open", 5).coup(5)
    ended = snapshot(script.tables)
    script.tables.step(np.array([4]))
    assert snapshot(script.tables) == ended
    assert script.over == "terminated"
    assert script.rewards == [0, 0, 0]
