"""First use: import, first compile into an empty cache, and the start after it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from experiments.benchmark.contests import Spread
from experiments.benchmark.workers import WorkerError, last_words

_ROOT: Final = Path(__file__).parents[2]
_LIMIT_SECONDS: Final = 300


def run_probe(cache: Path) -> dict[str, Any]:
    """Run `probe` in a fresh process that keeps compiled code in `cache`.

    Raises:
        WorkerError: if it fails.
    """
    since = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "experiments.benchmark.probe"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        cwd=_ROOT,
        capture_output=True,
        text=True,
        timeout=_LIMIT_SECONDS,
    )
    if done.returncode:
        raise WorkerError(last_words(done.stderr))
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    found["seconds"]["the whole process"] = time.perf_counter() - since
    found["said"] = done.stderr.strip()
    return found


def measure_first_use(
    repeats: int, probe: Callable[[Path], dict[str, Any]] = run_probe
) -> dict[str, Any]:
    """Return seconds with an empty cache, and with a full one as spreads."""
    with tempfile.TemporaryDirectory() as folder:
        empty = probe(Path(folder))
        full = [probe(Path(folder)) for _ in range(repeats)]
    return {
        "empty_cache": empty["seconds"],
        "full_cache": {
            label: Spread.of([one["seconds"][label] for one in full]).to_json()
            for label in empty["seconds"]
        },
        "torch_loaded_by_import": empty["torch_loaded"],
        "said_while_compiling": empty["said"],
    }
