"""Checkpoints: a saved Stable-Baselines3 model that knows the table it was trained at.

A checkpoint is the library's own zip file with one more entry, so that the library still loads it.
The entry holds the package's version, the rules and options of the table, the layout of the
observation, and what the trainer wants to remember.

Nothing here unpickles: a checkpoint is read as JSON, and its tensors as tensors.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import chemmy_env
from agents.files import replacing
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rules.model import RULE_DEFAULTS, RULE_FIELDS

ENTRY: Final = "chemmy_env.json"
"""Name of the entry in the zip file."""
FORMAT: Final = 1
IN_A_RUN: Final = ("model.zip", "checkpoint.zip", "policy.npz")
"""Files of a run folder that can be played, the finished one first."""
_RENAMED: Final = {"stakes": "listed_stakes"}
"""Rules that had another name when some checkpoints were written."""


class CheckpointError(ValueError):
    """A file that is no checkpoint, is damaged, or belongs to another table."""


class Saveable(Protocol):
    """A Stable-Baselines3 model."""

    def save(self, path: io.BytesIO) -> None:
        """Write the library's zip file."""


def describe_table(compiled: CompiledTable) -> dict[str, Any]:
    """Return what a policy depends on, as JSON: rules, options, observation and actions."""
    rules = compiled.rules
    options = compiled.options
    return {
        "game": rules.game,
        "profile": rules.profile,
        "num_players": compiled.num_players,
        "rules": {name: _plain(getattr(rules, name)) for name in RULE_FIELDS},
        "options": {
            "stakes": options.stakes,
            "forced_moves": options.forced_moves,
            "history": options.history,
        },
        "observation": {
            field.name: [field.slice.start, field.slice.stop, field.high]
            for field in compiled.fields
        },
        "num_actions": compiled.num_actions,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def differences(saved: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Name everything in which two descriptions of a table differ, as ``name: saved -> wanted``.

    ``rules.num_players`` is a profile's default and left out; the number at the table counts.
    """
    found = []
    for key in sorted(saved.keys() | wanted.keys()):
        before, after = saved.get(key), wanted.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            inner = differences(before, after)
            found += [f"{key}.{line}" for line in inner if not line.startswith("num_players")]
        elif before != after and key != "profile":
            found.append(f"{key}: {before!r} -> {after!r}")
    return found


def save(
    model: Saveable,
    path: Path,
    table: CompiledTable,
    entries: Mapping[str, bytes] | None = None,
    **remembered: Any,
) -> None:
    """Write a checkpoint whole or not at all.

    Args:
        model: the model.
        path: a file that ends in ``.zip``.
        table: the table it was trained at.
        entries: more entries for the zip file, by name.
        **remembered: JSON values for the trainer's own use.

    Raises:
        OSError: if the file cannot be written; what was there before is still there.
    """
    entry = {
        "format": FORMAT,
        "chemmy_env": chemmy_env.__version__,
        "table": describe_table(table),
        **remembered,
    }
    # In memory first: where a disk is full, the libraries raise what they like.
    packed = io.BytesIO()
    model.save(packed)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ENTRY, json.dumps(entry, indent=2))
        for name, content in (entries or {}).items():
            archive.writestr(name, content)
    with replacing(path) as temporary:
        temporary.write_bytes(packed.getvalue())


def find(path: Path, names: tuple[str, ...] = IN_A_RUN) -> Path:
    """Return the checkpoint that `path` is, or that lies in the run folder `path`.

    Args:
        path: a file or a folder.
        names: of the files to look for in a folder, the first choice first.

    Raises:
        CheckpointError: if the folder holds none of them.
    """
    if not path.is_dir():
        return path
    for name in names:
        if (path / name).is_file():
            return path / name
    raise CheckpointError(
        f"checkpoint {str(path)!r}: the folder has no {' or '.join(map(repr, names))}"
    )


@contextmanager
def reading(path: Path, what: str = "is damaged") -> Iterator[None]:
    """Turn whatever goes wrong while a checkpoint's content is read into a `CheckpointError`.

    A damaged file can make zipfile, zlib, json, numpy and torch raise almost anything, so that no
    list of exceptions would be complete.

    Args:
        path: the file, for the message.
        what: is wrong with it, for the message.
    """
    try:
        yield
    except CheckpointError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise CheckpointError(f"checkpoint {str(path)!r} {what}: {told}") from error


def read(path: Path, table: CompiledTable | None = None) -> dict[str, Any]:
    """Return the entry of a checkpoint; the whole file is checked against its checksums.

    Args:
        path: the file.
        table: where it must have been trained; `None` for anywhere.

    Raises:
        CheckpointError: if the file is missing, damaged, no checkpoint of this package, or of
            another table.
    """
    if not path.is_file():
        raise CheckpointError(f"checkpoint {str(path)!r}: there is no such file")
    with reading(path), zipfile.ZipFile(path) as archive:
        damaged = archive.testzip()
        if damaged is not None:
            raise CheckpointError(f"checkpoint {str(path)!r}: {damaged!r} in it is damaged")
        if ENTRY not in archive.namelist():
            raise CheckpointError(
                f"checkpoint {str(path)!r} has no {ENTRY!r}: it is damaged, or neither "
                "agents.networks.checkpoint.save nor experiments.train wrote it"
            )
        entry = json.loads(archive.read(ENTRY))
    if not isinstance(entry, dict) or entry.get("format") != FORMAT:
        raise CheckpointError(f"checkpoint {str(path)!r}: expected format {FORMAT}")
    if table is not None:
        check_table(path, entry, table)
    return entry


def _today(saved: dict[str, Any]) -> dict[str, Any]:
    """Return a saved description under today's names; a rule that came later had its default."""
    rules = {_RENAMED.get(name, name): value for name, value in saved["rules"].items()}
    later = {name: _plain(RULE_DEFAULTS[name]) for name in RULE_FIELDS if name not in rules}
    return {**saved, "rules": {**later, **rules}}


def check_table(path: Path, entry: dict[str, Any], table: CompiledTable) -> None:
    """Check that a checkpoint belongs to a table.

    Raises:
        CheckpointError: names everything in which the two differ.
    """
    with reading(path, f"has no usable description of its table in {ENTRY!r}"):
        found = differences(_today(entry["table"]), describe_table(table))
    if found:
        raise CheckpointError(
            f"checkpoint {str(path)!r} (chemmy_env {entry.get('chemmy_env')}) was trained at "
            f"another table; trained -> wanted: {'; '.join(found)}"
        )
