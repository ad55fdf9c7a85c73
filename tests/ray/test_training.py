"""Training over Ray: it learns, goes on after a crash and after a stop, and drops no reward."""

from __future__ import annotations

import os
import signal
import time

import numpy as np
import pytest
import torch

from agents.networks.checkpoint import CheckpointError
from agents.networks.network_policy import NetworkPolicy
from agents.registry import make_agent
from chemmy_env import chemmy_v0
from chemmy_env.engine.common.keys import row_seed
from chemmy_env.policies import KeyedRolls
from experiments.distributed.ppo import DistributedSettings, make_config
from experiments.distributed.runner import SeatTables, TableRunner, Tally, advantage
from experiments.distributed.trainer import DistributedTrainer, checkpoints
from experiments.measuring.table import TableSettings

TINY = {"rows": 16, "n_steps": 8, "batch_size": 64, "hidden": (16,)}


def make_runner(**settings):
    config = make_config(DistributedSettings(**{**TINY, "workers": 0, **settings}))
    return TableRunner(config=config, worker_index=0)


def wait_until(is_so, seconds=60):
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize(
    "table",
    [TableSettings(), TableSettings("chemmy", "club"), TableSettings("banque"),
     TableSettings("punto_banco"), TableSettings("chemmy", "salon", 3)],
    ids=str,
)  # fmt: skip
def test_a_rollout_of_every_game_is_legal_and_whole(cluster, table):
    runner = make_runner(table=table, opponents="book=0.5,random=0.5")
    for _ in range(3):
        columns, tally = runner.rollout()
        seen, actions = columns["obs"], columns["actions"]
        assert tally.steps == len(actions) == 16 * 8
        assert (seen["action_mask"][np.arange(len(actions)), actions] == 1).all()
        chances = torch.tensor(columns["action_dist_inputs"]).log_softmax(dim=1).numpy()
        chosen = np.take_along_axis(chances, actions[:, None], axis=1)[:, 0]
        np.testing.assert_allclose(columns["action_logp"], chosen, rtol=1e-5, atol=1e-6)
        for name in ("advantages", "value_targets"):
            assert columns[name].dtype == np.float32
            assert np.isfinite(columns[name]).all()


def test_advantages_by_hand():
    # Two rows; the first ends its session in the second of three steps.
    rewards = np.array([[1.0, 0.0], [2.0, 0.0], [4.0, 8.0]], np.float32)
    values = np.array([[0.5, 1.0], [0.25, 2.0], [1.0, 3.0]], np.float32)
    dones = np.array([[False, False], [True, False], [False, False]])
    last = np.array([10.0, 20.0], np.float32)
    found = advantage(rewards, values, last, dones, 0.5, 0.5)
    third = [4 + 5 - 1, 8 + 10 - 3]
    second = [2 - 0.25, 0.5 * 3 - 2 + 0.25 * third[1]]
    first = [1 + 0.125 - 0.5 + 0.25 * second[0], 0.5 * 2 - 1 + 0.25 * second[1]]
    np.testing.assert_allclose(found, [first, second, third])


class OneCoup(TableSettings):
    """Twelve seats and one coup: many are never asked, and are paid their place all the same."""

    def arguments(self):
        return {**super().arguments(), "max_coups": 1}


def test_a_session_in_which_the_learner_was_never_asked_is_counted(cluster):
    table, rows, last = OneCoup("chemmy", "home", 12), 8, 11
    runner = make_runner(table=table, opponents="book", rows=rows)
    runner.env = SeatTables(table, rows, seat=last)
    actions, total = [], Tally()
    for _ in range(12):
        columns, tally = runner.rollout()
        actions.append(columns["actions"].reshape(-1, rows))
        total.add(tally)
    assert total.skipped_sessions > 20
    assert total.skipped_reward != 0
    key = int(np.random.SeedSequence((0, 0, 0)).generate_state(2, np.uint64)[0] >> 1)
    replayed = [
        replay(table, row_seed(key, row), last, mine.tolist())
        for row, mine in enumerate(np.concatenate(actions).T)
    ]
    assert total.sessions == sum(sessions for sessions, _ in replayed)
    assert total.reward == pytest.approx(sum(reward for _, reward in replayed))


def replay(table, seed, seat, actions):
    """Play a row on the PettingZoo environment until the learner is asked once more than it acted.

    Returns:
        How many sessions ended, and the learner's rewards in them.
    """
    env = chemmy_v0.env(**{key: value for key, value in table.arguments().items() if key != "game"})
    book, mine, me = make_agent("book", env.compiled), iter(actions), f"player_{seat}"
    sessions = rewards = 0
    env.reset(seed=seed)
    while True:
        earned = env.rewards[me]
        while not env.over:
            seen = env.observe(env.agent_selection)
            if env.agent_selection == me:
                action = next(mine, None)
                if action is None:
                    return sessions, rewards
            else:
                action = book.act(seen, rng=KeyedRolls([env.decision_roll()]))
            env.step(action)
            earned += env.rewards[me]
        sessions += 1
        rewards += earned
        env.reset()


