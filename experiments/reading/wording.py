"""What a policy does, in words made from the numbers of its reading."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from chemmy_env.rules import Rules
from chemmy_env.rules.options import FREE
from experiments.reading.decisions import LEADS, STRETCHES, Answer, Reading
from experiments.reading.distance import CellCost, Distance

_FEW: Final = 20
"""Cells and situations met less often are not spoken of."""
_LISTED: Final = 8
"""Cells that one line names."""
DISTANCE_HEADINGS: Final = [
    "while",
    "role",
    "lost a coup",
    "free cells",
    "of these never asked",
    "cells that cost",
]
"""Of the columns of `distance_rows`."""


def money_met(*readings: Reading) -> list[str]:
    """Return the questions about money that any of some policies was ever asked."""
    questions = [name for name in readings[0].money if ", " not in name]
    return [name for name in questions if any(one.money[name].asked for one in readings)]


def draws_met(*readings: Reading) -> list[str]:
    """Return the questions about cards that any of some policies was ever asked."""
    return [
        name for name in readings[0].draws if any(one.draws[name].asked.any() for one in readings)
    ]


def money_words(reading: Reading, other: Reading, name: str) -> list[str]:
    """Say what a policy does about each question, beside another called `name`."""
    lines = []
    for question in money_met(reading, other):
        mine, theirs = reading.money[question], other.money[question]
        if mine.asked < _FEW:
            lines.append(f"It was hardly ever asked whether it {question} ({mine.asked} times).")
            continue
        line = f"It {question} {_rate(mine)}; {name}: {_rate(theirs)}."
        lines.append(f"{line} {_spread(reading, question)}" if mine.yes else line)
    return lines


def _rate(answer: Answer) -> str:
    if answer.asked == 0:
        return "never asked"
    if math.isnan(answer.chips):
        return "never"
    return (
        f"{answer.yes:.0%} of the times it is asked, for {answer.chips:.0f} chips on average "
        f"({answer.of_own:.0%} of its own)"
    )


def _spread(reading: Reading, question: str) -> str:
    """Name the situations in which it says yes most and least, and for most and fewest chips."""
    met = {
        f"when {where} in the {when}": reading.money[f"{question}, {where}, {when}"]
        for where in LEADS
        for when in STRETCHES
    }
    often = {key: one.yes for key, one in met.items() if one.asked >= _FEW}
    much = {key: one.chips for key, one in met.items() if one.asked * one.yes >= _FEW}
    sentences = []
    if len(often) > 1:
        most, least = max(often, key=often.__getitem__), min(often, key=often.__getitem__)
        if often[most] - often[least] >= 0.1:
            sentences.append(
                f"Most often {most} ({often[most]:.0%}), least {least} ({often[least]:.0%})."
            )
    if len(much) > 1:
        most, least = max(much, key=much.__getitem__), min(much, key=much.__getitem__)
        if much[most] >= 1.5 * much[least]:
            sentences.append(
                f"For most {most} ({much[most]:.0f}), for fewest {least} ({much[least]:.0f})."
            )
    return " ".join(sentences) or "The lead and the coups left hardly change that."


def draw_words(reading: Reading, book: Reading, rules: Rules) -> str:
    """Say where a policy's draw tables differ from another's."""
    differing = []
    cells = 0
    for name, mine in reading.draws.items():
        theirs = book.draws[name].chances
        free = mine.question.options(rules) == FREE
        for row, column in np.argwhere(free & (mine.asked >= _FEW) & ~np.isnan(theirs)):
            cells += 1
            draws, book_draws = mine.chances[row, column], theirs[row, column]
            if abs(draws - book_draws) >= 0.5:
                cell = mine.name_cell(row, column)
                differing.append(f"{cell} (draws {draws:.0%}, book {book_draws:.0%})")
    if not cells:
        return "No free cell was met often enough to compare."
    if not differing:
        return f"In all {cells} free cells met often enough it draws mostly as the book does."
    return (
        f"Of {cells} free cells met often enough it mostly goes against the book in "
        f"{len(differing)}: {', '.join(differing)}."
    )


def distance_rows(measured: Mapping[str, Sequence[Distance]]) -> list[list[str]]:
    """Say how far a policy's draws are from the best response, a row for each role.

    Args:
        measured: by the play in which the draws were read.
    """
    return [
        [
            play,
            one.role,
            _total_words(one),
            str(one.free),
            _unmet_words(one),
            _some([_cost_words(cell) for cell in one.cells]),
        ]
        for play, found in measured.items()
        for one in found
    ]


def scientific(number: Fraction) -> str:
    """Return two digits and the power of ten; zero as 0."""
    return f"{float(number):.1e}" if number else "0"


def _total_words(one: Distance) -> str:
    return "not known" if len(one.unmet) == one.free else scientific(one.total)


def _unmet_words(one: Distance) -> str:
    return "all" if len(one.unmet) == one.free else _some(one.unmet)


def _some(names: list[str]) -> str:
    """List the first few names, and say how many more there are."""
    more = [f"{len(names) - _LISTED} more"] if len(names) > _LISTED else []
    return ", ".join(names[:_LISTED] + more) or "none"


def _cost_words(one: CellCost) -> str:
    return f"{one.cell} ({scientific(one.cost)}; draws {float(one.chance):.1%} of {one.asked:,})"
