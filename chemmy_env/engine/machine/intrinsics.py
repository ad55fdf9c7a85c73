"""How LLVM instructions that numba does not expose are made: those of `atomic` and `prefetch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba.extending
from numba.core import cgutils

from chemmy_env.engine.machine.jit import COMPILED

_item_pointer: Final[Any] = cgutils.get_item_pointer


def intrinsic(in_python: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a function that returns a signature and what writes the instructions for it.

    Args:
        in_python: what stands in for it where nothing is compiled.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        return numba.extending.intrinsic(function) if COMPILED else in_python

    return decorate


def address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return where ``array[at]`` lies; the first two arguments are `array` and `at`, from 0."""
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return _item_pointer(
        context, builder, kind, array, [arguments[1]], wraparound=False, boundscheck=False
    )
