"""What stands at a field of `Rules`: its range, its words, its games and its sources.

Checking (`Rules`), the printed profiles (docs/profiles.md, `chemmy rules`) and the compiled record
(engine/records/config.py) are all derived from it, so that a rule option is declared in one place.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Final

from chemmy_env.rules.requiring import require, require_int

UNITS_PER_CHIP: Final = 10_000
"""Amounts of money are integers in 1/10,000 of a chip (R-C3)."""
NO_CAP: Final = 2**40
"""Chips that stand for no cap: more than any table has, even in units of 1/10,000."""
Words = Callable[[Any], str] | Mapping[Any, str]

_METADATA: Final = "rule"
_WIDE: Final = 1_000_000
"""Limit from which a compiled rule has 64 bits: kernels multiply amounts of chips."""


@dataclass(frozen=True)
class Rule:
    """The metadata of a rule option."""

    words: Words
    """What a value means: a function, or the words of each choice."""
    sources: Mapping[str, str]
    """Numbers of the rules it comes from, by game, one for each of the game's profiles, or one for
    all; a dash where a profile has no such thing. A game that is not named here lacks the rule."""
    kernel: str | None
    """Its name in the compiled rules; `None` where it is compiled together with others."""
    low: int = 0
    high: int = 0
    if_none: int | None = None
    """What kernels read for `None`; without it `None` is not allowed."""

    def say(self, value: Any) -> str:
        """Return a value in words."""
        return self.words[value] if isinstance(self.words, Mapping) else self.words(value)

    def check(self, name: str, value: Any) -> None:
        """Raise `ValueError` unless the value is allowed."""
        if isinstance(self.words, Mapping):
            allowed = tuple(self.words)
            if allowed == (True, False):
                require(isinstance(value, bool), name, value, "a bool")
            else:
                known = isinstance(value, str) and value in allowed
                require(known, name, value, f"one of {allowed}")
        elif self.high and not (value is None and self.if_none is not None):
            optional = "" if self.if_none is None else " or None"
            require_int(name, value, self.low, self.high, optional)

    def code(self, value: Any) -> int:
        """Return a value as kernels read it: choices by their place, the first one as 0."""
        if value is None:
            assert self.if_none is not None
            return self.if_none
        if isinstance(self.words, Mapping) and not isinstance(value, bool):
            return tuple(self.words).index(value)
        return int(value)

    @property
    def is_wide(self) -> bool:
        """Whether the compiled rule needs 64 bits."""
        return self.high >= _WIDE


def rule(
    default: Any,
    words: Words,
    *,
    low: int = 0,
    high: int = 0,
    if_none: int | None = None,
    kernel: str | None = "",
    **sources: str,
) -> Any:
    """Declare a rule option as a field of `Rules`.

    Args:
        default: its value where a profile says nothing.
        words: what a value means; for a choice or a flag, the words of each allowed value, in the
            order of their codes.
        low: least whole number allowed.
        high: greatest whole number allowed; 0 for an option that is no number.
        if_none: what kernels read for `None`, where that is allowed.
        kernel: name in the compiled rules; empty for the field's own, `None` if the record is
            given it by other means (engine/records/config.py).
        **sources: rule numbers by game (see `Rule`).
    """
    declared = Rule(words, sources, kernel, low, high, if_none)
    return dataclasses.field(default=default, metadata={_METADATA: declared})


def rules_of(cls: type) -> dict[str, Rule]:
    """Return the declared rule options of a dataclass, by field, in its order."""
    return {
        field.name: dataclasses.replace(
            declared, kernel=field.name if declared.kernel == "" else declared.kernel
        )
        for field in dataclasses.fields(cls)
        if (declared := field.metadata.get(_METADATA)) is not None
    }


def either(yes: str, no: str) -> dict[bool, str]:
    """Return the words of a flag."""
    return {True: yes, False: no}


def number(unit: str) -> Callable[[Any], str]:
    """Return what says a number and its unit."""
    return lambda value: f"{value} {unit}" + ("" if value == 1 else "s")


def percent(value: Any) -> str:
    """Say a commission."""
    return f"{float(value) * 100:g} % of the bank's gain" if value else "none"


def read_commission(value: Fraction | Decimal | str | float) -> Fraction:
    """Read a commission; R-C3 wants a multiple of 1/10,000 from 0 up to, but not, 1.

    Raises:
        ValueError: for anything else.
    """
    allowed = 'a multiple of 1/10,000 in [0, 1), as "0.05", Decimal, Fraction or a short float'
    try:
        if isinstance(value, float):
            value = repr(value)  # A float means the short decimal that it prints as: 0.05 is 1/20.
        rate = Fraction(Decimal(value) if isinstance(value, str) else value)
    except (InvalidOperation, ValueError, TypeError, OverflowError):
        raise ValueError(f"commission = {value!r}: expected {allowed}") from None
    require((rate * UNITS_PER_CHIP).denominator == 1, "commission", value, allowed)
    require(0 <= rate < 1, "commission", value, allowed)
    return rate
