"""The engine plays the coup that `chemmy_env.exact` computes."""

from __future__ import annotations

import numpy as np
import pytest

from chemmy_env import Tables
from chemmy_env.exact import (
    BankerTable,
    PunterTable,
    Shoe,
    nash_conv,
    outcomes,
    solve,
)
from chemmy_env.exact.coup import coup_of
from chemmy_env.policies import TablePolicy
from chemmy_env.rules import DRAW, FREE, get_rules

ROWS, STEPS = 8192, 60
ERRORS = 4.5
"""Standard errors that a mean may be off: one run in 150,000 by chance, and the seeds are fixed."""
CASES = [
    (profile, bettors, {})
    for profile in ("free", "home", "practice", "salon", "club")
    for bettors in (1, 2)
]
CASES += [
    ("club", 1, {"misplay": "liable"}),
    ("free", 1, {"with_replacement": True}),
    ("free", 1, {"decks": 1, "commission": "0.05"}),
    ("salon", 2, {"strict_five": True}),
]


def random_tables(rules, bettors, seed):
    """Return random policies that obey the rules."""
    rng = np.random.default_rng(seed)
    coup = coup_of(rules, bettors)
    filled = []
    for options in (coup.punter_options[:8], coup.banker_options[:8]):
        filled.append(np.where(options == FREE, rng.random(options.shape), options == DRAW))
    return PunterTable(filled[0]), BankerTable(filled[1])


def as_policy(punter, banker):
    """Return the built-in policy that plays two tables."""
    chances = np.zeros((2, 10)), np.zeros((10, 11))
    chances[0][:, :8], chances[1][:8] = np.asarray(punter, float), np.asarray(banker, float)
    return TablePolicy(*chances)


@pytest.mark.parametrize(("profile", "bettors", "settings"), CASES)
def test_random_tables_earn_what_is_computed(profile, bettors, settings):
    tables = Tables("coup", profile, ROWS, seed=11, bettors=bettors, **settings)
    punter, banker = random_tables(tables.rules, bettors, seed=len(profile) + bettors)
    played = tables.rollout(as_policy(punter, banker), STEPS)
    shoe = Shoe.with_replacement() if tables.rules.with_replacement else Shoe(tables.rules.decks)
    exact = outcomes(tables.rules, shoe, punter, banker, bettors)
    decided = float(exact.punter_win + exact.bank_win)
    error = ERRORS * np.sqrt(decided / played.sessions)
    assert played.sessions > 150_000
    mean = played.rewards / played.sessions
    assert abs(mean[0] - float(exact.punter_value)) < error
    assert abs(mean[1] - float(exact.banker_value)) < error


def test_results_come_as_often_as_computed():
    rules = get_rules("free", "coup")
    punter, banker = random_tables(rules, 1, seed=5)
    tables = Tables("coup", "free", 4096, seed=4)
    policy = as_policy(punter, banker).bind(tables)
    results = np.zeros(3)
    for _ in range(80):
        rolls = np.random.default_rng(results.sum().astype(int))
        tables.step(policy.act_batch(tables.observation, tables.action_mask, rolls))
        ended = tables.terminated
        results += np.bincount(1 + tables.rewards[ended, 0].astype(int), minlength=3)
    exact = outcomes(rules, Shoe(6), punter, banker)
    chances = np.array([exact.bank_win, exact.tie, exact.punter_win], float)
    errors = np.sqrt(chances * (1 - chances) / results.sum())
    assert results.sum() > 150_000
    assert (np.abs(results / results.sum() - chances) < ERRORS * errors).all()


class TestTabular:
    """The coup with replacement is small enough for a table, learned from samples alone."""

    ROUNDS, ROWS, EXPLORE = 60, 30_000, 0.2

    def learn(self, seed):
        """Regret matching+ on sampled returns, linear averaging; returns the average tables."""
        tables = Tables(
            "coup", "free", self.ROWS, seed, autoreset="disabled", with_replacement=True
        )
        at = {field.name: field.slice for field in tables.compiled.fields}
        regret = np.zeros((2, 8, 11, 2))
        average = np.zeros((2, 8, 11, 2))
        for weight in range(1, self.ROUNDS + 1):
            positive = np.maximum(regret, 0)
            total = positive.sum(-1, keepdims=True)
            policy = np.where(total > 0, positive / np.where(total > 0, total, 1), 0.5)
            average += weight * policy
            earned, asked = self.play(tables, at, policy)
            value = earned / np.maximum(asked, 1)
            share = asked.sum(-1, keepdims=True) / self.ROWS
            mean = (policy * value).sum(-1, keepdims=True)
            regret = np.maximum(regret + share * (value - mean), 0)
        return (average / average.sum(-1, keepdims=True))[..., 1]

    def play(self, tables, at, policy):
        """Play one coup a row; return earnings and counts by side, total, third and action."""
        tables.reset()
        rng = np.random.default_rng(int(tables.state["session"][0]))
        taken = []
        rows = np.arange(self.ROWS)
        while not tables.terminated.all():
            seen, mask = tables.observation, tables.action_mask
            total = np.minimum(seen[:, at["total"]].argmax(1), 7)
            side = tables.seat.copy()
            third = np.where(side == 1, seen[:, at["third"]].argmax(1), 0)
            chance = policy[side, total, third, 1]
            chance = self.EXPLORE / 2 + (1 - self.EXPLORE) * chance
            action = (rng.random(self.ROWS) < chance).astype(np.int64)
            free = mask[:, :2].all(1) & ~tables.terminated
            action = np.where(free, action, mask.argmax(1))
            taken.append((rows[free], side[free], total[free], third[free], action[free]))
            tables.step(action)
            if len(taken) == 1:
                rewards = np.zeros((self.ROWS, 2))
            rewards += tables.rewards
        earned, asked = np.zeros(policy.shape), np.zeros(policy.shape)
        for row, side, *cell in taken:
            np.add.at(earned, (side, *cell), rewards[row, side])
            np.add.at(asked, (side, *cell), 1)
        return earned, asked

    def test_reaches_the_value_of_kemeny_and_snell(self):
        punter, banker = self.learn(seed=1)
        shoe = Shoe.with_replacement()
        options = coup_of("free")
        obeys = np.where(options.punter_options[:8] == FREE, punter[:, 0],
                         options.punter_options[:8] == DRAW)  # fmt: skip
        gap = float(nash_conv("free", shoe, obeys, banker))
        value = float(outcomes("free", shoe, obeys, banker).punter_value)
        assert gap < 0.01
        assert abs(value - float(solve("free", shoe).value)) < 0.005
