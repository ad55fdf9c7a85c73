"""What made a result: the command, the code, the versions."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import chemmy_env

_PACKAGES: Final = (
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable_baselines3",
    "sb3_contrib",
)


def _git(*arguments: str) -> str:
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def commit() -> str:
    """Return the commit of the code, ``+`` after it where files differ; ``"none"`` without git."""
    head = _git("rev-parse", "HEAD")
    return f"{head}{'+' if _git('status', '--porcelain') else ''}" if head else "none"


def versions() -> dict[str, str]:
    """Return the versions of Python, of this package and of what it is built on."""
    found = {"python": platform.python_version(), "chemmy_env": chemmy_env.__version__}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def make_manifest(module: str, seed: int, started: float, **more: Any) -> dict[str, Any]:
    """Describe a run that ends now.

    Args:
        module: what was run, such as ``"experiments.study"``.
        seed: its seed.
        started: `time.time` at its start.
        **more: anything else to write down.
    """
    return {
        "command": " ".join(["python", "-m", module, *sys.argv[1:]]),
        "commit": commit(),
        "versions": versions(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "seed": seed,
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(started)),
        "wall_time_seconds": round(time.time() - started, 1),
        **more,
    }


def run_lines(manifest: dict[str, Any]) -> list[str]:
    """Return the paragraphs of a report that tell how it was made."""
    return [
        "## The run",
        f"`{manifest['command']}`, seed {manifest['seed']}, commit {manifest['commit']}, "
        f"{manifest['wall_time_seconds']} s on {manifest['machine']}. All numbers: `results.json`.",
    ]
