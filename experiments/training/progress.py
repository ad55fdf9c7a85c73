"""Training with a progress bar."""

from __future__ import annotations

import signal
from types import FrameType

from experiments.reporting.console import console, make_bar
from experiments.training.trainer import Trainer


def train_with_bar(trainer: Trainer) -> None:
    """Run a trainer with a progress bar; the first Ctrl-C ends it between two rollouts.

    The second one interrupts at once, with the checkpoint that was written last.
    """
    before = signal.getsignal(signal.SIGINT)

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        trainer.stop()
        signal.signal(signal.SIGINT, before)
        console.print("stopping after this update ...")

    signal.signal(signal.SIGINT, on_interrupt)
    try:
        with make_bar() as bar:
            task = bar.add_task("training", total=trainer.settings.steps, more="")

            def show(trainer: Trainer) -> None:
                points = trainer.curve.points
                more = f"{trainer.speed():,.0f} steps/s"
                if points:
                    more += f", reward {points[-1].reward.to_text(3, sign=True)}"
                bar.update(task, completed=trainer.model.num_timesteps, more=more)

            trainer.run(show)
    finally:
        signal.signal(signal.SIGINT, before)


def speed_line(trainer: Trainer) -> str:
    """Say how fast a run was, with how many updates."""
    steps = trainer.model.num_timesteps
    updates = 1_000_000 * trainer.model.updates / max(steps, 1)
    return (
        f"{steps:,} steps in {trainer.curve.seconds:.1f} s: {trainer.speed():,.0f} steps/s at "
        f"{updates:,.0f} updates per million steps"
    )
