"""Threads that share steps: each part is done once, whoever comes, late or not at all."""

from __future__ import annotations

import copy
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.machine import atomic
from chemmy_env.engine.machine.crew import Crew, finish_part, is_finished, next_part, which_outputs
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.tables import Tables, threads
from tests.engine.playing import legal_moves


@jit
def mark(shared, thread, spins, actions, done, by, waits):
    """Count how often each row is done, of which outputs, and by whom; a part takes its time."""
    low, high = next_part(shared, thread, actions.shape[0], spins)
    while low >= 0:
        for _ in range(waits[thread]):
            atomic.spin_pause()
        for row in range(low, high):
            done[which_outputs(shared), row] += actions[row]
            by[thread] += 1
        finish_part(shared)
        low, high = next_part(shared, thread, actions.shape[0], spins)
    return thread > 0 or is_finished(shared, spins)


class Late:
    """A pool whose workers begin after a while, or never."""

    def __init__(self, workers: int, seconds: float | None) -> None:
        self.pool = ThreadPoolExecutor(workers)
        self.seconds = seconds

    def submit(self, work: Any, *arguments: Any) -> Future[Any] | None:
        if self.seconds is None:
            return None
        return self.pool.submit(self.begin, work, arguments)

    def begin(self, work: Any, arguments: Any) -> None:
        assert self.seconds is not None
        time.sleep(self.seconds)
        work(*arguments)


@pytest.mark.parametrize("seconds", [0.0, 0.001, None], ids=["at once", "late", "never"])
@pytest.mark.parametrize("threads", [2, 3, 7])
@pytest.mark.parametrize("rows", [1, 5, 16, 1000])
def test_every_row_is_done_once_a_step(rows, threads, seconds):
    done = np.zeros((2, rows), np.int64)
    by = np.zeros(threads, np.int64)
    waits = np.full(threads, 4000)  # Who calls is quicker, and has to wait for the others.
    waits[0] = 1000
    crew = Crew(Late(threads - 1, seconds), threads, rows, mark, (done, by, waits))
    for step in range(1, 201):
        crew.step(np.full(rows, step), step % 2)
        assert (done[step % 2] == sum(range(step, 0, -2))).all()
    assert by.sum() == 200 * rows
    if seconds is None:
        assert by[0] == 200 * rows
    elif rows == 1000:  # With few rows there may be nothing left to help with.
        assert by[0] < 200 * rows


@jit
def count_up(shared, times):
    """Add one, in each of two ways."""
    for _ in range(times):
        atomic.add(shared, 0, 1)
        while True:
            found = atomic.load(shared, 8)
            if atomic.compare_and_swap(shared, 8, found, found + 1):
                break


def test_no_count_is_lost_between_threads():
    shared = np.zeros(16, np.int64)
    count_up(shared, 0)
    with ThreadPoolExecutor(3) as pool:
        for one in [pool.submit(count_up, shared, 200_000) for _ in range(3)]:
            one.result()
    assert shared[0] == shared[8] == 600_000


def step_both(one: Any, many: Any, rng: np.random.Generator) -> None:
    """Take the same random legal actions in both."""
    actions = legal_moves(one.action_mask, rng)
    one.step(actions)
    many.step(actions)


def test_many_tables_step_alike_with_a_crew_that_is_awake():
    one, many = (Tables(num_tables=1500, seed=3, threads=threads) for threads in (1, 2))
    rng = np.random.default_rng(0)
    for _ in range(150):
        step_both(one, many, rng)
    assert one.state.tobytes() == many.state.tobytes()
    for ours, theirs in zip(one.outputs, many.outputs, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_a_copy_and_a_reset_in_between_leave_the_crew_behind():
    one, many = (Tables(num_tables=20, seed=3, threads=threads) for threads in (1, 3))
    rng = np.random.default_rng(0)
    for number in range(40):
        step_both(one, many, rng)
        if number % 10 == 0:
            many = copy.deepcopy(many)
        if number == 25:
            one.reset()
            many.reset()
        np.testing.assert_array_equal(one.observation, many.observation)


def test_a_step_that_was_stopped_before_it_began_can_be_taken_again(monkeypatch):
    monkeypatch.setattr(threads, "usable_cores", lambda: 2)
    one, many = (Tables(num_tables=100, seed=3, threads=threads) for threads in (1, 2))
    actions = legal_moves(one.action_mask, np.random.default_rng(0))

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(ThreadPoolExecutor, "submit", stop)
        with pytest.raises(KeyboardInterrupt):
            many.step(actions)
    one.step(actions)
    many.step(actions)
    np.testing.assert_array_equal(one.observation, many.observation)


def test_a_crew_of_a_seat_loop_plays_against_the_opponents_that_are_set_last():
    one, many = (SeatLoop(200, "book", "random", seed=4, threads=count) for count in (1, 2))
    rng = np.random.default_rng(0)
    for opponents in ("random", "book", "equilibrium"):
        for _ in range(40):
            step_both(one, many, rng)
            for ours, theirs in zip(one.outputs, many.outputs, strict=True):
                np.testing.assert_array_equal(ours, theirs)
        one.set_opponents(opponents)
        many.set_opponents(opponents)
