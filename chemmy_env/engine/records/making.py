"""From a profile, rule overrides and options to a compiled table; loads no kernels."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any, Final, TypeVar

from chemmy_env.engine.records.config import CompiledTable, TableOptions, compile_table
from chemmy_env.engine.records.fields import Field
from chemmy_env.rules import RULE_FIELDS, Rules, find_game, get_rules
from chemmy_env.rules.requiring import check_names

Class = TypeVar("Class", bound=type)
OPTION_NAMES: Final = tuple(field.name for field in fields(TableOptions))
"""Table options, which are no rules: a name is one or the other."""
_arguments: Final[set[str]] = set()
"""What callers of `make_table` take besides, to be suggested where a name is misspelled."""


def takes_settings(cls: Class) -> Class:
    """Decorate a class whose constructor hands its further keywords on to `make_table`."""
    _arguments.update(set(inspect.signature(cls).parameters) - {"settings"})
    return cls


def make_table(
    game: str = "chemmy",
    profile: str | Rules | None = None,
    num_players: int | None = None,
    **settings: Any,
) -> CompiledTable:
    """Compile a table from a profile, rule overrides and table options.

    Args:
        game: name of a game; or a profile, whose game then follows.
        profile: a profile's name or a `Rules`; `None` for the game's default.
        num_players: seats; `None` for the profile's.
        **settings: fields of `Rules` and of `TableOptions`.

    Raises:
        UnknownSettingError: for a setting that is neither; with the nearest one that is.
        ValueError: for anything else unknown or impossible; it names the setting, the value and
            what is allowed.
    """
    check_names(settings, (*OPTION_NAMES, *RULE_FIELDS), sorted(_arguments), "setting")
    options = {name: settings.pop(name) for name in OPTION_NAMES if name in settings}
    of_game, name = find_game(game, profile)
    rules = get_rules(name, of_game, **settings)
    return compile_table(rules, num_players, TableOptions(**options))


def observation_fields(
    game: str = "chemmy",
    rules: Rules | str | None = None,
    num_players: int | None = None,
    **settings: Any,
) -> tuple[Field, ...]:
    """Return every slice of an observation: name, slice, unit, range, meaning.

    Args:
        game: name of a game; or a profile, whose game then follows.
        rules: a `Rules` or a profile's name; `None` for the game's default.
        num_players: seats; `None` for the profile's.
        **settings: rule overrides and table options (``history`` lengthens the observation).

    Raises:
        ValueError: for anything unknown or impossible.
    """
    return make_table(game, rules, num_players, **settings).fields
