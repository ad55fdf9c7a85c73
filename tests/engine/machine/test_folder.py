"""Where compiled kernels are kept: in folders that nobody else can fill, and only in ours."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chemmy_env.engine.machine import folder as kernels
from chemmy_env.engine.machine.folder import choose_folder, digest, sweep

NAME = "chemmy_env-0123456789abcdef"
MARK = ".chemmy_env-kernels"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "tmp"
    place.mkdir()
    monkeypatch.setattr(kernels.tempfile, "tempdir", str(place))
    return place


def blocked(tmp_path: Path) -> Path:
    """Return a place where no folder can be made, whoever runs this."""
    place = tmp_path / "file"
    place.write_text("")
    return place


def test_the_user_s_choice_is_made_and_marked(tmp_path: Path, temporary: Path) -> None:
    chosen = choose_folder(str(tmp_path / "here"), NAME)
    assert chosen == tmp_path / "here" / NAME
    assert (chosen / MARK).is_file()
    assert list(temporary.iterdir()) == []


def test_an_unusable_choice_leads_to_the_user_s_own_temporary_folder(
    tmp_path: Path, temporary: Path
) -> None:
    chosen = choose_folder(str(blocked(tmp_path)), NAME)
    assert chosen.name == NAME
    assert chosen.parent.parent == temporary
    assert chosen.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707])
def test_a_temporary_folder_that_others_can_fill_is_left_alone(
    tmp_path: Path, temporary: Path, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    planted = temporary / f"chemmy_env-{os.getuid()}"
    (planted / NAME).mkdir(parents=True)
    planted.chmod(mode)
    chosen = choose_folder(str(blocked(tmp_path)), NAME)
    assert planted not in chosen.parents
    assert chosen.stat().st_mode & 0o777 == 0o700
    assert "kept for this process alone" in capsys.readouterr().err


def test_a_link_is_not_followed(tmp_path: Path, temporary: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    wanted = tmp_path / "wanted"
    wanted.mkdir()
    (wanted / NAME).symlink_to(elsewhere)
    assert choose_folder(str(wanted), NAME).parent != wanted
    assert list(elsewhere.iterdir()) == []


def test_a_full_folder_that_cannot_be_written_serves(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = choose_folder(str(tmp_path), NAME)
    refuse = monkeypatch.setattr  # The superuser may write anywhere, so that a mode will not do.

    def no_room(**_: object) -> object:
        raise PermissionError("read-only")

    refuse(kernels.tempfile, "TemporaryFile", no_room)
    assert choose_folder(str(tmp_path), NAME) != full  # Nothing in it yet.
    (full / "compiled-chemmy").touch()
    assert choose_folder(str(tmp_path), NAME) == full


def test_the_sweep_takes_old_folders_of_ours_and_nothing_else(tmp_path: Path) -> None:
    now = choose_folder(str(tmp_path), NAME)
    old = choose_folder(str(tmp_path), "chemmy_env-fedcba9876543210")
    recent = choose_folder(str(tmp_path), "chemmy_env-0000000000000000")
    strangers = [tmp_path / name for name in ("chemmy_env-data", "chemmy_env-1111111111111111")]
    for stranger in strangers:
        stranger.mkdir()
        (stranger / "results.csv").write_text("1")
    long_ago = time.time() - 10 * 86_400
    for folder in (old, *strangers):
        os.utime(folder, (long_ago, long_ago))
    sweep(now)
    assert not old.exists()
    assert now.exists()
    assert recent.exists()
    assert all(stranger.exists() for stranger in strangers)


def test_the_name_follows_all_sources_of_the_engine(tmp_path: Path) -> None:
    assert digest() == digest()
    root = Path(kernels.__file__).parents[3]
    program = (
        "import pathlib, shutil, sys; root, copy = map(pathlib.Path, sys.argv[1:]);"
        "shutil.copytree(root / 'chemmy_env', copy / 'chemmy_env',"
        " ignore=shutil.ignore_patterns('__pycache__'));"
        "sys.path.insert(0, str(copy));"
        "from chemmy_env.engine.machine.folder import digest; print(digest());"
        "path = copy / 'chemmy_env/engine/games/punto_banco/settling.py';"
        "path.write_text(path.read_text() + '# changed'); print(digest())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(root), str(tmp_path)],
        capture_output=True, text=True, check=True, cwd=tmp_path, timeout=120,
    )  # fmt: skip
    before, after = run.stdout.split()
    assert before == digest()
    assert after != before
