"""Train an agent: ``python -m experiments.train --steps 2000000 --out runs/mine``."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from agents.networks import checkpoint
from experiments.measuring.table import TableSettings
from experiments.reporting.console import console
from experiments.training.progress import speed_line, train_with_bar
from experiments.training.trainer import Trainer, TrainSettings

app = typer.Typer(add_completion=False)
_DEFAULTS = TrainSettings()


def _find(path: Path) -> Path:
    """Return the checkpoint that `path` is, or that lies in the run folder `path`."""
    return path / "checkpoint.zip" if path.is_dir() else path


@app.command()
def main(
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
        typer.Option(help="Go on with a checkpoint or run folder, by its own settings; --steps "
                     "counts all steps, those made already among them."),
    ] = None,
) -> None:  # fmt: skip
    """Train MaskablePPO at a table, one seat at random, the others played by a mix of opponents."""
    try:
        if resume is not None:
            trainer = Trainer.resume(_find(resume), steps, tensorboard=True)
            console.print(f"going on from {trainer.model.num_timesteps:,} steps")
        else:
            folder = out or Path("runs") / time.strftime("train-%Y%m%d-%H%M%S")
            settings = TrainSettings(
                table=TableSettings(game, profile, players, reward),
                steps=steps or _DEFAULTS.steps,
                seed=seed,
                opponents=opponents,
            )
            trainer = Trainer(settings, folder, tensorboard=True)
    except checkpoint.CheckpointError as error:
        raise typer.BadParameter(str(error), param_hint="--resume") from None
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    train_with_bar(trainer)
    console.print(speed_line(trainer))
    league = trainer.league
    for name in league.members if len(league.members) > 1 else []:
        console.print(f"ahead of {name} in {league.share_ahead(name):.1%} of sessions")
    console.print(f"written: {trainer.path}")
    if not trainer.done:
        console.print(f"go on with: python -m experiments.train --resume {trainer.path}")
        raise typer.Exit(130)
    options = trainer.settings.table.to_options()
    evaluate = f"python -m experiments.evaluate learned:{trainer.path} book{options}"
    console.print(f"evaluate with: {evaluate}")


if __name__ == "__main__":
    app()
