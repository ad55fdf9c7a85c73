"""Generated blocks are up to date, and their figures are those of the committed results."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from experiments.docs import __main__ as docs
from experiments.docs import blocks, publishing, results

ROOT = blocks.ROOT
README = (ROOT / "README.md").read_text(encoding="utf-8")


def run(*arguments):
    return CliRunner().invoke(docs.app, list(arguments))


def test_documentation_is_up_to_date():
    found = run("--check")
    assert found.exit_code == 0, found.output


def test_blocks_are_replaced_and_nothing_else():
    text = "a\n<!-- begin generated: x -->\nold\n<!-- end generated: x -->\nb\n"
    new = "a\n<!-- begin generated: x -->\nnew\n<!-- end generated: x -->\nb\n"
    assert blocks.replace_block(text, "x", "new\n") == new
    with pytest.raises(ValueError, match="block 'y'"):
        blocks.replace_block(text, "y", "new")


def test_an_unknown_block_is_an_error(tmp_path):
    (tmp_path / "README.md").write_text("<!-- begin generated: nothing -->\n")
    with pytest.raises(ValueError, match="block 'nothing'"):
        blocks.regenerate(tmp_path)


def test_stale_files_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "regenerate", lambda: {tmp_path / "a" / "b.md": "text"})
    stale = run("--check")
    assert stale.exit_code == 1
    assert "stale" in stale.output
    assert run().exit_code == 0
    assert run("--check").exit_code == 0


def test_every_block_of_figures_stands_in_a_document():
    text = "".join(path.read_text(encoding="utf-8") for path in blocks.documents(ROOT))
    missing = [
        name for name in blocks.GENERATORS if f"<!-- begin generated: {name} -->" not in text
    ]
    assert missing == []


def test_a_changed_figure_makes_the_block_stale(tmp_path, monkeypatch):
    """So that the check above sees what it should."""
    before = results.study()
    told = publishing.read_figures("study-home")
    (learned,) = (one for one in told["evaluations"][0]["scores"] if one["agent"] == "learned")
    learned["win_share"]["mean"] = 0.987
    (tmp_path / "study-home.json").write_text(json.dumps(told))
    monkeypatch.setattr(publishing, "RESULTS", tmp_path)
    assert "0.987" in results.study()
    assert "0.987" not in before


@pytest.mark.parametrize(
    ("low", "mean", "high", "words"),
    [(0.1, 0.2, 0.3, "Yes: by +0.200"), (-0.3, -0.2, -0.1, "No: it trails by −0.200"),
     (-0.1, 0.1, 0.3, "Not proved: +0.100")],
)  # fmt: skip
def test_the_verdict_follows_the_interval(low, mean, high, words):
    lead = {"mean": mean, "half_width": high - mean, "low": low, "high": high}
    assert results.verdict(lead, "won", 3).startswith(words)


def test_the_readmes_verdict_is_the_shipped_models_lead():
    told = json.loads((ROOT / "agents/models/learned-home.json").read_text())["lead_over_book"]
    (shown,) = re.findall(r"Yes: by \+(\d\.\d+) ± (\d\.\d+) of the sessions", README)
    lead = told["win_share"]
    assert [float(one) for one in shown] == [round(lead["mean"], 3), round(lead["half_width"], 3)]


def test_the_speed_tables_ratios_are_those_of_its_rates():
    """Turn by turn and rounded, so not to the last digit."""
    checked = 0
    for one in publishing.read_figures("benchmark")["contests"]:
        ours, rival = (one[f"{side}_per_second"] for side in ("ours", "rival"))
        if ours and rival:
            assert one["ratio"] == pytest.approx(ours / rival, rel=0.15), one["rival"]
            checked += 1
    assert checked >= 10


@pytest.mark.parametrize(
    "path", sorted(publishing.RESULTS.glob("*.json")), ids=lambda one: one.stem
)
def test_results_tell_what_made_them(path):
    manifest = json.loads(path.read_text(encoding="utf-8"))["manifest"]
    assert manifest["command"].startswith("python -m experiments.")
    assert re.fullmatch(r"[0-9a-f]{40}\+?", manifest["commit"])


def benchmark_run():
    spread = {"median": 2.0, "min": 1.0, "max": 3.0}
    contest = {
        **{"group": "aec", "ours": "a", "rival": "b", "cores": 1, "error": None},
        **{f"{side}_per_second": spread for side in ("ours", "rival")},
        **{"coups_per_second": None, "ratio": spread, "cpu_ratio": None},
        "ours_measurements": [{"decisions": 5}],
    }
    manifest = {"command": "python -m experiments.benchmark --quick", "commit": "0" * 40}
    return {"manifest": manifest, "contests": [contest], "growth": []}


def test_a_run_is_published_without_its_measurements(tmp_path):
    (tmp_path / "results.json").write_text(json.dumps(benchmark_run()))
    path = publishing.publish(tmp_path, "fast", tmp_path / "shown")
    told = json.loads(path.read_text())
    assert told["manifest"] == benchmark_run()["manifest"]
    assert told["contests"] == [
        {"group": "aec", "ours": "a", "rival": "b", "error": None, "ours_per_second": 2.0,
         "rival_per_second": 2.0, "coups_per_second": None, "ratio": 2.0, "cpu_ratio": None}
    ]  # fmt: skip


def test_seeds_that_never_get_there_are_told_as_never(tmp_path):
    lead = {"mean": 1.0, "half_width": 0.1, "n": 3}
    runs = {
        "chips": {"leads": [lead], "needed": {"beat the book": [5, None, 3]}},
        "luck_adjusted": {"leads": [lead], "needed": {"beat the book": [None, None, 3]}},
    }
    manifest = {"command": "python -m experiments.luck.training", "commit": "0" * 40}
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"manifest": manifest, **runs}))
    told = json.loads(publishing.publish(path, "x", tmp_path).read_text())
    assert told["chips"]["needed"]["beat the book"] == {"median": 5, "min": 3, "max": None}
    assert told["luck_adjusted"]["needed"]["beat the book"]["median"] is None


def test_what_cannot_be_published_is_refused(tmp_path):
    found = run("--publish", str(tmp_path / "nothing"))
    assert found.exit_code == 2
    assert "expected a run" in " ".join(found.output.replace("│", " ").split())
    (tmp_path / "results.json").write_text(
        json.dumps({"manifest": {"command": "python -m experiments.train"}})
    )
    with pytest.raises(ValueError, match=r"expected a run of experiments\.study"):
        publishing.publish(tmp_path, "x", tmp_path)
    with pytest.raises(ValueError, match=r"name = 'nothing': expected one of benchmark"):
        publishing.read_figures("nothing")
