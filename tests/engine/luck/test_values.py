"""The value tables against the exact theory, and the closed form of the mean over four cards."""

from fractions import Fraction

import numpy as np
import pytest

from chemmy_env.engine.games.luck import values
from chemmy_env.exact import Shoe, banker_policy, outcomes, punter_policy
from chemmy_env.rules import DRAW, get_rules
from chemmy_env.rules.options import BANKER_FIXED, banker_table
from tests.engine.luck.by_hand import mean_of_four


def closed_form(left, five, quantity):
    """The polynomial that the kernel evaluates, term by term."""
    pairs = [sum(left[i] * left[(total - i) % 10] for i in range(10)) for total in range(10)]
    found = float(np.array(pairs) @ values.FOUR[five, quantity] @ np.array(pairs))
    triples = iter(values.THREE[five, quantity])
    twos = iter(values.TWO[five, quantity])
    for i in range(10):
        found += left[i] * values.ONE[five, quantity, i]
        for j in range(i + 1):
            found += left[i] * left[j] * next(twos)
            found += sum(left[i] * left[j] * left[k] * next(triples) for k in range(j + 1))
    cards = sum(left)
    return found / (cards * (cards - 1) * (cards - 2) * (cards - 3))


@pytest.mark.parametrize("five", [values.DRAWS_ON_FIVE, values.STANDS_ON_FIVE])
def test_the_mean_from_a_full_shoe_is_the_value_of_the_books_coup(five):
    rules = get_rules("salon", strict_five=bool(five))
    book = banker_policy(rules.replace(banker_rows=BANKER_FIXED))
    exact = outcomes(rules, Shoe(6), punter_policy(rules, 1), book)
    full = [int(count) for count in 6 * values.KINDS]
    gain, bank = (closed_form(full, five, quantity) for quantity in range(2))
    assert gain == pytest.approx(float(exact.punter_value), abs=1e-14)
    assert bank == pytest.approx(float(exact.bank_win), abs=1e-14)


@pytest.mark.parametrize(
    "left",
    [
        (1, 1, 1, 1, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 4, 0, 0, 0, 0),
        (3, 0, 2, 0, 1, 2, 0, 1, 1, 1),
        (16, 4, 4, 4, 4, 4, 4, 4, 4, 4),
        (40, 3, 0, 17, 24, 9, 1, 24, 2, 20),
    ],
)
@pytest.mark.parametrize("quantity", [values.PUNTER_GAIN, values.BANK_WINS])
@pytest.mark.parametrize("five", [values.DRAWS_ON_FIVE, values.STANDS_ON_FIVE])
def test_the_closed_form_is_the_mean_over_all_deals(left, five, quantity):
    expected = float(mean_of_four(left, five, quantity))
    assert closed_form(left, five, quantity) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("own", "bank", "third"), [(5, 3, 9), (0, 6, 6), (2, 5, 4), (5, 7, 0)])
def test_cells_of_the_tables_are_chances_given_the_totals(own, bank, third):
    """Cards one by one from six packs, in whole numbers."""
    full = [int(count) for count in 6 * values.KINDS]
    draws = banker_table(BANKER_FIXED)[bank, third] == DRAW
    sums = [0, 0]
    ways_of_all = 0
    for p1 in range(10):
        for b1 in range(10):
            left = full.copy()
            ways = 1
            for card in (p1, (own - p1) % 10, b1, (bank - b1) % 10, third):
                ways *= left[card]
                left[card] -= 1
            final = (own + third) % 10
            for last, count in enumerate(left):
                end = (bank + last) % 10 if draws else bank
                sums[0] += ways * count * ((final > end) - (end > final))
                sums[1] += ways * count * (end > final)
            ways_of_all += ways * sum(left)
    for quantity in range(2):
        expected = Fraction(sums[quantity], ways_of_all)
        assert values.THIRD[quantity, own, bank, third] == float(expected)
