"""The report of a study, as markdown."""

from __future__ import annotations

from typing import Any

from experiments.evaluate import verdict
from experiments.evaluation import Comparison, Evaluation
from experiments.reading import LEADS, QUESTIONS, STRETCHES, Reading
from experiments.statistics import Estimate
from experiments.wording import draw_words, money_words


def markdown_table(headings: list[str], rows: list[list[str]]) -> str:
    """Return a table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def score_rows(evaluations: list[Evaluation]) -> str:
    """Return the table of all scores."""
    rows = [
        [one.agent, one.field, one.win_share.to_text(4), one.chips.to_text(2, sign=True),
         one.per_100.to_text(2, sign=True), one.as_punter.to_text(2, sign=True),
         one.as_banker.to_text(2, sign=True), f"{one.win_share.n:,}"]
        for evaluation in evaluations for one in evaluation.scores
    ]  # fmt: skip
    headings = [
        "agent", "against", "share of sessions won", "chips a session", "chips per 100 at risk",
        "of the chips, as punter", "as banker", "sessions",
    ]  # fmt: skip
    return markdown_table(headings, rows)


def split_rows(comparison: Comparison) -> str:
    """Return the table of one lead, split into parts."""
    rows = []
    for what, lead, parts, decimals in (
        ("share of sessions won", comparison.win_share, comparison.win_share_by_part, 4),
        ("chips a session", comparison.chips, comparison.chips_by_part, 2),
    ):
        numbers = [lead, *parts.values()]
        rows.append([what, *(number.to_text(decimals, sign=True) for number in numbers)])
    return markdown_table(["lead in", "in all", *comparison.chips_by_part], rows)


def money_rows(readings: dict[str, Reading]) -> str:
    """Return the table of what policies do about money, by lead and stretch of the session."""
    rows = []
    for question in QUESTIONS:
        for where in LEADS:
            for name, reading in readings.items():
                cells = []
                for when in STRETCHES:
                    one = reading.money[f"{question}, {where}, {when}"]
                    if not one.asked:
                        cells.append("")
                    elif one.yes == 0:
                        cells.append("0 %")
                    else:
                        cells.append(f"{one.yes:.0%} for {one.chips:.0f}")
                rows.append([question, where, name, *cells])
    return markdown_table(["", "chips", "agent", *STRETCHES], rows)


def write_report(
    *,
    aim: str,
    evaluations: list[Evaluation],
    readings: dict[str, Reading],
    speed: str,
    training: dict[str, Any],
    manifest: dict[str, Any],
) -> str:
    """Return the text of ``report.md``.

    Args:
        aim: ``"placement"`` or ``"chips"``: the reward trained for.
        evaluations: the first one's field ``book`` is the judge.
        readings: by agent, ``learned`` first and ``book`` second; empty where there are none.
        speed: a sentence on the training's speed.
        training: settings of the training.
        manifest: of the run.
    """
    first = evaluations[0]
    comparison = first.comparison("learned", "book")
    rules = first.settings.compiled.rules
    seats = first.settings.compiled.num_seats
    lines = [
        f"# What a learner makes of the {rules.profile} table",
        answer(comparison, aim),
        f"Trained for {'a place' if aim == 'placement' else 'chips'} at a table of {seats} seats "
        f"against `{training['opponents']}`. {speed}",
        "## Results",
        "Each agent takes one seat, moved on with every session, against a field that fills the "
        f"others. All agents play the same sessions of a field. Par is {1 / seats:.4f} of the "
        "sessions; equal winners share one (R-H16). Chips at risk are an agent's covered stakes "
        "and the stakes against its banks. Intervals are of 95 %.",
        score_rows(evaluations),
        "## Where the lead over the book comes from",
        "Of learned over book, against books, in the same sessions; each part's share is its "
        "Shapley value over the eight policies in which learned and book each play some parts.",
        split_rows(comparison),
        "## Learning curve",
        "![learning curve](curve.png)",
    ]
    if readings:
        learned, book = list(readings.values())[:2]
        lines += [
            "## How it draws",
            draw_words(learned, book, rules),
            "Grey cells are decided by the rules: D draws, S stands. White cells were never met.",
            "![draw tables](draws.png)",
            "## What it does with money",
            "\n".join(f"- {line}" for line in money_words(learned, book, "the book")),
            "How often it says yes, and for how many chips on average; chips ahead of, level with "
            "or behind the richest other seat; by stretch of the session. Empty: never asked.",
            money_rows(readings),
        ]
    lines += [
        "## The run",
        f"`{manifest['command']}`, seed {manifest['seed']}, commit {manifest['commit']}, "
        f"{manifest['wall_time_seconds']} s on {manifest['machine']}. The other files here: "
        "`results.json` (all numbers), `manifest.json`, `model.zip` (the policy).",
    ]
    return "\n\n".join(lines) + "\n"


def answer(comparison: Comparison, aim: str) -> str:
    """Say plainly whether learned beats the book, by how much, and how sure that is."""
    by_place = verdict(comparison.win_share, "learned", "the book", "of the sessions won", 4)
    by_chips = verdict(comparison.chips, "learned", "the book", "chips a session", 2)
    lead: Estimate = comparison.win_share if aim == "placement" else comparison.chips
    ordered = (by_place, by_chips) if aim == "placement" else (by_chips, by_place)
    sure = _sureness(lead)
    return f"**{ordered[0]}** {sure} In the other count: {ordered[1]}"


def _sureness(lead: Estimate) -> str:
    errors = abs(lead.mean) / lead.half_width * 1.96 if lead.half_width else float("inf")
    return f"The lead is {errors:.1f} standard errors from zero."
