"""The benchmark's logic. Nothing here asserts a time."""

import json
import shutil

import pytest

from chemmy_env.engine.common.keys import row_seed
from chemmy_env.engine.loops.bare_coups import COUPS_A_SHOE, count_results
from chemmy_env.engine.tables import make_table
from experiments.benchmark import catalogue, first_use, growth, ours, plot, report, serving
from experiments.benchmark.contests import Contest, Result, Side, Spread, run_contest
from experiments.benchmark.install import install_all
from experiments.benchmark.rivals import REQUIREMENTS
from experiments.benchmark.rivals.coup import CoupLoop
from experiments.benchmark.workers import Worker, WorkerError, last_words

OURS = Side("rollout, 4 tables", "ours", ("rollout", "4"))
RIVAL = Side("Other | thing", "rivals.other")
BANK, PUNTER, TIE = 0.458653, 0.446279, 0.095069
"""Exact chances of the fixed table, six packs."""


def fixed_table():
    return make_table("punto_banco", "punto", decks=6)


def counts(decisions, seconds=1.0, **more):
    return {"decisions": decisions, "seconds": seconds, "cpu_seconds": seconds / 2, **more}


class FakeWorker:
    """Answers with what it is given, and writes down whose turn it was."""

    def __init__(self, name, answers, turns):
        self.ready = {"counted": f"counted by {name}", "versions": f"{name} 1"}
        self.name, self.answers, self.turns = name, list(answers), turns

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.turns.append(f"{self.name} ended")

    def measure(self, seconds):
        self.turns.append(self.name)
        return self.answers.pop(0)


def finished_result():
    return Result(
        Contest("engine", OURS, RIVAL),
        [counts(100, coups=10), counts(300), counts(400)],
        [counts(100), counts(100), counts(100, 2.0)],
        {"counted": "all", "versions": "ours 1"},
        {"counted": "all of theirs", "versions": "other 2"},
    )


def test_bare_coups_agree_with_the_exact_chances():
    coups = 2_000_000
    shares = [count / coups for count in count_results(fixed_table(), coups)]
    # Four standard errors of a share near a half.
    assert shares == pytest.approx([BANK, PUNTER, TIE], abs=4 * 0.5 / coups**0.5)


def test_bare_coups_refuse_tables_that_leave_a_choice():
    with pytest.raises(ValueError, match="leave a choice"):
        count_results(make_table("chemmy", "home"), 1)


def test_bare_coups_refuse_a_shoe_that_is_too_small():
    with pytest.raises(ValueError, match=f"at least {6 * COUPS_A_SHOE}"):
        count_results(make_table("punto_banco", "punto", decks=1), 1)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_the_c_loop_plays_the_very_same_coups():
    assert CoupLoop().count_results(100_000, row_seed(3, 0)) == count_results(
        fixed_table(), 100_000, seed=3
    )


def test_sides_take_turns_and_ratios_are_formed_turn_by_turn():
    turns = []
    programs = {
        OURS: FakeWorker("ours", [counts(100), counts(300), counts(400)], turns),
        RIVAL: FakeWorker("other", [counts(100), counts(100), counts(100, 2.0)], turns),
    }
    result = run_contest(Contest("engine", OURS, RIVAL), 3, 0.1, lambda side, _: programs[side])
    assert turns == ["ours", "other"] * 3 + ["other ended", "ours ended"]
    assert result.ratio() == Spread(3.0, 1.0, 8.0)
    assert result.ratio("cpu_seconds") == Spread(3.0, 1.0, 8.0)
    assert result.rate(result.rival) == Spread(100.0, 50.0, 100.0)
    assert result.error is None


def test_a_rival_that_does_not_start_is_reported_and_ours_is_measured():
    def start(side, _):
        if side is RIVAL:
            raise WorkerError("ModuleNotFoundError: No module named 'other'")
        return FakeWorker("ours", [counts(1)] * 2, [])

    result = run_contest(Contest("engine", OURS, RIVAL), 2, 0.1, start)
    assert len(result.ours) == 2
    assert result.ratio() is None
    assert "No module named 'other'" in result.error
    (failure,) = report.failure_list([result], {})
    assert "No module named 'other'" in failure


def test_a_program_answers_every_request():
    said = []
    serving.answer(ours.make_case, ["rollout", "4"], ["0.001", "0.001"], said.append)
    ready, *answers = map(json.loads, said)
    assert "random legal actions" in ready["counted"]
    assert len(answers) == 2
    for answer in answers:
        assert answer["decisions"] > answer["coups"] > 0
        assert answer["seconds"] > 0
        assert answer["bytes_per_table"] > 0


@pytest.mark.parametrize("arguments", [["step", "2"], ["aec"], ["coups"]])
def test_our_cases_count_something(arguments):
    found = ours.make_case(*arguments).measure(0.001)
    assert found["decisions"] > 0


