"""Luck adjustment through the engine: same mean, less noise, nothing else changed."""

import numpy as np
import pytest

from chemmy_env import Tables, chemmy_v0, row_seed
from chemmy_env.engine.common.money import UNIT
from chemmy_env.policies import TablePolicy, book, random
from chemmy_env.rules import PROFILES, get_rules
from experiments.luck.__main__ import COUP, compare, coups, deviations, sessions
from experiments.measuring import matches
from experiments.measuring.evaluation import chips_of
from experiments.measuring.table import TableSettings
from tests.engine.playing import legal_moves

CHEMIN = list(PROFILES["chemmy"])
RULES = {
    **{name: get_rules(name) for name in CHEMIN},
    "home, one pack": get_rules("home", decks=1, max_coups=8),
    "practice, eight packs": get_rules("practice", decks=8),
    "salon, strict": get_rules("salon", strict_five=True, commission="0.05", max_bank=20),
    "club, liable": get_rules("club", misplay="liable", bystanders=4),
}


def plays(rules, lineup, count=3_000, seed=1, **how):
    settings = TableSettings(profile=rules, reward="luck_adjusted")
    members = [matches.whole(one) for one in lineup]
    seats = settings.compiled.num_seats
    members = (members * seats)[:seats]
    return matches.play(settings, members, count, seed, **how)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_mean_is_that_of_the_chips(name, seed):
    rng = np.random.default_rng(seed)
    odd = TablePolicy(rng.random((2, 10)), rng.random((10, 11)), stake=30, bank=40)
    accounts = plays(RULES[name], [random, book, odd][:: 1 if seed == 1 else -1], seed=seed)
    luck = chips_of(accounts) / UNIT - accounts.reward
    assert luck.std() > 10
    assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
    assert accounts.reward.std() < 0.8 * (chips_of(accounts) / UNIT).std()


@pytest.mark.parametrize("options", [{}, {"bettors": 3}, {"with_replacement": True}])
def test_a_coup_from_a_full_shoe(options):
    raw, adjusted = coups(random, 32_768, 5, COUP.replace(**options))
    luck = raw - adjusted
    assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
    found = compare("book", *coups(book, 8_192, 3, COUP.replace(**options)))
    assert found.ratio > 10_000


def test_one_cell_off_the_book_still_leaves_little_noise():
    by_name = dict(deviations())
    for name, least in (
        ("punter stands on 5", 100),
        ("punter draws on 6", 100),
        ("banker stands on 3 against a 9", 100),
        ("banker stands on 5 against a 4", 100),
        ("banker stands on 0 against a 0", 20),
        ("punter stands on 1", 20),
    ):
        assert compare(name, *coups(by_name[name], 8_192, 3)).ratio > least, name


def test_no_pair_varies_more_than_before():
    rng = np.random.default_rng(4)
    odd = [TablePolicy(rng.integers(0, 2, (2, 10)), rng.integers(0, 2, (10, 11)))
           for _ in range(6)]  # fmt: skip
    never = TablePolicy(np.zeros((2, 10)), np.zeros((10, 11)))
    always = TablePolicy(np.ones((2, 10)), np.ones((10, 11)))
    for policy in (random, never, always, *odd):
        assert compare("", *coups(policy, 4_096, 3)).ratio > 1
    assert compare("", *coups(random, 16_384, 3)).ratio > 5


def test_a_session_of_books_hardly_varies():
    assert sessions("home", book, 1_000, 2).ratio > 500
    for profile in ("practice", "salon", "club"):
        assert sessions(profile, book, 300, 2).ratio > 200


@pytest.mark.parametrize("name", RULES)
def test_the_play_is_the_same_and_so_are_the_other_rewards(name):
    """In lockstep: only the reward differs, and only where a coup was settled."""
    made = {
        reward: Tables("chemmy", RULES[name], 20, seed=4, reward=reward)
        for reward in ("chips", "luck_adjusted", "placement")
    }
    chips, adjusted, placement = made.values()
    rng = np.random.default_rng(0)
    leaves = RULES[name].commission or RULES[name].bystanders
    differed = 0
    for _ in range(300):
        actions = legal_moves(chips.action_mask, rng, 0.7)
        before = chips.state["coups"].copy(), chips.state["session"].copy()
        for tables in made.values():
            tables.step(actions)
        np.testing.assert_array_equal(chips.observation, adjusted.observation)
        np.testing.assert_array_equal(chips.action_mask, placement.action_mask)
        differs = (chips.rewards != adjusted.rewards).any(1)
        settled = (chips.state["coups"] > before[0]) | (chips.state["session"] > before[1])
        assert not (differs & ~settled).any()
        differed += differs.sum()
        if not leaves:
            np.testing.assert_allclose(adjusted.rewards.sum(1), 0, atol=1e-9)
            np.testing.assert_array_equal(chips.rewards.sum(1), 0)
    assert differed > 100


@pytest.mark.parametrize("name", CHEMIN)
def test_rewards_depend_on_neither_threads_nor_rows(name):
    expected = plays(RULES[name], [random, book], 300, rows=64)
    for rows, threads in ((37, 2), (300, 1)):
        other = plays(RULES[name], [random, book], 300, rows=rows, threads=threads)
        np.testing.assert_array_equal(other.reward, expected.reward)


def test_the_environment_gives_the_same_rewards():
    tables = Tables(num_tables=3, seed=7, reward="luck_adjusted", autoreset="disabled")
    envs = [chemmy_v0.env(reward="luck_adjusted") for _ in range(3)]
    for row, env in enumerate(envs):
        env.reset(seed=row_seed(7, row))
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(150):
        over = tables.terminated.copy()
        actions = legal_moves(tables.action_mask, rng, 0.9)
        tables.step(actions)
        for row, env in enumerate(envs):
            if not over[row]:
                env.step(int(actions[row]))
                assert list(env.rewards.values()) == tables.rewards[row].tolist()
                seen += tables.rewards[row].any()
    assert seen > 10


@pytest.mark.parametrize(("game", "profile"), [("banque", "ouverte"), ("punto_banco", "punto")])
def test_other_games_do_not_have_it(game, profile):
    with pytest.raises(ValueError, match="reward = 'luck_adjusted'"):
        Tables(game, profile, reward="luck_adjusted")
