"""What a setting must be: the words of an error, and the limits that several files share."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

MAX_SEATS: Final = 12
MAX_LISTED_STAKES: Final = 8
LARGEST_STAKE: Final = 1_000_000
"""Largest stake in a list, in chips."""


def require(condition: bool, name: str, value: object, allowed: str) -> None:
    """Raise a `ValueError` that names the field, its value and what is allowed, unless it holds."""
    if not condition:
        raise ValueError(f"{name} = {value!r}: expected {allowed}")


class UnknownSettingError(ValueError, TypeError):
    """A keyword argument that is neither an argument, a table option nor a rule.

    It is a `TypeError` as well, with Python's own words: callers that try an argument and go on
    without it where it is unknown look for that.
    """


def check_names(
    given: Iterable[str], known: Iterable[str], also: Iterable[str] = (), kind: str = "rule"
) -> None:
    """Raise `UnknownSettingError` for the first of `given` that is not known, with what is near.

    Args:
        given: names of settings.
        known: the names that are allowed.
        also: further names to suggest, such as the arguments of the function that was called.
        kind: what the names are.
    """
    known = tuple(known)
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, (*known, *also), n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"the {kind}s are {', '.join(known)}"
            raise UnknownSettingError(f"unexpected keyword argument {name!r}: {hint}")


def is_whole(value: object) -> bool:
    """Tell whether a value is an `int`, and no `bool`."""
    return isinstance(value, int) and not isinstance(value, bool)


def require_int(name: str, value: object, low: int, high: int, more: str = "") -> None:
    """Require a whole number from `low` to `high`."""
    fits = is_whole(value) and low <= value <= high  # type: ignore[operator]
    require(fits, name, value, f"a whole number from {low} to {high}{more}")
