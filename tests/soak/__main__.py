"""Play random tables and check everything: ``python -m tests.soak --minutes 10 --seed 0``."""

from __future__ import annotations

import itertools
import time
from typing import Annotated

import typer

from .rounds import Soak

app = typer.Typer(add_completion=False)
TOLD_EVERY = 30.0
"""Seconds between two lines on how far it is."""


@app.command()
def main(
    minutes: Annotated[float, typer.Option(min=0, help="How long to go on.")] = 10.0,
    seed: Annotated[int, typer.Option(min=0, help="Of everything.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="Number of the first round.")] = 0,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="This many rounds, whatever the time.")
    ] = None,
    kinds: Annotated[
        str | None,
        typer.Option(help="Kernels that may be needed, with commas between.", show_default="all"),
    ] = None,
) -> None:
    """Play random tables and check everything; exit 1 if anything failed.

    A new kind of table is compiled first, some fifteen seconds each: an hour meets all of them.
    """
    soak = Soak(seed, frozenset(kinds.split(",")) if kinds else None, report=typer.echo)
    began = told = time.monotonic()
    numbers = itertools.count(first) if rounds is None else range(first, first + rounds)
    for number in numbers:
        soak.play(number)
        now = time.monotonic()
        if rounds is None and now - began > 60 * minutes:
            break
        if now - told > TOLD_EVERY:
            told = now
            figures = soak.figures
            typer.echo(
                f"{(now - began) / 60:.1f} min: round {number}, "
                f"{figures['decisions']:,} decisions, {figures['failures']} failures"
            )
    for line in soak.lines():
        typer.echo(line)
    if soak.figures["failures"]:
        raise typer.Exit(1)


if __name__ == "__main__":
    app()
