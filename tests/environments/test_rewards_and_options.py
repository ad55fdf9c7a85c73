"""Rewards, ends, encodings and laid-out tables of the chemin de fer environment, as api.md says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chemmy_env import chemmy_v0
from chemmy_env.rules import PROFILES, get_rules

from .cases import is_over, play_to_the_end

CHEMIN = tuple(PROFILES["chemmy"])


@pytest.mark.parametrize("profile", CHEMIN)
def test_the_reward_is_the_profiles_aim_unless_asked_for(profile: str) -> None:
    aim = "placement" if profile == "home" else "chips"
    assert chemmy_v0.env(profile=profile).compiled.reward == aim
    assert chemmy_v0.env(profile=profile, reward="placement").compiled.reward == "placement"


@pytest.mark.parametrize("profile", CHEMIN)
def test_chips_sum_to_minus_what_leaves_the_table(profile: str) -> None:
    options = {"bystanders": 6} if profile == "club" else {}
    env = chemmy_v0.env(profile=profile, reward="chips", commission="0.05", **options)
    rng = np.random.default_rng(0)
    for seed in range(6):
        env.reset(seed=seed)
        total = 0.0
        while not is_over(env):
            env.step(int(rng.choice(env.legal_actions(env.agent_selection))))
            total += sum(env.rewards.values())
        left = env._table[0]["commission"] + env._table[0]["outside"]
        assert total == pytest.approx(-left / 10_000, abs=1e-9)


@pytest.mark.parametrize("profile", CHEMIN)
def test_placement_comes_at_the_end_and_sums_to_nothing(profile: str) -> None:
    env = chemmy_v0.env(profile=profile, reward="placement")
    rng = np.random.default_rng(0)
    for seed in range(6):
        env.reset(seed=seed)
        while not is_over(env):
            assert not any(env.rewards.values())
            env.step(int(rng.choice(env.legal_actions(env.agent_selection))))
        balances = env._table[0]["balance"][:6]
        winners = balances == balances.max()
        expected = winners / winners.sum() - 1 / 6
        assert list(env.rewards.values()) == pytest.approx(expected.tolist())
        assert all(env.terminations.values())  # Over by its rules: a place is decided.


@pytest.mark.parametrize("profile", CHEMIN)
def test_terminated_by_the_rules_or_truncated_by_max_coups(profile: str) -> None:
    env = chemmy_v0.env(profile=profile, max_coups=1)
    env.reset(seed=1, options={"shoe": [9, 0, 0, 0]})
    env.step(4)
    env.step(3)
    assert is_over(env)
    assert all(env.truncations.values()) == (profile != "home")
    assert all(env.terminations.values()) == (profile == "home")
    env.reset()
    env.step(4)
    while not is_over(env):
        env.step(2)
    # R-H15: nobody staked, which ends a session at home; elsewhere the empty coup counts.
    assert all(env.truncations.values()) == (profile != "home")
    assert all(env.terminations.values()) == (profile == "home")


def test_actions_keep_their_meaning() -> None:
    names = ["STAND", "DRAW", "PASS", "BANCO", "LEAST", "EIGHTH", "QUARTER", "HALF",
             "THREE_QUARTERS", "ALL", "LEAVE"]  # fmt: skip
    assert [action.name for action in sorted(chemmy_v0.Action)] == names
    assert list(chemmy_v0.Action) == list(range(11))
    assert chemmy_v0.env().action_space("player_0").n == 10
    assert chemmy_v0.env(leaving=True).action_space("player_0").n == 11


@pytest.mark.parametrize(
    ("most", "banks"),
    [
        (100, [2, 14, 26, 51, 75, 100]),
        (2, [2]),
        (4, [2, 3, 4]),  # A level that repeats a lower one is masked out.
    ],
)
def test_levels_run_from_the_least_to_the_most(most: int, banks: list[int]) -> None:
    opened = []
    for action in range(4, 10):
        env = chemmy_v0.env(num_players=3)
        env.reset(seed=0, options={"chips": [most, 50, 50], "first_banker": 0})
        if action in env.legal_actions("player_0"):
            env.step(action)
            opened.append(int(env._table[0]["bank"]) // 10_000)
    assert opened == banks


def test_every_chip_has_an_action() -> None:
    env = chemmy_v0.env(num_players=3, stakes="chips")
    env.reset(seed=0, options={"chips": [7, 50, 50], "first_banker": 0})
    assert env.legal_actions("player_0") == [3 + chips for chips in range(2, 8)]
    env.step(8)
    assert env._table[0]["bank"] == 5 * 10_000


def test_a_whole_table_is_laid_out() -> None:
    env = chemmy_v0.env(num_players=3, forced_moves="ask")
    env.reset(seed=0, options={"shoe": ["5H", "KS", "AC", "9D", "TS"], "first_banker": 2,
                               "chips": [30, 200, 70]})  # fmt: skip
    assert env.agent_selection == "player_2"
    env.step(9)
    env.step(3)  # player_1: the only one with 70.
    assert env.agent_selection == "player_1"
    assert env._table[0]["cards"][0, :2].tolist() == [13 + 4, 39]
    env.step(1)
    assert env.rewards == dict.fromkeys(env.agents, 0.0)  # A placement is for the end.
    assert env._table[0]["balance"][:3].tolist() == [300_000, 1_300_000, 1_400_000]


def test_rules_objects_and_overrides() -> None:
    rules = get_rules("salon", decks=2)
    env = chemmy_v0.env(profile=rules, max_bank=20)
    assert env.compiled.rules == rules.replace(max_bank=20)
    assert env.compiled.rules.decks == 2


@pytest.mark.parametrize("forced", ["skip", "ask"])
def test_forced_moves(forced: str) -> None:
    env = chemmy_v0.env(num_players=3, forced_moves=forced, max_coups=1)
    env.reset(seed=0, options={"shoe": [0, 3, 0, 4, 5], "first_banker": 0})
    for action in (4, 3):
        env.step(action)
    asked: list[Any] = []
    while not is_over(env):
        asked.append((env.agent_selection, env.legal_actions(env.agent_selection)))
        env.step(asked[-1][1][0])
    assert asked == ([] if forced == "skip" else [("player_1", [1]), ("player_0", [0])])


@pytest.mark.parametrize("profile", CHEMIN)
def test_the_state_tells_all_cards_and_who_acts(profile: str) -> None:
    env = chemmy_v0.env(profile=profile, forced_moves="ask")
    env.reset(seed=0, options={"shoe": [5, 1, 0, 2, 9]})
    env.step(9)
    while env._table[0]["phase"] < 8:
        env.step(3 if 3 in env.legal_actions(env.agent_selection) else 2)
    size = env.compiled.observation_size
    state = env.state()
    assert np.rint(state[size : size + 9] * 10 - 1).tolist() == [5, 0, -1, -1, -1, -1, 1, 2, -1]
    assert state[size + 9 :].argmax() == env.possible_agents.index(env.agent_selection)
    play_to_the_end(env, np.random.default_rng(0))
    assert not env.state()[size + 9 :].any()
