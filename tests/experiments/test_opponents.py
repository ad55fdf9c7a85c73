"""Mixes of opponents, and the league that some of them are drawn from."""

from dataclasses import replace

import numpy as np
import pytest

from chemmy_env.engine.tables import make_table
from experiments.league import League
from experiments.opponents import named_agents, parse_mix, seat_opponents
from experiments.training import Trainer
from tests.experiments.test_training import SMALL, stop_after


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
    """An earlier self that only has a place in a pool."""

    def act_batch(self, observation, action_mask, rng):
        raise NotImplementedError


def test_every_part_of_a_mix_gets_its_share():
    weights = parse_mix("league=0.5,self=0.2,book=0.2,random=0.1")
    pool = [Self(), Self()]
    mix = seat_opponents(weights, pool, make_table(), [1, 2, 3, 4])
    assert mix.lineups[2:] == pool
    assert mix.chances == pytest.approx(
        [0.2 + 0.05, 0.1 + 0.1, 0.1 + 0.15, 0.1 + 0.2]  # book, random and the two selves
    )


def ended(*sessions):
    """Return the infos and dones of a step in which sessions ended: (lineup, reward) each."""
    infos = [{"lineup": lineup, "episode": {"r": reward}} for lineup, reward in sessions]
    return [{}, *infos], np.array([False] + [True] * len(sessions))


def test_a_league_counts_who_came_out_ahead():
    league = League()
    assert league.share_ahead("book") == 0.0
    assert league.priority("book") == 1.0
    league.count(["book", "self-0"], *ended((0, 0.8), (0, -0.2), (1, -0.2), (0, 0.0), (1, 0.3)))
    assert league.share_ahead("book") == pytest.approx(1.5 / 23)
    assert league.share_ahead("self-0") == pytest.approx(1 / 22)
    assert league.priority("book") == pytest.approx((1 - 1.5 / 23) ** 2)


def test_new_sessions_outweigh_old_ones():
    league = League()
    league.count(["book"], *ended(*[(0, 1.0)] * 400))
    league.fade()
    league.count(["book"], *ended(*[(0, -1.0)] * 200))
    assert league.share_ahead("book") == pytest.approx(200 / 420)


def test_an_opponent_that_is_beaten_makes_room_for_one_that_is_not():
    league = League()
    for name, share in (("random", 0.9), ("book", 0.5), ("self-0", 0.1)):
        won = round(share * 10_000)
        league.count([name], *ended(*[(0, 1.0)] * won, *[(0, -1.0)] * (10_000 - won)))
    priorities = [league.priority(name) for name in ("random", "book", "self-0")]
    assert priorities == pytest.approx([0.01, 0.25, 0.81], abs=0.003)


@pytest.mark.parametrize(
    ("opponents", "left"), [("league,book", ["self-0", "self-3"]), ("self", ["self-2", "self-3"])]
)
def test_the_easiest_leaves_a_league_and_the_oldest_a_pool(tmp_path, opponents, left):
    trainer = Trainer(replace(SMALL, opponents=opponents, pool_size=2), tmp_path)
    for number in (1, 2, 3):
        newest = trainer.pool[-1].name
        if newest != "self-0":  # Every later self is beaten at once.
            trainer.league.count([newest], *ended(*[(0, 1.0)] * 1_000))
        trainer.model.num_timesteps = number
        trainer._add_self()
    assert [one.name for one in trainer.pool] == left


def test_training_tells_how_the_learner_fared_against_whom(tmp_path):
    trainer = Trainer(replace(SMALL, opponents="league=0.5,book=0.5"), tmp_path)
    trainer.run(stop_after(2))
    assert trainer.members == ["book", "self-0", "self-1024", "self-2048"]
    assert all(0 < trainer.league.share_ahead(name) < 1 for name in trainer.members[:2])
