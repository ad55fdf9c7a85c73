"""The report on the rulebooks' claims: tables in Markdown, and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np

from chemmy_env.exact import Shoe, best_response, punter_policy, solve
from experiments.claims.counting import Column
from experiments.claims.model import Claim, Finding, percent
from experiments.reporting.files import replacing
from experiments.reporting.markdown import markdown_table

Found = Sequence[tuple[Claim, Finding]]
_WORDS: Final = {"true": "true", "false": "**false**", "depends": "depends"}
_LOWEST: Final = 1e-4
"""Per cent of a chip; less is drawn as this on the logarithmic axis."""


def short_table(found: Found) -> str:
    """Return the table for a README: the claim, its source, the verdict and the figure."""
    rows = [
        (
            claim.name,
            claim.source,
            _WORDS[finding.verdict],
            _figure(finding.per_coup),
            _figure(finding.per_occurrence),
        )
        for claim, finding in found
    ]
    return markdown_table(("Claim", "Text", "Verdict", "Per coup", "Each time"), rows, (3, 4))


def _figure(value: Fraction | float | None) -> str:
    if value is None:
        return "—"
    if value == 0:
        return "0"
    return percent(value, 3 if abs(float(value)) >= 1e-5 else 5)


def report(found: Found, counting: dict[str, Any], plots: Iterable[str], notes: str) -> str:
    """Return the whole report as Markdown.

    Args:
        found: claims and what is true of them.
        counting: summaries by run, as `counting.summary` makes them.
        plots: file names beside the report.
        notes: how it was made.
    """
    parts = [
        "# What the rulebooks say, and what is true",
        "Exact figures, six packs, both sides seeing totals, in per cent of a chip staked, unless "
        "a line says otherwise. *Per coup* is what a choice changes on average; *each time* is "
        "what it changes where it comes up.",
        short_table(found),
    ]
    for claim, finding in found:
        often = (
            "" if finding.chance is None else f" It comes up in {percent(finding.chance)} of coups."
        )
        parts.append(
            f"## {claim.name}\n\n> {claim.quote}\n\n{claim.source}; profile `{claim.profile}`. "
            f"**{finding.verdict.capitalize()}**: {finding.truth}.{often}"
        )
    parts.append("## Counting cards\n\n" + _counting_text(counting))
    parts += [f"![{name.removesuffix('.png').replace('_', ' ')}]({name})" for name in plots]
    parts.append(notes)
    return "\n\n".join(parts) + "\n"


def _counting_text(counting: dict[str, Any]) -> str:
    lines = [
        "Mean over shoes in per cent of a chip a coup, ± half the width of the 95 % interval, and "
        "the 5 %, 50 % and 95 % quantiles over shoes.",
        "",
    ]
    for name, one in counting.items():
        lines += [
            f"**{name}**: {one['shoes']} shoes, {one['coups']} coups; the punter has the edge in "
            f"{one['coups in which the punter has the edge, %']:.2f} % of them; the value's spread "
            f"over coups is {one['spread of the value over coups, %']:.3f} %",
            "",
        ]
        rows = []
        for who, figures in one.items():
            if isinstance(figures, dict):
                mean = figures["per coup, %"]
                low, middle, high = figures["quantiles over shoes, %"]
                interval = f"{mean['mean']:+.4f} ± {mean['half_width']:.4f}"
                rows.append((who, interval, f"{low:+.4f}, {middle:+.4f}, {high:+.4f}"))
        lines += [markdown_table(("Gain of", "Mean", "Quantiles"), rows, (1, 2)), ""]
    return "\n".join(lines).rstrip()


def draw_plots(folder: Path, found: Found, shoes: dict[str, list[Any]]) -> list[str]:
    """Write the plots into a folder and return their file names."""
    from matplotlib.figure import Figure

    plots: list[tuple[str, Callable[[Any], None]]] = [
        ("what_a_choice_is_worth.png", lambda axes: _draw_claims(axes, found)),
        ("the_punters_five.png", _draw_five),
        ("gain_of_counting.png", lambda axes: _draw_gains(axes, shoes)),
        ("value_through_the_shoe.png", lambda axes: _draw_value(axes, shoes)),
    ]
    for name, draw in plots:
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        draw(figure.subplots())
        with replacing(folder / name) as path:
            figure.savefig(path, dpi=120)
    return [name for name, _ in plots]


def _draw_claims(axes: Any, found: Found) -> None:
    shown = [(claim.name, finding) for claim, finding in found if finding.per_coup is not None]
    shown.sort(key=lambda pair: abs(float(pair[1].per_coup or 0)))
    names = [name for name, _ in shown]
    coup = [max(_LOWEST, 100 * abs(float(finding.per_coup or 0))) for _, finding in shown]
    axes.barh(names, coup, color="tab:blue", label="per coup")
    each = [
        (100 * abs(float(finding.per_occurrence)), name)
        for name, finding in shown
        if finding.per_occurrence
    ]
    times, where = zip(*each, strict=True)
    axes.plot(times, where, "o", color="tab:orange", label="each time it comes up")
    axes.set(xscale="log", xlim=(_LOWEST, 100), xlabel="per cent of a chip (0 drawn at the left)")
    axes.tick_params(axis="y", labelsize=8)
    axes.legend()


def _draw_five(axes: Any) -> None:
    shoe = Shoe(6)
    found = solve("salon", shoe)
    chances = np.linspace(0, 1, 41)
    values = [
        -100 * float(best_response("salon", shoe, punter=punter_policy("salon", chance)).value)
        for chance in chances
    ]
    axes.plot(chances, values)
    axes.plot(float(found.punter[5]), 100 * float(found.value), "o", label="equilibrium")
    axes.set(
        xlabel="punter's chance of drawing on 5",
        ylabel="punter's value against the\nbest banker, per cent of a chip",
    )
    axes.legend()


def _draw_gains(axes: Any, shoes: dict[str, list[Any]]) -> None:
    for name, runs in shoes.items():
        means = np.array([np.asarray(run).mean(axis=0) for run in runs])
        for label, gain in (
            ("punter", means[:, Column.PUNTER_BEST] - means[:, Column.FIXED]),
            ("banker", means[:, Column.FIXED] - means[:, Column.BANKER_BEST]),
        ):
            axes.plot(100 * np.sort(gain), np.linspace(0, 1, len(gain)), label=f"{label}, {name}")
    axes.set_xlabel("gain of the best reply over the fixed table, per cent of a chip a coup")
    axes.set_ylabel("share of shoes")
    axes.set_xscale("symlog", linthresh=0.001)
    axes.legend(fontsize=8)


def _draw_value(axes: Any, shoes: dict[str, list[Any]]) -> None:
    for name, runs in shoes.items():
        length = min(len(run) for run in runs)
        values = 100 * np.array([np.asarray(run)[:length, Column.BOTH_COUNT] for run in runs])
        low, high = np.quantile(values, [0.05, 0.95], axis=0)
        coups = np.arange(1, length + 1)
        axes.plot(coups, values.mean(axis=0), label=name)
        axes.fill_between(coups, low, high, alpha=0.2)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set(
        xlabel="coup of the shoe",
        ylabel="punter's value, both counting,\nper cent of a chip (mean, 5 % to 95 %)",
    )
    axes.legend(fontsize=8)
