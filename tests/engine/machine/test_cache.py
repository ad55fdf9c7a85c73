"""Compiled kernels on disk: whose code may be loaded, and what is wrong with a file is no fault."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from chemmy_env.engine.games.game import take_action
from chemmy_env.engine.machine.cache import EngineCache, KernelFiles
from chemmy_env.engine.machine.jit import CACHE, SETTINGS
from chemmy_env.engine.records.config import config_dtype
from chemmy_env.engine.records.player import PLAYER_DTYPE
from chemmy_env.engine.records.record import TABLE_DTYPE
from chemmy_env.rules import PROFILES


def add_one(number: int) -> int:
    return number + 1


def compiled(folder: Path) -> Any:
    """Return a dispatcher that keeps its signatures in a folder."""
    dispatcher = numba.njit(**SETTINGS)(add_one)
    dispatcher._cache = EngineCache(add_one, folder)
    return dispatcher


def hits(dispatcher: Any) -> int:
    return sum(dispatcher.stats.cache_hits.values())


def test_a_signature_is_compiled_once_and_then_loaded(tmp_path: Path) -> None:
    first, second = compiled(tmp_path), compiled(tmp_path)
    assert first(1) == 2
    assert hits(first) == 0
    assert second(1) == 2
    assert hits(second) == 1
    assert second(np.int8(1)) == 2  # Another signature: another file.
    assert len(list(tmp_path.iterdir())) == 2


def empty(path: Path) -> None:
    path.write_bytes(b"")


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def flip(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(whole)


def replace_by_code(path: Path) -> None:
    path.write_bytes(b"cposix\nsystem\n(S'exit 1'\ntR.")


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [empty, truncate, flip, replace_by_code, replace_by_folder])
def test_a_damaged_file_counts_as_missing(tmp_path: Path, damage: Any) -> None:
    assert compiled(tmp_path)(1) == 2
    (file,) = tmp_path.iterdir()
    damage(file)
    again = compiled(tmp_path)
    assert again(1) == 2
    assert hits(again) == 0
    if damage is not replace_by_folder:
        mended = compiled(tmp_path)
        assert mended(1) == 2
        assert hits(mended) == 1


def test_a_folder_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    assert compiled(tmp_path / "gone")(1) == 2


def test_what_is_saved_is_loaded_by_its_own_key_alone(tmp_path: Path) -> None:
    files = KernelFiles(tmp_path, "kernel")
    for number in range(3):
        files.save(("signature", number), number)
    assert [files.load(("signature", number)) for number in range(3)] == [0, 1, 2]
    assert files.load("another") is None
    assert KernelFiles(tmp_path, "other").load(("signature", 1)) is None


def test_the_kernels_are_kept_so_and_numba_chooses_no_folder() -> None:
    assert isinstance(take_action._cache, EngineCache)
    assert take_action._cache.cache_path == str(CACHE)


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
import chemmy_env.engine.machine.cache
from chemmy_env.engine.records.config import config_dtype
for game in ("punto_banco", "coup", "chemmy"):
    print(numba.from_dtype(config_dtype(game))._code)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    there = [int(line) for line in run.stdout.split()]
    assert there == [code(config_dtype(game)) for game in ("punto_banco", "coup", "chemmy")]
