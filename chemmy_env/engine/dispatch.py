"""Functions that are another kernel for another game, chosen when a kernel is compiled.

The compiled rules of each game are a record type of their own (`config.config_dtype`), named after
the game and after what else the kernels must do: keep a history, take luck off the rewards. So a
batch loop is written once and compiled for what is played, and a table of chemin de fer neither
compiles nor asks about banque.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

from numba.extending import overload

from chemmy_env.engine.jit import SETTINGS

_OPTIONS: Final = {name: value for name, value in SETTINGS.items() if name != "cache"}


def by_config(function: Callable[..., Any], *, inline: bool = True, **kernels: Any) -> None:
    """Make `function`, called in a kernel, the one of `kernels` whose name marks the `config`.

    Args:
        function: says what all of them do, and with which arguments; never run itself.
        inline: compile it into its callers.
        **kernels: compiled functions of the same arguments, by a field that only their `config`
            has. The one named ``otherwise`` serves every other.
    """

    def choose(*arguments: Any, **named: Any) -> Any:
        config = signature.bind(*arguments, **named).arguments["config"]
        for name, kernel in kernels.items():
            if name in config.fields:
                return kernel.py_func
        return kernels["otherwise"].py_func

    signature = inspect.signature(function)
    choose.__signature__ = signature  # type: ignore[attr-defined]  # numba compares it.
    overload(function, jit_options={**_OPTIONS, "forceinline": inline})(choose)
