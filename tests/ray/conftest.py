"""Ray on this machine, for all tests of the session."""

from __future__ import annotations

import pytest

from experiments.distributed.cluster import connected


@pytest.fixture(scope="session")
def cluster():
    with connected(None, 3):
        yield
