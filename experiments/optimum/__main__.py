"""The optimum of a small session: ``python -m experiments.optimum``.

Three seats, few chips, few coups, cards at book chances: the betting game of the home table is then
finite, of perfect information, with chance. It is solved from the end backwards for the place
(R-H16) and for chips, and policies are scored against it: how much of the win they leave on the
table, against optimal players and against books. Then it is grown until it is too large.

The question is whether the book, or a learned policy, plays such a session well. The answer is no
for a policy that leaves a part of the win on the table; how large a part is told exactly.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Final

import typer

from agents.registry import NAMES, make_agent
from experiments.optimum.graph import TooLargeError, build_graph
from experiments.optimum.report import draw_scores, write_report
from experiments.optimum.solving import Size, measure, solve_optimum
from experiments.optimum.values import (
    AIMS,
    book_chances,
    choices_of,
)
from experiments.reporting.console import console
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_folder

app = typer.Typer(add_completion=False)

_AGENTS: Final = "book,random,lead-and-sit,bank-all"
_EXACT_STATES: Final = 150_000
"""Up to so many states the optimum is calculated in whole numbers."""


def grow(sizes: list[tuple[int, int]], stakes: str, most_states: int) -> tuple[list[Size], str]:
    """Solve larger and larger sessions; return what each took, and why it ended."""
    found: list[Size] = []
    for chips, coups in sizes:
        try:
            found.append(measure(chips, coups, stakes, most_states))
        except TooLargeError as error:
            return found, f"{chips} chips and {coups} coups have {error}"
        except KeyboardInterrupt:
            return found, f"stopped by hand at {chips} chips and {coups} coups"
        console.print(
            f"{chips} chips, {coups} coups: {found[-1].states:,} states, {found[-1].seconds:.1f} s"
        )
    return found, "the sizes asked for were all solved"


@app.command()
def main(
    chips: Annotated[int, typer.Option(min=2, help="Of each seat at the start.")] = 10,
    coups: Annotated[int, typer.Option(min=1, help="Of a session.")] = 3,
    stakes: Annotated[str, typer.Option(help="chips: every amount; or levels.")] = "chips",
    agents: Annotated[
        str, typer.Option(help=f"With commas: {', '.join(NAMES)}. Saved ones made for this table.")
    ] = _AGENTS,
    train_steps: Annotated[
        int,
        typer.Option("--train", min=0, help="Train PPO against books for so many steps, 0: none."),
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Of the training.")] = 0,
    exact: Annotated[
        bool | None,
        typer.Option(help="Whole numbers or floats.", show_default="exact up to 150,000 states"),
    ] = None,
    grow_to: Annotated[
        str, typer.Option("--grow", help="chips:coups pairs to try after that.")
    ] = "10:1,10:2,10:3,10:4,10:5,10:6,10:8,10:12,12:12,15:12",
    most_states: Annotated[
        int, typer.Option(min=1, help="The limit of growth; 10:12 has 4.6 million.")
    ] = 1_000_000,
    quick: Annotated[bool, typer.Option(help="Four chips, two coups, little growth.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder.", show_default="runs/optimum-TIME")
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Solve a small session exactly, score policies against it, and write a report."""
    started = time.time()
    if quick:
        chips, coups, grow_to = 4, 2, "4:1,4:2,6:2"
    folder = output_folder(out, "optimum", overwrite=overwrite)
    try:
        if stakes not in ("chips", "levels"):
            raise ValueError(f"stakes = {stakes!r}: expected 'chips' or 'levels'")
        pairs = [_pair(text) for text in filter(None, grow_to.split(","))]
        graph = build_graph(chips, coups, stakes=stakes, most_states=most_states)
        table = graph.stepper.tables.compiled
        names = ["book", *(name for name in agents.split(",") if name != "book")]
        made = {name: make_agent(name, table) for name in names}
        if train_steps:
            from experiments.optimum.learned import train  # Here: the others need no torch.

            learned = train(table, train_steps, seed)
            made[learned.name] = learned
    except (ValueError, TooLargeError) as error:
        raise typer.BadParameter(str(error)) from None
    console.print(f"{graph.states:,} states, {graph.edges:,} actions")
    policies = {name: choices_of(graph, agent) for name, agent in made.items()}
    wholly = graph.states <= _EXACT_STATES if exact is None else exact
    found = [solve_optimum(graph, aim, policies, exact=wholly) for aim in AIMS]
    sizes, ended = grow(pairs, stakes, most_states)
    manifest = make_manifest("experiments.optimum", seed, started)
    chances = book_chances(table.rules)
    figure = draw_scores(found)
    results = {
        "manifest": manifest,
        "chips": chips,
        "coups": coups,
        "stakes": stakes,
        "states": graph.states,
        "actions": graph.edges,
        "chances": {
            name: str(chance)
            for name, chance in zip(("punters", "bank", "tie"), chances, strict=True)
        },
        "optima": [one.to_json() for one in found],
        "growth": [vars(size) for size in sizes],
        "growth_ended": ended,
    }
    save(figure, folder / "scores.png")
    write_json(folder / "results.json", results)
    text = write_report(found, sizes, results)
    write_text(folder / "report.md", text)
    for one in found:
        for field, reached in one.reached.items():
            for policy, value in reached.items():
                left = one.best[field] - value
                console.print(
                    f"{one.aim}, {policy} against {field}: {value:.4f}; "
                    f"leaves {left:.4f} on the table"
                )
    console.print(f"growth ended: {ended}; written: {folder / 'report.md'}")


def _pair(text: str) -> tuple[int, int]:
    chips, _, coups = text.partition(":")
    if not (chips.isdigit() and coups.isdigit()):
        raise ValueError(f"grow = {text!r}: expected chips:coups, as in 10:3")
    return int(chips), int(coups)


if __name__ == "__main__":
    app()
