"""Figures of a study: the learning curve, and draw tables as heat maps beside the book's."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from chemmy_env.rules import Rules
from chemmy_env.rules.options import DRAW, FREE
from experiments.measuring.statistics import Array
from experiments.reading.decisions import DrawTable
from experiments.reading.questions import DrawQuestion
from experiments.training.curve import Curve

_FREE_TOTALS = 8
"""Totals 8 and 9 are naturals and never ask."""


def draw_curve(curve: Curve, offset: float, label: str, lines: dict[str, float]) -> Figure:
    """Draw the learning curve.

    Args:
        curve: the points.
        offset: added to each reward, to make it what `label` says.
        label: of the vertical axis.
        lines: heights to compare with, by name.
    """
    figure = Figure(figsize=(7, 4))
    axes = figure.add_subplot()
    steps = np.array([point.steps for point in curve.points]) / 1e6
    means = np.array([point.reward.mean for point in curve.points]) + offset
    widths = np.array([point.reward.half_width for point in curve.points])
    axes.plot(steps, means, label="learner, while it trains")
    axes.fill_between(steps, means - widths, means + widths, alpha=0.25, label="95 % interval")
    for number, (name, height) in enumerate(lines.items()):
        axes.axhline(height, linestyle="--", color=f"C{number + 1}", linewidth=1, label=name)
    axes.set_xlabel("million steps")
    axes.set_ylabel(label)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    axes.grid(alpha=0.3)
    return figure


def draw_heat_maps(readings: dict[str, dict[str, DrawTable]], rules: Rules) -> Figure:
    """Draw the chances of drawing of several policies side by side, one column a policy.

    Cells in which the rules leave no choice are grey and say D or S; cells in which a policy was
    never asked are left white.

    Args:
        readings: by policy, the same tables of each.
        rules: the table's.
    """
    questions = {name: table.question for name, table in next(iter(readings.values())).items()}
    heights = [max(min(len(one.rows.names), _FREE_TOTALS), 2) for one in questions.values()]
    figure = Figure(figsize=(6.2 * len(readings), 1 + 0.5 * sum(heights)))
    grid = figure.add_gridspec(
        len(questions), len(readings), height_ratios=heights, hspace=0.45, wspace=0.3
    )
    image: Any = None
    for column, (agent, tables) in enumerate(readings.items()):
        for row, (name, question) in enumerate(questions.items()):
            axes = figure.add_subplot(grid[row, column])
            image = _heat(axes, tables[name].chances, question.options(rules))
            axes.set_title(f"{agent}: chance of drawing as {name}", fontsize=10)
            _label(axes, question)
    figure.colorbar(image, ax=figure.axes, label="chance of drawing", fraction=0.02, pad=0.02)
    return figure


def _label(axes: Any, question: DrawQuestion) -> None:
    """Name the rows and columns; nothing is left open on the naturals, which come last."""
    rows, columns = (
        one.names[:_FREE_TOTALS] if one.title == "total" else one.names
        for one in (question.rows, question.columns)
    )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xticks(range(len(columns)), columns, fontsize=8)
    axes.set_ylabel(question.rows.title)
    axes.set_xlabel(question.columns.title)


def _heat(axes: Any, chances: Array, options: Array) -> Any:
    """Paint one table."""
    free = options == FREE
    shown = np.ma.masked_invalid(np.where(free, chances, np.nan))
    axes.imshow(np.where(free, np.nan, 0.5), cmap="Greys", vmin=0, vmax=1.5, aspect="auto")
    image = axes.imshow(shown, cmap="coolwarm", vmin=0, vmax=1, aspect="auto")
    for (row, column), option in np.ndenumerate(options):
        chance = chances[row, column]
        text = f"{chance:.2f}" if option == FREE else "D" if option == DRAW else "S"
        if option != FREE or not np.isnan(chance):
            axes.text(column, row, text, ha="center", va="center", fontsize=7, clip_on=True)
    return image
