"""The models that ship: ``python -m experiments.models learned-home`` makes one anew.

A model is what a study of its table trains, of the study's own size and with seed 0. It is put into
agents/models, without what only training needs, and beside it a manifest: the command, the commit,
the versions, how it was trained, what the study found, and what the first steps of its training do
to the network, by which a test sees whether the command would still make the same model.
"""

from __future__ import annotations

import json
import os
import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final

import numpy as np
import torch
import typer

import agents
from experiments.measuring.statistics import Array
from experiments.measuring.table import TableSettings
from experiments.reporting.console import console
from experiments.reporting.files import replacing, write_json
from experiments.reporting.outputs import Overwrite, output_folder
from experiments.study.running import STEPS, StudySettings, read_study, run_study, training_for
from experiments.training.trainer import Trainer, TrainSettings

app = typer.Typer(add_completion=False)

FOLDER: Final = Path(agents.__file__).parent / "models"
TABLES: Final = {
    "learned-home": TableSettings(),
    "learned-home-chips": TableSettings(reward="chips"),
}
"""What each model is trained for: places at the home table (R-H16), or chips there."""
FIRST_ROLLOUTS: Final = 1
"""Rollouts of training that a manifest tells of. Processors differ in the last bits, through them
in an action now and then, and with every rollout more."""
_TOLD: Final = 200
"""Parameters told, spread evenly over all."""


def training_of(name: str) -> TrainSettings:
    """Return how a model is trained.

    Raises:
        ValueError: for an unknown name.
    """
    if name not in TABLES:
        raise ValueError(f"name = {name!r}: expected one of {', '.join(TABLES)}")
    return training_for(TABLES[name], STEPS, 0, "book")


def first_steps(settings: TrainSettings) -> tuple[Array, Array]:
    """Train for `FIRST_ROLLOUTS`; return some parameters before and after, ``(200,)`` float64."""

    def told(trainer: Trainer) -> Array:
        parameters = torch.cat(
            [one.detach().flatten() for one in trainer.model.policy.parameters()]
        )
        spread = np.linspace(0, len(parameters) - 1, _TOLD).round().astype(int)
        return parameters.numpy()[spread].astype(np.float64)

    def stop_in_time(trainer: Trainer) -> None:
        made = FIRST_ROLLOUTS * settings.num_envs * settings.n_steps
        if trainer.model.num_timesteps >= made:
            trainer.stop()

    with TemporaryDirectory() as folder:
        trainer = Trainer(settings, Path(folder))
        before = told(trainer)
        trainer.run(stop_in_time)
        return before, told(trainer)


def publish(name: str, settings: TrainSettings, run: Path, folder: Path = FOLDER) -> None:
    """Put a study's model among those that ship, with its manifest.

    Args:
        name: of the model.
        settings: its training.
        run: folder of the study.
        folder: where models lie.
    """
    results = json.loads((run / "results.json").read_text(encoding="utf-8"))
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    before, after = first_steps(settings)
    path = folder / f"{name}.zip"
    with replacing(path) as temporary:
        shutil.copyfile(run / "model.zip", temporary)
    manifest |= {
        "sha256": sha256(path.read_bytes()).hexdigest(),
        "training": results["training"],
        "lead_over_book": figures(results),
        "distances": results["distances"],
        "first_steps": {
            "rollouts": FIRST_ROLLOUTS,
            "before": before.round(6).tolist(),
            "after": after.round(6).tolist(),
        },
    }
    write_json(folder / f"{name}.json", manifest)


def figures(results: dict[str, Any]) -> dict[str, Any]:
    """Return what a study's first comparison, of learned with the book, found."""
    lead = results["evaluations"][0]["comparisons"][0]
    return {key: value for key, value in lead.items() if key not in ("agent", "baseline")}


@app.command()
def main(
    name: Annotated[str, typer.Argument(help=f"{', '.join(TABLES)}.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder of its study.", show_default="runs/models/NAME")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the study in that folder.")
    ] = False,
    overwrite: Overwrite = False,
) -> None:
    """Train a model that ships, measure it as the study does, and put it into agents/models."""
    try:
        train = training_of(name)
        run = out or Path("runs/models") / name
        output_folder(run, "models", overwrite=overwrite or resume)
        if resume and read_study(run).train != train:
            raise ValueError(
                f"out = {str(run)!r}: expected a study of {name}, begun by this command"
            )
        run_study(StudySettings(train), run, "experiments.models", resume=resume)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    publish(name, train, run)
    console.print(f"written: {os.path.relpath(FOLDER / name)}.zip and .json")


if __name__ == "__main__":
    app()
