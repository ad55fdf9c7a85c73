"""The benchmark's pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments.benchmark.contests import Result
from experiments.reporting.files import replacing

_SERIES = ("tables", "seats", "seats, stakes in chips", "threads")


def plot_ratios(results: Sequence[Result], path: Path) -> bool:
    """Draw our rate over each rival's, with its spread; return whether there was any to draw."""
    from matplotlib.figure import Figure

    rows = []
    for result in results:
        ratio = result.ratio()
        if ratio and result.contest.rival:
            rows.append((f"{result.contest.ours.label} : {result.contest.rival.label}", ratio))
    if not rows:
        return False
    figure = Figure(figsize=(10, 1.2 + 0.27 * len(rows)), layout="constrained")
    axes = figure.subplots()
    places = range(len(rows))
    medians = [ratio.median for _, ratio in rows]
    spread = [
        [ratio.median - ratio.low for _, ratio in rows],
        [ratio.high - ratio.median for _, ratio in rows],
    ]
    axes.barh(places, medians, xerr=spread, color="#2f6f4f", ecolor="#888888", height=0.7)
    axes.set_yticks(places, [label for label, _ in rows], fontsize=7)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xlabel("our rate over the rival's (median, least and most)")
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=150)
    return True


def plot_growth(growth: Sequence[dict[str, Any]], path: Path) -> bool:
    """Draw the time of a decision against what is varied; return whether there was any to draw."""
    from matplotlib.figure import Figure

    drawn = [row for row in growth if "nanoseconds" in row]
    if not drawn:
        return False
    figure = Figure(figsize=(10, 7), layout="constrained")
    for axes, series in zip(figure.subplots(2, 2).flat, _SERIES, strict=True):
        for way in ("rollout", "step"):
            those = [row for row in drawn if (row["series"], row["way"]) == (series, way)]
            axes.plot(
                [row["x"] for row in those],
                [row["nanoseconds"] for row in those],
                marker="o", label=way,
            )  # fmt: skip
        if series == "tables":
            axes.loglog()
        else:
            axes.set_ylim(bottom=0)
            axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(series)
        axes.set_ylabel("ns a decision")
        axes.legend()
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=150)
    return True
