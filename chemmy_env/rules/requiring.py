"""What a setting must be: the words of an error, and the limits that several files share."""

from __future__ import annotations

from typing import Final

MAX_SEATS: Final = 12
MAX_LISTED_STAKES: Final = 8
LARGEST_STAKE: Final = 1_000_000
"""Largest stake in a list, in chips."""


def require(condition: bool, name: str, value: object, allowed: str) -> None:
    """Raise a `ValueError` that names the field, its value and what is allowed, unless it holds."""
    if not condition:
        raise ValueError(f"{name} = {value!r}: expected {allowed}")


def is_whole(value: object) -> bool:
    """Tell whether a value is an `int`, and no `bool`."""
    return isinstance(value, int) and not isinstance(value, bool)


def require_int(name: str, value: object, low: int, high: int, more: str = "") -> None:
    """Require a whole number from `low` to `high`."""
    require(is_whole(value) and low <= value <= high, name, value,  # type: ignore[operator]
            f"a whole number from {low} to {high}{more}")  # fmt: skip
