"""Policies read out as tables."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from chemmy_env import Tables, coup_v0
from chemmy_env.coup_v0 import AGENTS, policy_table
from chemmy_env.exact import (
    Shoe,
    banker_policy,
    exploitability,
    nash_conv,
    punter_policy,
    solve,
)
from chemmy_env.exact.cells import HANDS
from chemmy_env.policies import Policy, equilibrium
from tests.coup.test_simulation import as_policy, random_tables

PROFILES = ("free", "home", "practice", "salon", "club")
BOOK = punter_policy("punto"), banker_policy("punto")


class Silent(Policy):
    """Plays as another policy, and cannot say its chances."""

    def __init__(self, policy):
        self.policy = policy

    def act_batch(self, observation, action_mask, rng):
        return self.policy.act_batch(observation, action_mask, rng)


class HighCards(Policy):
    """Draws if its first card is under 3: only a side that sees its hand can play so."""

    def __init__(self, table):
        self.at = next(field.slice for field in table.compiled.fields if field.name == "cards")

    def act_batch(self, observation, action_mask, rng):
        low = observation[:, self.at].min(axis=1) * 9 < 2.5
        return np.where(action_mask[:, :2].all(axis=1), low, action_mask.argmax(axis=1))


@pytest.mark.parametrize("forced_moves", ["skip", "ask"])
@pytest.mark.parametrize("profile", PROFILES)
def test_the_book(profile, forced_moves):
    env = coup_v0.env(profile=profile, forced_moves=forced_moves)
    for agent, table in zip(AGENTS, BOOK, strict=True):
        assert policy_table("book", agent, env) == table


@pytest.mark.parametrize("profile", PROFILES)
def test_random_draws_with_a_half_where_it_may(profile):
    env = coup_v0.env(profile=profile)
    assert policy_table("random", AGENTS[0], env) == punter_policy(profile)
    assert policy_table("random", AGENTS[1], env) == banker_policy(profile)


@pytest.mark.parametrize("bettors", [1, 2])
@pytest.mark.parametrize("profile", PROFILES)
def test_tables_come_back(profile, bettors):
    env = coup_v0.env(profile=profile, bettors=bettors)
    tables = random_tables(env.compiled.rules, bettors, seed=3)
    policy = as_policy(*tables).bind(env)
    for agent, table in zip(AGENTS, tables, strict=True):
        found = policy_table(Silent(policy), agent, env, rolls=200)
        gap = np.abs(np.asarray(found, float) - np.asarray(table, float))
        assert gap.max() <= 0.5 / 200 + 1e-12
        assert policy_table(policy, agent, env) == table


def test_a_deterministic_policy_needs_one_roll():
    env = coup_v0.env()
    book = coup_v0.raw_env  # any callable will not do
    with pytest.raises(ValueError, match="expected one of"):
        policy_table(book, AGENTS[0], env)
    from chemmy_env.policies import book as by_the_book

    silent = Silent(by_the_book.bind(env))
    for agent, table in zip(AGENTS, BOOK, strict=True):
        assert policy_table(silent, agent, env, rolls=1) == table


@pytest.mark.parametrize("bettors", [1, 2])
@pytest.mark.parametrize("profile", PROFILES)
def test_equilibrium_is_not_exploitable_at_all(profile, bettors):
    env = coup_v0.env(profile=profile, bettors=bettors)
    tables = [policy_table("equilibrium", agent, env) for agent in AGENTS]
    assert nash_conv(profile, Shoe(6), *tables, bettors) == 0


def test_the_game_of_kemeny_and_snell():
    env = coup_v0.env(with_replacement=True)
    shoe = Shoe.with_replacement()
    tables = [policy_table("equilibrium", agent, env) for agent in AGENTS]
    assert tables[0][5] == Fraction(9, 11)
    assert tables[1][6, None] == Fraction(859, 2288)
    assert exploitability("free", shoe, *tables) == 0
    aware = equilibrium(shoe_aware=True)
    for agent, table in zip(AGENTS, tables, strict=True):
        found = policy_table(aware, agent, env)
        np.testing.assert_allclose(np.asarray(found, float), np.asarray(table, float), atol=1e-12)
    uniform = [policy_table("random", agent, env) for agent in AGENTS]
    assert nash_conv("free", shoe, *uniform) == Fraction(1354485, 9653618)


def test_the_default_is_the_literatures_coup():
    assert policy_table("equilibrium", "punter_0") == solve("free", Shoe(6)).punter


class TestHands:
    def test_both_cards_are_laid_out(self):
        env = coup_v0.env(sees="hand")
        policy = HighCards(env)
        punter, banker = (policy_table(policy, agent, env, rolls=1) for agent in AGENTS)
        assert (punter.sees, banker.sees) == ("hand", "hand")
        for hand in HANDS:
            if sum(hand) % 10 == 5:
                assert punter[hand] == int(min(hand) < 3)
            for third in (0, 4, 9, None):
                assert banker[hand, third] == int(min(hand) < 3)

    def test_totals_are_played_alike_by_every_hand(self):
        env = coup_v0.env(sees="hand")
        for agent, table in zip(AGENTS, BOOK, strict=True):
            found = policy_table("book", agent, env)
            for row, hand in enumerate(HANDS):
                assert np.array_equal(found.chances[row], table.chances[sum(hand) % 10])


class TestOtherRules:
    def test_who_is_liable_is_free(self):
        env = coup_v0.env(profile="club", misplay="liable")
        found = policy_table("random", AGENTS[0], env)
        assert set(found.chances) == {Fraction(1, 2)}

    def test_questions_that_cannot_come_up(self):
        env = coup_v0.env(punter_one="SSSSSSSS")
        found = policy_table("random", AGENTS[1], env)
        assert set(found.chances[:, :10].ravel()) == {0}
        assert set(found.chances[:, 10]) == {Fraction(1, 2)}

    def test_one_pack_holds_every_question(self):
        env = coup_v0.env(decks=1, sees="hand")
        assert policy_table("random", AGENTS[1], env) == banker_policy("free", sees="hand")


class TestBadInput:
    def test_agent_and_table(self):
        with pytest.raises(ValueError, match="agent = 'player_0'"):
            policy_table("book", "player_0")
        with pytest.raises(ValueError, match="expected a table of the game 'coup'"):
            policy_table("book", AGENTS[0], Tables())

    def test_rolls(self):
        with pytest.raises(ValueError, match="rolls = 0"):
            policy_table("book", AGENTS[0], rolls=0)

    def test_chances_that_are_none(self):
        class Wrong(Silent):
            def draw_chance(self, observation, action_mask):
                return np.full(len(observation) + 1, 0.5)

        with pytest.raises(ValueError, match="draw_chance"):
            policy_table(Wrong(None), AGENTS[0])

        class Mad(Silent):
            def draw_chance(self, observation, action_mask):
                return np.full(len(observation), 1.5)

        with pytest.raises(ValueError, match=r"1\.5"):
            policy_table(Mad(None), AGENTS[0])
