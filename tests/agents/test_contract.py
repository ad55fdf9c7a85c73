"""Every agent of the registry keeps to the contract of policies."""

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import DQN

from agents.baselines import YARDSTICKS
from agents.networks import checkpoint
from agents.networks.sb3_policy import LearnedPolicy
from agents.registry import MODELS, NAMES, make_agent, needs_torch
from chemmy_env import policies
from chemmy_env.engine.tables import Tables, make_table
from chemmy_env.sb3 import SeatVecEnv
from tests.policies.contract import TABLES, PolicyContract

NAMED = ["random", "book", "book:stake=10,bank=50"]
YARDSTICK_NAMES = [one.name for one in YARDSTICKS]


def untrained(algorithm, settings, **kw):
    """Return a small model with random weights for a table."""
    env = SeatVecEnv(2, seed=1, **settings)
    return algorithm("MlpPolicy", env, seed=3, device="cpu", policy_kwargs={"net_arch": [16]}, **kw)


class TestNamedAgents(PolicyContract):
    @pytest.fixture(params=NAMED)
    def player(self, request, tables):
        return make_agent(request.param, tables.compiled)


class TestYardsticks(PolicyContract):
    @pytest.fixture(params=[name for name, table in TABLES.items() if "game" not in table])
    def tables(self, request):
        return Tables(num_tables=16, seed=5, **TABLES[request.param])

    @pytest.fixture(params=YARDSTICK_NAMES)
    def player(self, request, tables):
        return make_agent(request.param, tables.compiled)


class TestLearned(PolicyContract):
    @pytest.fixture(params=["learned", "sampled"])
    def player(self, request, tables, tmp_path):
        table = next(
            settings
            for settings in TABLES.values()
            if make_table(**settings).fields == tables.compiled.fields
        )
        path = tmp_path / "model.zip"
        checkpoint.save(untrained(MaskablePPO, table, n_steps=8), path, tables.compiled)
        return make_agent(f"{request.param}:{path}", tables.compiled)


class TestShipped(PolicyContract):
    @pytest.fixture
    def tables(self):
        return Tables(num_tables=16, seed=5)

    @pytest.fixture(params=MODELS)
    def player(self, request, tables):
        return make_agent(request.param, tables.compiled)


class TestActionValues(PolicyContract):
    @pytest.fixture
    def player(self, tables):
        table = next(
            settings
            for settings in TABLES.values()
            if make_table(**settings).fields == tables.compiled.fields
        )
        return LearnedPolicy(untrained(DQN, table, buffer_size=10).policy)


def test_the_names_are_all_tried():
    kinds = {name.partition(":")[0] for name in NAMED + YARDSTICK_NAMES} | {"learned", "sampled"}
    kinds |= policies.BY_NAME.keys()  # Built-in ones have contract tests of their own.
    kinds |= MODELS.keys()
    assert kinds == {name.partition(":")[0] for name in NAMES}


def test_networks_need_torch_and_the_others_do_not():
    networks = ["learned:runs/model.zip", "sampled:model.npz", *MODELS]
    assert all(map(needs_torch, networks))
    assert not any(map(needs_torch, [*NAMED, *YARDSTICK_NAMES, "equilibrium:shoe_aware=1"]))


def test_sampled_draws_by_its_chances():
    table = make_table()
    policy = LearnedPolicy(untrained(MaskablePPO, {}, n_steps=8).policy, deterministic=False)
    observation = np.repeat(np.random.default_rng(0).random((1, table.observation_size)), 4000, 0)
    mask = np.repeat(np.array([[0, 1, 1, 0, 1, 1, 0, 0, 0, 1]], np.int8), 4000, 0)
    chances = policy.chances(observation[:1], mask[:1])[0]
    assert chances[mask[0] == 0].sum() == 0
    actions = policy.act_batch(observation, mask, np.random.default_rng(1))
    counts = np.bincount(actions, minlength=10) / 4000
    np.testing.assert_allclose(counts, chances, atol=4 * 0.5 / 4000**0.5)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bok", "agent = 'bok': expected one of random, book"),
        ("learned:", "agent = 'learned:': expected one of"),
        ("learned:/no/such.zip", "there is no such file"),
        ("book:stake=many", "expected numbers after 'book'"),
        ("book:steak=3", "'steak' is no parameter of 'book'"),
    ],
)
def test_unknown_agents_are_errors(name, message):
    with pytest.raises(ValueError, match=message):
        make_agent(name, make_table())


def test_action_values_cannot_be_sampled():
    policy = untrained(DQN, {}, buffer_size=10).policy
    with pytest.raises(ValueError, match="DQNPolicy can only be played deterministic"):
        LearnedPolicy(policy, deterministic=False)


def test_an_agent_that_counts_cards_is_made_by_parameter():
    assert not isinstance(make_agent("equilibrium:shoe_aware=1", make_table()), policies.BuiltIn)


@pytest.mark.parametrize("name", YARDSTICK_NAMES)
@pytest.mark.parametrize("game", ["punto_banco", "banque", "coup"])
def test_yardsticks_are_of_chemin_de_fer_alone(name, game):
    with pytest.raises(ValueError, match=f"agent = '{name}': expected 'chemmy', not '{game}'"):
        make_agent(name, make_table(game))
