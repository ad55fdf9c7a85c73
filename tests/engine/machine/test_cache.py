"""Several processes may compile at once: none may ever load another signature's code."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile

from chemmy_env.engine.games.game import take_action
from chemmy_env.engine.machine.cache import KeyedCacheFile
from chemmy_env.engine.records.config import config_dtype
from chemmy_env.engine.records.player import PLAYER_DTYPE
from chemmy_env.engine.records.record import TABLE_DTYPE
from chemmy_env.rules import PROFILES


def race(kind: Any, folder: Path) -> list[Any]:
    """Let two processes save two signatures, each with the index as it was before the other.

    The first one is interrupted between the two files that it writes.
    """
    first, second = (kind(str(folder), "kernel", "stamp") for _ in range(2))
    finish = first._save_data
    first._save_data = lambda name, data: (second.save("second", 2), finish(name, data))
    second._load_index = dict  # Nothing was there when it looked.
    first.save("first", 1)
    reader = kind(str(folder), "kernel", "stamp")
    return [reader.load("first"), reader.load("second")]


def test_a_race_can_lose_an_entry_but_never_swaps_two(tmp_path: Path) -> None:
    first, second = race(KeyedCacheFile, tmp_path)
    assert first in (1, None)
    assert second in (2, None)


def test_the_race_is_one_that_numba_loses(tmp_path: Path) -> None:
    first, second = race(IndexDataCacheFile, tmp_path)
    assert first == 2 or second == 1  # One signature has the other's code.


def test_what_is_saved_is_loaded_and_the_kernels_are_saved_so(tmp_path: Path) -> None:
    files = KeyedCacheFile(str(tmp_path), "kernel", "stamp")
    for number in range(3):
        files.save(("signature", number), number)
    assert [files.load(("signature", number)) for number in range(3)] == [0, 1, 2]
    assert files.load("another") is None
    assert isinstance(take_action._cache._cache_file, KeyedCacheFile)


@pytest.mark.parametrize("stamp", ["older", "newer"])
def test_files_of_other_sources_are_not_loaded(tmp_path: Path, stamp: str) -> None:
    KeyedCacheFile(str(tmp_path), "kernel", stamp).save("key", 1)
    assert KeyedCacheFile(str(tmp_path), "kernel", "now").load("key") is None


def code(dtype: np.dtype[Any]) -> int:
    """Return the number by which numba names functions of a record."""
    return int(numba.from_dtype(dtype)._code)


def test_every_record_type_has_a_number_of_its_own() -> None:
    switches = ("history", "adjusts_luck", "leaving", "handfuls")
    configs = [
        config_dtype(game, **dict(zip(switches, on, strict=True)))
        for game, *on in product(PROFILES, *[(False, True)] * len(switches))
    ]
    codes = [code(dtype) for dtype in (*configs, TABLE_DTYPE, PLAYER_DTYPE)]
    assert len(set(codes)) == len(codes)
    # The number is all that names of compiled functions tell of a record.
    assert numba.from_dtype(configs[0]).mangling_args == ("Record", (codes[0],))


def test_a_record_type_has_the_same_number_in_every_process() -> None:
    program = """
import numba, numpy as np
kept = [numba.from_dtype(np.dtype([(f"f{number}", "i4")])) for number in range(7)]
from chemmy_env.engine.records.config import config_dtype
for game in ("punto_banco", "coup", "chemmy"):
    print(numba.from_dtype(config_dtype(game))._code)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    there = [int(line) for line in run.stdout.split()]
    assert there == [code(config_dtype(game)) for game in ("punto_banco", "coup", "chemmy")]
