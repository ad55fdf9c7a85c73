"""Connecting to Ray: a cluster by its address, or processes on this machine."""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


def require_ray() -> None:
    """Raise an `ImportError` that says what to install, unless Ray is there."""
    try:
        import ray  # noqa: F401
    except ImportError as error:
        raise ImportError("this needs Ray: pip install 'chemmy_env[ray]'") from error


@contextmanager
def connected(address: str | None, processes: int) -> Iterator[None]:
    """Connect to Ray while the block runs; keep to the connection that there is, if there is one.

    Args:
        address: ``"HOST:PORT"`` of a cluster's head, ``"auto"`` for the one on this machine, `None`
            to start processes of our own, which end with the block.
        processes: how many of our own may run at a time.

    Raises:
        ConnectionError: if there is no cluster at that address.
    """
    # Read when Ray is imported: nothing is reported to anybody, and errors come to us.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    if ray.is_initialized():
        yield
        return
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address is None:
        # "local": not a cluster that happens to run on this machine.
        ray.init(address="local", num_cpus=max(processes, 1), include_dashboard=False, **quiet)
    else:
        ray.init(address=address, **quiet)
    logging.getLogger("ray").setLevel(logging.ERROR)
    try:
        yield
    finally:
        ray.shutdown()


def silence() -> None:
    """Keep RLlib's notes on its own parts from the terminal; called once it is imported."""
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)
    if not sys.warnoptions:
        warnings.simplefilter("ignore", DeprecationWarning)
