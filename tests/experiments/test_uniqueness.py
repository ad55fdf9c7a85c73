"""The study of uniqueness: its files, and what it answers without commission."""

import json

from typer.testing import CliRunner

from experiments.uniqueness import __main__ as uniqueness


def test_a_quick_run_proves_all_four_cases(tmp_path):
    result = CliRunner().invoke(uniqueness.app, ["--quick", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    rows = json.loads((tmp_path / "results.json").read_text())["cases"]
    assert [row["start"] for row in rows] == [4, 10, 9, 4]
    assert all(row["reason"] == "interchange" and not row["failures"] for row in rows)
    assert len(list((tmp_path / "certificates").glob("*.json"))) == 4
    assert "yes, by interchange" in (tmp_path / "report.md").read_text()
    assert (tmp_path / "mixtures.png").stat().st_size > 1000


def test_a_bad_commission_is_refused(tmp_path):
    result = CliRunner().invoke(
        uniqueness.app, ["--quick", "--commission", "2", "--out", str(tmp_path)]
    )
    assert result.exit_code == 2
    assert not (tmp_path / "report.md").exists()
