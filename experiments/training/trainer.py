"""Train MaskablePPO at a table; interruptible, and resumed exactly where it stopped.

Everything random comes from the seed: the tables' keyed numbers, and torch's own generator, which
chooses the first weights, the actions and the minibatches (Stable-Baselines3 offers no other). A
checkpoint is taken between two rollouts and holds the tables as they stand and the generator's
state, so a resumed run is the run that was not interrupted, bit for bit, on the same machine and
versions with one torch thread. With another number of steps the learning rate falls differently.
A run that cannot write to its folder ends, and saves itself in the folder for temporary files.
"""

from __future__ import annotations

import io
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import torch
from stable_baselines3.common.callbacks import BaseCallback

from agents.networks import checkpoint
from agents.networks.fast_ppo import BEST_THREADS, FastMaskablePPO
from experiments.training import state
from experiments.training.curve import Curve
from experiments.training.drill import DrillVecEnv
from experiments.training.league import League
from experiments.training.mix import freeze, named_agents, parse_mix, seat_opponents
from experiments.training.settings import SAVED_EVERY, LearningSettings

CHECKPOINT: Final = "checkpoint.zip"
"""File in a run's folder from which it is resumed."""
_NOT_SAVED: Final = (
    "learning_rate",
    "lr_schedule",
    "_last_obs",
    "_last_episode_starts",
    "_last_original_obs",
    "ep_info_buffer",
    "ep_success_buffer",
)


@dataclass(frozen=True)
class TrainSettings(LearningSettings):
    """How to train. Sizes were chosen by measurement on two cores; see `FastMaskablePPO`.

    One rollout of 512 x 32 steps and 4 passes of batches of 1,024 make 3,906 updates per million
    steps. One torch thread: the networks are too small to share, and on a machine that others use,
    two threads wait for each other.
    """

    num_envs: int = 512
    drill: float = 0.0
    """Share of the tables at which the learner's money is handled at random, so that it learns
    about all cards, those too that its own betting would never let it see."""


class SaveError(OSError):
    """A run's folder that cannot be written to."""

    def __init__(self, path: Path, error: OSError, rescued: Path | None) -> None:
        where = (
            "nor can the folder for temporary files: what was not saved before is lost"
            if rescued is None
            else f"the training so far is saved in {rescued}"
        )
        reason = error.strerror or str(error)
        super().__init__(f"{path} cannot be written: {reason}; {where}")
        self.rescued = rescued
        """The checkpoint that was written instead; `None` if that failed too."""


class _Stop(Exception):
    """Ends training between two rollouts."""


class _Linear:
    """A learning rate that falls to zero in a straight line."""

    def __init__(self, start: float) -> None:
        self.start = start

    def __call__(self, remaining: float) -> float:
        return self.start * remaining


