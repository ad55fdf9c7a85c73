"""The loop around one seat: rewards, rows, opponents, and sessions without the learner."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from chemmy_env.adapters.opponents import Mix
from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.common.keys import row_seed
from chemmy_env.engine.records.codes import PASS
from chemmy_env.policies import book, random
from chemmy_env.rules import UNITS_PER_CHIP
from tests.adapters.helpers import Outside, pick

FIELDS = ("observation", "action_mask", "seat", "reward", "terminated", "truncated",
          "skipped_sessions", "skipped_reward")  # fmt: skip
RARELY_ASKED = {"num_players": 12, "max_coups": 1, "opponents": book(banco_multiple=1, bank=90)}
"""One coup a session, and whoever is asked first calls banco."""


def play(loop: SeatLoop, steps: int, seed: int = 0) -> list[list[np.ndarray]]:
    """Play random legal actions; return copies of the outputs after each step."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        loop.step(pick(loop.action_mask, rng.random(len(loop.action_mask))))
        seen.append([getattr(loop, name).copy() for name in FIELDS])
    return seen


def assert_same(left: list[list[np.ndarray]], right: list[list[np.ndarray]]) -> None:
    for one, other in zip(left, right, strict=True):
        for name, a, b in zip(FIELDS, one, other, strict=True):
            np.testing.assert_array_equal(a, b, name)


@pytest.mark.parametrize("profile", ["home", "practice", "salon", "club"])
@pytest.mark.parametrize("seat", [0, "random"])
def test_chip_rewards_of_a_session_sum_to_the_change_of_wealth(profile, seat):
    loop = SeatLoop(8, "random", seat, "next_step", profile=profile, reward="chips", seed=3)
    rng = np.random.default_rng(1)
    total, sessions = np.zeros(8), 0
    for _ in range(1500):
        loop.step(pick(loop.action_mask, rng.random(8)))
        total += loop.reward
        for row in np.flatnonzero(loop.terminated | loop.truncated):
            state = loop.tables.state[row]
            seat_now = int(loop.seat[row])
            change = int(state["balance"][seat_now] - state["start"][seat_now])
            assert total[row] == pytest.approx(change / UNITS_PER_CHIP, abs=1e-9)
            total[row] = 0
            sessions += 1
    assert sessions >= 8


def test_placement_rewards_of_a_session_sum_to_the_share_of_the_place():
    loop = SeatLoop(8, "random", "random", "next_step", seed=3)
    rng = np.random.default_rng(1)
    total, places = np.zeros(8), set()
    for _ in range(400):
        loop.step(pick(loop.action_mask, rng.random(8)))
        total += loop.reward
        for row in np.flatnonzero(loop.terminated):
            balance = loop.tables.state["balance"][row, :6]
            winners = np.flatnonzero(balance == balance.max())
            share = 1 / len(winners) if loop.seat[row] in winners else 0
            assert total[row] == pytest.approx(share - 1 / 6)
            total[row] = 0
            places.add(share > 0)
    assert places == {True, False}


def test_the_final_observation_is_the_learners_own_view_of_the_end():
    stays = SeatLoop(16, "random", "random", "next_step", seed=9)
    goes_on = SeatLoop(16, "random", "random", "same_step", seed=9)
    rng = np.random.default_rng(1)
    ended = np.zeros(16, bool)
    while not ended.all():  # Each row of `stays` up to its first end.
        actions = pick(goes_on.action_mask, rng.random(16))
        live = ~ended
        stays.step(np.where(live, actions, PASS))
        goes_on.step(actions)
        now = goes_on.terminated & live
        np.testing.assert_array_equal(goes_on.final_observation[now], stays.observation[now])
        np.testing.assert_array_equal(goes_on.final_seat[now], stays.seat[now])
        np.testing.assert_array_equal(goes_on.reward[live], stays.reward[live])
        view = stays.tables.observe(stays.seat)
        np.testing.assert_array_equal(view[now], stays.observation[now])
        ended |= now


