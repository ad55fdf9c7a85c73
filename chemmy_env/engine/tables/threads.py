"""The threads of a batch share its rows, for one caller at a time; none outlasts its call."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from chemmy_env.engine.machine.crew import Crew, usable_cores
from chemmy_env.engine.records.outputs import Array
from chemmy_env.engine.tables.rows import Work


class OneCaller:
    """A context in which one Python thread is at work, and any other is turned away.

    What an interrupt leaves marked as at work is taken up again by the same thread.
    """

    def __init__(self) -> None:
        self._at_work: dict[None, int] = {}

    def __enter__(self) -> None:
        me = threading.get_ident()
        if self._at_work.setdefault(None, me) != me:
            raise RuntimeError(
                "these tables are being played by another Python thread: expected one at a time; "
                "clone() gives a thread tables of its own, threads=2 shares a step among cores"
            )

    def __exit__(self, *_: object) -> None:
        self._at_work.clear()


class Threads:
    """Threads that share the rows of a batch with their caller.

    However a call ends, by an exception or Ctrl-C too, no thread is still at work after it.

    Args:
        count: how many threads share the rows, the caller among them.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        self._crew: Crew | None = None

    def __reduce__(self) -> tuple[type[Threads], tuple[int]]:
        """Copies start threads of their own."""
        return Threads, (self.count,)

    def share(self, rows: int, work: Work) -> None:
        """Call ``work(low, high)`` for as many parts of the rows as there are threads."""
        if self.count == 1:
            work(0, rows)
            return
        cuts = np.linspace(0, rows, self.count + 1).astype(int).tolist()
        parts = list(pairwise(cuts))
        try:
            pool = self._started()
            others = [pool.submit(work, *part) for part in parts[1:]]
            work(*parts[0])
            for other in others:
                other.result()
        except BaseException:
            self.stop()
            raise

    def step(
        self, kernel: Any, rows: int, actions: Array, which: int, arguments: tuple[Any, ...]
    ) -> None:
        """Take a step with all threads.

        Args:
            kernel: what each of them calls, as `Crew` says.
            rows: N.
            actions: (N,) int64.
            which: the set of outputs that is written.
            arguments: what the kernel works on.
        """
        try:
            pool = self._started()
            if self._crew is None or not self._crew.does(kernel, arguments):
                # Threads that wait for one another on one core only stand in each other's way.
                self._crew = Crew(pool, min(self.count, usable_cores()), rows, kernel, arguments)
            self._crew.step(actions, which)
        except BaseException:  # The next step shall not wait for what is lost.
            self.stop()
            raise

    def stop(self) -> None:
        """Wait for what the threads are doing, whatever interrupts, and let them go."""
        pool, self._pool, self._crew = self._pool, None, None
        while pool is not None:
            try:
                pool.shutdown(wait=True)
                pool = None
            except KeyboardInterrupt:  # It is on its way already.
                continue

    def _started(self) -> ThreadPoolExecutor:
        """Return this process's threads: a fork has none of its parent's."""
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.count - 1)
            self._process = os.getpid()
            self._crew = None
        return self._pool