class Trainer:
    """A training run.

    Args:
        settings: how.
        folder: where checkpoints go.
        tensorboard: write TensorBoard logs there too.

    Raises:
        ValueError: for anything unknown or impossible in the settings.
    """

    def __init__(self, settings: TrainSettings, folder: Path, *, tensorboard: bool = False) -> None:
        torch.set_num_threads(BEST_THREADS)
        self.settings = settings
        self.folder = folder
        self.table = settings.table.compiled
        self.league = League(parse_mix(settings.opponents), settings.pool_size)
        self.curve = Curve()
        self.stopping = False
        self.tended = 0
        """Steps at which `tend` was last called."""
        self.saved_at = time.monotonic()
        """When a checkpoint was last written, or the run began."""
        known = named_agents(self.league.weights)
        env = DrillVecEnv(
            settings.num_envs,
            drill=settings.drill,
            copy=False,
            opponents=seat_opponents(known, [], self.table) if known else "book",
            seat="random",
            seed=settings.seed,
            **settings.table.arguments(),
        )
        self.model = FastMaskablePPO(
            "MlpPolicy", env, learning_rate=_Linear(settings.learning_rate),
            n_steps=settings.n_steps, batch_size=settings.batch_size, n_epochs=settings.n_epochs,
            gamma=settings.gamma, gae_lambda=settings.gae_lambda, ent_coef=settings.ent_coef,
            seed=settings.seed, device="cpu",
            tensorboard_log=str(folder / "tensorboard") if tensorboard else None,
            policy_kwargs={
                "net_arch": list(settings.hidden),
                "activation_fn": torch.nn.ReLU,
                "optimizer_class": torch.optim.Adam,
                "optimizer_kwargs": {"eps": 1e-5, "fused": True},
            },
        )  # fmt: skip
        self._add_self()

    @property
    def path(self) -> Path:
        """The checkpoint's file."""
        return self.folder / CHECKPOINT

    @property
    def done(self) -> bool:
        """Whether all steps have been made."""
        return bool(self.model.num_timesteps >= self.settings.steps)

    def speed(self) -> float:
        """Return steps a second of training, saving and logging among it."""
        return float(self.model.num_timesteps / max(self.curve.seconds, 1e-9))

    def run(self, progress: Callable[[Trainer], object] = lambda trainer: None) -> None:
        """Train to the end, or until `stop`; then write a checkpoint.

        Args:
            progress: called before each rollout.

        Raises:
            SaveError: if the folder cannot be written to; it says where the run is saved instead.
        """
        left = self.settings.steps - self.model.num_timesteps
        torch.distributions.Distribution.set_default_validate_args(False)
        self.curve.start_clock()
        self.saved_at = time.monotonic()
        try:
            if left > 0:
                callback = _Callback(self, progress)
                self.model.learn(left, callback, log_interval=10, reset_num_timesteps=False)
        except _Stop:
            pass
        except SaveError:
            raise
        except OSError as error:  # Of the logs.
            self.save()
            raise SaveError(self.folder, error, self.path) from error
        finally:
            self.curve.stop_clock()
            torch.distributions.Distribution.set_default_validate_args(__debug__)  # As torch does.
        self.curve.close_point(self.model.num_timesteps)
        self.save()

    def stop(self) -> None:
        """Let the run end before its next rollout."""
        self.stopping = True

    def save(self) -> None:
        """Write the checkpoint, with all that resuming needs.

        Raises:
            SaveError: if that is not possible; it says where the run is saved instead.
        """
        entries = state.entries(self)
        try:
            self._write(self.path, entries)
        except OSError as error:
            raise SaveError(self.path, error, self._rescue(entries)) from error
        self.saved_at = time.monotonic()

    def _rescue(self, entries: dict[str, bytes]) -> Path | None:
        """Write the checkpoint where temporary files go; return its path, `None` if that fails."""
        try:
            path = Path(tempfile.mkdtemp(prefix="chemmy-run-")) / CHECKPOINT
            self._write(path, entries)
        except OSError:
            return None
        return path

    def save_model(self, path: Path) -> None:
        """Write a checkpoint to play with, without what resuming needs.

        The optimizer's moments, two thirds of a file, are left out too; the library loads it still.
        """
        optimizer: Any = self.model.policy.optimizer
        moments = optimizer.state
        optimizer.state = type(moments)(dict)
        try:
            self._write(path, {})
        finally:
            optimizer.state = moments

    def _write(self, path: Path, more: dict[str, bytes]) -> None:
        training = {"settings": self.settings.to_json(), "steps": self.model.num_timesteps}
        checkpoint.save(_Excluding(self.model), path, self.table, entries=more, training=training)

    @classmethod
    def resume(
        cls,
        path: Path,
        steps: int | None = None,
        *,
        folder: Path | None = None,
        tensorboard: bool = False,
    ) -> Trainer:
        """Return a run as it stood when a checkpoint was written.

        The objects of its tables are unpickled, by a reader that knows a few classes alone, once
        the checkpoint is found to be of its table: do not resume a file that you do not trust.

        Args:
            path: the checkpoint, or the run's folder.
            steps: all steps to make, those made already among them; `None` for what was planned.
            folder: where new checkpoints are written; `None` for beside the old one.
            tensorboard: go on with the TensorBoard logs.

        Raises:
            CheckpointError: if the checkpoint is damaged, or cannot be resumed.
        """
        found = checkpoint.find(path, (CHECKPOINT,))
        settings = saved_settings(found)
        with checkpoint.reading(found, "cannot be resumed"):
            trainer = cls(
                settings if steps is None else replace(settings, steps=steps),
                folder or found.parent,
                tensorboard=tensorboard,
            )
            state.restore(trainer, found)
        return trainer

    def tend(self) -> None:
        """Do what falls due between two rollouts, once: close points, freeze selves, save."""
        steps, settings = int(self.model.num_timesteps), self.settings
        made = settings.num_envs * settings.n_steps

        def is_due(every: int) -> bool:
            return steps // every > (steps - made) // every

        if steps == self.tended:
            return
        self.tended = steps
        if is_due(max(settings.steps // Curve.POINTS, 1)):
            self.curve.close_point(steps)
        if is_due(settings.freeze_every):
            self._add_self()
        if is_due(settings.checkpoint_every) or time.monotonic() - self.saved_at > SAVED_EVERY:
            self.save()

    def _add_self(self) -> None:
        """Put a frozen copy of the learner among the opponents, where selves are in the mix."""
        if self.league.takes_selves:
            self.league.add(freeze(self.model.policy, f"self-{self.model.num_timesteps}"))
            env: Any = self.model.get_env()
            env.set_opponents(self.league.mix(self.table))


def saved_settings(path: Path) -> TrainSettings:
    """Return the settings of the run that wrote a checkpoint, which must be of their table.

    Raises:
        CheckpointError: if the file is missing or damaged, or of another table.
    """
    found = checkpoint.find(path, (CHECKPOINT,))
    entry = checkpoint.read(found)
    with checkpoint.reading(found, "cannot be resumed"):
        settings = TrainSettings.from_json(entry["training"]["settings"])
        table = settings.table.compiled
    checkpoint.check_table(found, entry, table)
    return settings


class _Excluding:
    """A model that is saved without the parts that belong to a run."""

    def __init__(self, model: FastMaskablePPO) -> None:
        self.model = model

    def save(self, path: io.BytesIO) -> None:
        """Write the library's zip file."""
        self.model.save(path, exclude=list(_NOT_SAVED))


class _Callback(BaseCallback):
    """Counts sessions, freezes selves, writes checkpoints, and stops when asked to."""

    def __init__(self, trainer: Trainer, progress: Callable[[Trainer], object]) -> None:
        super().__init__()
        self.trainer = trainer
        self.progress = progress

    def _on_rollout_start(self) -> None:
        self.trainer.tend()
        self.progress(self.trainer)
        if self.trainer.stopping:
            raise _Stop

    def _on_step(self) -> bool:
        trainer, env = self.trainer, self.training_env
        # Where the cards are drilled the sessions are not the learner's own.
        own = self.locals["dones"] & ~env.drilled  # type: ignore[attr-defined]
        trainer.curve.add(self.locals["infos"], own)
        trainer.league.count(self.locals["infos"], own)
        return True