@pytest.mark.parametrize("opponents", ["book", Mix(["book", "random"], [1, 3], per_seat=True)])
def test_row_i_plays_what_a_batch_of_one_plays(opponents):
    many = SeatLoop(6, opponents, "random", seed=11)
    seen = [[]]
    rng = np.random.default_rng(0)
    numbers = rng.random((120, 6))
    for at in range(120):
        many.step(pick(many.action_mask, numbers[at]))
        seen.append([getattr(many, name).copy() for name in FIELDS])
    for row in (0, 5):
        one = SeatLoop(1, opponents, "random")
        one.reset(seeds=[row_seed(11, row)])
        for at in range(120):
            one.step(pick(one.action_mask, numbers[at, row]))
            for name, values in zip(FIELDS, seen[at + 1], strict=True):
                np.testing.assert_array_equal(getattr(one, name)[0], values[row], name)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["book", "random"])
def test_an_opponent_outside_the_loop_plays_like_the_same_one_inside(name, threads):
    inside = SeatLoop(32, name, "random", seed=5)
    outside = Outside(name, inside.compiled)
    foreign = SeatLoop(32, outside, "random", seed=5, threads=threads)
    assert_same(play(inside, 80), play(foreign, 80))
    assert outside.calls > 80


def test_one_opponent_for_each_other_seat_sits_anticlockwise_from_the_learner():
    loop = SeatLoop(4, "random", 2, num_players=4, seed=5)
    asked = {}

    class Spy(Outside):
        def act_batch(self, observation, action_mask, rng):
            asked.setdefault(self, set(np.argmax(self.seats(observation), 1).tolist()))
            return super().act_batch(observation, action_mask, rng)

        def seats(self, observation):  # The banker's place, seen from this one's seat.
            return observation[:, banker.slice]

    banker = next(field for field in loop.compiled.fields if field.name == "banker")
    spies = [Spy("book", loop.compiled), "book", Spy("book", loop.compiled)]
    loop.set_opponents(spies)
    loop.reset(seed=5, options={"first_banker": 2})
    loop.step(pick(loop.action_mask, np.full(4, 0.99)))  # A bank too large for a banco.
    assert asked[spies[0]] == {3}  # The learner banks, three steps on from its right neighbour ...
    assert asked[spies[2]] == {1}  # ... and one from its left neighbour.


def test_a_mix_draws_by_weight_and_by_session():
    loop = SeatLoop(1, Mix(["book", "random", book(bank=9)], [1, 2, 1]), 0)
    lineups = loop._resolved.lineups
    drawn = []
    for seed in range(600):
        loop.reset(seed)
        codes = set(loop._state.seating[0, 1:].tolist())
        assert len(codes) == 1  # One lineup for the table.
        drawn.append(codes.pop())
    np.testing.assert_allclose(lineups.bounds, [0.25, 0.75, 1])
    assert np.bincount(drawn, minlength=3) == pytest.approx([150, 300, 150], abs=40)
    loop.reset(7)
    assert loop._state.seating[0, 1] == drawn[7]


def test_the_lineup_is_that_of_the_policies_that_are_asked():
    loop = SeatLoop(1, "book", "random", "disabled")
    one, other = Outside("book", loop.compiled), Outside("random", loop.compiled)
    loop.set_opponents(Mix([one, other, [one, other, one, other, one]]))
    seen = set()
    for seed in range(40):
        one.calls = other.calls = 0
        loop.reset(seed)
        lineup = int(loop.lineup[0])
        while not loop.terminated[0]:
            loop.step(pick(loop.action_mask, np.zeros(1)))
        assert bool(one.calls) == (lineup in (0, 2))
        assert bool(other.calls) == (lineup in (1, 2))
        seen.add(lineup)
    assert seen == {0, 1, 2}
    loop.set_opponents(Mix([one, other], per_seat=True))
    assert loop.lineup.tolist() == [-1]


