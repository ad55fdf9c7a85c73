"""Our side of a measuring program: start it, ask it, give up on it, stop it."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from experiments.benchmark.serving import CORES, Counts

_ROOT: Final = Path(__file__).parents[2]
_PACKAGE: Final = "experiments.benchmark"
START_SECONDS: Final = 240.0
"""How long a program may take to import, compile and warm up."""
ANSWER_SECONDS: Final = 120.0
"""How much longer than it was told to a program may take over a measurement."""


_ERROR: Final = re.compile(r"^[\w.]*(Error|Exception|Interrupt)\b.*", re.MULTILINE)


def last_words(said: str) -> str:
    """Return the last error that a program printed, or its last line."""
    errors = list(_ERROR.finditer(said))
    if errors:
        return errors[-1].group().strip()
    return said.strip().rpartition("\n")[2].strip()


class WorkerError(RuntimeError):
    """A program that failed, with the end of what it said."""


def choose_cores(count: int) -> list[int]:
    """Return the last `count` of the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
    else:
        allowed = list(range(os.cpu_count() or 1))
    return allowed[-count:]


class Worker:
    """A measuring program that runs until the block ends.

    Args:
        module: its name within `experiments.benchmark`.
        arguments: its command line.
        cores: how many cores it may use.
        python: the interpreter.

    Raises:
        WorkerError: on entry, if it does not get ready.
    """

    def __init__(
        self, module: str, arguments: Sequence[str], cores: int, python: str = sys.executable
    ) -> None:
        self.command = [python, "-m", f"{_PACKAGE}.{module}", *arguments]
        on = choose_cores(cores)
        self._environment = {
            **os.environ,
            CORES: ",".join(map(str, on)),
            "OMP_NUM_THREADS": str(len(on)),
            "PYTHONPATH": os.pathsep.join(
                filter(None, (str(_ROOT), os.environ.get("PYTHONPATH", "")))
            ),
        }
        self.ready: dict[str, Any] = {}

    def __enter__(self) -> Worker:
        self._said = tempfile.TemporaryFile("w+", errors="replace")
        self._process = subprocess.Popen(
            self.command,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self.ready = self._receive(START_SECONDS)
        except BaseException:
            self.__exit__()
            raise
        return self

    def measure(self, seconds: float) -> Counts:
        """Let it measure for about that long.

        Raises:
            WorkerError: if it fails or takes far too long.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{seconds}\n")
            self._process.stdin.flush()
        except OSError:
            raise WorkerError(self._last_words()) from None
        return self._receive(seconds + ANSWER_SECONDS)

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._said.close()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # It was gone before it had read all.
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put("")

    def _receive(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise WorkerError(f"no answer within {seconds:.0f} s") from None
        if not line:
            raise WorkerError(self._last_words())
        return dict(json.loads(line))

    def _last_words(self) -> str:
        """Return what the program said when it failed, or how it ended."""
        code = self._process.wait()
        self._said.seek(0)
        return last_words(self._said.read()) or f"exit code {code}"
