"""Whole sessions for evaluation, on the rows and threads of a batch."""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.loops.sessions import Accounts, PendingDecisions, play_sessions
from chemmy_env.engine.records.outputs import Array
from chemmy_env.engine.tables.batch import Tables


def run_sessions(
    tables: Tables,
    players: Array,
    lineup: Array,
    pending: PendingDecisions,
    accounts: Accounts,
    seed: int,
    first: int,
) -> None:
    """Call `play_sessions` on all rows, shared among the threads of `tables`.

    The rows leave their own sessions for good; the results depend neither on how many rows there
    are nor on the threads.
    """
    count = len(accounts.share)
    out = tables.outputs

    def play(low: int, high: int) -> None:
        play_sessions(
            tables.state,
            tables.shoes,
            tables.compiled.config,
            out,
            players,
            lineup,
            pending,
            accounts,
            np.uint64(seed),
            first,
            count,
            low,
            high,
        )

    with tables.one_caller:
        tables.share(play)
