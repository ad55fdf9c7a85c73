"""From a profile, rule overrides and options to a compiled table; loads no kernels."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from chemmy_env.engine.records.config import CompiledTable, TableOptions, compile_table
from chemmy_env.engine.records.fields import Field
from chemmy_env.rules import Rules, get_rules

_OPTION_NAMES: Final = frozenset(field.name for field in fields(TableOptions))


def make_table(
    game: str = "chemmy",
    profile: str | Rules | None = None,
    num_players: int | None = None,
    **settings: Any,
) -> CompiledTable:
    """Compile a table from a profile, rule overrides and table options.

    Raises:
        ValueError: for anything unknown or impossible; it names the setting, the value and what is
            allowed.
    """
    options = {name: settings.pop(name) for name in _OPTION_NAMES & settings.keys()}
    rules = get_rules(profile, game, **settings)
    return compile_table(rules, num_players, TableOptions(**options))


def observation_fields(
    game: str = "chemmy",
    rules: Rules | str | None = None,
    num_players: int | None = None,
    **settings: Any,
) -> tuple[Field, ...]:
    """Return every slice of an observation: name, slice, unit, range, meaning.

    Args:
        game: ``"chemmy"``, ``"punto_banco"``, ``"banque"`` or ``"coup"``.
        rules: a `Rules` or a profile's name.
        num_players: seats; `None` for the profile's.
        **settings: rule overrides and table options (``history`` lengthens the observation).

    Raises:
        ValueError: for anything unknown or impossible.
    """
    return make_table(game, rules, num_players, **settings).fields
