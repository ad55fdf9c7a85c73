"""Figures known from elsewhere, and how their labels are read."""

from __future__ import annotations

import json
from typing import Any

from experiments.literature.games import KNOWN_VALUES

KNOWN: dict[str, Any] = json.loads(KNOWN_VALUES.read_text(encoding="utf-8"))
MODELS = {"B1": ("total", "total"), "B2": ("total", "hand"), "B3": ("hand", "hand")}


def cell_of(text: str) -> Any:
    """Return the label written as ``5`` (a total) or ``05`` (a hand)."""
    return int(text) if len(text) == 1 else (int(text[0]), int(text[1]))


def mixed_cell(label: list[Any]) -> Any:
    """Return a banker's label written as ``[6, null]`` or ``[[0, 6], null]``."""
    cell, third = label
    return (tuple(cell) if isinstance(cell, list) else cell), third


def letters(row: Any) -> str:
    """Return D, S or M for every chance of drawing."""
    return "".join("D" if chance == 1 else "S" if chance == 0 else "M" for chance in row)
