"""The copying theorem: a banker who does as the punter would, looking at nothing, is even."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from chemmy_env.exact import HANDS, Shoe, best_response, outcomes, solve
from chemmy_env.rules import get_rules

ANY = get_rules("salon", punter_one="FFFFFFFF")
SHOES = st.lists(st.integers(0, 6), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6)


@settings(max_examples=40, deadline=None)
@given(SHOES, st.lists(st.fractions(0, 1, max_denominator=9), min_size=44, max_size=44),
       st.booleans())  # fmt: skip
def test_a_blind_copy_is_exactly_even_in_every_shoe(counts, chances, by_hand):
    punter = chances if by_hand else chances[:8]
    copy = np.repeat(np.array(punter, dtype=object)[:, None], 11, axis=1)
    shoe = Shoe(counts=counts)
    found = outcomes(ANY, shoe, punter, copy)
    assert found.punter_win == found.bank_win
    assert best_response(ANY, shoe, punter=punter).value >= 0


@settings(max_examples=30, deadline=None)
@given(SHOES)
def test_so_no_shoe_favours_the_punter(counts):
    assert solve("free", Shoe(counts=counts)).value <= 0


def test_looking_at_the_card_breaks_the_evenness():
    punter = [int(sum(hand) % 10 < 6) for hand in HANDS]
    copy = np.repeat(np.array(punter, dtype=object)[:, None], 11, axis=1)
    copy[HANDS.index((0, 3)), 8] = 0
    found = outcomes(ANY, Shoe(6), punter, copy)
    assert found.punter_win != found.bank_win
