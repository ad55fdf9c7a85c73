"""Nothing is written over unasked, and one folder has one run."""

import subprocess
import sys

import pytest
from typer import BadParameter
from typer.testing import CliRunner

from experiments import evaluate
from experiments.reporting.outputs import output_file, output_folder, visible, writing_to

HOLDER = """
import sys
from pathlib import Path
from experiments.reporting.outputs import writing_to
with writing_to(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_folder_with_something_in_it_is_refused_unless_overwritten(tmp_path):
    assert output_folder(tmp_path, "train", overwrite=False) == tmp_path
    (tmp_path / ".lock").touch()
    assert output_folder(tmp_path, "train", overwrite=False) == tmp_path
    (tmp_path / "checkpoint.zip").touch()
    with pytest.raises(BadParameter, match=r"the folder holds checkpoint.zip; .* --overwrite"):
        output_folder(tmp_path, "train", overwrite=False)
    assert output_folder(tmp_path, "train", overwrite=True) == tmp_path
    with pytest.raises(BadParameter, match="expected a folder, not a file"):
        output_folder(tmp_path / "checkpoint.zip", "train", overwrite=True)
    assert output_folder(None, "train", overwrite=False).name.startswith("train-2")


def test_a_file_that_is_there_is_refused_unless_overwritten(tmp_path):
    path = tmp_path / "scores.json"
    assert output_file(path, overwrite=False) == path
    path.touch()
    with pytest.raises(BadParameter, match="there is such a file"):
        output_file(path, overwrite=False)
    assert output_file(path, overwrite=True) == path
    with pytest.raises(BadParameter, match="expected a file, not a folder"):
        output_file(tmp_path, overwrite=True)


def test_a_folder_in_use_is_refused_until_its_process_has_died(tmp_path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout.readline() == b"held\n"
        with (
            pytest.raises(BadParameter, match="another run is writing there"),
            writing_to(tmp_path),
        ):
            raise AssertionError
    finally:
        holder.kill()
        holder.communicate()
    with writing_to(tmp_path):
        assert not visible(tmp_path)


def test_what_killed_runs_left_is_cleared(tmp_path):
    (tmp_path / ".tmp-checkpoint-x.zip").touch()
    (tmp_path / ".tmp-checkpoint-000").mkdir()
    (tmp_path / "model.zip").touch()
    with writing_to(tmp_path):
        assert {path.name for path in tmp_path.iterdir()} == {".lock", "model.zip"}


def test_a_folder_that_cannot_be_made_is_told_in_words(tmp_path):
    (tmp_path / "file").touch()
    refused = pytest.raises(BadParameter, match="cannot be written to: Not a directory")
    with refused, writing_to(tmp_path / "file" / "run"):
        raise AssertionError


def test_an_evaluation_is_not_written_over(tmp_path):
    out = tmp_path / "scores.json"
    arguments = ["book", "random", "--sessions", "20", "--no-split", "--out", str(out)]
    assert CliRunner().invoke(evaluate.app, arguments).exit_code == 0
    before = out.read_bytes()
    refused = CliRunner().invoke(evaluate.app, [*arguments, "--seed", "1"])
    assert refused.exit_code == 2
    assert out.read_bytes() == before
    done = CliRunner().invoke(evaluate.app, [*arguments, "--seed", "1", "--overwrite"])
    assert done.exit_code == 0
    assert out.read_bytes() != before
