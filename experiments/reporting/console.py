"""What the commands show in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from chemmy_env.rendering.printing import make_console

console = make_console()

Report = Callable[[int], object]


def make_bar() -> Progress:
    """Return a progress bar whose tasks have a text `more`."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[more]}"),
        console=console,
        transient=True,
    )


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Report]:
    """Show a bar while the block runs; it is given a function to call with each advance."""
    with make_bar() as bar:
        task = bar.add_task(what, total=total, more="")
        yield lambda done: bar.advance(task, done)


def use_one_torch_thread() -> None:
    """Keep torch to one thread: the networks are small, and two would wait for each other."""
    import torch  # Here, so that built-in agents can be evaluated without it.

    torch.set_num_threads(1)


def given_options(context: typer.Context) -> dict[str, Any]:
    """Return the options that the command line gives, without those left at their defaults."""
    return {
        name: value
        for name, value in context.params.items()
        if (source := context.get_parameter_source(name)) and source.name == "COMMANDLINE"
    }
