"""A crew: threads that step a batch together, without the GIL.

To wake a sleeping thread can take longer than to step a thousand tables. So a worker with nothing
to do stays awake for a moment and looks at numbers in memory, where the next step mostly finds it.
The rows of a step lie there as parts that threads take one by one, their own first, then what is
left of the others'. Whoever calls the step takes parts like everybody else and ends with the last
one: a worker that comes late, or never, costs no more than its help.
"""

from __future__ import annotations

import operator
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from chemmy_env.engine.machine.atomic import add, compare_and_swap, load, spin_pause, store
from chemmy_env.engine.machine.jit import jit, jit_inline

PARTS_EACH: Final = 4
"""Parts of a thread's own: enough to share out evenly, so few that taking one is no work."""
SPINS: Final = 10_000
"""How often a thread looks for work before it goes to sleep: about a fifth of a millisecond."""
_NAP: Final = 1e-5

# The words stand a cache line apart, since each is written by some threads and read by others.
_LINE = 8
_FINISHED = 0
"""Place of: parts finished since the crew was formed."""
_WHICH = _LINE
"""Place of: the set of outputs that this step writes."""
_TICKETS = 2 * _LINE
"""First place of one for each thread: the number of the step times 2**16, and how many of the
thread's own parts have been taken."""
_STEP = 1 << 16


@jit
def post(shared, which):
    """Put out the parts of a step. All parts of the step before are finished."""
    store(shared, _WHICH, which)
    for at in range(_TICKETS, shared.shape[0], _LINE):
        store(shared, at, (load(shared, at) // _STEP + 1) * _STEP)


@jit_inline
def which_outputs(shared):
    """Return the set of outputs that this step writes."""
    return load(shared, _WHICH)


@jit
def take_part(shared, thread, rows):
    """Take a part of a step, the thread's own if there is any: its first row and the row after.

    Both are -1 if there is none.
    """
    threads = (shared.shape[0] - _TICKETS) // _LINE
    for ahead in range(threads):
        owner = (thread + ahead) % threads
        at = _TICKETS + _LINE * owner
        while True:
            ticket = load(shared, at)
            taken = ticket % _STEP
            if taken == PARTS_EACH:
                break
            if compare_and_swap(shared, at, ticket, ticket + 1):
                part = owner * PARTS_EACH + taken
                parts = threads * PARTS_EACH
                return part * rows // parts, (part + 1) * rows // parts
    return -1, -1


@jit_inline
def finish_part(shared):
    """Note that a part is finished."""
    add(shared, _FINISHED, 1)


@jit
def next_part(shared, thread, rows, spins):
    """Take a part as `take_part` does; a worker that finds none waits for the next step's.

    Both rows are -1 when it is time to leave: at once for the caller of a step, thread 0, and for a
    worker after `spins` looks.
    """
    while True:
        low, high = take_part(shared, thread, rows)
        if low >= 0 or thread == 0 or not parts_come(shared, thread, spins):
            return low, high


@jit
def parts_come(shared, thread, spins):
    """Wait for the thread's next parts; tell whether they came within `spins` looks."""
    own = _TICKETS + _LINE * thread
    for _ in range(spins):
        if load(shared, own) % _STEP < PARTS_EACH:
            return True
        spin_pause()
    return False


@jit
def is_finished(shared, spins):
    """Wait for the last part of a step; tell whether it was finished within `spins` looks."""
    threads = (shared.shape[0] - _TICKETS) // _LINE
    parts = load(shared, _TICKETS) // _STEP * threads * PARTS_EACH
    for _ in range(spins):
        if load(shared, _FINISHED) == parts:
            return True
        spin_pause()
    return False


def usable_cores() -> int:
    """Return how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Crew:
    """Threads that call one kernel with the same arguments, step after step.

    Args:
        pool: runs the workers while they are awake.
        threads: how many share a step, the caller among them.
        rows: how many actions a step takes.
        kernel: called as ``kernel(shared, thread, spins, actions, *arguments)`` in each of them;
            it does what `next_part` gives it, and returns to the caller of a step, thread 0, what
            `is_finished` tells.
        arguments: what the kernel works on.
    """

    def __init__(
        self,
        pool: ThreadPoolExecutor,
        threads: int,
        rows: int,
        kernel: Any,
        arguments: tuple[Any, ...],
    ) -> None:
        self._pool = pool
        self._kernel = kernel
        self._arguments = arguments
        self._actions = np.zeros(rows, np.int64)
        self._shared = np.zeros(_TICKETS + threads * _LINE, np.int64)
        self._shared[_TICKETS::_LINE] = PARTS_EACH
        self._awake = [False] * threads

    def does(self, kernel: Any, arguments: tuple[Any, ...]) -> bool:
        """Tell whether the crew calls that kernel with the very same arguments."""
        return self._kernel is kernel and all(map(operator.is_, self._arguments, arguments))

    def step(self, actions: np.ndarray[Any, Any], which: int) -> None:
        """Do all parts of a step, with whoever is awake.

        Args:
            actions: (rows,) int64.
            which: the set of outputs that is written.
        """
        self._actions[:] = actions
        post(self._shared, which)
        for thread in range(1, len(self._awake)):
            if not self._awake[thread]:
                self._awake[thread] = True
                self._pool.submit(self._work, thread)
        finished = self._work(0)
        while not finished:
            time.sleep(_NAP)  # Whoever has a part may be waiting for this very core.
            finished = is_finished(self._shared, SPINS)

    def _work(self, thread: int) -> bool:
        try:
            finished: bool = self._kernel(
                self._shared, thread, SPINS, self._actions, *self._arguments
            )
            return finished
        finally:
            self._awake[thread] = False
