"""Figures, words and the report of `experiments.optimum`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from matplotlib.figure import Figure

from experiments.optimum.moves import PLACES
from experiments.reporting.markdown import markdown_table

if TYPE_CHECKING:
    from experiments.optimum.solving import Optimum, Size

_UNITS: Final = {"placement": "share of the win", "chips": "chips a session"}


def draw_scores(found: list[Optimum]) -> Figure:
    """Draw what each policy reaches, against each field, beside the most that can be reached."""
    figure = Figure(figsize=(11, 3.8))
    for number, one in enumerate(found):
        axes = figure.add_subplot(1, 2, number + 1)
        names = list(next(iter(one.reached.values())))
        for place, (field, reached) in enumerate(one.reached.items()):
            at = np.arange(len(names)) + (place - 0.5) * 0.4
            axes.bar(
                at,
                [reached[name] for name in names],
                0.38,
                color=f"C{place}",
                label=f"against {field}",
            )
            axes.axhline(
                one.best[field],
                color=f"C{place}",
                linestyle="--",
                linewidth=1,
                label=f"best against {field}",
            )
        axes.set_xticks(
            range(len(names)),
            [name.split("/")[-1] for name in names],
            rotation=30,
            ha="right",
            fontsize=8,
        )
        axes.set_ylabel(_UNITS[one.aim])
        axes.set_title(one.aim, fontsize=10)
        axes.grid(alpha=0.3, axis="y")
        axes.legend(fontsize=7)
    figure.tight_layout()
    return figure


def write_report(found: list[Optimum], sizes: list[Size], results: dict[str, Any]) -> str:
    """Return the text of ``report.md``."""
    manifest = results["manifest"]
    lines = [
        f"# The optimum of a session of {results['chips']} chips and {results['coups']} coups",
        "Three seats at the home table. Cards are played by the book, every card from a full "
        f"shoe: the punters win with chance {results['chances']['punters']}, the bank with "
        f"{results['chances']['bank']}, {results['chances']['tie']} are ties. What is left is "
        f"betting, {results['states']:,} states with {results['actions']:,} actions "
        f"(`stakes={results['stakes']!r}`), stepped by the engine and solved from the end "
        "backwards. Of equally good actions the optimum takes the first: passing before staking, "
        "less before more.",
    ]
    for one in found:
        unit = _UNITS[one.aim]
        kind = "exact, in whole numbers" if one.exact else "in floats"
        rows = [
            [place, f"{float(value):.9f}", str(value) if one.exact else ""]
            for place, value in zip(PLACES, one.by_place, strict=True)
        ]
        scores = [
            [policy, field, f"{value:.6f}", f"{one.best[field] - value:.6f}"]
            for field, reached in one.reached.items()
            for policy, value in reached.items()
        ]
        lines += [
            f"## For {one.aim}",
            f"All three play the optimum ({kind}); {unit}:",
            markdown_table(["place", unit, "exact"], rows),
            f"Until the first cards: {'; '.join(one.moves)}.",
            "One seat plays a policy, the other two the optimum or the book; mean over the three "
            "places; floats. On the table: what the best reply to those two would reach more.",
            markdown_table(["policy", "against two of", unit, "left on the table"], scores),
        ]
    growth = [
        [
            str(size.chips),
            str(size.coups),
            f"{size.states:,}",
            f"{size.actions:,}",
            f"{size.megabytes:,.0f}",
            f"{size.seconds:.1f}",
            ", ".join(f"{value:.4f}" for value in size.by_place["placement"]),
            ", ".join(f"{value:+.4f}" for value in size.by_place["chips"]),
        ]
        for size in sizes
    ]
    lines += [
        "![scores](scores.png)",
        "## How far it goes",
        markdown_table(
            [
                "chips",
                "coups",
                "states",
                "actions",
                "MB",
                "seconds",
                "win by place",
                "chips by place",
            ],
            growth,
        ),
        f"It ended there: {results['growth_ended']}.",
        "## The run",
        f"`{manifest['command']}`, commit {manifest['commit']}, "
        f"{manifest['wall_time_seconds']} s on {manifest['machine']}. All numbers: `results.json`.",
    ]
    return "\n\n".join(lines) + "\n"
