"""R-X1 and R-X2, asked of tables whose question is set by hand."""

import math

import numpy as np
import pytest

from chemmy_env.engine.records.codes import (
    BANCO,
    DRAW,
    MAY_AMOUNT,
    MAY_BANCO,
    MAY_DRAW,
    MAY_PASS,
    MAY_STAND,
    PASS,
    STAND,
    Phase,
)
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import BookPolicy, KeyedRolls, TablePolicy, book, make
from chemmy_env.rules import UNITS_PER_CHIP
from tests.policies.contract import BuiltInContract

PUNTER_DRAWS = {0, 1, 2, 3, 4, 5}
BANKER_DRAWS = {  # By total: the thirds that are drawn against; 10 is a punter who stood.
    0: set(range(11)),
    1: set(range(11)),
    2: set(range(11)),
    3: set(range(11)) - {8},
    4: {2, 3, 4, 5, 6, 7, 10},
    5: {4, 5, 6, 7, 10},
    6: {6, 7},
    7: set(),
}


class TestBook(BuiltInContract):
    policy = book


class TestBookWithOtherMoney(BuiltInContract):
    policy = book(bank=35, stake=12, banco_multiple=1, significant_win=math.inf)


class TestTablePolicy(BuiltInContract):
    policy = TablePolicy(np.full((2, 10), 0.3), np.full((10, 11), 0.6), bank=30)


def ask(policy: BookPolicy, phase: Phase, legal: int, least=0, most=0, seat=1, **state) -> int:
    """Put one question to a policy; `state` sets fields of the table."""
    table = Tables(stakes="chips", **state.pop("table", {}))
    record = table.state[0]
    record["seat"], record["phase"], record["legal"] = seat, phase, legal
    record["least"], record["most"] = least, most
    record["banker"], record["active"], record["result"] = 0, 1, 0
    for name, value in state.items():
        record[name] = value
    mask = np.zeros((1, table.num_actions), np.int8)
    for bit, action in ((MAY_STAND, STAND), (MAY_DRAW, DRAW), (MAY_PASS, PASS), (MAY_BANCO, BANCO)):
        mask[0, action] = bool(legal & bit)
    if legal & MAY_AMOUNT:
        mask[0, 3 + least : 4 + most] = 1
    seen = table.observe(seat)
    return int(policy.bind(table).act_batch(seen, mask, KeyedRolls([0.5]))[0])


def chips(action: int) -> int:
    return action - 3


@pytest.mark.parametrize("total", range(8))
def test_rx1_the_punter_draws_on_0_to_5(total):
    cards = [[total, 12, 255], [255] * 3, [12, 12, 255]]
    cards[0][0] = (total - 1) % 13
    action = ask(book, Phase.PUNTER, MAY_STAND | MAY_DRAW, cards=cards)
    assert action == (DRAW if total in PUNTER_DRAWS else STAND)


def test_rx1_strict_five_is_kept_where_it_could_be_broken():
    cards = [[4, 12, 255], [255] * 3, [12, 12, 255]]
    club = {"profile": "club", "misplay": "liable"}
    for strict, action in ((False, DRAW), (True, STAND)):
        table = {**club, "strict_five": strict}
        assert ask(book, Phase.PUNTER, MAY_STAND | MAY_DRAW, cards=cards, table=table) == action


@pytest.mark.parametrize("total", range(8))
def test_rx1_the_banker_plays_the_table_of_rh9(total):
    for third in range(11):
        cards = [[12, 12, 255], [255] * 3, [(total - 1) % 13, 12, 255]]
        action = ask(
            book, Phase.BANKER, MAY_STAND | MAY_DRAW, seat=0, cards=cards, third=[third, -1, -1]
        )
        assert action == (DRAW if third in BANKER_DRAWS[total] else STAND), (total, third)


def test_rx2_a_flat_modest_bank():
    legal = MAY_PASS | MAY_AMOUNT
    assert chips(ask(book, Phase.OPEN, legal, 2, 100)) == 20
    assert chips(ask(book, Phase.OPEN, legal, 2, 13)) == 13
    assert chips(ask(book(bank=7), Phase.OPEN, legal, 2, 100)) == 7
    assert chips(ask(book, Phase.CONTINUE, legal, 8, 100, seat=0)) == 20
    assert chips(ask(book, Phase.CONTINUE, legal, 24, 100, seat=0)) == 24


def test_rx2_amounts_grow_with_the_starting_chips():
    big = {"starting_chips": 1000}
    assert chips(ask(book, Phase.OPEN, MAY_AMOUNT, 2, 1000, table=big)) == 200
    assert chips(ask(book, Phase.STAKE, MAY_PASS | MAY_AMOUNT, 1, 1000, table=big)) == 50


def test_rx2_a_flat_modest_stake():
    legal = MAY_PASS | MAY_AMOUNT
    assert chips(ask(book, Phase.STAKE, legal, 1, 40)) == 5
    assert chips(ask(book, Phase.STAKE, legal, 1, 3)) == 3


def test_rx2_banco_only_with_several_times_the_bank():
    for bank, action in ((16, BANCO), (17, PASS)):
        legal = MAY_PASS | MAY_BANCO
        for phase in (Phase.BANCO, Phase.SUIVI):
            asked = ask(book, phase, legal, bank, bank, bank=bank * UNITS_PER_CHIP)
            assert asked == action


def test_rx2_retires_after_one_significant_win():
    legal = MAY_PASS | MAY_AMOUNT
    for won, retires in ((9, False), (10, True)):
        asked = ask(book, Phase.CONTINUE, legal, 20, 100, seat=0, result=2,
                    covered=won * UNITS_PER_CHIP)  # fmt: skip
        assert (asked == PASS) == retires
    stays = ask(book(significant_win=math.inf), Phase.CONTINUE, legal, 20, 100, seat=0, result=2,
                covered=90 * UNITS_PER_CHIP)  # fmt: skip
    assert stays != PASS


def test_rx2_takes_a_succession_only_at_its_own_level():
    legal = MAY_PASS | MAY_AMOUNT
    assert chips(ask(book, Phase.SUCCEED, legal, 18, 100)) == 20
    assert ask(book, Phase.SUCCEED, legal, 21, 100) == PASS


def test_wrong_parameters_are_named():
    with pytest.raises(ValueError, match=r"punter of shape \(3,\)"):
        TablePolicy([0.1, 0.2, 0.3], np.zeros((10, 11)))
    with pytest.raises(ValueError, match="stake = -1"):
        book(stake=-1)
    with pytest.raises(ValueError, match="not bound to a table"):
        book.act_batch(np.zeros((1, 4)), np.zeros((1, 4)), np.random.default_rng())
    with pytest.raises(ValueError, match="table = 3"):
        book.bind(3)
    with pytest.raises(ValueError, match="policy = 'bok': expected one of random, book"):
        make("bok")
    with pytest.raises(ValueError, match="an object with act_batch"):
        make(3)  # type: ignore[arg-type]
