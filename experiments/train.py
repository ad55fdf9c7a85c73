"""Train an agent: ``python -m experiments.train --steps 2000000 --out runs/mine``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agents.networks import checkpoint
from agents.networks.checkpoint import CheckpointError
from experiments.measuring.table import TableSettings
from experiments.reporting.console import console, given_options
from experiments.reporting.outputs import Overwrite, output_folder, writing_to
from experiments.training.progress import speed_line, train_with_bar
from experiments.training.settings import require_same
from experiments.training.trainer import (
    CHECKPOINT,
    SaveError,
    Trainer,
    TrainSettings,
    saved_settings,
)

app = typer.Typer(add_completion=False)
_DEFAULTS = TrainSettings()


@app.command()
def main(
    context: typer.Context,
    steps: Annotated[
        int | None,
        typer.Option(min=1, help="Decisions of the learner.", show_default=f"{_DEFAULTS.steps:,}"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    reward: Annotated[
        str | None,
        typer.Option(
            help="placement, chips or luck_adjusted.", show_default="the profile's own aim"
        ),
    ] = None,
    opponents: Annotated[
        str,
        typer.Option(
            help="A mix such as 'book=0.7,random=0.1,self=0.2' (earlier selves), or "
            "'league=0.8,book=0.1,random=0.1' (selves and agents, the hardest most often)."
        ),
    ] = _DEFAULTS.opponents,
    game: Annotated[str, typer.Option()] = "chemmy",
    profile: Annotated[str | None, typer.Option(show_default="the game's own")] = None,
    players: Annotated[int | None, typer.Option(show_default="the profile's own")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run.", show_default="runs/train-TIME")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Go on with a run folder or checkpoint, by its own settings; --steps counts all "
            "steps, those made already among them. Only with a file that you trust."
        ),
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Train MaskablePPO at a table, one seat at random, the others played by a mix of opponents."""
    try:
        with writing_to(_folder(out, resume, overwrite)) as folder:
            if resume is not None:
                require_same(given_options(context), saved_settings(resume).options())
                trainer = Trainer.resume(resume, steps, folder=folder, tensorboard=True)
                console.print(f"going on from {trainer.model.num_timesteps:,} steps")
            else:
                settings = TrainSettings(
                    table=TableSettings(game, profile, players, reward),
                    steps=steps or _DEFAULTS.steps,
                    seed=seed,
                    opponents=opponents,
                )
                trainer = Trainer(settings, folder, tensorboard=True)
            _train(trainer)
    except CheckpointError as error:
        raise typer.BadParameter(str(error), param_hint="--resume") from None
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _folder(out: Path | None, resume: Path | None, overwrite: bool) -> Path:
    """Return the folder of the run: that of the run that is resumed, unless another is given.

    Raises:
        CheckpointError: if there is nothing to resume.
    """
    if resume is None:
        return output_folder(out, "train", overwrite=overwrite)
    found = checkpoint.find(resume, (CHECKPOINT,))
    checkpoint.read(found)  # Before a folder is made or locked.
    if out is None or out.resolve() == found.parent.resolve():
        return found.parent
    return output_folder(out, "train", overwrite=overwrite)


def _train(trainer: Trainer) -> None:
    """Train with a bar, and say what came of it.

    Raises:
        typer.Exit: if it was stopped, or its folder could not be written to.
    """
    resume = "python -m experiments.train --resume"
    try:
        stopped = train_with_bar(trainer)
    except SaveError as error:
        console.print(str(error), style="red", markup=False)
        if error.rescued:
            console.print(f"go on with: {resume} {error.rescued}", soft_wrap=True)
        raise typer.Exit(1) from None
    console.print(speed_line(trainer))
    league = trainer.league
    for name in league.members if len(league.members) > 1 else []:
        console.print(f"ahead of {name} in {league.share_ahead(name):.1%} of sessions")
    console.print(f"written: {trainer.path}", soft_wrap=True)
    if not trainer.done:
        console.print(f"go on with: {resume} {trainer.folder}", soft_wrap=True)
        raise typer.Exit(stopped.exit_code)
    options = trainer.settings.table.to_options()
    evaluate = f"python -m experiments.evaluate learned:{trainer.folder} book{options}"
    console.print(f"evaluate with: {evaluate}", soft_wrap=True)


if __name__ == "__main__":
    app()
