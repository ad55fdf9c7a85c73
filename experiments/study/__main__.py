"""The study: ``python -m experiments.study``.

Does a policy learned at the table play better than the rulebooks teach? It trains one against
books, then lets learned, book and random play one another, and says by how much learned leads and
how sure that is. The answer is no if the interval of learned's lead over the book, in the same
sessions against books, includes zero or lies below it. Where the aim is chips, the lead is counted
less luck with the cards, if that is known. A lone bettor has no opponents: there the two are
compared by their chips in the same sessions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agents.networks.checkpoint import CheckpointError
from experiments.measuring.table import TableSettings
from experiments.reporting.console import given_options
from experiments.reporting.outputs import Overwrite, output_folder
from experiments.study.running import (
    STEPS,
    StudySettings,
    quick_settings,
    read_study,
    run_study,
    training_for,
)
from experiments.training.settings import require_same

app = typer.Typer(add_completion=False)


@app.command()
def main(
    context: typer.Context,
    steps: Annotated[
        int, typer.Option(min=1, help="Decisions of the learner in training.")
    ] = STEPS,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    reward: Annotated[
        str | None, typer.Option(help="placement or chips.", show_default="the profile's own aim")
    ] = None,
    opponents: Annotated[str, typer.Option(help="A mix, as in experiments.train.")] = "book",
    game: Annotated[str, typer.Option()] = "chemmy",
    profile: Annotated[str | None, typer.Option(show_default="the game's own")] = None,
    players: Annotated[int | None, typer.Option(show_default="the profile's own")] = None,
    quick: Annotated[bool, typer.Option(help="Run everything in less than a minute.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run.", show_default="runs/study-TIME")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Folder of a study to go on with, by its own settings; --steps counts all steps. "
            "Only one that you trust."
        ),
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Train an agent, evaluate it against the book and random, and write a report."""
    try:
        if resume is not None:
            given = given_options(context)
            kept = read_study(resume, given.get("steps"))
            require_same(given, {**kept.options(), "out": resume, "quick": False})
            run_study(kept, resume, resume=True)
            return
        folder = output_folder(out, "study", overwrite=overwrite)
        table = TableSettings(game, profile, players, reward)
        if table.is_alone and table.compiled.reward == "placement":
            raise ValueError(f"reward = {reward!r}: expected 'chips', a lone bettor has no rivals")
        train = training_for(table, steps, seed, opponents)
        settings = quick_settings(train) if quick else StudySettings(train)
        run_study(settings, folder)
    except CheckpointError as error:
        raise typer.BadParameter(str(error), param_hint="--resume") from None
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


if __name__ == "__main__":
    app()
