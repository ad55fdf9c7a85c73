"""The report of a tournament: matrices, leads, ranking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from experiments.measuring.evaluation import Score
from experiments.measuring.statistics import Array
from experiments.reporting.manifest import run_lines
from experiments.reporting.markdown import markdown_table
from experiments.tournament.contest import Contest


def draw_matrices(contest: Contest) -> Figure:
    """Draw the matrix of win shares and that of chips as heat maps."""
    scores = contest.scores()
    seats = contest.evaluation.settings.compiled.num_seats
    figure = Figure(figsize=(3 + 1.5 * len(scores), 1.6 + 0.5 * len(scores)))
    shares = np.array([[one.win_share.mean for one in row] for row in scores])
    chips = np.array([[one.chips.mean for one in row] for row in scores])
    widest = float(np.abs(chips).max()) or 1.0
    for number, (title, values, low, high, form) in enumerate(
        [
            ("share of sessions won", shares, 0.0, 2 / seats, ".3f"),
            ("chips a session", chips, -widest, widest, "+.1f"),
        ]
    ):
        axes = figure.add_subplot(1, 2, number + 1)
        _heat(axes, values, low, high, form)
        axes.set_title(f"{contest.profile}: {title}", fontsize=10)
        axes.set_xticks(range(len(scores)), contest.agents, rotation=40, ha="right", fontsize=7)
        axes.set_yticks(range(len(scores)), contest.agents if number == 0 else [], fontsize=7)
        axes.set_xlabel("all other seats")
    figure.axes[0].set_ylabel("one seat")
    figure.tight_layout()
    return figure


def _heat(axes: Any, values: Array, low: float, high: float, form: str) -> None:
    axes.imshow(values, cmap="coolwarm", vmin=low, vmax=high, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        axes.text(column, row, f"{value:{form}}", ha="center", va="center", fontsize=7)


def write_report(contests: list[Contest], sessions: int, manifest: dict[str, Any]) -> str:
    """Return the text of ``report.md``."""
    lines = [
        "# All agents against one another",
        f"Each agent takes one seat, moved on with every session, against a table of another; "
        f"{sessions:,} sessions of each pair, the same for all. Intervals are of 95 %. Equal "
        "winners share a session (R-H16).",
        "Ratings are those of a Luce model (Luce 1959): an agent of strength s wins against P - 1 "
        "of strength t with chance s / (s + (P - 1) t), fitted to all pairs of different agents by "
        "maximum likelihood, each pair with one session at par added; Elo = 1500 + 400 log10(s), "
        "the mean 1500. Their intervals take pairs for independent. Misfit is the largest "
        "difference of a win share from the model: where it is large one number does not tell the "
        "story, the matrix does.",
    ]
    if not manifest["complete"]:
        lines.append("**The run was stopped early; the profiles it had finished are here.**")
    for contest in contests:
        par = 1 / contest.evaluation.settings.compiled.num_seats
        lines += [
            f"## {contest.profile}",
            f"Par is {par:.4f} of the sessions.",
            _ranking(contest),
            "Share of sessions won, one seat (row) against a table of others (column):",
            _matrix(contest, lambda one: one.win_share.to_text(3)),
            "Chips a session:",
            _matrix(contest, lambda one: one.chips.to_text(2, sign=True)),
        ]
        lines += ["Chips a session less luck with the cards (R-L):", _matrix(contest, _adjusted)]
        if contest.evaluation.comparisons:
            lines += [
                "Lead over the book in the same sessions, in share of sessions won:",
                _leads(contest),
            ]
        lines.append(f"![matrices]({contest.profile}.png)")
    lines += run_lines(manifest)
    return "\n\n".join(lines) + "\n"


def _adjusted(score: Score) -> str:
    return score.adjusted.to_text(3, sign=True) if score.adjusted else ""


def _matrix(contest: Contest, text: Callable[[Score], str]) -> str:
    rows = [
        [agent, *(text(one) for one in row)]
        for agent, row in zip(contest.agents, contest.scores(), strict=True)
    ]
    return markdown_table(["", *contest.agents], rows)


def _leads(contest: Contest) -> str:
    rows = []
    for agent in contest.agents:
        if agent != "book":
            leads = [contest.evaluation.comparison(agent, field) for field in contest.agents]
            rows.append([agent, *(one.win_share.to_text(3, sign=True) for one in leads)])
    return markdown_table(["", *contest.agents], rows)


def _ranking(contest: Contest) -> str:
    rows = [
        [
            str(place),
            one.agent,
            f"{one.elo:.0f} ± {one.half_width:.0f}",
            f"{one.win_share:.4f}",
            f"{one.chips:+.2f} ± {one.chips_half_width:.2f}",
            f"{one.misfit:.3f}",
        ]
        for place, one in enumerate(contest.ranks, start=1)
    ]
    headings = ["", "agent", "Elo", "mean win share", "mean chips a session", "misfit"]
    return markdown_table(headings, rows)
