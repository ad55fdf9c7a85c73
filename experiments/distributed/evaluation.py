"""Evaluations over Ray: the same matches, block by block, wherever there is a free core.

A task is one block of a match's sessions (`matches.BLOCK`), which a local run plays in one go too.
Sessions are keyed by the seed and their number, and blocks are put together in order, so results
are those of a local run to the last digit. Only a network's last bits may differ where processors
of another kind take part. A task whose process dies is played again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from chemmy_env.engine.loops.sessions import Accounts
from experiments.distributed.cluster import connected, require_ray
from experiments.measuring import matches
from experiments.measuring.evaluation import Progress, Start
from experiments.measuring.table import TableSettings

Begin = Callable[[Progress], "Start | None"]


@contextmanager
def playing(
    ray: bool,
    address: str | None,
    processes: int,
    settings: TableSettings,
    sessions: int,
    seed: int,
) -> Iterator[Begin]:
    """Give what `evaluate` is to play with: given progress, its argument `start`.

    Args:
        ray: whether to play over Ray.
        address: of a cluster; `None` for processes of our own.
        processes: how many of our own.
        settings: the table.
        sessions: sessions of each lineup.
        seed: of the sessions.

    Raises:
        ImportError: if Ray is asked for and not installed.
        ConnectionError: if there is no cluster at that address.
        ValueError: if there is an address without `ray`.
    """
    if not ray:
        if address is not None:
            raise ValueError(f"address = {address!r}: expected none without --ray")
        yield lambda progress: None
        return
    require_ray()
    with connected(address, processes):
        yield lambda progress: make_start(settings, sessions, seed, progress)


def make_start(settings: TableSettings, sessions: int, seed: int, progress: Progress) -> Start:
    """Return what plays lineups over Ray, which must be connected."""
    import ray

    # Without what it has compiled: each process makes that for itself.
    table = ray.put(TableSettings(**settings.arguments()))
    task = ray.remote(num_cpus=1)(play_block)

    def start(lineup: Sequence[matches.Member]) -> Callable[[], Accounts]:
        sent = ray.put(tuple(lineup))
        blocks = [
            task.remote(table, sent, first, min(matches.BLOCK, sessions - first), seed)
            for first in range(0, sessions, matches.BLOCK)
        ]

        def wait() -> Accounts:
            return joined([_counted(ray.get(block), progress) for block in blocks])

        return wait

    return start


def play_block(
    settings: TableSettings, lineup: Sequence[matches.Member], first: int, sessions: int, seed: int
) -> Accounts:
    """Play one block of a lineup's sessions, in one thread."""
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)
    return matches.play(settings, lineup, sessions, seed, first=first)


def joined(blocks: Sequence[Accounts]) -> Accounts:
    """Put the accounts of blocks together, in order."""
    return Accounts(*(np.concatenate(columns) for columns in zip(*blocks, strict=True)))


def _counted(accounts: Accounts, progress: Progress) -> Accounts:
    progress(len(accounts.share))
    return accounts
