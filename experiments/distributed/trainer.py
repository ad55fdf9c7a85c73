"""A distributed training run: earlier selves, checkpoints, and going on from one.

A checkpoint is a folder: RLlib's own files (networks, optimizer, counters), the earlier selves, and
the settings. It is written under another name and then given its own, so a checkpoint is whole or
not there. What is played next is not in it: a run that goes on deals anew, from seeds of its own.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME

from agents.files import TEMPORARY
from agents.networks import checkpoint
from agents.networks.network_policy import SUFFIX, NetworkPolicy
from experiments.distributed.ppo import DistributedSettings, make_config
from experiments.reporting.files import write_json
from experiments.training.mix import LEAGUE, SELF, named_agents, parse_mix, seat_opponents
from experiments.training.settings import SAVED_EVERY

_PREFIX: Final = "checkpoint-"
_RUN: Final = "run.json"
_SELVES: Final = "selves.npz"
_KEPT: Final = 2
"""Checkpoints kept."""


class DistributedTrainer:
    """A run on Ray, which must be connected.

    Args:
        settings: how.
        folder: where checkpoints and the policy go.

    Raises:
        ValueError: for anything unknown or impossible in the settings.
    """

    def __init__(self, settings: DistributedSettings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder.absolute()
        self.table = settings.table.compiled
        self.weights = parse_mix(settings.opponents)
        if LEAGUE in self.weights:
            raise ValueError(
                f"opponents = {settings.opponents!r}: expected agents and 'self'; over Ray there "
                "is no 'league'"
            )
        if known := named_agents(self.weights):
            seat_opponents(known, [], self.table)  # Raises for an unknown agent.
        self.algo: Any = make_config(settings).build_algo()
        self.pool: list[NetworkPolicy] = []
        self.steps = 0
        self.seconds = 0.0
        """Trained so far, in all parts of an interrupted run."""
        self.made = 0
        """Steps since this process began."""
        self.made_seconds = 0.0
        self.reward = float("nan")
        """Mean reward of the sessions that ended in the last iteration."""
        self.stopping = False
        self._add_self()

    @property
    def path(self) -> Path:
        """The file with the policy to play with."""
        return self.folder / f"policy{SUFFIX}"

    @property
    def done(self) -> bool:
        """Whether all steps have been made."""
        return self.steps >= self.settings.steps

    def speed(self) -> float:
        """Return steps a second since this process began, its first iteration left out."""
        return self.made / max(self.made_seconds, 1e-9)

    def run(self, progress: Callable[[DistributedTrainer], object] = lambda trainer: None) -> None:
        """Train to the end, or until `stop`; then write a checkpoint and the policy.

        Args:
            progress: called after each iteration.
        """
        saved, saved_at = -1, time.monotonic()
        while not self.done and not self.stopping:
            before = self.steps
            self.iterate()
            if self._is_due(before, self.settings.freeze_every):
                self._add_self()
            late = time.monotonic() - saved_at > SAVED_EVERY
            if late or self._is_due(before, self.settings.checkpoint_every):
                self.save()
                saved, saved_at = self.steps, time.monotonic()
            progress(self)
        if saved != self.steps:
            self.save()

    def iterate(self) -> None:
        """Make one rollout of each worker, and learn from it."""
        started = time.perf_counter()
        first = not self.seconds or not self.algo.iteration
        before = self.steps
        found = self.algo.train().get(ENV_RUNNER_RESULTS, {})
        self.steps = int(found.get(NUM_ENV_STEPS_SAMPLED_LIFETIME, self.steps))
        self.reward = float(found.get("episode_return_mean", self.reward))
        seconds = time.perf_counter() - started
        self.seconds += seconds
        if not first:
            self.made += self.steps - before
            self.made_seconds += seconds

    def stop(self) -> None:
        """Let the run end after this iteration."""
        self.stopping = True

    def close(self) -> None:
        """End the workers."""
        self.algo.stop()

    def _is_due(self, before: int, every: int) -> bool:
        return self.steps // every > before // every

    def _add_self(self) -> None:
        """Put a frozen copy of the learner into the pool, where selves are in the mix."""
        if SELF in self.weights:
            frozen = self.algo.freeze(f"self-{self.steps}")
            self.pool = [*self.pool, frozen][-self.settings.pool_size :]
            self.algo.set_pool(self.pool)

    def save(self) -> Path:
        """Write a checkpoint and the policy; return the checkpoint's folder."""
        target = self.folder / f"{_PREFIX}{self.steps:012}"
        temporary = self.folder / f"{TEMPORARY}{target.name}"
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir(parents=True)
        self.algo.save_to_path(str(temporary / "rllib"))
        _write_selves(temporary / _SELVES, self.pool)
        told = {
            "settings": self.settings.to_json(),
            "table": checkpoint.describe_table(self.table),
            "steps": self.steps,
            "seconds": self.seconds,
        }
        write_json(temporary / _RUN, told)
        shutil.rmtree(target, ignore_errors=True)
        temporary.rename(target)
        for old in checkpoints(self.folder)[:-_KEPT]:
            shutil.rmtree(old)
        training = {"settings": self.settings.to_json(), "steps": self.steps}
        self.algo.freeze("policy").save(self.path, self.table, training=training)
        return target

    @classmethod
    def resume(
        cls, path: Path, steps: int | None = None, workers: int | None = None
    ) -> DistributedTrainer:
        """Go on with a run. RLlib's own files are pickles: only of a run that you trust.

        Args:
            path: a checkpoint, or the run's folder for its last one; new ones are written there.
            steps: all steps to make, those made already among them; `None` for what was planned.
            workers: `None` for as many as before.

        Raises:
            CheckpointError: if there is no usable checkpoint, or it belongs to another table.
        """
        found, settings, entry = read_run(path)
        with checkpoint.reading(found):
            pool = _read_selves(found / _SELVES)
        if steps is not None:
            settings = replace(settings, steps=steps)
        if workers is not None:
            settings = replace(settings, workers=workers)
        trainer = cls(settings, found.parent)
        trainer._restore(found, entry, pool)
        return trainer

    def _restore(self, path: Path, entry: dict[str, Any], pool: list[NetworkPolicy]) -> None:
        self.algo.restore_from_path(str(path.absolute() / "rllib"))
        self.algo.env_runner_group.sync_weights(
            from_worker_or_learner_group=self.algo.learner_group, inference_only=True
        )
        self.steps, self.seconds = entry["steps"], entry["seconds"]
        self.pool = pool
        if pool:
            self.algo.set_pool(pool)


