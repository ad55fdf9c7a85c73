import json

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

from agents.registry import make_agent
from chemmy_env.policies import random
from experiments.luck import training as luck_training
from experiments.luck.training import Judge, Run, gather, levels, load_or_train, results, schedule
from experiments.measuring.statistics import Estimate, estimate, estimate_few
from experiments.measuring.table import TableSettings
from experiments.training.trainer import Trainer, TrainSettings

HOME = TableSettings()
SMALL = TrainSettings(
    table=TableSettings(reward="luck_adjusted"),
    steps=3 * 32 * 16,
    num_envs=32,
    n_steps=16,
    batch_size=256,
    hidden=(16,),
    seed=2,
)


def run_of(*leads, reward="chips", seed=0):
    steps = [100 * at for at in range(len(leads))]
    return Run(reward, seed, steps, [Estimate(mean, width, 50) for mean, width in leads])


@pytest.mark.parametrize(
    ("leads", "needed"),
    [
        ([(-1, 0.1), (0.2, 0.3), (0.5, 0.2), (0.6, 0.1)], 200),
        ([(-1, 0.1), (0.5, 0.2), (0.1, 0.2), (0.6, 0.1)], 300),  # It has to stay above zero.
        ([(-1, 0.1), (0.5, 0.2), (0.1, 0.2)], None),
        ([(0.5, 0.2), (0.6, 0.2)], 0),
    ],
)
def test_steps_needed_are_those_after_which_the_lead_stays_proved(leads, needed):
    assert run_of(*leads).needed(0) == needed


def test_what_counts_is_beating_the_book_and_coming_near_the_best():
    runs = [run_of((-1, 0.1), (0.5, 0.1), (1.0, 0.1), seed=seed) for seed in range(3)]
    runs += [
        run_of((-1, 0.1), (1.9, 0.05), (2.0, 0.1), reward="luck_adjusted", seed=seed)
        for seed in range(3)
    ]
    assert list(levels(runs).values()) == [0, 1.8]
    told = results(runs)
    assert told["chips"]["needed"] == {"beat the book": [100] * 3, "lead by 1.80": [None] * 3}
    assert told["luck_adjusted"]["needed"]["lead by 1.80"] == [100] * 3
    assert told["luck_adjusted"]["leads"][2]["mean"] == 2


def test_a_run_reads_back():
    run = run_of((-1.0, 0.25), (2.0, 0.5))
    assert Run.from_json(json.loads(json.dumps(run.to_json()))) == run


def test_evaluations_are_spaced_by_ratios():
    assert schedule(1) == [0, 1]
    assert schedule(4) == [0, 1, 2, 3, 4]
    long = schedule(62)
    assert (long[:2], long[-1]) == ([0, 1], 62)
    assert len(long) <= luck_training.MOST_POINTS
    assert long == sorted(set(long))


def test_the_judge_finds_the_book_level_with_itself_and_random_behind():
    judge = Judge(HOME, 200, 5)
    level = judge.lead(make_agent("book", HOME.compiled))
    assert (level.mean, level.half_width) == (0, 0)
    assert judge.lead(random).high < 0


def test_an_evaluated_run_is_the_run_that_was_not(tmp_path):
    """Looking at a learner changes nothing of what it learns; the lead is that of its network."""
    judge = Judge(HOME, 60, 5)
    made = []
    run = luck_training.train(SMALL, judge, made.append)
    assert run.steps == [0, 512, 1024, 1536]
    assert sum(made) == SMALL.steps
    plain = Trainer(SMALL, tmp_path)
    plain.run()
    network = luck_training.LearnedPolicy(plain.model.policy)
    assert judge.lead(network) == run.leads[-1]
    assert run.leads[0] != run.leads[-1]


def test_a_finished_run_is_not_made_again(tmp_path, monkeypatch):
    judge = Judge(HOME, 60, 5)
    first = load_or_train(SMALL, judge, tmp_path, lambda steps: None)
    monkeypatch.setattr(luck_training, "train", lambda *_: pytest.fail("trained again"))
    made = []
    assert load_or_train(SMALL, judge, tmp_path, made.append) == first
    assert made == [SMALL.steps]
    with pytest.raises(ValueError, match=r"another sessions, 60: expected 70, or another folder"):
        load_or_train(SMALL, Judge(HOME, 70, 5), tmp_path, made.append)


def test_an_interrupted_command_keeps_what_was_done_and_goes_on(tmp_path, monkeypatch):
    arguments = ["--seeds", "3", "--steps", "100", "--sessions", "20", "--out", str(tmp_path)]
    trained = []
    real = luck_training.train

    def interrupted(settings, judge, progress):
        if len(trained) == 2:
            raise KeyboardInterrupt
        trained.append(settings.seed)
        return real(settings, judge, progress)

    monkeypatch.setattr(luck_training, "train", interrupted)
    stopped = CliRunner().invoke(luck_training.app, arguments)
    assert stopped.exit_code == 130
    assert "2 finished runs are kept" in stopped.output
    assert {path.name for path in tmp_path.iterdir()} == {"chips-0.json", "luck_adjusted-0.json"}
    monkeypatch.setattr(luck_training, "train", real)
    assert CliRunner().invoke(luck_training.app, arguments).exit_code == 2
    done = CliRunner().invoke(luck_training.app, [*arguments, "--resume"])
    assert done.exit_code == 0, done.output
    written = json.loads((tmp_path / "results.json").read_text())
    for reward in ("chips", "luck_adjusted"):
        assert [len(one) for one in written[reward]["needed"].values()] == [3, 3]
    assert (tmp_path / "luck-training.png").stat().st_size > 5_000


def test_intervals_over_few_seeds_are_students():
    values = np.array([1.0, 4.0, 2.0, 8.0, 5.0])
    low, high = stats.t.interval(0.95, 4, values.mean(), stats.sem(values))
    found = estimate_few(values)
    assert (found.low, found.high) == pytest.approx((low, high))
    many = np.random.default_rng(0).random(2_000)
    assert estimate_few(many).half_width == pytest.approx(estimate(many).half_width, rel=2e-3)
    with pytest.raises(ValueError, match="1 values: expected at least 2"):
        estimate_few(values[:1])


def test_runs_of_a_reward_are_gathered_point_by_point():
    runs = [run_of((seed, 0.1), (2.0 * seed, 0.1), seed=seed) for seed in range(3)]
    runs.append(run_of((9.0, 0.1), (9.0, 0.1), reward="luck_adjusted"))
    steps, leads = gather(runs, "chips")
    assert steps == [0, 100]
    assert [lead.mean for lead in leads] == [1, 2]
