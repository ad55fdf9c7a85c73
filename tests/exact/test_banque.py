"""A banker against two tableaux: plain enumeration, the one-tableau game, best responses."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from chemmy_env.exact import (
    Shoe,
    banker_policy,
    banque_best_response,
    banque_outcomes,
    banque_script,
    best_response,
    outcomes,
    punter_policy,
)
from chemmy_env.exact.banque_game import NATURAL, SHAPES, STOOD
from chemmy_env.rules import get_rules
from tests.exact.naive_play import compare, sequences

RULES = get_rules("ouverte", "banque")
TINY = [2, 0, 0, 3, 0, 2, 0, 0, 2, 0]
SIDES = ("right", "left", "banker")


def random_policies(seed):
    rng = random.Random(seed)
    policies = []
    for side in SIDES:
        values = [Fraction(rng.randint(0, 4), 4) for _ in range(int(np.prod(SHAPES[side])))]
        policies.append(np.array(values, dtype=object).reshape(SHAPES[side]))
    return policies


def naive_results(counts, policies, stakes):
    """Deal every nine-card sequence and play it by the rules' text (R-T3, R-T5, R-T6)."""
    right_policy, left_policy, banker_policy_ = policies
    chances, total = {}, 0
    for cards, ways in sequences(counts, 9):
        total += ways
        right, left, bank = ([cards[i], cards[i + 3]] for i in range(3))
        sums = [sum(hand) % 10 for hand in (right, left, bank)]
        if sums[2] >= 8:
            settle(chances, ways, stakes, compare(right, bank), compare(left, bank))
            continue
        natural = [sums[i] >= 8 and stakes[i] > 0 for i in range(2)]
        idle = [stakes[i] == 0 for i in range(2)]
        for draws in product((0, 1), repeat=3):
            if any(draws[i] and (natural[i] or idle[i]) for i in range(2)):
                continue
            rest = iter(cards[6:])
            hands, shown = [], []
            for i, hand in enumerate((right, left)):
                third = next(rest) if draws[i] else None
                hands.append(hand if third is None else [*hand, third])
                shown.append(NATURAL if natural[i] else STOOD if third is None else third)
            weight = Fraction(ways)
            if not (natural[0] or idle[0]):
                chance = right_policy[sums[0], int(natural[1])]
                weight *= chance if draws[0] else 1 - chance
            if not (natural[1] or idle[1]):
                chance = left_policy[sums[1], shown[0]]
                weight *= chance if draws[1] else 1 - chance
            chance = banker_policy_[sums[2], shown[0], shown[1]]
            weight *= chance if draws[2] else 1 - chance
            banker = [*bank, next(rest)] if draws[2] else bank
            results = [
                compare(hand, bank if natural[i] else banker) for i, hand in enumerate(hands)
            ]
            settle(chances, weight, stakes, *results)
    return {results: weight / total for results, weight in chances.items()}


def settle(chances, weight, stakes, right, left):
    results = right * (stakes[0] > 0), left * (stakes[1] > 0)
    chances[results] = chances.get(results, 0) + weight


@pytest.mark.parametrize("stakes", [(1, 1), (3, 1), (0, 2)])
def test_outcomes_equal_every_sequence_of_a_tiny_shoe(stakes):
    policies = random_policies(11)
    naive = naive_results(TINY, policies, stakes)
    found = banque_outcomes(RULES, Shoe(counts=TINY), *policies, stakes=stakes)
    assert {results: chance for results, chance in found.results.items() if chance} == {
        results: chance for results, chance in naive.items() if chance
    }
    net = {r: -(stakes[0] * r[0] + stakes[1] * r[1]) for r in naive}
    pay = {r: n * Fraction(9875, 10000) if n > 0 else Fraction(n) for r, n in net.items()}
    assert found.banker_value == sum(pay[r] * chance for r, chance in naive.items())
    assert found.right_value == sum(r[0] * chance for r, chance in naive.items())
    assert found.left_value == sum(r[1] * chance for r, chance in naive.items())


