"""Where compiled kernels are kept: the one place that chooses the folder.

What lies there is run, so a folder is read only if this user or the superuser owns it and nobody
else may write to it. It is named after a digest of all sources that a kernel is made of: an edit or
an upgrade anywhere in the engine can never run code compiled from before it.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

_ENGINE: Final = Path(__file__).parents[1]
_SOURCES: Final = (_ENGINE, _ENGINE.parent / "rules")
_MARK: Final = ".chemmy_env-kernels"
"""File by which a folder is known to be one of ours."""
_NAME: Final = re.compile(r"chemmy_env-[0-9a-f]{16}")
_STALE_SECONDS: Final = 86_400
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


def digest() -> str:
    """Hash every source file that a kernel can be made of; 16 hexadecimal digits."""
    whole = hashlib.sha256()
    for folder in _SOURCES:
        for path in sorted(folder.rglob("*.py")):
            whole.update(path.relative_to(folder).as_posix().encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def choose_folder(wanted: str, name: str) -> Path:
    """Return the folder to keep compiled kernels in, made if need be.

    That is the first usable one of: where the user wants it, beside the code, the user's own folder
    for temporary files, a fresh one that goes with the process.

    Args:
        wanted: the user's choice (NUMBA_CACHE_DIR); empty for none.
        name: of the folder itself.
    """
    own = Path(tempfile.gettempdir()) / f"chemmy_env-{_user()}"
    places = [Path(wanted)] if wanted else [_ENGINE / "__pycache__"]
    for place in places:
        if _is_usable(place / name, 0o755):
            return place / name
    if _make(own, 0o700) and _is_private(own) and _is_usable(own / name, 0o700):
        return own / name
    fresh = Path(tempfile.mkdtemp(prefix="chemmy_env-"))
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    tried = ", ".join(str(place / name) for place in (*places, own))
    print(
        f"chemmy_env: compiled kernels are kept for this process alone: none of {tried} can be "
        "written, or somebody else can write there too",
        file=sys.stderr,
    )
    return fresh


def sweep(folder: Path) -> None:
    """Remove the folders of other versions beside `folder` that nobody has used for a day."""
    for other in folder.parent.glob("chemmy_env-*"):
        try:
            ours = _NAME.fullmatch(other.name) and (other / _MARK).is_file()
            if ours and other != folder and time.time() - other.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:  # It is going away, or none of our business.
            continue


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _make(folder: Path, mode: int) -> bool:
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError:
        return False
    return True


def _is_usable(folder: Path, mode: int) -> bool:
    """Tell whether kernels can be kept in a folder, or a full one be read."""
    _make(folder, mode)
    if not _is_trusted(folder):
        return False
    try:
        tempfile.TemporaryFile(dir=folder).close()
        (folder / _MARK).touch()
    except OSError:
        try:
            return any(folder.glob("compiled-*"))  # Filled by whoever installed the package.
        except OSError:
            return False
    return True


def _is_trusted(folder: Path) -> bool:
    """Tell whether only this user and the superuser can have put files there."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid in (0, os.getuid()) and not found.st_mode & _OTHERS_WRITE


def _is_private(folder: Path) -> bool:
    """Tell whether a folder in a place that all users share is this user's alone."""
    if not hasattr(os, "getuid"):
        return _is_trusted(folder)
    found = os.lstat(folder)
    return _is_trusted(folder) and found.st_uid == os.getuid() and not found.st_mode & 0o077
