"""Measuring program for the plain C coup loop (coup.c): ``echo 1 | ... rivals.coup``."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from experiments.benchmark.serving import Case, Clock, Counts, serve

_SOURCE: Final = Path(__file__).with_name("coup.c")
_CARDS: Final = 312
_COUPS: Final = 1_000_000


class CoupLoop:
    """The compiled C loop.

    Args:
        flags: for the compiler.

    Raises:
        OSError: if there is no gcc.
        subprocess.CalledProcessError: if it fails.
    """

    def __init__(self, *flags: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "coup.so"
            command = ["gcc", *(flags or ("-O3",)), "-shared", "-fPIC", "-o", str(library)]
            subprocess.run([*command, str(_SOURCE)], check=True)
            self._library = ctypes.CDLL(str(library))
        self._shoe = (ctypes.c_uint8 * _CARDS)()

    def count_results(self, coups: int, session_key: int) -> tuple[int, int, int]:
        """Play coups; return how many the bank won, the punter won, and nobody won."""
        tally = (ctypes.c_int64 * 3)()
        self._library.stack_packs(self._shoe)
        self._library.play_coups(
            self._shoe,
            ctypes.c_uint64(session_key),
            ctypes.c_int64(1),
            ctypes.c_int64(coups),
            tally,
        )
        bank, punter, tie = tally
        return bank, punter, tie


def make_case(*flags: str) -> Case:
    """Return the case: compiled with ``-O3``, or with the flags given."""
    loop = CoupLoop(*flags)
    key = 0

    def measure(seconds: float) -> Counts:
        nonlocal key
        clock = Clock()
        played = 0
        while clock.seconds < seconds:
            key += 1
            with clock:
                played += sum(loop.count_results(_COUPS, key))
        return clock.counts(played)

    compiler = subprocess.run(
        ["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True
    )
    counted = "coups of six packs by the fixed table, twelve to a shuffle, results counted"
    return Case(measure, counted, f"gcc {compiler.stdout.strip()}")


if __name__ == "__main__":
    serve(make_case)
