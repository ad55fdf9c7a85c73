"""What the seats of each game are asked, and what their answers are counted by.

A game has two kinds of question. Those about cards are counted into draw tables, by what the answer
should depend on. Those about money are counted by the situation. Reading, figures and report go
through the lists here and know no game by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from chemmy_env.engine.records.codes import Phase
from chemmy_env.rules import GAMES, Rules
from chemmy_env.rules.options import THIRDS, TOTALS, Table
from experiments.measuring.statistics import Array

Parts = dict[str, Array]
"""Observations by field, one row a decision; amounts in chips."""


@dataclass(frozen=True)
class Axis:
    """One side of a draw table."""

    title: str
    names: tuple[str, ...]
    """Of its cells, in a figure."""
    phrases: tuple[str, ...]
    """Of its cells, in a sentence."""
    find: Callable[[Parts], Array]
    """Return each row's cell, ``(N,)``."""


@dataclass(frozen=True)
class DrawQuestion:
    """A question about cards, and the table that its answers are counted into."""

    phase: Phase
    rows: Axis
    columns: Axis
    options: Callable[[Rules], Table]
    """Return what the rules leave open, ``(rows, columns)``: STAND, DRAW or FREE."""
    sentence: str
    """Names a cell, given its ``row`` and ``column``."""


@dataclass(frozen=True)
class MoneyQuestion:
    """A question about money, and which answers to it count."""

    phases: tuple[Phase, ...]
    side: int | None = None
    """Count stakes on this side alone; `None`: on any."""


@dataclass(frozen=True)
class Questions:
    """All questions of a game, by name; those of a money question read after "it"."""

    draws: dict[str, DrawQuestion]
    money: dict[str, MoneyQuestion]


def _one_hot(field: str) -> Callable[[Parts], Array]:
    return lambda parts: parts[field].argmax(axis=1)


def _several(parts: Parts) -> Array:
    return (parts["several"][:, 0] > 0.5).astype(np.int64)


def _none(parts: Parts) -> Array:
    return np.zeros(len(parts["phase"]), np.int64)


def _right_third(parts: Parts) -> Array:
    """Return the right tableau's third card, or stood; 11 where its captain decided nothing."""
    third = parts["third"]
    return np.where(third.any(axis=1), third.argmax(axis=1), THIRDS)


def heavier_third(parts: Parts) -> Array:
    """Return the third card of the tableau that the scripted house goes by (R-T9), or stood.

    That is the one with more staked, among those without a natural; the right one if equal.
    """
    stakes = np.rint(parts["stake"])[:, :, None]
    sides = parts["side"].reshape(*parts["stake"].shape, 2)
    natural = parts["natural"].reshape(-1, 2, 2).any(axis=2)
    staked = np.where(natural, 0, (stakes * sides).sum(axis=1))
    thirds = np.where((staked[:, 1] > staked[:, 0])[:, None], parts["third_left"], parts["third"])
    return thirds.argmax(axis=1)


_CARDS: Final = tuple(map(str, range(TOTALS)))
_SHOWN: Final = (*_CARDS, "stood")


def _thirds(title: str, who: str, find: Callable[[Parts], Array]) -> Axis:
    return Axis(title, _SHOWN, (*(f"a {card}" for card in _CARDS), f"a {who} who stood"), find)


_TOTAL: Final = Axis("total", _CARDS, _CARDS, _one_hot("total"))
_BETTORS: Final = Axis("", ("one bettor", "several"), ("one bettor", "several bettors"), _several)
_ALONE: Final = Axis("", ("",), ("",), _none)
_AFTER_RIGHT: Final = Axis(
    "right's third card",
    (*_SHOWN, "none"),
    (*(f"the right drew a {card}" for card in _CARDS), "the right stood", "nothing from the right"),
    _right_third,
)


def _captain_options(columns: int) -> Callable[[Rules], Table]:
    return lambda rules: np.repeat(rules.punter_options[:1].T, columns, axis=1)


_TWO_HANDS: Final = {
    "punter": DrawQuestion(
        Phase.PUNTER,
        _BETTORS,
        _TOTAL,
        lambda rules: rules.punter_options,
        "punter {column} with {row}",
    ),
    "banker": DrawQuestion(
        Phase.BANKER,
        _TOTAL,
        _thirds("punter's third card", "punter", _one_hot("third")),
        lambda rules: rules.banker_options,
        "banker {row} against {column}",
    ),
}
_TABLEAUX: Final = {
    "right captain": DrawQuestion(
        Phase.PUNTER,
        _ALONE,
        _TOTAL,
        lambda rules: rules.punter_options[:1],
        "right captain {column}",
    ),
    "left captain": DrawQuestion(
        Phase.LEFT,
        _TOTAL,
        _AFTER_RIGHT,
        _captain_options(THIRDS + 1),
        "left captain {row} after {column}",
    ),
    "banker": DrawQuestion(
        Phase.BANKER,
        _TOTAL,
        _thirds("third card of the tableau with more staked", "captain", heavier_third),
        lambda rules: rules.banker_options,
        "banker {row} against {column}",
    ),
}


def _stakes(game: str, verb: str, places: str) -> dict[str, MoneyQuestion]:
    """Return the question for a stake: whether at all, and on which side."""
    asked = {verb: MoneyQuestion((Phase.STAKE,))}
    for side, name in enumerate(GAMES[game].sides):
        asked[f"{verb} on {places}{name}"] = MoneyQuestion((Phase.STAKE,), side)
    return asked


QUESTIONS: Final = {
    "chemmy": Questions(
        draws=_TWO_HANDS,
        money={
            "opens a bank": MoneyQuestion((Phase.OPEN,)),
            "goes on as banker": MoneyQuestion((Phase.CONTINUE,)),
            "succeeds a banker": MoneyQuestion((Phase.SUCCEED,)),
            "takes an excess": MoneyQuestion((Phase.EXCESS,)),
            "calls banco": MoneyQuestion((Phase.BANCO, Phase.SUIVI)),
            "stakes": MoneyQuestion((Phase.STAKE,)),
        },
    ),
    "coup": Questions(draws=_TWO_HANDS, money={}),
    "punto_banco": Questions(draws={}, money=_stakes("punto_banco", "bets", "")),
    "banque": Questions(
        draws=_TABLEAUX,
        money={
            "takes the bank": MoneyQuestion((Phase.OPEN,)),
            "keeps the bank": MoneyQuestion((Phase.CONTINUE,)),
            **_stakes("banque", "stakes", "the "),
        },
    ),
}
"""By game."""
