"""What happens to processes: forks, interrupts, damaged kernels on disk, a killed training run."""

from __future__ import annotations

import hashlib
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

from chemmy_env.engine.machine.jit import CACHE
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import random as at_random

ROOT = Path(__file__).parents[2]
PATIENCE = 240
"""Seconds after which a process counts as hanging."""

PLAY = """
import sys
from tests.soak.processes import play_some
print(play_some(int(sys.argv[1])))
"""
TRAIN = """
import sys
from pathlib import Path
from experiments.training.trainer import Trainer, TrainSettings
settings = TrainSettings(
    steps=10_000_000, num_envs=16, n_steps=8, batch_size=64, n_epochs=1, hidden=(8,),
    freeze_every=1_000, checkpoint_every=256, seed=int(sys.argv[2]),
)
Trainer(settings, Path(sys.argv[1])).run()
"""
RESUME = """
import sys
from pathlib import Path
import torch
from experiments.training.trainer import Trainer
path = Path(sys.argv[1])
saved = Trainer.resume(path).model.num_timesteps
run = Trainer.resume(path, saved + 256)
run.run()
assert run.done and run.model.num_timesteps == saved + 256, (saved, run.model.num_timesteps)
assert all(torch.isfinite(one).all() for one in run.model.policy.parameters())
print(saved)
"""


def digest(tables: Tables) -> str:
    """Name the state of a batch."""
    return hashlib.sha256(tables.state.tobytes() + tables.shoes.tobytes()).hexdigest()


def play_some(seed: int, threads: int = 1) -> str:
    """Play a little at the default table; return what the state is then."""
    tables = Tables(num_tables=16, seed=seed, threads=threads)
    tables.rollout(at_random, 100)
    return digest(tables)


def fork(threads: int, seed: int) -> None:
    """Play on in a forked process and here, with threads that were at work before; the same."""
    tables = Tables(num_tables=16, seed=seed, threads=threads)
    tables.rollout(at_random, 20)
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Python warns of forks of a process with threads, which is what is tried here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.write(writer, play_on(tables).encode())
        finally:
            os._exit(0)
    os.close(writer)
    try:
        ready, _, _ = select.select([reader], [], [], PATIENCE)
        told = os.read(reader, 100).decode() if ready else "nothing: it hangs"
    finally:
        os.close(reader)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    expected = play_on(tables)
    assert told == expected, f"the child with {threads} threads says {told}, not {expected}"


def play_on(tables: Tables) -> str:
    """Play, and start a new session, with whatever threads there are."""
    tables.rollout(at_random, 50)
    tables.reset()
    tables.step(tables.action_mask.argmax(1))
    return digest(tables)


class Interrupted(BaseException):
    """Stands for the KeyboardInterrupt of a pressed Ctrl-C."""


def interrupt(threads: int, seed: int, rng: random.Random) -> None:
    """Interrupt a long rollout by a signal; a session begun after it is the seed's."""

    def stop(number: int, frame: Any) -> None:
        raise Interrupted

    tables = Tables(num_tables=64, seed=seed, threads=threads)
    before = signal.signal(signal.SIGALRM, stop)
    began = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(0.01, 0.3))
        tables.rollout(at_random, 10**9)
        raise AssertionError("the rollout was not interrupted")
    except Interrupted:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 20, "an interrupt was answered too late"
    tables.reset(seed=seed)
    fresh = Tables(num_tables=64, seed=seed)
    for each in (tables, fresh):
        each.rollout(at_random, 30)
    assert digest(tables) == digest(fresh), "the session after an interrupt is not the seed's"


def run_python(program: str, *arguments: object, **variables: str) -> str:
    """Run a program in a process of its own; return what it printed."""
    run = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, f"exit {run.returncode}: {run.stderr[-2000:]}"
    return run.stdout.strip()


def damage_cache(seed: int, rng: random.Random, files: int) -> int:
    """Damage some compiled kernels in a folder of its own; what is played stays the same.

    Returns:
        How many files were damaged.
    """
    expected = play_some(seed)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / CACHE.name
        shutil.copytree(CACHE, copy, ignore=shutil.ignore_patterns(".nbc-*"))
        kept = sorted(copy.glob("*.nbc"))
        hit = rng.sample(kept, min(files, len(kept)))
        for path in hit:
            spoil(path, rng)
        told = run_python(PLAY, seed, NUMBA_CACHE_DIR=folder)
    assert told == expected, f"played from a damaged folder: {told}, not {expected}"
    return len(hit)


def spoil(path: Path, rng: random.Random) -> None:
    """Cut a file short, empty it, fill it with noise, or flip one of its bits."""
    whole = bytearray(path.read_bytes())
    kind = rng.choice(["cut", "empty", "noise", "flip"])
    if kind == "cut":
        del whole[rng.randrange(len(whole)) :]
    elif kind == "empty":
        whole.clear()
    elif kind == "noise":
        whole[:] = rng.randbytes(len(whole))
    else:
        whole[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
    path.write_bytes(whole)


def kill_training(seed: int, rng: random.Random) -> int:
    """Kill a training run without warning, and go on with it; return the steps that it had saved.

    Raises:
        AssertionError: if it saved nothing in time, or cannot be gone on with.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        out.mkdir()
        log = Path(folder) / "log"
        with log.open("w") as told:
            run = subprocess.Popen(
                [sys.executable, "-c", TRAIN, str(out), str(seed)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=told,
                stderr=told,
            )
        try:
            until = time.monotonic() + PATIENCE
            while not (out / "checkpoint.zip").exists():
                assert run.poll() is None, f"training ended: {log.read_text()[-2000:]}"
                assert time.monotonic() < until, "no checkpoint in time"
                time.sleep(0.02)
            time.sleep(rng.uniform(0, 1))
        finally:
            run.kill()
            run.wait()
        return int(run_python(RESUME, out).splitlines()[-1])
