"""The solver's parts on games of every kind, degenerate ones included."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chemmy_env.exact import Shoe, certify, nash_conv, solve
from chemmy_env.exact.all_equilibria import ManyEquilibria, UndecidedError, list_equilibria
from chemmy_env.exact.box import BoxGame, is_solution
from chemmy_env.exact.cone import is_only_origin
from chemmy_env.exact.pivoting import solve_by_pivoting
from chemmy_env.exact.solve import solve_box
from chemmy_env.rules import get_rules

PUNTERS = st.sampled_from(["DFFFFFFF", "FFFFFFFF", "DDDDDFSS", "DDDDFFFS"])
ENTRY = st.integers(-4, 4)


def box(rng, rows, columns, most=4, zero_sum=False):
    def integers(*shape):
        return np.array(
            [rng.randint(-most, most) for _ in range(int(np.prod(shape)))], dtype=object
        ).reshape(shape)

    slope = integers(rows, columns)
    other = -slope if zero_sum else integers(rows, columns)
    return BoxGame(integers(rows), slope, integers(columns), other)


def solves(game, x, y):
    inside = all(0 <= chance <= 1 for chance in (*x, *y))
    return (
        inside
        and is_solution(game.punter_gain(y), x).all()
        and is_solution(game.banker_gain(x), y).all()
    )


@pytest.mark.parametrize("zero_sum", [True, False])
@pytest.mark.parametrize("size", [(1, 1), (2, 2), (1, 6), (3, 5), (6, 9)])
def test_pivoting_solves_any_game_from_any_corner(size, zero_sum):
    rng = random.Random(f"{size} {zero_sum}")
    for _ in range(15):
        game = box(rng, *size, most=rng.choice([1, 4, 10**25]), zero_sum=zero_sum)
        corner = [np.array([rng.randint(0, 1) for _ in range(n)], dtype=object) for n in size]
        assert solves(game, *solve_by_pivoting(game, (corner[0], corner[1])))
        assert solves(game, *solve_box(game))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6),
    PUNTERS,
    st.sampled_from(["0", "0.05", "0.3"]),
    st.sampled_from(["total", "hand"]),
    st.sampled_from(["total", "hand"]),
    st.integers(0, 2**20),
)
def test_solutions_hold_for_any_shoe_and_rules(counts, punter, commission, one, other, seed):
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("DSFFF") for _ in range(11)) for _ in range(8))
    rules = get_rules("salon", punter_one=punter, banker_rows=rows, commission=commission)
    found = solve(rules, Shoe(counts=counts), one, other)
    assert nash_conv(rules, found.shoe, found.punter, found.banker) == 0
    if seed % 4 == 0:  # the certifier takes longer
        result = certify(found)
        assert result, result.failures


def brute_force(game):
    """Return the equilibria of a 2 x 2 box game with no ties, by all supports in turn."""
    found = set()
    for states in product((0, 1, "mix"), repeat=4):
        x, y = states[:2], states[2:]
        mixed_x, mixed_y = ([i for i in (0, 1) if side[i] == "mix"] for side in (x, y))
        if len(mixed_x) != len(mixed_y):
            continue
        full_x = _balancing(game.banker_base, game.banker_slope.T, x, mixed_x, mixed_y)
        full_y = _balancing(game.punter_base, game.punter_slope, y, mixed_y, mixed_x)
        if full_x is not None and full_y is not None and solves(game, full_x, full_y):
            found.add((*full_x, *full_y))
    return found


def _balancing(base, slope, states, mixed, equations):
    """Solve for the mixed chances of one side that make the other's mixed cells indifferent."""
    values = np.array([0 if s == "mix" else s for s in states], dtype=object)
    if not mixed:
        return values
    rest = base + slope @ values
    if len(mixed) == 1:
        (i,), (j,) = mixed, equations
        if slope[j, i] == 0:
            return None
        values[i] = Fraction(-int(rest[j]), int(slope[j, i]))
        return values
    (a, b), (c, d) = slope
    det = int(a * d - b * c)
    if det == 0:
        return None
    values[0] = Fraction(int(b * rest[1] - d * rest[0]), det)
    values[1] = Fraction(int(c * rest[0] - a * rest[1]), det)
    return values


def test_all_equilibria_are_those_of_all_supports():
    rng, decided, several = random.Random(5), 0, 0
    for _ in range(400):
        game = box(rng, 2, 2, most=1000)
        try:
            listed = {(*x, *y) for x, y in list_equilibria(game)}
        except (ManyEquilibria, UndecidedError):
            continue
        assert listed == brute_force(game)
        decided += 1
        several += len(listed) > 1
    assert decided > 250
    assert several > 10


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 4)])
def test_what_pivoting_finds_is_among_all_equilibria(size):
    rng, decided = random.Random(7), 0
    for _ in range(40):
        game = box(rng, *size, most=50)
        try:
            listed = {tuple(x) for x, _ in list_equilibria(game)}
        except (ManyEquilibria, UndecidedError):
            continue
        decided += 1
        for corner in (0, 1):
            start = tuple(np.full(n, corner, dtype=object) for n in size)
            assert tuple(solve_by_pivoting(game, start)[0]) in listed
    assert decided > 20


def test_a_stretch_of_equilibria_is_found():
    zero = np.zeros(1, dtype=object)
    game = BoxGame(
        zero, zero[None] + 1, zero - 1, zero[None]
    )  # the banker stands, then all is even
    with pytest.raises(ManyEquilibria):
        list_equilibria(game)


def test_cones():
    half, zero, one = Fraction(1, 2), Fraction(0), Fraction(1)
    assert is_only_origin(
        np.array([[1, 2], [3, 4]]), np.array([half, half]), np.array([half, half])
    )
    assert not is_only_origin(
        np.array([[1, 2], [2, 4]]), np.array([half, half]), np.array([half, half])
    )
    # One equation in two unknowns that may only rise: none of them can.
    assert is_only_origin(np.array([[1, 2]]), np.array([half]), np.array([zero, zero]))
    assert not is_only_origin(np.array([[1, -2]]), np.array([half]), np.array([zero, zero]))
    assert not is_only_origin(np.array([[1, 2]]), np.array([half]), np.array([zero, one]))
    # Two inequalities that leave a wedge, and two that leave a point.
    assert not is_only_origin(np.array([[1], [2]]), np.array([one, one]), np.array([half]))
    assert is_only_origin(np.array([[1], [2]]), np.array([one, zero]), np.array([half]))
    assert is_only_origin(np.zeros((0, 0)), np.zeros(0), np.zeros(0))


def test_a_shoe_of_tens_is_dead_even():
    shoe = Shoe(counts=[10] + [0] * 9)  # nothing but tens: every coup is a tie
    found = solve("free", shoe)
    assert found.value == 0
    assert certify(found)
