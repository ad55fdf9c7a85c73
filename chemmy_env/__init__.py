"""Reinforcement-learning environments for chemin de fer and the games round it.

Importing registers ``chemmy/chemmy-v0`` and its sisters with PettingZoo and ``chemmy/Seat-v0`` with
Gymnasium. Everything else is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from chemmy_env.registration import register_environments

if TYPE_CHECKING:
    from chemmy_env.engine.common.keys import row_seed
    from chemmy_env.engine.tables import Tables, observation_fields
    from chemmy_env.rules import Rules, get_rules

__version__ = "0.1.0"
__all__ = ["Rules", "Tables", "get_rules", "observation_fields", "row_seed"]

_HOMES = {
    "Rules": "chemmy_env.rules",
    "Tables": "chemmy_env.engine.tables",
    "get_rules": "chemmy_env.rules",
    "observation_fields": "chemmy_env.engine.records.making",
    "row_seed": "chemmy_env.engine.common.keys",
}
_MODULES = ("chemmy_v0", "coup_v0", "banque_v0", "punto_banco_v0", "exact", "policies", "sb3")

register_environments()


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for (PEP 562)."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"chemmy_env.{name}")
    raise AttributeError(f"module 'chemmy_env' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted([*globals(), *_HOMES, *_MODULES])