def read_run(path: Path) -> tuple[Path, DistributedSettings, dict[str, Any]]:
    """Return the last checkpoint of a run, its settings, and all that it tells of itself.

    Args:
        path: a checkpoint, or the run's folder.

    Raises:
        CheckpointError: if there is no usable checkpoint, or it belongs to another table.
    """
    found = [path] if (path / _RUN).is_file() else checkpoints(path)
    if not found:
        raise checkpoint.CheckpointError(f"checkpoint {str(path)!r}: there is none")
    last = found[-1]
    with checkpoint.reading(last):
        entry = json.loads((last / _RUN).read_text(encoding="utf-8"))
        settings = DistributedSettings.from_json(entry["settings"])
        table = settings.table.compiled
    checkpoint.check_table(last, entry, table)
    return last, settings, entry


def _write_selves(path: Path, pool: list[NetworkPolicy]) -> None:
    """Write earlier selves as arrays, each under its place and name."""
    arrays = {
        f"{place}/{one.name}/{name}": weights
        for place, one in enumerate(pool)
        for name, weights in one.weights.items()
    }
    np.savez(path, **arrays)  # type: ignore[arg-type]


def _read_selves(path: Path) -> list[NetworkPolicy]:
    """Return what `_write_selves` wrote, in order."""
    found: dict[tuple[int, str], dict[str, Any]] = {}
    with np.load(path, allow_pickle=False) as stored:
        for key in stored.files:
            place, name, weight = key.split("/")
            found.setdefault((int(place), name), {})[weight] = stored[key]
    return [
        NetworkPolicy(weights, deterministic=False, name=name)
        for (_, name), weights in sorted(found.items())
    ]


def checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints of a run, the last one last."""
    return sorted(one for one in folder.glob(f"{_PREFIX}*") if (one / _RUN).is_file())
