import numpy as np
import pytest

from agents.registry import make_agent
from chemmy_env.engine.loops.sessions import PARTS
from chemmy_env.policies import book, random
from chemmy_env.rules import PROFILES
from experiments.measuring.evaluation import chips_of, evaluate
from experiments.measuring.matches import field_of, hybrid, play, whole
from experiments.measuring.splitting import (
    HYBRIDS,
    ORDERS,
    all_hybrids,
    asks_part,
    mixtures,
    parts_asked,
    shares_by_order,
)
from experiments.measuring.table import TableSettings

TABLES = [
    TableSettings(game, profile)
    for game, profiles in PROFILES.items()
    if game != "coup"
    for profile in profiles
]


def name_of(table):
    return table.compiled.rules.profile


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_hybrids_in_parts_that_are_never_asked_play_alike(table):
    """What `all_hybrids` leaves unplayed, played."""
    seats = table.compiled.num_seats
    rest = field_of([book], seats)
    asked = parts_asked(table.compiled)
    accounts = [play(table, [hybrid(parts, random, book), *rest], 25, 3) for parts in HYBRIDS]
    for parts in HYBRIDS:
        for one, other in zip(accounts[parts], accounts[parts & asked], strict=True):
            np.testing.assert_array_equal(one, other)
    won = [chips_of(one) for one in accounts]
    shares = shares_by_order(won)
    np.testing.assert_array_equal(sum(shares), ORDERS * (won[-1] - won[0]))
    for part, share in enumerate(shares):
        assert asks_part(table.compiled, part) == share.any(), PARTS[part]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_no_hybrid_is_played_twice(table):
    asked = parts_asked(table.compiled)
    played = [0, asked, *mixtures(asked)]
    assert len(set(played)) == len(played) == 2 ** asked.bit_count()
    assert set(all_hybrids(asked, {one: one for one in played})) == set(played)


def test_a_lone_bettor_is_compared_in_the_same_sessions():
    table = TableSettings("punto_banco", "mini")
    agents = {name: make_agent(name, table.compiled) for name in ("book", "random")}
    found = evaluate(table, agents, {"nobody": []}, 300, 2, baseline="book", splits=["random"])
    lead = found.comparison("random", "nobody")
    assert lead.chips_by_part["staking"] == lead.chips
    assert lead.win_share.mean == 0
    assert found.score("book", "nobody").as_banker.mean == 0


def test_a_ruined_banker_has_lost_as_banker():
    """At banque the bank leaves a ruined banker before anybody is asked again (R-T1)."""
    table = TableSettings("banque")
    accounts = play(table, [whole(random)] * 6, 400, 5)
    without_stake = accounts.staked == 0
    assert without_stake.any()
    assert (accounts.as_punter[without_stake] == 0).all()
    assert (accounts.as_banker >= -accounts.faced).all()
