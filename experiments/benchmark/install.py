"""Install the rivals, one by one: ``python -m experiments.benchmark.install CONSTRAINTS``.

What does not install is written down beside the interpreter and told in the benchmark's report.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from experiments.benchmark.rivals import REQUIREMENTS
from experiments.reporting.files import write_json

FAILURES: Final = "benchmark-failures.json"


def failures_path() -> Path:
    """Return where this environment remembers what did not install."""
    return Path(sys.prefix) / FAILURES


def read_failures() -> dict[str, str]:
    """Return what did not install in this environment, and why."""
    path = failures_path()
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def pip_install(requirement: str, constraints: str) -> str | None:
    """Install a requirement; return pip's last words if that fails."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
               "-c", constraints, requirement]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return errors[-1] if errors else f"pip ended with {done.returncode}"


def install_all(
    constraints: str, install: Callable[[str, str], str | None] = pip_install
) -> dict[str, str]:
    """Install every rival and return what failed, and why."""
    failures = {}
    for name, requirement in REQUIREMENTS.items():
        print(f"installing {requirement} ...", flush=True)
        why = install(requirement, constraints)
        if why is not None:
            print(f"{requirement} did not install: {why}", flush=True)
            failures[name] = why
    return failures


if __name__ == "__main__":
    write_json(failures_path(), install_all(sys.argv[1]))
