"""Train on Ray: ``python -m experiments.distributed --workers 8 --out runs/mine``.

docs/cluster.md tells how to do it on several machines. The question, whether more workers train
faster at the same number of updates, is answered by the speed line: no if steps a second do not
grow with ``--workers``.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agents.networks.checkpoint import CheckpointError
from experiments.distributed.cluster import connected, require_ray, silence
from experiments.measuring.table import TableSettings
from experiments.reporting.console import (
    console,
    given_options,
    make_bar,
    use_one_torch_thread,
)
from experiments.reporting.files import write_json
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_folder, writing_to
from experiments.training.progress import Stopped, stopping_on_signals
from experiments.training.settings import require_same

if TYPE_CHECKING:
    from experiments.distributed.trainer import DistributedTrainer

app = typer.Typer(add_completion=False)
_TELL_EVERY = 10.0
"""Seconds between two lines, where there is no terminal for a bar."""


def train_with_bar(trainer: DistributedTrainer) -> Stopped:
    """Run a trainer with a progress bar; the first Ctrl-C or SIGTERM ends it in good order."""
    with stopping_on_signals(trainer.stop, "iteration") as stopped, make_bar() as bar:
        task = bar.add_task("training", total=trainer.settings.steps, more="first rollouts")

        told = time.monotonic()

        def show(trainer: DistributedTrainer) -> None:
            nonlocal told
            more = f"{trainer.speed():,.0f} steps/s, reward {trainer.reward:+.3f}"
            if trainer.algo.lost_rollouts:
                more += f", {trainer.algo.lost_rollouts} rollouts lost"
            bar.update(task, completed=trainer.steps, more=more)
            if not console.is_terminal and time.monotonic() - told > _TELL_EVERY:
                told = time.monotonic()
                console.print(f"{trainer.steps:,} steps, {more}", soft_wrap=True)

        trainer.run(show)
    return stopped


def speed_line(trainer: DistributedTrainer) -> str:
    """Say how fast a run was, with how many updates."""
    settings = trainer.settings
    updates = 1_000_000 * settings.n_epochs / settings.batch_size
    return (
        f"{trainer.steps:,} steps in {trainer.seconds:.1f} s: {trainer.speed():,.0f} steps/s after "
        f"the first iteration, at {updates:,.0f} updates per million steps; "
        f"{trainer.algo.lost_rollouts} rollouts lost"
    )


@app.command()
def main(
    context: typer.Context,
    steps: Annotated[
        int | None, typer.Option(min=1, help="Decisions of the learner.", show_default="8,000,000")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0, help="Processes that play; 0 for none beside the learner.", show_default="2"
        ),
    ] = None,
    rows: Annotated[int, typer.Option(min=1, help="Tables of each process.")] = 256,
    address: Annotated[
        str | None,
        typer.Option(help="HOST:PORT of a Ray cluster, or auto.", show_default="this machine"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    reward: Annotated[
        str | None, typer.Option(help="placement or chips.", show_default="the profile's own aim")
    ] = None,
    opponents: Annotated[
        str, typer.Option(help="A mix such as 'book=0.7,random=0.1,self=0.2' (earlier selves).")
    ] = "book=0.5,self=0.5",
    game: Annotated[str, typer.Option()] = "chemmy",
    profile: Annotated[str | None, typer.Option(show_default="the game's own")] = None,
    players: Annotated[int | None, typer.Option(show_default="the profile's own")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run.", show_default="runs/ray-TIME")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Go on with a run folder or checkpoint, by its own settings; --steps counts all "
            "steps, and --workers may be others than before. Only with a folder that you trust."
        ),
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Train masked PPO with RLlib on Ray: one seat at random, the others by a mix of opponents."""
    started = time.time()
    try:
        require_ray()
        folder = _folder(out, resume, overwrite)
        with writing_to(folder), connected(address, (2 if workers is None else workers) + 1):
            from experiments.distributed.ppo import DistributedSettings
            from experiments.distributed.trainer import DistributedTrainer, read_run

            silence()
            use_one_torch_thread()
            if resume is not None:
                kept = read_run(resume)[1]
                own = {**kept.options(), "rows": kept.rows, "out": folder}
                require_same(given_options(context), own)
                trainer = DistributedTrainer.resume(resume, steps, workers)
                console.print(f"going on from {trainer.steps:,} steps")
            else:
                settings = DistributedSettings(
                    table=TableSettings(game, profile, players, reward),
                    seed=seed,
                    rows=rows,
                    steps=8_000_000 if steps is None else steps,
                    opponents=opponents,
                    workers=2 if workers is None else workers,
                )
                trainer = DistributedTrainer(settings, folder)
            try:
                stopped = train_with_bar(trainer)
            finally:
                trainer.close()
    except CheckpointError as error:
        raise typer.BadParameter(str(error), param_hint="--resume") from None
    except (ConnectionError, ImportError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    write_json(
        trainer.folder / "manifest.json",
        make_manifest("experiments.distributed", trainer.settings.seed, started),
    )
    console.print(speed_line(trainer))
    console.print(f"written: {trainer.path}")
    if not trainer.done:
        console.print(f"go on with: python -m experiments.distributed --resume {trainer.folder}")
        raise typer.Exit(stopped.exit_code)
    console.print(f"evaluate with: python -m experiments.evaluate learned:{trainer.path} book")


def _folder(out: Path | None, resume: Path | None, overwrite: bool) -> Path:
    """Return the folder of the run: that of the run that is resumed, or a new one.

    Raises:
        ValueError: if there is something in it already, or nothing to resume.
    """
    if resume is None:
        return output_folder(out, "ray", overwrite=overwrite)
    if not resume.is_dir():
        raise CheckpointError(f"checkpoint {str(resume)!r}: there is no such folder")
    return resume.parent if (resume / "run.json").is_file() else resume


if __name__ == "__main__":
    app()
