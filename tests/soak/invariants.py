"""What must hold of any table: played in a batch, by the oracle, in an environment, saved."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np

from chemmy_env.engine.loops.resample import resample_row
from chemmy_env.engine.records.fields import bounds
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import GAMES

from ..engine.against_oracle import play_chemin
from ..engine.banque_against_oracle import play_banque
from ..engine.loops.test_resample import PUBLIC
from ..engine.playing import check_row, sessions
from ..engine.punto_against_oracle import play_punto
from ..engine.test_properties import wealth
from .settings import Drawn, deal_chips

ROWS = 4
SHARE = 0.15
"""How often the checks that are dear are made."""


def start(drawn: Drawn, seed: int, rng: random.Random) -> Tables:
    """Seat a batch, now and then with the chips shared out unevenly."""
    tables = Tables(num_tables=ROWS, seed=seed, autoreset="disabled", **drawn.keywords)
    if tables.rules.game != "coup" and rng.random() < 0.4:
        tables.reset(seed=seed, options={"chips": deal_chips(drawn.compiled, rng)})
    return tables


def play_batch(drawn: Drawn, seed: int, rng: random.Random) -> tuple[int, int]:
    """Play a batch to the end, checking on the way; return its decisions and swaps."""
    tables = start(drawn, seed, rng)
    swaps = 0
    limit = 1000 + 300 * tables.rules.max_coups
    before = wealth(tables)
    for _ in sessions(tables, seed, limit, rng.choice([0.0, 0.7, 1.0])):
        check_row(tables, rng.randrange(ROWS))
        if tables.compiled.reward == "chips":
            now = wealth(tables)
            np.testing.assert_allclose(tables.rewards, now - before, atol=1e-9)
            before = now
        if rng.random() < SHARE:
            check_bounds(tables)
            swaps += swap_hidden(tables, rng)
        if rng.random() < SHARE / 5:
            check_illegal(tables, rng)
            check_clone(tables)
    for row in range(ROWS):
        check_row(tables, row)
        assert not tables.state[row]["stake"].any()
        assert tables.state[row]["bank"] == 0
    check_bounds(tables)
    return int(tables.state["decisions"].sum()), swaps


def check_bounds(tables: Tables) -> None:
    """Hold every seat's observation against its field's range."""
    low, high = bounds(tables.compiled.fields)
    for seat in range(tables.num_seats):
        seen = tables.observe(seat)
        wrong = (seen < low) | (seen > high)
        names = {field.name for field in tables.compiled.fields if wrong[:, field.slice].any()}
        assert not names, f"out of bounds for seat {seat}: {sorted(names)}"


def swap_hidden(tables: Tables, rng: random.Random) -> int:
    """Deal what a seat may not know again; it must see the same. Return the number of swaps."""
    seat = rng.randrange(tables.num_seats)
    twin = tables.clone()
    playing = np.flatnonzero(tables.state["over"] == 0)
    mask = np.zeros(tables.num_actions, np.int8)
    for row in playing:
        one = slice(row, row + 1)
        key = np.uint64(rng.getrandbits(63))
        resample_row(twin.state[one], twin.shoes[one], twin.compiled.config, seat, key, mask)
        if tables.seat[row] == seat:
            np.testing.assert_array_equal(mask, tables.action_mask[row])
        assert mask.any()
        for name in PUBLIC:
            np.testing.assert_array_equal(
                tables.state[name][row], twin.state[name][row], err_msg=name
            )
    left, right = tables.observe(seat)[playing], twin.observe(seat)[playing]
    np.testing.assert_array_equal(left, right, err_msg=f"seat {seat} sees hidden cards")
    return len(playing)


def check_illegal(tables: Tables, rng: random.Random) -> None:
    """Take an illegal action: refused with nothing changed, or the end of that session alone."""
    row = rng.randrange(ROWS)
    wrong = np.flatnonzero(tables.action_mask[row] == 0)
    if tables.state["over"][row] or len(wrong) == 0:
        return
    actions = tables.action_mask.argmax(1)
    actions[row] = rng.choice(wrong.tolist())
    twin = tables.clone()
    if tables.compiled.options.illegal == "raise":
        try:
            twin.step(actions)
        except ValueError:
            assert twin.state.tobytes() == tables.state.tobytes()
        else:
            raise AssertionError(f"illegal action {actions[row]} was taken")
    else:
        twin.step(actions)
        assert twin.terminated[row], f"illegal action {actions[row]} did not end the session"


def check_clone(tables: Tables) -> None:
    """Let two copies play on: the same, and apart from the original."""
    kept = tables.state.tobytes()
    first, second = tables.clone(), tables.clone()
    for _ in range(5):
        for twin in (first, second):
            twin.step(twin.action_mask.argmax(1))
    assert first.state.tobytes() == second.state.tobytes()
    assert tables.state.tobytes() == kept


def play_environment(drawn: Drawn, seed: int, rng: random.Random) -> int:
    """Play one session in an environment and in a batch, saved and restored on the way.

    Returns:
        How often it was restored.
    """
    keywords = {name: value for name, value in drawn.keywords.items() if name != "game"}
    module = importlib.import_module(f"chemmy_env.{GAMES[drawn.compiled.rules.game].module}")
    env, other = module.env(**keywords), module.env(**keywords)
    tables = Tables(seeds=[seed], autoreset="disabled", **drawn.keywords)
    env.reset(seed=seed)
    other.reset(seed=seed + 1)
    restored = 0
    while not env.over:
        agent = env.agent_selection
        assert agent == env.possible_agents[int(tables.seat[0])]
        seen = env.observe(agent)
        np.testing.assert_array_equal(seen["observation"], tables.observation[0])
        np.testing.assert_array_equal(seen["action_mask"], tables.action_mask[0])
        if rng.random() < 0.1:
            env, other = restore(env, other, rng)
            restored += 1
        action = rng.choice(env.legal_actions(agent))
        env.step(action)
        tables.step(np.array([action]))
    assert tables.terminated[0] or tables.truncated[0]
    return restored


def restore(env: Any, other: Any, rng: random.Random) -> tuple[Any, Any]:
    """Move a session to another environment; a flipped bit of it is refused.

    Returns:
        The environment that goes on with the session, and the one it was in.
    """
    state = env.get_state()
    flipped = bytearray(state)
    flipped[rng.randrange(len(state))] ^= 1 << rng.randrange(8)
    before = other.get_state()
    try:
        other.set_state(bytes(flipped))
    except ValueError:
        assert other.get_state() == before
    else:
        raise AssertionError("a saved session with a flipped bit was accepted")
    other.set_state(state)
    assert other.get_state() == state
    return other, env


def play_oracle(game: str, profile: str, drawn: dict[str, Any], rng: random.Random) -> int:
    """Play one session beside the oracle; return the decisions compared."""
    seed = rng.getrandbits(32)
    if game == "chemmy":
        moods = {"greed": rng.choice([0.0, 0.3, 0.6]), "shy": rng.choice([0.0, 0.3])}
        return play_chemin(profile, seed, **moods, **drawn)
    if game == "banque":
        stakes = rng.choice(["chips", "levels"])
        return play_banque(profile, seed, stakes, rng.choice([0.3, 0.8, 1.0]), **drawn)
    return play_punto(profile, seed, greed=rng.choice([0.2, 0.9]), **drawn)
