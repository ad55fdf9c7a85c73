"""Where a command writes: nothing that is there is written over unless it is asked to be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from filelock import FileLock, Timeout

from agents.files import clear_temporaries

Overwrite = Annotated[bool, typer.Option("--overwrite", help="Write over what is at --out.")]
"""The option of every command that has ``--out``."""
LOCK: Final = ".lock"
"""File in a run's folder that is locked while something is written there."""


def output_folder(out: Path | None, kind: str, *, overwrite: bool) -> Path:
    """Return the folder to write to, which is not made yet.

    Args:
        out: what was asked for; `None` for ``runs/KIND-TIME``.
        kind: of the command, such as ``"train"``.
        overwrite: whether what is there may be written over.

    Raises:
        BadParameter: if there is something in it, or it is a file.
    """
    if out is None:
        return Path("runs") / time.strftime(f"{kind}-%Y%m%d-%H%M%S")
    with telling_of_files(out):
        if out.exists() and not out.is_dir():
            raise _refusal(f"out = {str(out)!r}: expected a folder, not a file")
        found = sorted(path.name for path in visible(out))
    if found and not overwrite:
        raise _refusal(
            f"out = {str(out)!r}: the folder holds {', '.join(found[:3])}"
            f"{' and more' if len(found) > 3 else ''}; choose another, or give --overwrite"
        )
    return out


def output_file(out: Path, *, overwrite: bool) -> Path:
    """Return the file to write.

    Args:
        out: what was asked for.
        overwrite: whether a file that is there may be written over.

    Raises:
        BadParameter: if there is one, or it is a folder.
    """
    with telling_of_files(out):
        if out.is_dir():
            raise _refusal(f"out = {str(out)!r}: expected a file, not a folder")
        if out.exists() and not overwrite:
            raise _refusal(
                f"out = {str(out)!r}: there is such a file; choose another, or give --overwrite"
            )
    return out


def visible(folder: Path) -> list[Path]:
    """Return what lies in a folder, hidden files left out; nothing if there is no folder."""
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if not path.name.startswith(".")]


@contextmanager
def writing_to(folder: Path) -> Iterator[Path]:
    """Make a run's folder and keep others from it while the block runs; clear what was left there.

    The system gives the lock up when the process ends, however it ends.

    Raises:
        BadParameter: if another run writes there, or the folder cannot be made or written to.
    """
    lock = FileLock(folder / LOCK)
    with telling_of_files(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise _refusal(
                f"out = {str(folder)!r}: another run is writing there; wait for it, or choose "
                "another folder"
            ) from None
    try:
        with telling_of_files(folder):
            clear_temporaries(folder)
        yield folder
    finally:
        lock.release()


@contextmanager
def telling_of_files(path: Path) -> Iterator[None]:
    """Turn an `OSError` in the block into a `BadParameter` that says where and why."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise _refusal(f"out = {str(path)!r}: cannot be written to: {reason}") from error


def _refusal(text: str) -> typer.BadParameter:
    return typer.BadParameter(text, param_hint="--out")
