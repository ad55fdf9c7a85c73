"""Kernels with most of their arguments filled in, for callers that step a single table."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import numba

_type_of: Final[Any] = numba.typeof


def bind(kernel: Any, fixed: tuple[Any, ...], examples: tuple[Any, ...]) -> Callable[..., Any]:
    """Return a function that calls a kernel with `fixed` and then its own arguments.

    A kernel looks at the types of all its arguments on each call, which takes twice as long as a
    step of one table. Here they are looked at once, so whoever calls the function answers for them.

    Args:
        kernel: a compiled function.
        fixed: its first arguments. Arrays are kept, not copied.
        examples: values of the types that the other arguments will have.
    """
    if not hasattr(kernel, "compile"):  # numba is switched off: a plain function.
        return functools.partial(kernel, *fixed)
    types = tuple(map(_type_of, (*fixed, *examples)))
    return functools.partial(kernel.compile(types), *fixed)
