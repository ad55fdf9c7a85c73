from fractions import Fraction

import numpy as np
import pytest

from agents.coup.arena import make_arena
from agents.coup.cfr import CounterfactualRegret
from agents.coup.fictitious import FictitiousPlay
from agents.coup.magnet import MagnetSettings, SampledMirrorDescent
from agents.coup.mirror import MirrorDescent
from agents.coup.ppo import SampledPolicyGradient, SampledSettings
from chemmy_env.exact import Shoe, nash_conv, outcomes, solve

A = Shoe.with_replacement()
B = Shoe(6)


SMALL = {"coups": 256, "batch_size": 128, "hidden": (16,)}


def make(name, arena, seed=0):
    if name == "ppo":
        return SampledPolicyGradient(arena, seed, SampledSettings(**SMALL))
    if name == "mmd-sampled":
        return SampledMirrorDescent(arena, seed, MagnetSettings(**SMALL))
    if name == "fictitious":
        return FictitiousPlay(arena, seed)
    return MirrorDescent(arena, seed) if name == "mmd" else CounterfactualRegret(arena, name, seed)


NAMES = ["cfr", "cfr+", "pcfr+", "fictitious", "mmd", "ppo", "mmd-sampled"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("rules", "shoe", "punter_sees", "banker_sees"),
    [("free", A, "total", "total"), ("free", B, "total", "hand"), ("practice", B, "hand", "hand")],
)
def test_the_reported_nash_conv_equals_an_independent_call(
    name, rules, shoe, punter_sees, banker_sees
):
    learner = make(name, make_arena(rules, shoe, punter_sees, banker_sees), seed=3)
    learner.update(50)
    expected = nash_conv(rules, shoe, *learner.policy())
    assert learner.log()["nash_conv"] == pytest.approx(float(expected), rel=1e-9, abs=1e-14)
    assert learner.log()["updates"] == 50


@pytest.mark.parametrize(("name", "bound"), [("cfr", 1e-4), ("cfr+", 1e-5), ("pcfr+", 1e-8),
                                             ("fictitious", 1e-3), ("mmd", 1e-8)])  # fmt: skip
@pytest.mark.parametrize("seed", [0, 1])
def test_learners_come_near_the_equilibrium_of_a1(name, bound, seed):
    learner = make(name, make_arena("free", A), seed)
    learner.update(2_000)
    assert learner.log()["nash_conv"] < bound


def test_cfr_plus_reaches_the_value_and_the_mixes_of_a1():
    learner = CounterfactualRegret(make_arena("free", A), "cfr+")
    learner.update(600_000)
    punter, banker = learner.policy()
    assert learner.log()["nash_conv"] < 1e-7
    value = outcomes("free", A, punter, banker).punter_value
    assert float(value) == pytest.approx(-679568 / 53094899, abs=1e-7)
    assert float(punter[5]) == pytest.approx(9 / 11, abs=1e-3)
    assert float(banker[6, 10]) == pytest.approx(859 / 2288, abs=1e-3)


def test_the_best_policy_gradient_reaches_the_mixes_exactly():
    learner = MirrorDescent(make_arena("free", A), seed=5)
    learner.update(10_000)
    for side, label, chance in solve("free", A).mixed:
        table = learner.policy()[side == "banker"]
        assert float(table.chances[table.index(label)]) == pytest.approx(float(chance), abs=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_updates_in_parts_equal_updates_at_once(name):
    arena = make_arena("free", B, "hand", "hand")
    whole, parts = make(name, arena, 7), make(name, arena, 7)
    whole.update(30)
    for steps in (1, 9, 20):
        parts.update(steps)
    assert whole.policy() == parts.policy()


@pytest.mark.parametrize("shoe", [A, B])
@pytest.mark.parametrize("sees", ["total", "hand"])
def test_cells_are_reached_as_often_as_counted(shoe, sees):
    """The chances of the banker's cells add up to that of no natural, card or no card."""
    arena = make_arena("free", shoe, sees, sees)
    rows, _ = arena.shape
    by_column = arena.game.banker_options.shape[0]
    for x in (np.zeros(rows), np.full(rows, 0.3), np.ones(rows)):
        reach = (arena.banker_reach + x @ arena.banker_reach_slope).reshape(by_column, 11)
        both = solve_free_of_naturals(shoe)
        assert reach.sum() == pytest.approx(both)
        assert (reach >= 0).all()


def solve_free_of_naturals(shoe):
    """Count pairs of hands without a natural, one card after another."""
    chance = Fraction(0)
    for a in range(10):
        for b in range(10):
            if (a + b) % 10 >= 8:
                continue
            first = Fraction(shoe.counts[a], shoe.cards)
            left = list(shoe.counts)
            left[a] -= shoe.depletion
            first *= Fraction(left[b], sum(left))
            left[b] -= shoe.depletion
            total = sum(left)
            for c in range(10):
                rest = list(left)
                rest[c] -= shoe.depletion
                for d in range(10):
                    if (c + d) % 10 < 8:
                        chance += first * Fraction(left[c] * rest[d], total * sum(rest))
    return float(chance)


def test_an_unknown_variant_is_refused():
    with pytest.raises(ValueError, match=r"variant = 'cfr\+\+'"):
        CounterfactualRegret(make_arena("free", A), "cfr++")
