"""Threads of a batch: the same sums for any number, nobody at work after an interrupt or a fork."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

import numpy as np
import pytest

from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.tables import Tables, rollouts
from chemmy_env.policies import book, random


@pytest.mark.parametrize("profile", ["home", "salon", "club"])
def test_no_bit_of_a_rollouts_rewards_depends_on_threads_or_slices(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"profile": profile, "num_tables": 61, "seed": 4, "commission": "0.05"}
    expected = Tables(**settings).rollout(random, 200)
    assert expected.rewards.any()
    for threads, at_once in ((1, 1), (1, 7 * 61), (2, 1 << 21), (3, 1 << 21), (3, 50 * 61)):
        monkeypatch.setattr(rollouts, "_SLICE", at_once)
        tables = Tables(threads=threads, **settings)
        result = tables.rollout(random, 200)
        assert result.rewards.tobytes() == expected.rewards.tobytes()
        assert (result.sessions, result.coups) == (expected.sessions, expected.coups)


def test_slices_play_what_one_call_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, sliced = (Tables(num_tables=5, seed=4) for _ in range(2))
    whole.rollout(book, 1000)
    monkeypatch.setattr(rollouts, "_SLICE", 5 * 33)
    sliced.rollout(book, 1000)
    assert whole.state.tobytes() == sliced.state.tobytes()
    np.testing.assert_array_equal(whole.observation, sliced.observation)


class Stop(BaseException):
    """Stands for the KeyboardInterrupt that a test cannot press."""


@pytest.mark.parametrize("kind", [Tables, SeatLoop])
def test_after_an_interrupt_nobody_is_still_playing(kind: Any) -> None:
    loop = kind(num_tables=40, seed=1, threads=2)
    tables = loop if kind is Tables else loop.tables
    finished = threading.Event()

    def work(low: int, high: int) -> None:
        if low == 0:
            raise Stop
        time.sleep(0.3)
        tables.state["session"][low:high] = 77
        finished.set()

    with pytest.raises(Stop):
        tables.share(work)
    assert finished.is_set()
    loop.reset(seed=5)
    fresh = kind(num_tables=40, seed=5)
    np.testing.assert_array_equal(loop.observation, fresh.observation)
    for each in (loop, fresh):
        for _ in range(20):
            each.step(each.action_mask.argmax(1))
    np.testing.assert_array_equal(loop.observation, fresh.observation)


def test_an_error_of_another_thread_is_raised_and_the_batch_goes_on() -> None:
    tables = Tables(num_tables=4, threads=2)

    def work(low: int, high: int) -> None:
        if low:
            raise Stop

    with pytest.raises(Stop):
        tables.share(work)
    assert tables.rollout(random, 10).decisions == 40


@pytest.mark.parametrize("threads", [1, 2])
def test_a_second_python_thread_is_turned_away_in_words(threads: int) -> None:
    tables = Tables(num_tables=20, threads=threads)
    loop = SeatLoop(20, threads=threads)
    refused: list[str] = []

    def play(calls: list[Any]) -> None:
        for call in calls:
            try:
                call()
            except RuntimeError as error:
                refused.append(str(error))

    actions = tables.action_mask.argmax(1)
    kept = tables.state.tobytes(), tables.observation.tobytes()
    calls: list[Any] = [
        lambda: tables.step(actions),
        lambda: tables.rollout(random, 5),
        tables.reset,
        lambda: loop.step(loop.action_mask.argmax(1)),
    ]
    with tables.one_caller, loop.tables.one_caller:
        other = threading.Thread(target=play, args=(calls,))
        other.start()
        other.join(20)
    assert not other.is_alive()
    assert len(refused) == len(calls)
    assert all("another Python thread" in words for words in refused)
    assert (tables.state.tobytes(), tables.observation.tobytes()) == kept
    tables.step(actions)  # The one that was here first goes on.
    loop.step(loop.action_mask.argmax(1))


def test_threads_that_take_turns_are_welcome() -> None:
    tables = Tables(num_tables=20, threads=2)
    for _ in range(5):
        other = threading.Thread(target=lambda: tables.rollout(random, 5))
        other.start()
        other.join(20)
        tables.step(tables.action_mask.argmax(1))


def test_python_threads_that_share_a_batch_without_a_word_neither_hang_nor_harm() -> None:
    tables = Tables(num_tables=300, threads=2)
    done = []

    def play() -> None:
        for _ in range(50):
            try:
                tables.rollout(random, 20)
                done.append(True)
            except RuntimeError:
                done.append(False)

    workers = [threading.Thread(target=play) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert not any(worker.is_alive() for worker in workers)
    assert any(done)
    assert tables.state["decisions"].min() >= 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*use of fork.*:DeprecationWarning")
def test_a_forked_process_starts_threads_of_its_own() -> None:
    tables = Tables(num_tables=40, seed=1, threads=2)
    tables.rollout(random, 10)  # Its thread is there, and will be missing in the child.
    child = os.fork()
    if child == 0:  # pragma: no cover
        try:
            tables.rollout(random, 10)
            tables.step(tables.action_mask.argmax(1))
            os._exit(0)
        finally:
            os._exit(1)
    for _ in range(200):
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            assert os.waitstatus_to_exitcode(status) == 0
            return
        time.sleep(0.1)
    os.kill(child, 9)
    os.waitpid(child, 0)
    pytest.fail("the child hangs")
