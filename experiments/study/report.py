"""The report of a study, as markdown."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from chemmy_env.engine.loops.sessions import BANKING, PARTS
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rules import Rules
from experiments.measuring.evaluation import Comparison, Evaluation, Score
from experiments.measuring.splitting import asks_part
from experiments.measuring.statistics import Estimate
from experiments.measuring.table import TableSettings
from experiments.measuring.verdict import verdict
from experiments.reading.decisions import LEADS, STRETCHES, Answer, Reading
from experiments.reading.distance import Distance
from experiments.reading.wording import (
    DISTANCE_HEADINGS,
    distance_rows,
    draw_words,
    draws_met,
    money_met,
    money_words,
)
from experiments.reporting.markdown import markdown_table

_AIMS: Final = {
    "placement": "a place",
    "chips": "chips",
    "luck_adjusted": "chips, less luck with the cards: the same on average whatever anybody plays, "
    "with far less noise,",
}


Column = tuple[str, Callable[[Score], str]]
"""A heading, and what stands below it."""


def score_columns(evaluation: Evaluation) -> list[Column]:
    """Return the columns that say something at this table.

    A lone bettor has nobody to win a session from, and where nobody banks all chips are a punter's.
    """
    settings = evaluation.settings
    columns: list[Column] = [("agent", lambda one: one.agent), ("against", lambda one: one.field)]
    if not settings.is_alone:
        columns.append(("share of sessions won", lambda one: one.win_share.to_text(4)))
    columns.append(("chips a session", lambda one: one.chips.to_text(2, sign=True)))
    if evaluation.scores[0].adjusted is not None:
        columns.append(
            ("less luck", lambda one: one.adjusted.to_text(3, sign=True) if one.adjusted else "")
        )
    columns.append(("chips per 100 at risk", _per_100))
    if asks_part(settings.compiled, BANKING):
        columns += [
            ("of the chips, as punter", lambda one: one.as_punter.to_text(2, sign=True)),
            ("as banker", lambda one: one.as_banker.to_text(2, sign=True)),
        ]
    return [*columns, ("sessions", lambda one: f"{one.win_share.n:,}")]


def _per_100(one: Score) -> str:
    if math.isnan(one.per_100.mean):
        return "none at risk"
    return one.per_100.to_text(2, sign=True)


def score_rows(evaluations: list[Evaluation]) -> str:
    """Return the table of all scores."""
    columns = score_columns(evaluations[0])
    rows = [
        [cell(one) for _, cell in columns]
        for evaluation in evaluations
        for one in evaluation.scores
    ]
    return markdown_table([heading for heading, _ in columns], rows)


def split_rows(comparison: Comparison, *, alone: bool) -> str:
    """Return the table of one lead, split into parts."""
    counts = [("chips a session", comparison.chips, comparison.chips_by_part, 2)]
    if comparison.adjusted is not None:
        counts.append(("the same less luck", comparison.adjusted, comparison.adjusted_by_part, 3))
    if not alone:
        parts = comparison.win_share_by_part
        counts.insert(0, ("share of sessions won", comparison.win_share, parts, 4))
    rows = [
        [what, *(number.to_text(decimals, sign=True) for number in (lead, *parts.values()))]
        for what, lead, parts, decimals in counts
    ]
    return markdown_table(["lead in", "in all", *comparison.chips_by_part], rows)


def money_rows(readings: dict[str, Reading]) -> str:
    """Return the table of what policies do about money, by lead and stretch of the session."""
    rows = []
    for question in money_met(*readings.values()):
        for where in LEADS:
            answers = {
                name: [reading.money[f"{question}, {where}, {when}"] for when in STRETCHES]
                for name, reading in readings.items()
            }
            if any(one.asked for row in answers.values() for one in row):
                rows += [
                    [question, where, name, *map(_money_cell, row)] for name, row in answers.items()
                ]
    return markdown_table(["", "chips", "agent", *STRETCHES], rows)


def _money_cell(one: Answer) -> str:
    if not one.asked:
        return ""
    return f"{one.yes:.0%} for {one.chips:.0f}" if one.yes else "0 %"


def write_report(
    *,
    aim: str,
    evaluations: list[Evaluation],
    readings: dict[str, Reading],
    measured: dict[str, list[Distance]],
    speed: str,
    training: dict[str, Any],
    manifest: dict[str, Any],
) -> str:
    """Return the text of ``report.md``.

    Args:
        aim: ``"placement"``, ``"chips"`` or ``"luck_adjusted"``: the reward trained for.
        evaluations: the first comparison of the first one is the judge.
        readings: by agent, ``learned`` first and ``book`` second; empty where there are none.
        measured: how far learned's draws are from the best response, by the play they were read in.
        speed: a sentence on the training's speed.
        training: settings of the training.
        manifest: of the run.
    """
    first = evaluations[0]
    comparison = first.comparisons[0]
    compiled = first.settings.compiled
    rules = compiled.rules
    alone = first.settings.is_alone
    lines = [
        f"# What a learner makes of the {rules.profile} table",
        answer(comparison, aim, alone=alone),
        f"Trained for {_AIMS[aim]} {_table_words(first.settings, training['opponents'])}. {speed}",
        "## Results",
        results_words(first),
        score_rows(evaluations),
        "## Where the lead over the book comes from",
        "Of learned over book, in the same sessions"
        f"{'' if alone else ' against books'}; each part's share is its Shapley value "
        "over the eight policies in which learned and book each play some parts. "
        f"{_missing_words(compiled)}",
        split_rows(comparison, alone=alone),
        "## Learning curve",
        "![learning curve](curve.png)",
    ]
    if readings:
        lines += reading_words(readings, measured, first.settings, in_chips=aim != "placement")
    lines += [
        "## The run",
        f"`{manifest['command']}`, seed {manifest['seed']}, commit {manifest['commit']}, "
        f"{manifest['wall_time_seconds']} s on {manifest['machine']}. The other files here: "
        "`results.json` (all numbers), `manifest.json`, `model.zip` (the policy).",
    ]
    return "\n\n".join(lines) + "\n"


def reading_words(
    readings: dict[str, Reading],
    measured: dict[str, list[Distance]],
    settings: TableSettings,
    *,
    in_chips: bool,
) -> list[str]:
    """Return the paragraphs on how learned draws and what it does with money, beside the book."""
    learned, book = list(readings.values())[:2]
    lines = []
    if draws_met(learned, book):
        lines += [
            "## How it draws",
            draw_words(learned, book, settings.compiled.rules),
            *distance_words(measured, settings.compiled.rules, in_chips=in_chips),
            "Read from play in which the book handles the money, so that all questions about cards "
            "come up. Grey cells are decided by the rules: D draws, S stands. White cells were "
            "never met.",
            "![draw tables](draws.png)",
        ]
    if money_met(learned, book):
        against = "than at the beginning" if settings.is_alone else "than the richest other seat"
        lines += [
            "## What it does with money",
            "\n".join(f"- {line}" for line in money_words(learned, book, "the book")),
            "How often it says yes, and for how many chips on average; ahead is with more chips, "
            f"behind with fewer {against}; by stretch of the session. Empty or left out: never "
            "asked.",
            money_rows(readings),
        ]
    return lines


def distance_words(
    measured: dict[str, list[Distance]], rules: Rules, *, in_chips: bool
) -> list[str]:
    """Return the paragraphs on how far learned's draws are from the best response, if known."""
    if not any(measured.values()):
        return []
    return [
        "How far its draws, always its most likely action, are from the best response to the "
        f"book's: exact, of a coup from a full shoe of {rules.decks} packs, in chips per chip "
        "staked. A cell that was never asked about counts as played best."
        f"{'' if in_chips else ' Who plays for a place may have reasons to lose chips.'}",
        markdown_table(DISTANCE_HEADINGS, distance_rows(measured)),
    ]


