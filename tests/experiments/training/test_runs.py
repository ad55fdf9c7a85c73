"""A run is stopped, saved, resumed and refused in words, and never lost."""

import errno
import os
import pickle
import signal
import tempfile
import threading
import zipfile
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from agents.networks import checkpoint
from agents.networks.checkpoint import CheckpointError
from experiments import train
from experiments.training import state, trainer
from experiments.training.trainer import SaveError, Trainer
from tests.experiments.training.test_training import SMALL, stop_after

LONG = replace(SMALL, steps=10_000_000)


def invoke(*arguments):
    run = CliRunner().invoke(train.app, list(arguments))
    return run.exit_code, " ".join(run.output.replace("│", " ").split())


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """Return the folder of a run that was stopped early."""
    run = Trainer(SMALL, tmp_path_factory.mktemp("run"))
    run.run(stop_after(2))
    return run.folder


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_in_good_order(tmp_path, number):
    run = Trainer(LONG, tmp_path)
    before = signal.getsignal(number)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), number))
    timer.start()
    ended = train.train_with_bar(run)
    timer.join()
    assert ended.exit_code == 128 + number
    assert signal.getsignal(number) is before
    assert Trainer.resume(tmp_path).model.num_timesteps == run.model.num_timesteps > 0


def test_a_checkpoint_is_written_once_a_minute(tmp_path, monkeypatch):
    run = Trainer(replace(SMALL, checkpoint_every=10**9), tmp_path)
    saved = []
    monkeypatch.setattr(run, "save", lambda: saved.append(run.model.num_timesteps))
    run.run(stop_after(3))
    assert saved == [3 * 64 * 16]
    saved.clear()
    monkeypatch.setattr(trainer, "SAVED_EVERY", -1.0)
    again = Trainer(replace(SMALL, checkpoint_every=10**9), tmp_path)
    monkeypatch.setattr(again, "save", lambda: saved.append(again.model.num_timesteps))
    again.run(stop_after(2))
    assert saved == [1 * 64 * 16, 2 * 64 * 16, 2 * 64 * 16]


@pytest.mark.parametrize("fails", ["checkpoint", "everything"])
def test_a_full_disk_is_told_and_the_run_saved_elsewhere(tmp_path, monkeypatch, fails):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    run = Trainer(SMALL, tmp_path / "run")
    real = checkpoint.replacing

    def full(path):
        if fails == "everything" or path == run.path:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path)

    monkeypatch.setattr(checkpoint, "replacing", full)
    with pytest.raises(SaveError, match=r"cannot be written: No space left on device") as error:
        run.run(stop_after(2))
    if fails == "everything":
        assert error.value.rescued is None
        assert "is lost" in str(error.value)
        return
    assert str(error.value.rescued) in str(error.value)
    monkeypatch.undo()
    assert Trainer.resume(error.value.rescued).model.num_timesteps == 2 * 64 * 16


def test_a_folder_that_was_deleted_is_made_again(tmp_path):
    run = Trainer(SMALL, tmp_path / "run")
    run.run(stop_after(1))
    run.path.unlink()
    run.folder.rmdir()
    run.save()
    assert Trainer.resume(run.folder).model.num_timesteps == 64 * 16


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--seed", "9", "--profile", "salon"], "--seed 9 (its own: 7), --profile salon"),
        (["--opponents", "random"], "--opponents random (its own: book)"),
        (["--reward", "chips"], "--reward chips (its own: placement)"),
        (["--players", "5"], "--players 5 (its own: 6)"),
    ],
)
def test_other_settings_are_refused_at_a_resumption(stopped, options, named):
    before = (stopped / "checkpoint.zip").read_bytes()
    code, output = invoke("--resume", str(stopped), *options)
    assert code == 2
    assert named in output
    assert (stopped / "checkpoint.zip").read_bytes() == before


def test_the_same_settings_more_steps_and_another_folder_are_obeyed(stopped, tmp_path):
    before = (stopped / "checkpoint.zip").read_bytes()
    out = tmp_path / "other"
    code, output = invoke(
        "--resume", str(stopped), "--seed", "7", "--profile", "home", "--steps", "5000",
        "--out", str(out),
    )  # fmt: skip
    assert code == 0, output
    assert checkpoint.read(out / "checkpoint.zip")["training"]["steps"] == 5 * 64 * 16
    assert (stopped / "checkpoint.zip").read_bytes() == before


def test_a_run_is_not_written_over(stopped):
    before = (stopped / "checkpoint.zip").read_bytes()
    code, output = invoke("--out", str(stopped), "--steps", "100")
    assert code == 2
    assert "the folder holds checkpoint.zip" in output
    assert (stopped / "checkpoint.zip").read_bytes() == before


class Planted:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


def with_tables(source, target, content):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, content if name == state.TABLES else old.read(name))
    return target


def test_code_among_the_tables_is_not_run(stopped, tmp_path):
    mark = tmp_path / "planted"
    source = stopped / "checkpoint.zip"
    bad = with_tables(source, tmp_path / "checkpoint.zip", pickle.dumps(Planted(mark)))
    with pytest.raises(CheckpointError, match=r"cannot be resumed: UnpicklingError: .*open"):
        Trainer.resume(bad)
    # A name that leads through one of our modules into another's.
    for line in (b"cchemmy_env.cli\nos.system\n", b"cexperiments.training.trainer\ntempfile\n"):
        bad = with_tables(source, tmp_path / "checkpoint.zip", line + b"(S'x'\ntR.")
        with pytest.raises(CheckpointError, match="UnpicklingError"):
            Trainer.resume(bad)
    assert not mark.exists()


def test_the_table_is_checked_before_anything_is_unpickled(stopped, tmp_path, monkeypatch):
    def reader(*arguments):
        raise AssertionError("unpickled")

    monkeypatch.setattr(state.pickle, "Unpickler", reader)
    monkeypatch.setattr(checkpoint, "describe_table", lambda table: {"rules": {}, "num_actions": 3})
    with pytest.raises(CheckpointError, match="was trained at another table"):
        Trainer.resume(stopped)


def test_a_run_against_a_saved_model_is_resumed(stopped, tmp_path):
    """Its networks are kept as arrays: no class of torch is among the tables."""
    run = Trainer(replace(SMALL, opponents=f"learned:{stopped},self"), tmp_path)
    run.run(stop_after(2))
    with zipfile.ZipFile(run.path) as archive:
        assert b"torch" not in archive.read(state.TABLES)
    again = Trainer.resume(tmp_path)
    again.run()
    assert again.done