def test_an_unknown_case_is_an_error():
    with pytest.raises(ValueError, match="expected one of rollout, step, aec, coups"):
        ours.make_case("rollouts")


def test_a_failing_program_ends_with_its_error():
    with pytest.raises(WorkerError, match="ValueError: case = 'nothing'"):
        Worker("ours", ("nothing",), cores=1).__enter__()


def test_last_words_are_the_last_error():
    assert last_words("Traceback\nab.CdError: bad\nDuring: typing\n") == "ab.CdError: bad"
    assert last_words("one\ntwo\n") == "two"
    assert last_words("") == ""


def test_every_contest_has_a_group_and_every_rival_a_requirement():
    contests = catalogue.choose(rivals=True, quick=False)
    assert {contest.group for contest in contests} == set(catalogue.GROUPS)
    assert set(catalogue.GROUPS) == set(report.TITLES)
    rivals = [contest.rival for contest in contests if contest.rival]
    assert {side.requirement for side in rivals} - {None} == set(REQUIREMENTS)
    assert all(
        contest.rival is None or contest.rival.requirement is None
        for contest in catalogue.choose(rivals=False, quick=False)
        if contest.group in ("engine", "aec", "training")
    )


def test_contests_can_be_chosen_by_group():
    chosen = catalogue.choose(rivals=False, quick=True, groups=["aec"])
    assert {contest.group for contest in chosen} == {"aec"}
    with pytest.raises(ValueError, match="group = 'speed': expected one of engine, aec"):
        catalogue.choose(rivals=False, quick=True, groups=["speed"])


def test_a_requirement_that_does_not_install_is_remembered():
    asked = []

    def install(requirement, constraints):
        asked.append((requirement, constraints))
        return "no wheel" if requirement == "pgx" else None

    assert install_all("some.txt", install) == {"pgx": "no wheel"}
    assert asked == [(requirement, "some.txt") for requirement in REQUIREMENTS.values()]


def test_first_use_separates_the_empty_cache(tmp_path):
    answers = iter([9.0, 1.0, 3.0, 2.0])

    def probe(cache):
        return {"seconds": {"import": next(answers)}, "torch_loaded": False, "said": "compiling"}

    found = first_use.measure_first_use(3, probe)
    assert found["empty_cache"] == {"import": 9.0}
    assert found["full_cache"]["import"] == {"median": 2.0, "min": 1.0, "max": 3.0}
    assert report.first_use_rows(found) == [("import", "9.00 s", "2.00 s (1.00 to 3.00)")]


def test_growth_covers_tables_seats_stakes_and_threads():
    found = growth.points()
    assert {point.series for point in found} == set(plot._SERIES)
    assert max(point.tables for point in found) == 1_000_000
    assert {point.seats for point in found} == set(range(3, 13))


def test_growth_reports_a_point_that_fails():
    def measure(point, _):
        if point.x == 12:
            raise WorkerError("too many")
        return counts(1000, bytes_per_table=2000.0)

    two = [point for point in growth.points(quick=True) if point.series == "seats"][:2]
    good, bad = growth.measure_growth(two, 0.1, measure=measure)
    assert good["nanoseconds"] == pytest.approx(1e6)
    assert bad["error"] == "too many"
    assert report.growth_rows([bad])[0][3] == "too many"


def test_the_report_tells_everything(tmp_path):
    broken = Result(Contest("aec", catalogue.AEC, RIVAL), error="it broke")
    grown = [
        {
            "series": "tables",
            "way": "step",
            "x": 10,
            "nanoseconds": 50.0,
            "cpu_nanoseconds": 40.0,
            "bytes_per_table": 1234.0,
            "peak_bytes": 2e8,
        }
    ]
    manifest = {
        "command": "c",
        "commit": "d",
        "machine": "m",
        "load_before": "0.1",
        "load_after": "0.2",
    }
    text = report.markdown(
        [finished_result(), broken], None, grown, manifest, ["ratios.png"], {"pgx": "no wheel"}
    )
    for part in (
        "| rollout, 4 tables | Other \\| thing | 300 (100 to 400); 10 coups |",
        "3.00 (1.00 to 8.00)",
        "env() loop : Other | thing: it broke",
        "pgx did not install: no wheel",
        "all of theirs [other 2]",
        "1,234",
        "200 MB",
        "![ratios.png](ratios.png)",
    ):
        assert part in text
    json.dumps(finished_result().to_json())
    assert plot.plot_ratios([finished_result(), broken], tmp_path / "ratios.png")
    assert plot.plot_growth(grown, tmp_path / "growth.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["growth.png", "ratios.png"]
    assert not plot.plot_ratios([broken], tmp_path / "none.png")
