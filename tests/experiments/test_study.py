import json

import pytest
from typer.testing import CliRunner

from experiments import study


@pytest.mark.slow
def test_a_quick_study_runs_from_end_to_end(tmp_path):
    folder = tmp_path / "run"
    arguments = ["--quick", "--steps", "30000", "--seed", "4", "--out", str(folder)]
    run = CliRunner().invoke(study.app, arguments)
    assert run.exit_code == 0, run.output
    assert "updates per million steps" in run.output
    names = {path.name for path in folder.iterdir()}
    assert {"report.md", "results.json", "manifest.json", "model.zip", "curve.png",
            "draws.png"} <= names  # fmt: skip
    report = (folder / "report.md").read_text()
    assert any(word in report for word in ("beats the book", "loses to the book", "is proved"))
    results = json.loads((folder / "results.json").read_text())
    assert len(results["evaluations"]) == 3
    assert results["curve"][-1]["steps"] == 32_768
    assert json.loads((folder / "manifest.json").read_text())["seed"] == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--game", "punto_banco"], "the study is of 'chemmy'"), (["--reward", "x"], "reward = 'x'")],
)
def test_the_command_explains_bad_input(arguments, message):
    run = CliRunner().invoke(study.app, arguments)
    assert run.exit_code == 2
    assert message in " ".join(run.output.replace("│", " ").split())