def test_training_learns_to_beat_random(cluster, tmp_path):
    settings = DistributedSettings(
        table=TableSettings(), steps=150_000, opponents="random", workers=2,
        rows=64, hidden=(32, 32), batch_size=512,
    )  # fmt: skip
    trainer = DistributedTrainer(settings, tmp_path)
    rewards = []
    trainer.run(lambda trainer: rewards.append(trainer.reward))
    trainer.close()
    assert np.mean(rewards[-5:]) > np.mean(rewards[:5])
    policy = NetworkPolicy.load(trainer.path, settings.table.compiled)
    assert make_agent(f"learned:{trainer.path}", settings.table.compiled).name == policy.name


def test_a_killed_worker_is_replaced_and_training_goes_on(cluster, tmp_path):
    settings = DistributedSettings(**TINY, steps=10_000_000, workers=2, opponents="self=1,book=1")
    trainer = DistributedTrainer(settings, tmp_path)
    group = trainer.algo.env_runner_group
    try:
        for _ in range(3):
            trainer.iterate()
        before = trainer.steps
        pids = group.foreach_env_runner(lambda runner: os.getpid(), local_env_runner=False)
        assert len(set(pids)) == 2
        os.kill(pids[0], signal.SIGKILL)
        trainer.iterate()
        trainer.iterate()
        assert before < trainer.steps  # The other one's rollouts.
        assert trainer.algo.lost_rollouts >= 1

        def is_whole():
            trainer.iterate()
            return group.num_healthy_remote_workers() == 2

        wait_until(is_whole)
        lost, steps = trainer.algo.lost_rollouts, trainer.steps
        trainer.iterate()
        assert trainer.algo.lost_rollouts == lost
        assert trainer.steps == steps + 2 * 16 * 8
        # The new one plays with the same weights against the same earlier selves.
        told = group.foreach_env_runner(
            lambda runner: (os.getpid(), [one.name for one in runner.pool],
                            float(runner.module.actor[0].weight.detach().sum())),
            local_env_runner=False,
        )  # fmt: skip
        assert {pid for pid, _, _ in told} > {pids[1]}
        assert told[0][1:] == told[1][1:]
        assert told[0][1] == ["self-0"]
    finally:
        trainer.close()


def test_a_run_that_was_stopped_goes_on(cluster, tmp_path):
    settings = DistributedSettings(
        **TINY, steps=2_048, workers=1, opponents="self=1,random=1", freeze_every=256
    )
    trainer = DistributedTrainer(settings, tmp_path)
    trainer.run(lambda trainer: trainer.steps >= 1_024 and trainer.stop())
    weights = trainer.algo.freeze("a").weights
    trainer.close()
    assert trainer.steps == 1_024
    assert not trainer.done
    again = DistributedTrainer.resume(tmp_path, workers=2)
    assert again.steps == 1_024
    assert [one.name for one in again.pool] == [one.name for one in trainer.pool]
    for name, weight in again.algo.freeze("b").weights.items():
        np.testing.assert_array_equal(weight, weights[name])
    held = again.algo.env_runner_group.foreach_env_runner(
        lambda runner: (float(runner.module.actor[0].weight.detach().sum()), len(runner.pool))
    )
    assert len(set(held)) == 1
    again.run()
    again.close()
    assert again.done
    assert len(checkpoints(tmp_path)) == 2


def test_what_is_no_checkpoint_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match="there is none"):
        DistributedTrainer.resume(tmp_path)
    folder = tmp_path / "checkpoint-000000000001"
    folder.mkdir()
    (folder / "run.json").write_text("{")
    with pytest.raises(CheckpointError, match="damaged"):
        DistributedTrainer.resume(tmp_path)


def test_a_league_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"opponents = 'league': .* there is no 'league'"):
        DistributedTrainer(DistributedSettings(**TINY, opponents="league"), tmp_path)


def test_the_module_serves_the_pettingzoo_environment(cluster):
    module = make_runner().module
    env = chemmy_v0.env()
    env.reset(seed=1)
    seen = {key: torch.tensor(value[None]) for key, value in env.last()[0].items()}
    out = module.forward_inference({"obs": seen})["action_dist_inputs"]
    assert ((out > -1e7) == (seen["action_mask"] == 1)).all()
