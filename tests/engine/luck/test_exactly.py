"""A shoe that is nearly used up: every deal of the last coup, against fractions by hand."""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest

from chemmy_env import Tables
from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.common.shoe import CARD_VALUES
from chemmy_env.engine.games.luck.values import BANK_WINS, KINDS, PUNTER_GAIN
from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.records.codes import Result
from chemmy_env.policies import KeyedRolls, TablePolicy
from tests.engine.luck.by_hand import Hands, luck

COUPS = 7
"""Seven coups of one pack leave 10 to 24 cards."""
TABLES: dict[str, dict[str, Any]] = {
    "home": {"num_players": 3},
    "practice": {"reshuffle_below": 6},
    "salon": {"num_players": 3, "strict_five": True},
    "club": {"num_players": 4, "bystanders": 4, "misplay": "liable", "reshuffle_below": 6},
}


def bold_or_timid(seed: int) -> TablePolicy:
    """Draw or stand by a table made of coin tosses, money as the book's."""
    rng = np.random.default_rng(seed)
    return TablePolicy(rng.integers(0, 2, (2, 10)), rng.integers(0, 2, (10, 11)))


def order_of_cards(seed: int) -> np.ndarray:
    """One pack in a random order, but tens, fives and eights (with a nine) at the bottom."""
    rng = np.random.default_rng(seed)
    pack = rng.permutation(52).astype(np.uint8)
    value = CARD_VALUES[pack]
    low = np.isin(value, (5, 8)) | (value == 0)
    return np.concatenate([pack[~low], pack[low]])


def tables_on(shoes: np.ndarray, profile: str, reward: str) -> Tables:
    """Start a session in each row on its own laid-out shoe."""
    tables = Tables(
        "chemmy", profile, len(shoes), seeds=[3] * len(shoes), autoreset="disabled", decks=1,
        max_coups=COUPS + 1, reward=reward, **TABLES[profile],
    )  # fmt: skip
    tables.shoes[:] = shoes
    config = tables.compiled.config
    tables.share(
        lambda low, high: batch.reset_rows(
            tables.state, tables.shoes, config, tables.outputs, 0, 52, low, high
        )
    )
    return tables


def play_to(coups: int, tables: Tables, policy: TablePolicy) -> np.ndarray:
    """Play until every row has dealt that many coups; return the last rewards of each."""
    player = policy.bind(tables)
    last = np.zeros((tables.num_tables, tables.num_seats))
    while True:
        live = ~(tables.terminated | tables.truncated) & (tables.state["coups"] < coups)
        if not live.any():
            return last
        assert (tables.state["coups"] < coups).all() or coups == COUPS + 1
        rolls = KeyedRolls(tables.rolls())
        tables.step(player.act_batch(tables.observation, tables.action_mask, rolls))
        last[live] = tables.rewards[live]


@pytest.mark.parametrize("profile", TABLES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_deal_of_a_last_coup(profile, seed):
    policy = bold_or_timid(seed)
    cards, pilot = None, None
    for attempt in range(50):  # An order whose seven coups are played, and no stakes ride on.
        cards = order_of_cards(100 * seed + attempt)
        pilot = tables_on(cards[None], profile, "chips")
        play_to(COUPS, pilot, policy)
        if not pilot.terminated[0] and pilot.state["result"][0] != Result.TIE:
            break
    assert pilot.state["coups"][0] == COUPS
    dealt = int(pilot.state["position"][0])
    bottom = cards[dealt:]
    of_value = [bottom[CARD_VALUES[bottom] == value] for value in range(10)]
    left = [len(kind) for kind in of_value]
    present = [value for value in range(10) if left[value]]

    deals, weights = [], []
    for deal in product(present, repeat=6):
        used = [deal[:at].count(value) for at, value in enumerate(deal)]
        ways = prod(left[value] - before for value, before in zip(deal, used, strict=True))
        if ways > 0:
            top = [of_value[value][before] for value, before in zip(deal, used, strict=True)]
            rest = np.setdiff1d(bottom, top)
            deals.append(np.concatenate([cards[:dealt], top, rest]))
            weights.append(ways)
    assert sum(weights) == prod(range(len(bottom) - 5, len(bottom) + 1))

    shoes = np.array(deals)
    raw_tables = tables_on(shoes, profile, "chips")
    raw = play_to(COUPS + 1, raw_tables, policy)
    adjusted_tables = tables_on(shoes, profile, "luck_adjusted")
    adjusted = play_to(COUPS + 1, adjusted_tables, policy)
    state = adjusted_tables.state
    assert (state["position"] > dealt).all()
    np.testing.assert_array_equal(state["balance"], raw_tables.state["balance"])

    # The mean is the same, whatever the tables of the policy are.
    taken = raw - adjusted
    weight = np.array(weights, float) / sum(weights)
    assert np.abs(taken).max() > 0.5
    np.testing.assert_allclose(weight @ taken, 0, atol=1e-11)

    # Row by row it is what the definition says.
    commission = Fraction(int(adjusted_tables.compiled.config["commission"][0]), UNIT)
    five = int(profile == "salon")
    for row in range(0, len(shoes), 7):
        hands = hands_of(state[row])
        punters = luck(left, hands, PUNTER_GAIN, five)
        bankers = -punters - commission * luck(left, hands, BANK_WINS, five)
        banker, covered = state[row]["banker"], Fraction(int(state[row]["covered"]), UNIT)
        assert taken[row, banker] == pytest.approx(float(covered * bankers), abs=1e-11)
        made_good = profile == "club" and state[row]["misplayed"]
        if raw[row].any() and not made_good:  # Then raw chips are the stakes.
            for seat in set(range(taken.shape[1])) - {int(banker)}:
                stake = Fraction(abs(raw[row, seat]))
                assert taken[row, seat] == pytest.approx(float(stake * punters), abs=1e-11)


def hands_of(table):
    """Read a settled coup's cards."""
    values = [[None if card == 255 else int(CARD_VALUES[card]) for card in hand]
              for hand in table["cards"]]  # fmt: skip
    punter, _, bank = values
    return Hands(tuple(punter[:2]), tuple(bank[:2]), punter[2], bank[2])


def test_a_pack_has_the_cards_that_luck_counts():
    np.testing.assert_array_equal(np.bincount(CARD_VALUES, minlength=10), KINDS)
