"""Training with a progress bar, which a signal ends in good order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

from experiments.reporting.console import console, make_bar
from experiments.training.trainer import Trainer

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@dataclass
class Stopped:
    """Which signal has ended a run."""

    number: int = 0
    """0 while there was none."""

    @property
    def exit_code(self) -> int:
        """What a process returns that ends so, by the shells' convention."""
        return 128 + (self.number or signal.SIGINT)


@contextmanager
def stopping_on_signals(stop: Callable[[], object], what: str) -> Iterator[Stopped]:
    """Let the first SIGINT (Ctrl-C) or SIGTERM ask a run to stop; the second interrupts at once.

    Args:
        stop: asks the run to stop.
        what: the run finishes first, for the message.
    """
    before: dict[int, Any] = {number: signal.getsignal(number) for number in _SIGNALS}
    stopped = Stopped()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def on_signal(number: int, frame: FrameType | None) -> None:
        stopped.number = number
        stop()
        restore()
        console.print(f"stopping after this {what} ...")

    for number in _SIGNALS:
        signal.signal(number, on_signal)
    try:
        yield stopped
    finally:
        restore()


def train_with_bar(trainer: Trainer) -> Stopped:
    """Run a trainer with a progress bar; the first Ctrl-C ends it between two rollouts.

    The second one interrupts at once, with the checkpoint that was written last.

    Raises:
        SaveError: as `Trainer.run`.
    """
    with stopping_on_signals(trainer.stop, "update") as stopped, make_bar() as bar:
        task = bar.add_task("training", total=trainer.settings.steps, more="")

        def show(trainer: Trainer) -> None:
            points = trainer.curve.points
            more = f"{trainer.speed():,.0f} steps/s"
            if points:
                more += f", reward {points[-1].reward.to_text(3, sign=True)}"
            bar.update(task, completed=trainer.model.num_timesteps, more=more)

        trainer.run(show)
    return stopped


def speed_line(trainer: Trainer) -> str:
    """Say how fast a run was, with how many updates."""
    steps = trainer.model.num_timesteps
    updates = 1_000_000 * trainer.model.updates / max(steps, 1)
    return (
        f"{steps:,} steps in {trainer.curve.seconds:.1f} s: {trainer.speed():,.0f} steps/s at "
        f"{updates:,.0f} updates per million steps"
    )