def test_random_seats_are_all_taken_alike():
    loop = SeatLoop(3000, seat="random", seed=1)
    assert np.bincount(loop.seat, minlength=6) == pytest.approx([500] * 6, abs=80)


def test_opponents_change_at_once():
    loop = SeatLoop(16, "random", seed=5)
    play(loop, 20)
    other = copy.deepcopy(loop)
    loop.set_opponents("book")
    other.set_opponents([Outside("book", loop.compiled)] * 5)
    assert_same(play(loop, 40), play(other, 40))


def test_copies_play_on_alike():
    loop = SeatLoop(8, Mix(["book", "random"]), "random", seed=2)
    play(loop, 10)
    twin = copy.deepcopy(loop)
    assert_same(play(loop, 60), play(twin, 60))


def test_sessions_without_the_learner_are_played_on_and_counted():
    loop = SeatLoop(64, seat="random", reward="chips", seed=4, **RARELY_ASKED)
    skipped = int(loop.skipped_sessions.sum())
    ends = 0
    for step in play(loop, 60):
        named = dict(zip(FIELDS, step, strict=True))
        ends += int(named["terminated"].sum())
        skipped += int(named["skipped_sessions"].sum())
        assert (named["skipped_sessions"][~named["terminated"]] == 0).all()
        assert not named["skipped_reward"].any()  # Who is never asked has staked nothing.
    assert skipped > 20
    assert skipped + ends == int(loop.tables.state["session"].sum())
    places = SeatLoop(64, seat="random", seed=4, **RARELY_ASKED)
    assert places.skipped_reward.any()
    assert not places.skipped_reward[places.skipped_sessions == 0].any()


def test_a_learner_who_is_never_asked_is_an_error():
    with pytest.raises(RuntimeError, match="in 10000 sessions the learner was never asked"):
        SeatLoop(2, book(banco_multiple=1), 2, profile="club", max_coups=1)


def test_wrong_opponents_and_seats_are_named():
    with pytest.raises(ValueError, match="policy = 'bok'"):
        SeatLoop(2, "bok")
    with pytest.raises(ValueError, match="3 opponents: expected one, or 5"):
        SeatLoop(2, ["book", random, "book"])
    with pytest.raises(ValueError, match="seat = 6: expected 'random' or a seat from 0 to 5"):
        SeatLoop(2, seat=6)
    with pytest.raises(ValueError, match=r"weights = \[1\]"):
        Mix(["book", "random"], [1])
    with pytest.raises(ValueError, match="lineups = 'book'"):
        Mix("book")


def test_an_illegal_answer_of_an_opponent_is_an_error_and_a_reset_mends_it():
    class Cheat:
        def act_batch(self, observation, action_mask, rng):
            return np.argmin(action_mask, 1)

    loop = SeatLoop(4, "book", seed=1)
    loop.set_opponents(Cheat())
    with pytest.raises(ValueError, match=r"Cheat object .* chose \d: expected one of"):
        play(loop, 50)
    with pytest.raises(RuntimeError, match="reset first"):
        play(loop, 1)
    loop.set_opponents("book")
    loop.reset(seed=1)
    assert_same(play(loop, 30), play(SeatLoop(4, "book", seed=1), 30))


@pytest.mark.parametrize("illegal", ["terminate", "raise"])
def test_an_illegal_action_of_the_learner(illegal):
    loop = SeatLoop(2, seed=1, reward="chips", illegal=illegal)
    actions = pick(loop.action_mask, np.zeros(2))
    actions[1] = np.argmin(loop.action_mask[1])
    if illegal == "raise":
        before = loop.tables.state.copy()
        with pytest.raises(ValueError, match=r"actions\[1\] = \d: expected one of"):
            loop.step(actions)
        assert (before["decisions"] == loop.tables.state["decisions"]).all()
    else:
        loop.step(actions)
        assert loop.terminated.tolist() == [False, True]
        assert loop.reward[1] == -100
    with pytest.raises(ValueError, match=r"actions of shape \(3,\)"):
        loop.step(np.zeros(3, int))
