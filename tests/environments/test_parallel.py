"""Punto Banco's parallel environment: the AEC table with all bets named at once."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from chemmy_env import punto_banco_v0


@pytest.mark.parametrize("players", [1, 5, 12])
def test_parallel_api(players: int) -> None:
    parallel_api_test(punto_banco_v0.parallel_env(num_players=players), num_cycles=200)


def test_same_bets_same_session_as_in_turn() -> None:
    rng = np.random.default_rng(0)
    together = punto_banco_v0.parallel_env(num_players=4, max_coups=30)
    in_turn = punto_banco_v0.env(num_players=4, max_coups=30)
    seen, _ = together.reset(seed=5)
    in_turn.reset(seed=5)
    sums = dict.fromkeys(together.possible_agents, 0.0)
    while together.agents:
        bets = {
            agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
            for agent in together.agents
        }
        seen, rewards, *_ = together.step(bets)
        expected = dict.fromkeys(in_turn.possible_agents, 0.0)
        for agent, bet in bets.items():
            if not in_turn.over and in_turn.agent_selection == agent:
                in_turn.step(bet)
                for other, reward in in_turn.rewards.items():
                    expected[other] += reward
        assert rewards == expected
        for agent, reward in rewards.items():
            sums[agent] += reward
    assert in_turn.over
    balances = in_turn.record["balance"][:4] / 10_000 - 100
    assert list(sums.values()) == pytest.approx(balances.tolist())


def test_nobody_sees_the_others_bets_of_the_round() -> None:
    env = punto_banco_v0.parallel_env(num_players=3)
    seen, _ = env.reset(seed=1)
    stakes = next(field.slice for field in env.table.compiled.fields if field.name == "stake")
    for agent in env.agents:
        assert not seen[agent]["observation"][stakes].any()
        assert seen[agent]["action_mask"].sum() == 13


def test_who_cannot_stake_may_only_pass_and_is_not_needed() -> None:
    env = punto_banco_v0.parallel_env(num_players=2)
    seen, _ = env.reset(seed=1, options={"chips": [100, 4]})
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [2]
    env.step({"player_0": punto_banco_v0.Action.PASS})
    assert env.table.coups == 1


def test_bad_input_changes_nothing() -> None:
    env = punto_banco_v0.parallel_env(num_players=2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="expected one for 'player_1' too"):
        env.step({"player_0": 2})
    with pytest.raises(ValueError, match="action of player_1 = 0: expected one of"):
        env.step({"player_0": 4, "player_1": 0})
    assert env.table.coups == 0
    assert env.table.record["stake"][0] == 0
