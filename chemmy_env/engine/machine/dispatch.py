"""Functions that are another kernel for another game, chosen when a kernel is compiled.

The compiled rules of each game are a record type of their own (`config.config_dtype`), named after
the game and after what else the kernels must do: keep a history, take luck off the rewards, let
seats leave, deal from handfuls. So a batch loop is written once and compiled for what is played,
and a table of chemin de fer neither compiles nor asks about banque.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from numba.extending import overload

from chemmy_env.engine.machine.jit import COMPILED, SETTINGS


def by_config(*, inline: bool = True, **kernels: Any) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a function that, called in a kernel, is the one of `kernels` that suits the config.

    What is decorated says in its docstring what all of them do, and with which arguments; it needs
    no body, and there is nothing to call outside kernels.

    Args:
        inline: compile the kernel into its callers.
        **kernels: compiled functions of the same arguments, by a field that only their `config`
            has. The one named ``otherwise`` serves every other.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        signature = inspect.signature(function)
        if not COMPILED:
            return _choosing(function, signature, kernels)

        def choose(*arguments: Any, **named: Any) -> Any:
            config = signature.bind(*arguments, **named).arguments["config"]
            for name, kernel in kernels.items():
                if name in config.fields:
                    return kernel.py_func
            return kernels["otherwise"].py_func

        choose.__signature__ = signature  # type: ignore[attr-defined]  # numba compares it.

        @functools.wraps(function)
        def stand_in(*arguments: Any, **named: Any) -> Any:
            raise NotImplementedError(f"{function.__name__}: expected a call in a kernel")

        options: Any = {**SETTINGS, "forceinline": inline}
        overload(stand_in, jit_options=options)(choose)
        return stand_in

    return decorate


def _choosing(
    function: Callable[..., Any], signature: inspect.Signature, kernels: dict[str, Any]
) -> Callable[..., Any]:
    """Return a function that chooses among plain ones at each call, where nothing is compiled."""
    at = list(signature.parameters).index("config")

    @functools.wraps(function)
    def chosen(*arguments: Any) -> Any:
        names = arguments[at].dtype.names
        suiting = [kernel for name, kernel in kernels.items() if name in names]
        return (suiting[0] if suiting else kernels["otherwise"])(*arguments)

    return chosen
