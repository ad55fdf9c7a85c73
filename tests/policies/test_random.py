import numpy as np

from chemmy_env.engine.tables import Tables
from chemmy_env.policies import random
from tests.policies.contract import BuiltInContract


class TestRandom(BuiltInContract):
    policy = random


def test_every_legal_action_is_equally_likely():
    draws = 60_000
    mask = np.tile(np.array([0, 1, 1, 0, 1, 1, 0, 1, 1, 1], np.int8), (draws, 1))
    observation = np.zeros((draws, 1), np.float32)
    actions = random.act_batch(observation, mask, np.random.default_rng(11))
    counts = np.bincount(actions, minlength=10)
    legal = np.flatnonzero(mask[0])
    expected = draws / len(legal)
    chi_square = float(((counts[legal] - expected) ** 2 / expected).sum())
    assert counts[legal].sum() == draws
    assert chi_square < 16.8  # 99 % of chi-square with six degrees of freedom.


def test_needs_no_table():
    tables = Tables(num_tables=3, profile="salon")
    actions = random.act_batch(tables.observation, tables.action_mask, np.random.default_rng(1))
    assert tables.action_mask[np.arange(3), actions].all()
    assert isinstance(random.act(tables.observation[0], tables.action_mask[0]), int)
