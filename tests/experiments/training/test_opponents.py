"""Mixes of opponents, and the league that some of them are drawn from."""

from dataclasses import replace

import numpy as np
import pytest

from chemmy_env.engine.tables import make_table
from experiments.training.league import League
from experiments.training.mix import named_agents, parse_mix, seat_opponents
from experiments.training.trainer import Trainer
from tests.experiments.training.test_training import SMALL, standings, stop_after


@pytest.mark.parametrize("text", ["book=0", "book=x", "=1", "book,book", "book=1,,random"])
def test_impossible_mixes_are_errors(text):
    with pytest.raises(ValueError, match="opponents = "):
        parse_mix(text)


def test_a_mix_is_read():
    assert parse_mix("book=0.7, random=0.1,self=0.2") == {"book": 0.7, "random": 0.1, "self": 0.2}
    assert parse_mix("book:stake=10=2") == {"book:stake=10": 2}
    assert parse_mix("book") == {"book": 1}


def test_words_for_earlier_selves_are_no_agents():
    weights = parse_mix("league=0.6,self=0.2,book=0.2")
    assert named_agents(weights) == {"book": 0.2}


class Self:
    """An earlier self that only has a name and a place in a pool."""

    def __init__(self, name):
        self.name = name

    def act_batch(self, observation, action_mask, rng):
        raise NotImplementedError


def test_every_part_of_a_mix_gets_its_share():
    weights = parse_mix("league=0.5,self=0.2,book=0.2,random=0.1")
    pool = [Self("self-0"), Self("self-1")]
    mix = seat_opponents(weights, pool, make_table(), [1, 2, 3, 4])
    assert mix.lineups[2:] == pool
    assert mix.chances == pytest.approx(
        [0.2 + 0.05, 0.1 + 0.1, 0.1 + 0.15, 0.1 + 0.2]  # book, random and the two selves
    )


def ended(*sessions):
    """Return the infos and dones of a step in which sessions ended: (lineup, reward) each."""
    infos = [{"lineup": lineup, "episode": {"r": reward}} for lineup, reward in sessions]
    return [{}, *infos], np.array([False] + [True] * len(sessions))


def league_of(opponents="league,book", size=2):
    """Return a league with one earlier self."""
    league = League(parse_mix(opponents), size)
    league.add(Self("self-0"))
    return league


def test_a_league_counts_who_came_out_ahead():
    league = league_of()
    assert league.members == ["book", "self-0"]
    assert league.share_ahead("book") == 0.0
    assert league.priority("book") == 1.0
    league.count(*ended((0, 0.8), (0, -0.2), (1, -0.2), (0, 0.0), (1, 0.3)))
    assert league.share_ahead("book") == pytest.approx(1.5 / 23)
    assert league.share_ahead("self-0") == pytest.approx(1 / 22)
    assert league.priority("book") == pytest.approx((1 - 1.5 / 23) ** 2)


def test_sessions_that_are_not_to_count_do_not():
    league = league_of()
    infos, dones = ended((0, 0.8), (1, 0.8))
    league.count(infos, dones & [True, False, True])
    assert league.share_ahead("book") == 0.0
    assert league.share_ahead("self-0") == pytest.approx(1 / 21)


def test_new_sessions_outweigh_old_ones():
    league = league_of()
    league.count(*ended(*[(0, 1.0)] * 400))
    league.add(Self("self-1"))
    league.count(*ended(*[(0, -1.0)] * 200))
    assert league.share_ahead("book") == pytest.approx(200 / 420)


def test_an_opponent_that_is_beaten_makes_room_for_one_that_is_not():
    league = league_of("league=3,random=1")
    for lineup, share in enumerate((0.9, 0.1)):
        won = round(share * 100_000)
        league.count(*ended(*[(lineup, 1.0)] * won, *[(lineup, -1.0)] * (100_000 - won)))
    easy, hard = 0.1**2, 0.9**2
    shares = [1 + 3 * easy / (easy + hard), 3 * hard / (easy + hard)]
    assert league.mix(make_table()).chances == pytest.approx(shares, abs=0.001)


@pytest.mark.parametrize(
    ("opponents", "left"), [("league,book", ["self-0", "self-3"]), ("self", ["self-2", "self-3"])]
)
def test_the_easiest_leaves_a_league_and_the_oldest_a_pool(opponents, left):
    league = league_of(opponents)
    for number in (1, 2, 3):
        league.add(Self(f"self-{number}"))
        newest = len(league.members) - 1
        league.count(*ended(*[(newest, 1.0)] * 1_000))  # Every later self is beaten at once.
    assert [one.name for one in league.pool] == left


def test_training_tells_how_the_learner_fared_against_whom(tmp_path):
    trainer = Trainer(replace(SMALL, opponents="league=0.5,book=0.5"), tmp_path)
    trainer.run(stop_after(2))
    names, shares = zip(*standings(trainer), strict=True)
    assert names == ("book", "self-0", "self-1024", "self-2048")
    assert all(0 < share < 1 for share in shares[:2])
