"""How instructions that numba has no word for are made: those of `atomic` and `fetching`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba.extending
from numba.core import cgutils

_item_pointer: Final[Any] = cgutils.get_item_pointer


def intrinsic(function: Callable[..., Any]) -> Any:
    """Decorate a function that returns a signature and what writes the instructions for it."""
    return numba.extending.intrinsic(function)


def address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return where ``array[at]`` lies; the first two arguments are `array` and `at`, from 0."""
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return _item_pointer(
        context, builder, kind, array, [arguments[1]], wraparound=False, boundscheck=False
    )
