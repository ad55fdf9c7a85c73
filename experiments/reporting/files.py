"""Files written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from agents.files import replacing

__all__ = ["replacing", "write_json", "write_text"]


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file whole or not at all."""
    write_text(path, json.dumps(value, indent=2) + "\n")
