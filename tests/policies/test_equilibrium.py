"""The policy that plays solved coups."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from chemmy_env.engine.records.codes import Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.exact import Shoe, nash_conv, solve
from chemmy_env.policies import BY_NAME, KeyedRolls, ShoeAwarePolicy, book, equilibrium, make
from chemmy_env.policies import equilibrium as by_name
from tests.policies.contract import PolicyContract

CHEMIN = ("home", "practice", "salon", "club")


class TestEquilibrium(PolicyContract):
    policy = equilibrium


class TestShoeAware(PolicyContract):
    policy = equilibrium(shoe_aware=True)


@pytest.mark.parametrize("bettors", [1, 2])
@pytest.mark.parametrize("profile", CHEMIN)
def test_neither_side_can_gain(profile, bettors):
    found = equilibrium.bind(Tables(profile=profile)).solved(bettors)
    gap = nash_conv(profile, Shoe(6), found.punter, found.banker, bettors)
    assert gap == 0
    assert isinstance(gap, Fraction)


@pytest.mark.parametrize("profile", CHEMIN)
def test_plays_the_tables_that_were_solved(profile):
    bound = equilibrium.bind(Tables(profile=profile))
    for bettors in (1, 2):
        exact = bound.solved(bettors)
        np.testing.assert_array_equal(
            np.asarray(bound.punter)[bettors - 1, :8], np.asarray(exact.punter, float)
        )
        np.testing.assert_array_equal(np.asarray(bound.banker)[:8], np.asarray(exact.banker, float))


def test_at_home_it_is_the_book():
    # The pure equilibrium of the home coup is the fixed table.
    tables = Tables(num_tables=8, seed=4)
    ours, theirs = make("equilibrium", tables), make("book", tables)
    for _ in range(300):
        rolls = tables.rolls()
        seen = tables.observation, tables.action_mask
        actions = ours.act_batch(*seen, KeyedRolls(rolls))
        np.testing.assert_array_equal(actions, theirs.act_batch(*seen, KeyedRolls(rolls)))
        tables.step(actions)


def test_is_registered_by_name():
    assert BY_NAME["equilibrium"] is by_name
    with pytest.raises(ValueError, match="book, equilibrium"):
        make("nash")


def test_needs_a_table():
    tables = Tables()
    with pytest.raises(ValueError, match="not bound to a table"):
        equilibrium.player()
    for policy in (equilibrium, equilibrium(shoe_aware=True)):
        with pytest.raises(ValueError, match="not bound to a table"):
            policy.act_batch(tables.observation, tables.action_mask, np.random.default_rng(0))


@pytest.mark.parametrize("policy", [equilibrium, equilibrium(shoe_aware=True)])
def test_two_tableaux_have_no_solved_coup_and_the_book_is_played(policy):
    tables = Tables("banque", num_tables=8, seed=1)
    bound, theirs = policy.bind(tables), book.bind(tables)
    for _ in range(60):
        rolls, seen = tables.rolls(), (tables.observation, tables.action_mask)
        actions = bound.act_batch(*seen, KeyedRolls(rolls))
        np.testing.assert_array_equal(actions, theirs.act_batch(*seen, KeyedRolls(rolls)))
        tables.step(actions)
    with pytest.raises(ValueError, match="no equilibrium of banque"):
        equilibrium.bind(tables).solved()


def test_money_parameters_are_the_books():
    tables = Tables(num_tables=4, seed=2, stakes="chips")
    ours, theirs = equilibrium(stake=9, bank=31).bind(tables), book(stake=9, bank=31).bind(tables)
    aware = equilibrium(shoe_aware=True, stake=9)(bank=31).bind(tables)
    for _ in range(100):
        rolls, seen = tables.rolls(), (tables.observation, tables.action_mask)
        money = tables.state["phase"] < Phase.PUNTER
        actions = theirs.act_batch(*seen, KeyedRolls(rolls))
        for policy in (ours, aware):
            same = policy.act_batch(*seen, KeyedRolls(rolls)) == actions
            assert same[money].all()
        tables.step(actions)
    with pytest.raises(ValueError, match="punter"):
        equilibrium(punter=np.zeros((2, 10)))
    with pytest.raises(ValueError, match="'stakes' is no parameter"):
        equilibrium(stakes=1)


def test_bankers_tables_that_differ_are_refused():
    rules = {"punter_one": "SSSSSSSS", "banker_rows": ("FFFFFFFFFFF",) * 8}
    with pytest.raises(ValueError, match="shoe_aware=True"):
        equilibrium.bind(Tables(**rules))
    equilibrium(shoe_aware=True)


class TestCounting:
    """The shoe-aware policy solves what is left of the shoe."""

    @staticmethod
    def asked(tables, policy):
        """Yield (row, chance of drawing) at every free draw of some coups."""
        for _ in range(400):
            free = (tables.state["phase"] >= Phase.PUNTER) & (
                tables.action_mask[:, :2].sum(axis=1) == 2
            )
            rows = np.flatnonzero(free)
            chances = policy.draw_chance(tables.observation[rows], tables.action_mask[rows])
            yield from zip(rows, chances, strict=True)
            rolls = KeyedRolls(tables.rolls())
            tables.step(policy.act_batch(tables.observation, tables.action_mask, rolls))

    def test_solves_for_the_cards_not_seen_yet(self):
        tables = Tables(profile="salon", num_tables=4, seed=9, decks=1, max_coups=12)
        policy = make(equilibrium(shoe_aware=True), tables)
        assert isinstance(policy, ShoeAwarePolicy)
        checked = 0
        for row, chance in self.asked(tables, policy):
            state = tables.state[row]
            left = np.array([16, *[4] * 9]) - state["seen"]
            exact = solve("salon", Shoe(counts=left.tolist()), bettors=int(state["bettors"]))
            hand = 0 if state["phase"] == Phase.PUNTER else 2
            total = int(tables.observation[row, slice_of(tables, "total")].argmax())
            if exact.unique:
                expected = exact.punter[total] if hand == 0 else exact.banker[
                    total, int(state["third"][0])]  # fmt: skip
                assert chance == pytest.approx(float(expected), abs=1e-12)
                checked += 1
            if checked == 40:
                return
        pytest.fail(f"only {checked} questions checked")

    def test_is_the_fixed_table_in_the_first_coup(self):
        tables = Tables(profile="salon", num_tables=64, seed=1)
        fixed, aware = make(equilibrium, tables), make(equilibrium(shoe_aware=True), tables)
        for _ in range(12):
            first = tables.state["coups"] == 0
            seen = tables.observation[first], tables.action_mask[first]
            cards = tables.state["phase"][first] >= Phase.PUNTER
            mine = aware.draw_chance(seen[0][cards], seen[1][cards])
            theirs = fixed.draw_chance(seen[0][cards], seen[1][cards])
            np.testing.assert_allclose(mine, theirs.astype(float), atol=1e-12)
            rolls = KeyedRolls(tables.rolls())
            tables.step(fixed.act_batch(tables.observation, tables.action_mask, rolls))


def slice_of(tables, name):
    return next(field.slice for field in tables.compiled.fields if field.name == name)
