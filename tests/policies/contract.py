"""What every policy keeps to: one test class that each policy's own tests inherit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chemmy_env.engine.tables import Tables
from chemmy_env.policies import BuiltIn, KeyedRolls, Player, make

TABLES: dict[str, dict[str, Any]] = {
    "home": {},
    "one chip an action": {"stakes": "chips", "num_players": 4, "history": 3},
    "club with misplay": {"profile": "club", "misplay": "liable"},
    "ouverte": {"game": "banque"},
    "mini": {"game": "punto_banco", "profile": "mini", "num_players": 3},
}


def same_state(left: Tables, right: Tables) -> bool:
    """Compare two batches field by field (records have padding)."""
    names = left.state.dtype.names or ()
    return all(np.array_equal(left.state[name], right.state[name]) for name in names)


class PolicyContract:
    """Inherit this and set `policy`."""

    policy: Player

    @pytest.fixture(params=TABLES)
    def tables(self, request: pytest.FixtureRequest) -> Tables:
        return Tables(num_tables=16, seed=5, **TABLES[request.param])

    @pytest.fixture
    def player(self, tables: Tables) -> Player:
        return make(self.policy, tables)

    def choose(self, player: Player, tables: Tables) -> Any:
        rolls = KeyedRolls(tables.rolls())
        return player.act_batch(tables.observation, tables.action_mask, rolls)

    def test_plays_legal_actions_of_the_promised_type(self, tables, player):
        for _ in range(200):
            actions = self.choose(player, tables)
            assert actions.shape == (16,)
            assert actions.dtype == np.int64
            assert tables.action_mask[np.arange(16), actions].all()
            tables.step(actions)

    def test_is_deterministic_by_seed(self, tables, player):
        for _ in range(20):
            seen = tables.observation, tables.action_mask
            actions = player.act_batch(*seen, np.random.default_rng(7))
            np.testing.assert_array_equal(
                actions, player.act_batch(*seen, np.random.default_rng(7))
            )
            tables.step(actions)

    def test_leaves_its_arguments_alone(self, tables, player):
        seen = tables.observation.copy(), tables.action_mask.copy()
        self.choose(player, tables)
        np.testing.assert_array_equal(seen[0], tables.observation)
        np.testing.assert_array_equal(seen[1], tables.action_mask)

    def test_a_row_is_played_alike_in_any_batch(self, tables, player):
        for _ in range(20):
            actions = self.choose(player, tables)
            rolls = tables.rolls()
            for row in range(0, 16, 5):
                seen = tables.observation[row], tables.action_mask[row]
                observation = {"observation": seen[0], "action_mask": seen[1]}
                alone = KeyedRolls(rolls[row : row + 1])
                assert player.act(observation, rng=alone) == actions[row]
            tables.step(actions)


class BuiltInContract(PolicyContract):
    """What a policy keeps to if compiled loops can play it as well."""

    policy: BuiltIn

    def test_plays_the_same_inside_the_loop_and_outside(self, tables, player):
        inside = tables.clone()
        inside.rollout(self.policy, 300)
        for _ in range(300):
            tables.step(self.choose(player, tables))
        assert same_state(tables, inside)

    def test_refuses_the_rows_of_another_table(self, tables, player):
        with pytest.raises(ValueError, match="observation and action_mask of shapes"):
            player.act_batch(tables.observation[:, :3], tables.action_mask[:3], np.random)

    def test_names_its_parameters_when_given_another(self):
        with pytest.raises(ValueError, match="'colour' is no parameter"):
            self.policy(colour=1)