def results_words(evaluation: Evaluation) -> str:
    """Say what the table of scores shows."""
    settings = evaluation.settings
    if settings.is_alone:
        seats = "Each agent sits alone at the table. All play the same sessions."
    else:
        seats = (
            "Each agent takes one seat, moved on with every session, against a field that fills "
            "the others. All agents play the same sessions of a field. Par is "
            f"{1 / settings.compiled.num_seats:.4f} of the sessions; equal winners share one "
            "(R-H16)."
        )
    banked = (
        "its covered stakes and the stakes against its banks"
        if asks_part(settings.compiled, BANKING)
        else "its stakes"
    )
    adjusted = evaluation.scores[0].adjusted is not None
    luck = " Less luck: what the cards dealt brought is taken out (R-L)." if adjusted else ""
    return f"{seats} Chips at risk are {banked}.{luck} Intervals are of 95 %."


def _table_words(settings: TableSettings, opponents: str) -> str:
    if settings.is_alone:
        return "alone at the table"
    return f"at a table of {settings.compiled.num_seats} seats against `{opponents}`"


def _missing_words(table: CompiledTable) -> str:
    """Name the parts that a table never asks about."""
    missing = [name for part, name in enumerate(PARTS) if not asks_part(table, part)]
    if not missing:
        return "The parts add up to the whole."
    return f"The parts add up to the whole; nobody is asked about {' or '.join(missing)} here."


def answer(comparison: Comparison, aim: str, *, alone: bool = False) -> str:
    """Say plainly whether learned beats the book, by how much, and how sure that is.

    Args:
        comparison: of learned with the book.
        aim: the reward trained for.
        alone: a lone bettor, who wins every session; chips alone count.
    """
    chips = [("chips a session", comparison.chips, 2)]
    if comparison.adjusted is not None:  # The same on average, and surer.
        chips.insert(0, ("chips a session, less luck with the cards", comparison.adjusted, 3))
    place = [] if alone else [("of the sessions won", comparison.win_share, 4)]
    counts = place + chips if aim == "placement" else chips + place
    said = [verdict(lead, "learned", "the book", what, decimals) for what, lead, decimals in counts]
    others = f" In other counts: {' '.join(said[1:])}" if said[1:] else ""
    return f"**{said[0]}** {_sureness(counts[0][1])}{others}"


def _sureness(lead: Estimate) -> str:
    errors = abs(lead.mean) / lead.half_width * 1.96 if lead.half_width else float("inf")
    return f"The lead is {errors:.1f} standard errors from zero."
