"""Bad input: a clear error that names the value and what is allowed, and nothing half done."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import chemmy_env
from chemmy_env import chemmy_v0
from chemmy_env.engine.tables import Tables

SETTINGS: list[tuple[dict[str, Any], str]] = [
    (
        {"profile": "casino"},
        "profile = 'casino': expected one of home, practice, salon, club",
    ),
    ({"profile": "punto"}, "profile = 'punto': expected one of home, practice, salon, club"),
    ({"profile": 3}, "profile = 3: expected one of home, practice, salon, club"),
    ({"num_players": 2}, "num_players = 2: expected a whole number from 3 to 12"),
    ({"num_players": 13}, "num_players = 13: expected a whole number from 3 to 12"),
    ({"num_players": 6.0}, "num_players = 6.0: expected a whole number"),
    ({"num_players": True}, "num_players = True: expected a whole number"),
    ({"stakes": "coins"}, "stakes = 'coins': expected one of ('levels', 'chips')"),
    ({"forced_moves": None}, "forced_moves = None: expected one of ('skip', 'ask')"),
    ({"reward": "glory"}, "reward = 'glory': expected one of ('chips', 'placement'"),
    ({"illegal": "forgive"}, "illegal = 'forgive': expected one of ('terminate', 'raise')"),
    ({"history": 33}, "history = 33: expected a whole number from 0 to 32"),
    ({"history": -1}, "history = -1: expected"),
    ({"history": True}, "history = True: expected"),
    ({"render_mode": "oil"}, "render_mode = 'oil': expected None or one of ('ansi', 'human'"),
    ({"colour": 1}, "unexpected keyword argument 'colour': the settings are stakes, forced"),
    ({"decks": 0}, "decks = 0: expected a whole number from 1"),
    ({"decks": 1.5}, "decks = 1.5: expected a whole number from 1"),
    ({"decks": "6"}, "decks = '6': expected"),
    ({"max_coups": 0}, "max_coups = 0: expected a whole number from 1"),
    ({"max_coups": 53}, "max_coups = 53: expected at most 52 with decks = 6"),
    ({"max_bank": 1}, "max_bank = 1: expected a whole number from 2"),
    ({"starting_chips": 1}, "starting_chips = 1: expected a whole number from 2"),
    ({"commission": "5%"}, "commission = '5%': expected a multiple of 1/10,000"),
    ({"banco_first": 6}, "banco_first = 6: expected None or a seat from 0 to 5"),
    ({"bystanders": -1}, "bystanders = -1: expected a whole number from 0"),
    ({"misplay": "tolerated"}, "misplay = 'tolerated': expected one of"),
    ({"strict_five": 1}, "strict_five = 1: expected a bool"),
    ({"punter_one": "SSS"}, "'SSS': expected 8 letters"),
]


@pytest.mark.parametrize(("settings", "message"), SETTINGS)
def test_impossible_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        chemmy_v0.env(**settings)
    if "render_mode" not in settings:
        with pytest.raises(ValueError, match=re.escape(message)):
            Tables(**settings)


RESETS: list[tuple[dict[str, Any], str]] = [
    ({"seed": -1}, "seed = -1: expected a whole number in [0, 2**63)"),
    ({"seed": 2**63}, f"seed = {2**63}: expected"),
    ({"seed": 1.0}, "seed = 1.0: expected"),
    ({"seed": "1"}, "seed = '1': expected"),
    ({"seed": True}, "seed = True: expected"),
    ({"options": {"shoe": "9H"}}, "shoe = '9H': expected a sequence of cards"),
    ({"options": {"shoe": 9}}, "shoe = 9: expected a sequence of cards"),
    ({"options": {"shoe": []}}, "shoe of 0 cards: expected 1 to 312"),
    ({"options": {"shoe": [1] * 313}}, "shoe of 313 cards: expected 1 to 312"),
    ({"options": {"shoe": [1, 10]}}, "shoe[1] = 10: expected a value 0-9"),
    ({"options": {"shoe": [-1]}}, "shoe[0] = -1: expected a value 0-9"),
    ({"options": {"shoe": [True]}}, "shoe[0] = True: expected a value 0-9"),
    ({"options": {"shoe": [1.0]}}, "shoe[0] = 1.0: expected a value 0-9"),
    ({"options": {"shoe": ["1H"]}}, "shoe[0] = '1H': expected a card such as '9H'"),
    ({"options": {"shoe": ["9X"]}}, "shoe[0] = '9X': expected a card such as '9H'"),
    ({"options": {"shoe": [9] * 25}}, "shoe[24] = 9: 6 packs do not hold that many"),
    ({"options": {"shoe": ["9H"] * 7}}, "shoe[6] = '9H': 6 packs do not hold that many"),
    ({"options": {"first_banker": 6}}, "first_banker = 6: expected a seat from 0 to 5"),
    ({"options": {"first_banker": -1}}, "first_banker = -1: expected a seat"),
    ({"options": {"first_banker": 1.0}}, "first_banker = 1.0: expected a seat"),
    ({"options": {"first_banker": True}}, "first_banker = True: expected a seat"),
    (
        {"options": {"first_banker": 1, "chips": [100, 1, 100, 100, 100, 100]}},
        "first_banker = 1 has 1 chips: expected a seat with at least 2",
    ),
    ({"options": {"chips": [100] * 5}}, "expected 6 whole numbers from 0, together at most 600"),
    ({"options": {"chips": [100] * 5 + [101]}}, "together at most 600"),
    ({"options": {"chips": [100] * 5 + [-1]}}, "expected 6 whole numbers from 0"),
    ({"options": {"chips": [99.5] * 6}}, "chips = [99.5"),
    ({"options": {"chips": 100}}, "chips = 100: expected 6 whole numbers"),
    ({"options": {"chips": "rich"}}, "chips = 'rich': expected 6 whole numbers"),
    ({"options": {"chips": [2**62] * 4 + [100] * 2}}, "together at most 600"),
    ({"options": "shoe"}, "options = 'shoe': expected None or a mapping"),
    ({"options": 0}, "options = 0: expected None or a mapping"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), RESETS)
def test_an_impossible_reset_changes_nothing(arguments: dict[str, Any], message: str) -> None:
    env, tables = chemmy_v0.env(), Tables(num_tables=2)
    env.reset(seed=3)
    env.step(4)
    tables.step(np.array([4, 4]))
    state, kept = env.get_state(), tables.state.tobytes()
    for table in (env, tables):
        with pytest.raises(ValueError, match=re.escape(message)):
            table.reset(**arguments)
    assert env.get_state() == state
    assert tables.state.tobytes() == kept


ACTIONS: list[tuple[Any, type[Exception], str]] = [
    (None, TypeError, "action = None: expected a whole number from 0 to 9"),
    (1.0, TypeError, "action = 1.0: expected a whole number from 0 to 9"),
    ("4", TypeError, "action = '4': expected a whole number"),
    ([4], TypeError, "action = [4]: expected a whole number"),
    (np.array([4, 4]), TypeError, "expected a whole number"),
    (True, TypeError, "action = True: expected a whole number from 0 to 9"),
    (np.True_, TypeError, "expected a whole number from 0 to 9"),
    (-1, ValueError, "action = -1: expected a whole number from 0 to 9"),
    (2**70, ValueError, f"action = {2**70}: expected a whole number from 0 to 9"),
    (np.uint64(2**63), ValueError, "expected a whole number from 0 to 9"),
    (10, ValueError, "action = 10: expected a whole number from 0 to 9"),
    (np.int64(2**40), ValueError, "expected a whole number from 0 to 9"),
]


@pytest.mark.parametrize(("action", "error", "message"), ACTIONS)
@pytest.mark.parametrize("illegal", ["terminate", "raise"])
def test_what_is_no_action_changes_nothing(
    illegal: str, action: Any, error: type[Exception], message: str
) -> None:
    env = chemmy_v0.env(illegal=illegal)
    env.reset(seed=3)
    env.step(4)
    state = env.get_state()
    with pytest.raises(error, match=re.escape(message)):
        env.step(action)
    assert env.get_state() == state


@pytest.mark.parametrize("agent", ["player_6", "Player_0", 0, None, ["player_0"]])
def test_unknown_agents(agent: Any) -> None:
    env = chemmy_v0.env()
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    for ask in (
        env.observe,
        env.observation_space,
        env.action_space,
        env.legal_actions,
        lambda one: env.resample(one, rng),
    ):
        with pytest.raises(ValueError, match=r"agent = .*: expected one of \['player_0', "):
            ask(agent)


def test_before_the_first_reset() -> None:
    env = chemmy_v0.env()
    for ask in (lambda: env.step(4), env.last, env.get_state):
        with pytest.raises(RuntimeError, match=r"call reset\(\)"):
            ask()


def test_after_the_end() -> None:
    env = chemmy_v0.env()
    env.reset(seed=3)
    env.step(4)
    while env.agents:
        env.step(None if env.terminations[env.agent_selection] else 2)
    for ask in (lambda: env.step(2), lambda: env.step(None), env.last):
        with pytest.raises(RuntimeError, match=r"all agents are gone: call reset\(\)"):
            ask()


def test_states_that_are_none() -> None:
    env = chemmy_v0.env()
    env.reset(seed=3)
    other = chemmy_v0.env(num_players=5)
    other.reset(seed=3)
    rules = chemmy_v0.env(max_bank=20)
    rules.reset(seed=3)
    state = env.get_state()
    wrong: list[tuple[Any, str]] = [
        (b"", "state b''...: expected bytes from get_state()"),
        (b"junk\nmore", "expected bytes from get_state()"),
        (b"{}\n", "expected bytes from get_state()"),
        ("text", "state of type str: expected bytes from get_state()"),
        (None, "state of type NoneType: expected bytes from get_state()"),
        (state.replace(b"session 2", b"session 9"), "expected bytes from get_state()"),
        (state[:-1], "expected all of what get_state() returned, unaltered"),
        (state + b"x", "expected all of what get_state() returned, unaltered"),
        (other.get_state(), "a table with the same rules, seats and options"),
        (rules.get_state(), "a table with the same rules, seats and options"),
    ]
    env.step(4)
    now = env.get_state()
    for bad, message in wrong:
        with pytest.raises(ValueError, match=re.escape(message)):
            env.set_state(bad)
        assert env.get_state() == now
    env.set_state(state)
    assert env.get_state() == state


BATCHES: list[tuple[dict[str, Any], str]] = [
    (
        {"game": "poker"},
        "profile = 'poker': expected chemmy: home, practice, salon, club; punto",
    ),
    ({"num_tables": 0}, "num_tables = 0: expected a whole number from 1"),
    ({"num_tables": 2.0}, "num_tables = 2.0: expected a whole number from 1"),
    ({"threads": 0}, "threads = 0: expected a whole number from 1"),
    ({"autoreset": "later"}, "autoreset = 'later': expected one of"),
    ({"seed": -1}, "seed = -1: expected"),
    ({"num_tables": 2, "seeds": [1]}, "seeds of shape (1,): expected (2,), one a row"),
    ({"num_tables": 2, "seeds": [1, -1]}, "seed = -1: expected"),
]


@pytest.mark.parametrize(("settings", "message"), BATCHES)
def test_impossible_batches(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Tables(**settings)


@pytest.mark.parametrize(
    "actions", [[4], [4, 4, 4], [4.0, 4.0], [[4, 4]], ["4", "4"], [True, True], 4]
)
def test_actions_of_another_shape_or_type_change_nothing(actions: Any) -> None:
    tables = Tables(num_tables=2)
    kept = tables.state.tobytes()
    with pytest.raises(ValueError, match=r"expected \(2,\) integers"):
        tables.step(actions)
    assert tables.state.tobytes() == kept


def test_options_are_a_mapping_or_one_for_each_row() -> None:
    env, tables = chemmy_v0.env(), Tables(num_tables=2)
    for wrong in ([], ["shoe"], [("shoe", [1])]):
        with pytest.raises(ValueError, match=re.escape(f"options = {wrong!r}: expected None or a")):
            env.reset(options=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 options: expected one, or 2, one a row"):
        tables.reset(options=[{}])
    with pytest.raises(ValueError, match="options = 'x': expected None or a mapping"):
        tables.reset(options=[{}, "x"])  # type: ignore[list-item]


@pytest.mark.parametrize("steps", [-5, 1.5, "3", True, None])
def test_a_rollout_is_a_whole_number_of_steps(steps: Any) -> None:
    tables = Tables(num_tables=2)
    kept = tables.state.tobytes()
    with pytest.raises(ValueError, match=re.escape(f"steps = {steps!r}: expected a whole number")):
        tables.rollout(chemmy_env.policies.random, steps)
    assert tables.state.tobytes() == kept


@pytest.mark.parametrize("seats", [[0, 6], -1, [0, -1], 1.5, [0.0, 1.0], True, "0", [0, 1, 2]])
def test_unknown_seats(seats: Any) -> None:
    with pytest.raises(ValueError, match="expected seats from 0 to 5"):
        Tables(num_tables=2).observe(seats)


def test_rollouts_want_built_in_policies_one_a_seat() -> None:
    tables = Tables(num_tables=2)
    book = chemmy_env.policies.book
    with pytest.raises(ValueError, match="3 policies: expected one, or 6"):
        tables.rollout([book] * 3, 10)
    with pytest.raises(ValueError, match="is not built in"):
        tables.rollout(object(), 10)


@pytest.mark.parametrize(("seed", "row"), [(-1, 0), (0, -1), (2**63, 0), (1.5, 0)])
def test_row_seeds(seed: Any, row: int) -> None:
    with pytest.raises(ValueError, match=r"(seed|row) = .*: expected a whole number"):
        chemmy_env.row_seed(seed, row)


def test_observation_fields_and_unknown_names() -> None:
    with pytest.raises(ValueError, match="profile = 'x': expected one of"):
        chemmy_env.observation_fields("chemmy", "x")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = chemmy_env.nothing
    with pytest.raises(AttributeError):
        _ = Tables().nothing