@pytest.mark.parametrize("shoe", [Shoe(3), Shoe.with_replacement()])
@pytest.mark.parametrize("side", [0, 1])
def test_one_tableau_alone_is_chemin_de_fer(shoe, side):
    stakes = (1, 0) if side == 0 else (0, 1)
    captain = np.array([1, 1, 1, 1, 1, Fraction(2, 3), 0, 0], dtype=object)
    found = banque_outcomes(RULES, shoe, captain, captain, banque_script(stakes), stakes)
    alone = outcomes(RULES, shoe, captain, banker_policy("punto"))
    assert (found.right_value, found.left_value)[side] == alone.punter_value
    assert found.banker_value == alone.banker_value
    assert sum(found.results.values()) == 1
    reply = banque_best_response(RULES, shoe, right=captain, left=captain, stakes=stakes)
    single = best_response(RULES, shoe, punter=captain)
    assert reply.value == single.value
    seen = reply.policy[:, :11, STOOD] if side == 0 else reply.policy[:, STOOD, :11]
    assert (seen == single.policy.chances).all()


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shoe", [Shoe(counts=TINY), Shoe(3)])
def test_no_policy_beats_the_best_response(side, shoe):
    policies = dict(zip(SIDES, random_policies(4), strict=True))
    stakes = (2, 1)
    own = policies.pop(side)
    reply = banque_best_response(RULES, shoe, **policies, stakes=stakes)
    value = f"{side}_value"
    best = banque_outcomes(RULES, shoe, **policies, **{side: reply.policy}, stakes=stakes)
    assert getattr(best, value) == reply.value
    played = banque_outcomes(RULES, shoe, **policies, **{side: own}, stakes=stakes)
    assert getattr(played, value) < reply.value
    if reply.ties:
        flipped = reply.policy.copy()
        flipped[reply.ties[0]] = 1
        same = banque_outcomes(RULES, shoe, **policies, **{side: flipped}, stakes=stakes)
        assert getattr(same, value) == reply.value


def test_the_two_tableaux_are_alike_but_for_what_is_seen():
    captain = punter_policy("punto").chances
    found = banque_outcomes("limitee", Shoe(3), captain, captain, banque_script(), (5, 5))
    # The script follows the right tableau, so the left one is played against a banker who errs.
    assert found.left_value > found.right_value
    alone = outcomes("punto", Shoe(3), captain, banker_policy("punto"))
    # The other tableau's cards are six unseen ones, and a natural is settled without the banker's
    # third card: nothing is different for the right one.
    assert found.right_value == alone.punter_value


def test_more_stake_draws_the_banker_over():
    captain = punter_policy("punto").chances
    values = {}
    for stakes in ((9, 1), (1, 9)):
        reply = banque_best_response("ouverte", Shoe(6), right=captain, left=captain, stakes=stakes)
        played = banque_outcomes("ouverte", Shoe(6), captain, captain, reply.policy, stakes)
        values[stakes] = played.right_value, played.left_value
    assert values[9, 1][0] < values[9, 1][1]
    assert values[1, 9][0] > values[1, 9][1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": "home"}, "profile of banque"),
        ({"shoe": Shoe(counts=[8] + [0] * 9)}, "9 cards"),
        ({"stakes": (0, 0)}, "stakes"),
        ({"stakes": (1, -1)}, "stakes"),
        ({"right": np.zeros(7)}, r"right's policy has shape \(7,\)"),
        ({"left": np.full(8, 1.5)}, "left's chance of drawing"),
        ({"banker": np.zeros((8, 11))}, r"banker's policy has shape \(8, 11\)"),
    ],
)
def test_errors(change, words):
    right, left, banker = random_policies(1)
    arguments = {"rules": RULES, "shoe": Shoe(counts=TINY), "right": right, "left": left}
    with pytest.raises(ValueError, match=words):
        banque_outcomes(**{**arguments, "banker": banker, **change})


def test_exactly_two_policies():
    with pytest.raises(ValueError, match="exactly two"):
        banque_best_response(RULES, Shoe(counts=TINY), right=np.zeros(8))
