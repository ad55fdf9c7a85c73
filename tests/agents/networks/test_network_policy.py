"""Frozen networks play as the networks they were taken from, alone and joined."""

import pickle

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from agents.networks.network_policy import NetworkPolicy
from agents.networks.sb3_policy import LearnedPolicy
from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import KeyedRolls
from chemmy_env.sb3 import Mix, SeatVecEnv
from experiments.training.mix import freeze
from tests.adapters.helpers import pick
from tests.policies.contract import PolicyContract


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def model(seed, hidden=(16, 8), activation=torch.nn.ReLU):
    """Return an untrained network for the home table, with weights that make it opinionated."""
    env = SeatVecEnv(2, seed=1)
    policy = MaskablePPO(
        "MlpPolicy", env, seed=seed, device="cpu", n_steps=8,
        policy_kwargs={"net_arch": list(hidden), "activation_fn": activation},
    ).policy  # fmt: skip
    with torch.no_grad():
        policy.action_net.weight *= 100
    return policy


def questions(rows):
    """Return what a learner sees at a table, with its masks and keyed numbers."""
    env = SeatVecEnv(rows, opponents="random", seat="random", seed=6)
    env.reset()
    for _ in range(5):
        observation, *_ = env.step(pick(env.action_masks(), np.full(rows, 0.3)))
    rolls = np.random.default_rng(2).random(rows)
    return observation.copy(), env.action_masks().copy(), rolls


class TestFrozen(PolicyContract):
    @pytest.fixture
    def tables(self):
        return Tables(num_tables=16, seed=5)

    @pytest.fixture
    def player(self):
        return freeze(model(1), "self")


def test_a_frozen_network_plays_like_the_one_it_was_taken_from():
    network = model(1)
    frozen, live = freeze(network, "self"), LearnedPolicy(network, deterministic=False)
    observation, mask, rolls = questions(300)
    expected = live.act_batch(observation, mask, KeyedRolls(rolls))
    actions = frozen.act_batch(observation, mask, KeyedRolls(rolls))
    np.testing.assert_array_equal(actions, expected)
    assert len(np.unique(actions)) > 3
    with torch.no_grad():
        for one in network.parameters():
            one.zero_()
    np.testing.assert_array_equal(frozen.act_batch(observation, mask, KeyedRolls(rolls)), actions)


def test_other_layers_are_not_frozen():
    with pytest.raises(ValueError, match=r"layers joined by \['Tanh'\]: expected 'ReLU' alone"):
        freeze(model(1, activation=torch.nn.Tanh), "self")


@pytest.mark.parametrize("deterministic", [True, False])
def test_joined_networks_answer_as_each_would(deterministic):
    policies = [
        NetworkPolicy(freeze(model(seed), "self").weights, deterministic=deterministic)
        for seed in (1, 2, 3)
    ]
    observation, mask, rolls = questions(300)
    which = np.random.default_rng(3).choice([0, 2], size=300)  # One of them is not asked.
    joined = NetworkPolicy.join(policies)
    actions = joined.act_batch(which, observation, mask, KeyedRolls(rolls))
    for place in (0, 2):
        rows = which == place
        given = observation[rows], mask[rows], KeyedRolls(rolls[rows])
        np.testing.assert_array_equal(actions[rows], policies[place].act_batch(*given))
    others = joined.act_batch(2 - which, observation, mask, KeyedRolls(rolls))
    assert (others != actions).any()


def test_networks_of_another_shape_or_manner_are_no_kin():
    weights = freeze(model(1), "self").weights
    kinds = {
        NetworkPolicy(weights, deterministic=False).kind,
        NetworkPolicy(weights, deterministic=True).kind,
        freeze(model(1, hidden=(16,)), "self").kind,
    }
    assert len(kinds) == 3


def test_a_table_of_joined_networks_plays_like_one_of_single_ones():
    class Loner:
        """A network that is asked by itself; it has a kind, but cannot be joined."""

        kind = "loner"

        def __init__(self, policy):
            self.act_batch = policy.act_batch

    networks = [freeze(model(1), "one"), freeze(model(2), "two"), freeze(model(3, (8,)), "three")]
    joined = SeatLoop(32, Mix(networks, per_seat=True), "random", seed=5)
    single = SeatLoop(32, Mix([Loner(one) for one in networks], per_seat=True), "random", seed=5)
    assert [len(team.members) for team in joined._resolved.teams] == [2, 1]
    assert [len(team.members) for team in single._resolved.teams] == [1, 1, 1]
    rng = np.random.default_rng(0)
    for step in range(60):
        if step == 30:
            joined = pickle.loads(pickle.dumps(joined))
        np.testing.assert_array_equal(joined.observation, single.observation)
        actions = pick(joined.action_mask, rng.random(32))
        joined.step(actions)
        single.step(actions)
        np.testing.assert_array_equal(joined.reward, single.reward)
