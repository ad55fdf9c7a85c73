"""Figures of a study: the learning curve, and draw tables as heat maps beside the book's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from chemmy_env.rules import Rules
from chemmy_env.rules.options import DRAW, FREE, TOTALS
from experiments.curve import Curve
from experiments.files import replacing
from experiments.reading import DrawTables
from experiments.statistics import Array

_FREE_TOTALS = 8
"""Totals 8 and 9 are naturals and never ask."""


def save(figure: Figure, path: Path) -> None:
    """Write a figure as a PNG file, whole or not at all; no window system is needed."""
    FigureCanvasAgg(figure)
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=120, format="png", bbox_inches="tight")


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


def draw_heat_maps(tables: dict[str, DrawTables], rules: Rules) -> Figure:
    """Draw the chances of drawing of several policies side by side.

    Cells in which the rules leave no choice are grey and say D or S; cells in which a policy was
    never asked are left white.
    """
    figure = Figure(figsize=(6.2 * len(tables), 6))
    grid = figure.add_gridspec(2, len(tables), height_ratios=(2, 8), hspace=0.45, wspace=0.3)
    image: Any = None
    for column, (name, table) in enumerate(tables.items()):
        punter = figure.add_subplot(grid[0, column])
        image = _heat(punter, table.punter[:, :_FREE_TOTALS],
                      rules.punter_options[:, :_FREE_TOTALS])  # fmt: skip
        punter.set_title(f"{name}: chance of drawing as punter", fontsize=10)
        punter.set_xlabel("total")
        punter.set_yticks([0, 1], ["one bettor", "several"])
        banker = figure.add_subplot(grid[1, column])
        _heat(banker, table.banker[:_FREE_TOTALS], rules.banker_options[:_FREE_TOTALS])
        banker.set_title("as banker", fontsize=10)
        banker.set_xlabel("punter's third card")
        banker.set_ylabel("total")
        banker.set_xticks(range(TOTALS + 1), [*map(str, range(TOTALS)), "stood"])
    figure.colorbar(image, ax=figure.axes, label="chance of drawing", fraction=0.02, pad=0.02)
    return figure


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
            axes.text(column, row, text, ha="center", va="center", fontsize=7)
    axes.set_xticks(range(options.shape[1]))
    return image
