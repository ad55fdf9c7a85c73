"""Saved sessions: whatever is altered is refused, and so is whatever no kernel could work on."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import pytest

from chemmy_env import chemmy_v0
from chemmy_env.engine.records.ranges import check_record, ranges
from chemmy_env.engine.records.record import TABLE_DTYPE
from chemmy_env.environments.saving import fingerprint

from .cases import CASES, is_over, legal, make

each = pytest.mark.parametrize(("module", "profile"), CASES)


def in_play() -> Any:
    env = chemmy_v0.env()
    env.reset(seed=3)
    for action in (9, 2, 2):
        env.step(action)
    return env


def test_no_flipped_bit_is_accepted() -> None:
    env = in_play()
    state = env.get_state()
    head = state.index(b"\n", state.index(b"\n") + 1) + 1
    body = np.random.default_rng(0).integers(head, len(state), 200).tolist()
    for at in [*range(head), *body]:
        for bit in range(8):
            altered = bytearray(state)
            altered[at] ^= 1 << bit
            with pytest.raises(ValueError, match="state"):
                env.set_state(bytes(altered))
    assert env.get_state() == state


def test_no_shortened_or_swapped_state_is_accepted() -> None:
    env = in_play()
    state = env.get_state()
    for length in range(0, len(state), 97):
        with pytest.raises(ValueError, match="state"):
            env.set_state(state[:length])
    for kind in (bytearray, memoryview):
        env.set_state(kind(state))
    assert env.get_state() == state


def forge(env: Any, **changes: Any) -> bytes:
    """Return the environment's state with other books, and a digest that fits them."""
    state = env.get_state()
    told, line, body = state.split(b"\n", 2)
    head = json.loads(line)
    head["books"].update(changes)
    rest = json.dumps(head).encode() + b"\n" + body
    digest = hashlib.sha256(rest).hexdigest().encode()
    return told[:-64] + digest + b"\n" + rest


@pytest.mark.parametrize(
    "changes",
    [
        {"asked": 6},
        {"asked": -2},
        {"selection": "player_9"},
        {"skip": "player_9"},
        {"agents": ["player_0"]},
        {"agents": [f"player_{seat}" for seat in range(7)]},
        {"rewards": {}},
        {"terminations": {"player_0": False}},
    ],
)
def test_books_of_other_agents_are_refused(changes: dict[str, Any]) -> None:
    env = in_play()
    state = env.get_state()
    with pytest.raises(ValueError, match="state with"):
        env.set_state(forge(env, **changes))
    assert env.get_state() == state
    env.set_state(forge(env))


@each
def test_every_record_in_play_is_in_range(module: str, profile: str | None) -> None:
    rng = np.random.default_rng(0)
    for history in (0, 4):
        env = make(module, profile, history=history)
        for seed in range(12):
            env.reset(seed=seed)
            while not is_over(env):
                check_record(env.compiled, env.record, env._shoe[0])
                env.step(legal(env, rng))
            check_record(env.compiled, env.record, env._shoe[0])


def test_every_number_that_points_somewhere_has_a_range() -> None:
    unbounded = {"key", "session_key", "shoe_key", "roll_key"}
    by_themselves = {"cards", "events", "reward", "shoe_view"}
    names = set(TABLE_DTYPE.names or ())
    assert set(ranges(chemmy_v0.env().compiled)) == names - unbounded - by_themselves


@pytest.mark.parametrize(
    ("field", "value"),
    [("seat", 6), ("seat", -1), ("banker", 6), ("phase", 11), ("stage", 15), ("third", 13),
     ("position", 313), ("cards", 52), ("seen", -1), ("reward", np.nan), ("coups", 13),
     ("stake", -1), ("captain", 6), ("choices", 11), ("over", 4), ("legal", 64)],
)  # fmt: skip
def test_a_record_out_of_range_is_refused(field: str, value: float) -> None:
    env = in_play()
    record, shoe = env.record.copy(), env._shoe[0].copy()
    check_record(env.compiled, record, shoe)
    record[field] = value
    with pytest.raises(ValueError, match=field):
        check_record(env.compiled, record, shoe)


def test_a_shoe_of_no_cards_is_refused() -> None:
    env = in_play()
    shoe = env._shoe[0].copy()
    shoe[200] = 52
    with pytest.raises(ValueError, match="shoe = 52: expected 0 to 51"):
        check_record(env.compiled, env.record, shoe)


def test_a_fingerprint_is_the_tables_own() -> None:
    assert fingerprint(chemmy_v0.env().compiled) == fingerprint(chemmy_v0.env().compiled)
    assert fingerprint(chemmy_v0.env().compiled) != fingerprint(chemmy_v0.env(history=1).compiled)
