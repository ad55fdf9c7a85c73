"""Learning from sampled coups: what is sampled is the coup, and what is learned is scored."""

import numpy as np
import pytest
import torch

from agents.coup.arena import make_arena
from agents.coup.magnet import MagnetSettings, SampledMirrorDescent
from agents.coup.ppo import SampledPolicyGradient, SampledSettings
from agents.coup.samples import CoupSamples
from chemmy_env.exact import Shoe
from chemmy_env.rules import FREE

A = Shoe.with_replacement()
B = Shoe(6)


def by_total(fields):
    """Return chances of drawing that rise with the total: 0.1 for 0 to 0.8 for 7."""

    def chances(seen):
        return (seen[:, fields["total"]].argmax(axis=1) + 1) / 10

    return chances


@pytest.mark.parametrize("sees", [("total", "total"), ("total", "hand"), ("hand", "hand")])
@pytest.mark.parametrize("shoe", [A, B])
def test_a_network_is_read_out_at_every_information_set(shoe, sees):
    samples = CoupSamples(make_arena("free", shoe, *sees), 4)
    fields = {field.name: field.slice for field in samples.compiled.fields}
    tables = samples.read(by_total(fields))
    assert tuple(table.sees for table in tables) == sees
    free = 0
    for table, options in zip(
        tables,
        (samples.arena.game.punter_options, samples.arena.game.banker_options),
        strict=True,
    ):
        for place in np.argwhere(options == FREE):
            label = table.labels[place[0]]
            total = label if isinstance(label, int) else sum(label) % 10
            assert float(table.chances[tuple(place)]) == pytest.approx((total + 1) / 10)
            free += 1
    assert free == sum(samples.arena.shape)


def test_a_side_that_sees_totals_is_not_shown_its_cards():
    samples = CoupSamples(make_arena("free", B, "total", "hand"), 512, seed=1)
    fields = {field.name: field.slice for field in samples.compiled.fields}
    played = samples.play(lambda seen: np.full(len(seen), 0.5))
    is_banker = played.observation[:, fields["banker"].start] == 1
    cards = played.observation[:, fields["cards"]]
    assert is_banker.any()
    assert (~is_banker).any()
    assert not cards[~is_banker].any()
    assert cards[is_banker].any()


@pytest.mark.parametrize("reward", ["luck_adjusted", "chips"])
def test_payoffs_are_those_of_the_coup(reward):
    """What drawing gains on average, by cell, is what the exact odds say."""
    arena = make_arena("free", A)
    samples = CoupSamples(arena, 60_000, seed=2, reward=reward)
    fields = {field.name: field.slice for field in samples.compiled.fields}
    played = samples.play(lambda seen: np.full(len(seen), 0.5))
    total = played.observation[:, fields["total"]].argmax(axis=1)
    third = played.observation[:, fields["third"]].argmax(axis=1)
    is_banker = played.observation[:, fields["banker"].start] == 1
    x, y = np.full(1, 0.5), np.full(88, 0.5)
    reach = arena.banker_reach + x @ arena.banker_reach_slope
    gains = np.concatenate(
        [arena.punter_gain(y) / arena.punter_reach, arena.banker_gain(x) / reach]
    )
    cells = [~is_banker, *(is_banker & (total == row) & (third == column)
                           for row in range(8) for column in range(11))]  # fmt: skip
    off = []
    for cell, gain in zip(cells, gains, strict=True):
        drew, stood = (played.payoff[cell & (played.drew == drawn)] for drawn in (True, False))
        error = np.hypot(drew.std() / len(drew) ** 0.5, stood.std() / len(stood) ** 0.5)
        off.append((drew.mean() - stood.mean() - gain) / error)
    assert np.abs(off).max() < 4.5
    assert np.std(off) == pytest.approx(1.0, abs=0.35)


def test_payoffs_less_luck_vary_far_less():
    arena = make_arena("free", A)
    spread = {}
    for reward in ("luck_adjusted", "chips"):
        samples = CoupSamples(arena, 20_000, seed=2, reward=reward)
        fields = {field.name: field.slice for field in samples.compiled.fields}
        spread[reward] = samples.play(
            lambda seen, at=fields["total"]: (seen[:, at].argmax(axis=1) < 6).astype(float)
        ).payoff.var()
    assert spread["luck_adjusted"] < spread["chips"] / 20


SMALL = {"coups": 2048, "batch_size": 256, "hidden": (32, 32)}
MADE = {
    "ppo": lambda seed: SampledPolicyGradient(
        make_arena("free", A), seed, SampledSettings(**SMALL)
    ),
    "mmd-sampled": lambda seed: SampledMirrorDescent(
        make_arena("free", A), seed, MagnetSettings(**SMALL)
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_the_same_seed_learns_the_same_and_nothing_else_matters(name):
    one, two, other = MADE[name](3), MADE[name](3), MADE[name](4)
    before = torch.get_rng_state()
    one.update(3)
    assert torch.equal(torch.get_rng_state(), before)
    torch.manual_seed(99)
    two.update(3)
    other.update(3)
    assert one.policy() == two.policy()
    assert one.policy() != other.policy()


@pytest.mark.parametrize(("name", "factor"), [("ppo", 20), ("mmd-sampled", 20)])
def test_learning_makes_it_hard_to_exploit(name, factor):
    learner = MADE[name](0)
    start = learner.log()["nash_conv"]
    learner.update(40)
    figures = learner.log()
    assert start > 0.1
    assert figures["nash_conv"] < start / factor
    assert figures["coups"] == 40 * 2048
    assert figures["gradient_steps"] == learner.model.updates > 40


def test_the_magnet_follows_and_the_entropy_bonus_fades():
    learner = MADE["mmd-sampled"](0)
    model = learner.model
    bonuses = [model.entropy_bonus()]
    weights = [one.detach().clone() for one in model.policy.parameters()]
    learner.update()
    for before, kept, now in zip(
        weights, model.magnet.parameters(), model.policy.parameters(), strict=True
    ):
        torch.testing.assert_close(kept, before + (now - before) * (8 / 9))
    learner.update(20)
    bonuses.append(model.entropy_bonus())
    assert bonuses == pytest.approx([0.02, 0.02 * np.exp(-0.21)])


def test_without_a_pull_the_magnet_changes_nothing():
    plain = SampledPolicyGradient(make_arena("free", A), 5, SampledSettings(
        **SMALL, normalize_advantage=False))  # fmt: skip
    loose, pulled = (
        SampledMirrorDescent(make_arena("free", A), 5, MagnetSettings(
            **SMALL, entropy=0.0, pull=pull))
        for pull in (0.0, 1.0)
    )  # fmt: skip
    for learner in (plain, loose, pulled):
        learner.update(3)
    latest = [
        torch.cat([one.detach().flatten() for one in learner.model.policy.parameters()])
        for learner in (plain, loose, pulled)
    ]
    assert torch.equal(latest[0], latest[1])
    assert not torch.equal(latest[0], latest[2])


def test_coups_are_sampled_from_whole_packs_only():
    arena = make_arena("free", B.without([1, 2]))
    with pytest.raises(ValueError, match=r"shoe of counts = .* expected whole packs"):
        SampledPolicyGradient(arena)
