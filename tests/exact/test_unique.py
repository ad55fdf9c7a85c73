"""What `Equilibrium.unique` promises: no second policy at a cell that can occur."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from chemmy_env.exact import HANDS, Shoe, certify, nash_conv, solve
from chemmy_env.rules import FREE, get_rules

TIED_SHOE = Shoe(counts=[0, 3, 1, 1, 0, 3, 1, 3, 0, 2])


def occurs(shoe, side, label, sees):
    """Return by laying out the cards whether a salon cell can occur; a slow second opinion."""
    for p in HANDS:
        for b in HANDS:
            own = p if side == "punter" else b
            cell = label if side == "punter" else label[0]
            if own != cell and (sees == "hand" or sum(own) % 10 != cell):
                continue
            cards = [*p, *b]
            if side == "banker":
                third, total = label[1], sum(p) % 10
                if (third is None and total < 5) or (third is not None and total > 5):
                    continue
                cards += [] if third is None else [third]
            if all(n <= shoe.counts[card] for card, n in Counter(cards).items()):
                return True
    return False


def test_a_cell_that_occurs_but_changes_nothing_makes_two_equilibria():
    found = solve("salon", TIED_SHOE, "hand", "total")
    assert found.unique is False
    others = [
        changed
        for row in range(8)
        for column in range(11)
        for label in [found.banker.label((row, column))]
        for changed in [
            replace(
                found, banker=found.banker.replaced(label, 1 - round(found.banker[row, column]))
            )
        ]
        if occurs(found.shoe, "banker", label, "total")
        and nash_conv("salon", found.shoe, changed.punter, changed.banker, punter_sees="hand") == 0
    ]
    assert others
    assert certify(others[0])


@pytest.mark.parametrize("sees", [("total", "total"), ("hand", "total"), ("hand", "hand")])
def test_no_single_change_at_a_cell_that_occurs_keeps_a_unique_equilibrium(sees):
    rng = random.Random(f"unique {sees}")
    seen = Counter()
    for _ in range(25):
        counts = [rng.choice([0, 0, 1, 2, 3]) for _ in range(10)]
        if sum(counts) < 6:
            continue
        shoe, rules = Shoe(counts=counts), get_rules("salon")
        found = solve(rules, shoe, *sees)
        other = False
        for side, see in zip(("punter", "banker"), sees, strict=True):
            table = getattr(found, side)
            options = rules.punter_options[0] if side == "punter" else rules.banker_options
            for row, cell in enumerate(table.labels):
                total = cell if isinstance(cell, int) else sum(cell) % 10
                for column in range(11 if side == "banker" else 1):
                    place = (row, column) if side == "banker" else row
                    free = options[total, column] if side == "banker" else options[total]
                    if free != FREE or not occurs(shoe, side, table.label(place), see):
                        continue
                    chance = Fraction(table.chances[place])
                    moved = replace(
                        found, **{side: table.replaced(table.label(place), (chance + 1) % 2 / 2)}
                    )
                    same = moved.punter == found.punter and moved.banker == found.banker
                    other |= not same and nash_conv(rules, shoe, moved.punter, moved.banker) == 0
        seen[found.unique, other] += 1
    assert not seen[True, True]
    assert seen[False, True]


@pytest.mark.parametrize("sees", [("total", "total"), ("hand", "hand")])
def test_a_cell_that_cannot_occur_is_set_aside(sees):
    whole = Shoe(6)
    without_nines = Shoe(counts=[*whole.counts[:9], 0])
    assert solve("salon", without_nines, *sees).unique is True
