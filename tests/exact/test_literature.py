"""The literature's tables: figures compared, files whole, runs resumed."""

import csv
import json

import pytest
from typer.testing import CliRunner

from experiments.literature import __main__ as literature
from tests.exact.known import KNOWN

RUNNER = CliRunner()


def run(folder, *arguments):
    return RUNNER.invoke(literature.app, ["--out", str(folder), *arguments])


def test_tables_are_written_and_known_figures_are_equal(tmp_path):
    result = run(tmp_path, "--packs", "6", "--commission", "0", "--commission", "0.05")
    assert result.exit_code == 0, result.output
    saved = json.loads((tmp_path / "literature.json").read_text())
    assert [entry["model"] for entry in saved["entries"]] == ["A1"] * 2 + ["B1"] * 2 + [
        "B2"
    ] * 2 + ["B3"] * 2 + ["B4"] * 2
    assert all(entry["certified"] and entry["unique"] for entry in saved["entries"])
    with (tmp_path / "literature.csv").open() as file:
        rows = {(row["model"], row["commission"]): row for row in csv.DictReader(file)}
    assert rows["A1", "0 %"]["value as a fraction"] == KNOWN["A1"]["value"]
    assert rows["B3", "0 %"]["known figures"] == "52 equal"
    assert rows["B2", "5 %"]["known figures"] == "4 equal"
    fourth = "-3732992633471/291036542380584"  # computed by another hand
    assert rows["B4", "0 %"]["value as a fraction"] == fourth
    latex = (tmp_path / "literature.tex").read_text()
    assert r"B4 & 6 & 0\% &" in latex
    assert r"$-\frac{3732992633471}{291036542380584}$ & yes \\" in latex
    assert latex.count(r"\\") == 1 + len(saved["entries"])
    text = (tmp_path / "literature.md").read_text()
    assert "  06  SSSSSSDDSSM" in text
    assert "punter 23: S for M" in text
    assert not list(tmp_path.glob(".*"))


def test_a_wrong_figure_is_marked(tmp_path):
    known = json.loads(json.dumps(KNOWN))
    known["d=6"]["B1"]["q_draw"] = "546971814/1444075196"
    known["d=6"]["B1"]["rows"]["4"] = "DDDDDDDDDDD"
    (tmp_path / "known.json").write_text(json.dumps(known))
    result = run(tmp_path, "--packs", "6", "--model", "B1", "--commission", "0",
                 "--known", str(tmp_path / "known.json"), "--overwrite")  # fmt: skip
    assert result.exit_code == 1
    assert "NOT EQUAL: ['q_draw', 'row 4']" in (tmp_path / "literature.csv").read_text()


def test_an_interrupted_run_goes_on(tmp_path, monkeypatch):
    arguments = ("--packs", "2", "--packs", "3", "--model", "B1", "--commission", "0")
    solve, solved = literature.solve_entry, []

    def stop_at_the_second(*game):
        solved.append(game)
        if len(solved) == 2:
            raise KeyboardInterrupt
        return solve(*game)

    monkeypatch.setattr(literature, "solve_entry", stop_at_the_second)
    run(tmp_path, *arguments)
    assert len(json.loads((tmp_path / "literature.json").read_text())["entries"]) == 1
    assert run(tmp_path, *arguments).exit_code == 2
    assert run(tmp_path, *arguments, "--resume").exit_code == 0
    assert solved == [("B1", 2, "0"), ("B1", 3, "0"), ("B1", 3, "0")]
    assert run(tmp_path, *arguments, "--overwrite").exit_code == 0
    assert len(solved) == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--model", "C9"), "no model C9"), (("--commission", "2"), "commission")],
)
def test_bad_arguments(tmp_path, arguments, words):
    result = run(tmp_path, *arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert not (tmp_path / "literature.csv").exists()
