"""What a claim of a rulebook is, and what is found of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

Verdict = Literal["true", "false", "depends"]


@dataclass(frozen=True)
class Finding:
    """What is true of a claim.

    Attributes:
        verdict: whether it holds.
        truth: in one or two sentences, with the numbers.
        per_coup: the figure that decides, in chips per chip staked and coup.
        per_occurrence: the same where the choice comes up, if there is one.
        chance: how often it comes up.
    """

    verdict: Verdict
    truth: str
    per_coup: Fraction | float | None = None
    per_occurrence: Fraction | float | None = None
    chance: Fraction | float | None = None


@dataclass(frozen=True)
class Claim:
    """One claim.

    Attributes:
        name: short.
        source: text and heading.
        quote: the words.
        profile: what it speaks of.
        find: computes what is true.
    """

    name: str
    source: str
    quote: str
    profile: str
    find: Callable[[], Finding]


CLAIMS: Final[list[Claim]] = []


def claim(
    name: str, source: str, quote: str, profile: str
) -> Callable[[Callable[[], Finding]], Callable[[], Finding]]:
    """Enter a claim whose truth the decorated function finds."""

    def enter(find: Callable[[], Finding]) -> Callable[[], Finding]:
        CLAIMS.append(Claim(name, source, quote, profile, find))
        return find

    return enter


def percent(value: Fraction | float, digits: int = 3) -> str:
    """Return a share of a chip in per cent."""
    return f"{100 * float(value):.{digits}f} %"
