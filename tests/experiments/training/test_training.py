import os
import pickle
import signal
import threading
from dataclasses import replace

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from typer.testing import CliRunner

from agents.networks import checkpoint
from agents.networks.checkpoint import CheckpointError
from agents.networks.fast_ppo import FastMaskablePPO
from agents.networks.sb3_policy import LearnedPolicy
from chemmy_env.policies import book, random
from chemmy_env.sb3 import SeatVecEnv
from experiments import train
from experiments.measuring.evaluation import evaluate
from experiments.measuring.table import TableSettings
from experiments.training.trainer import Trainer, TrainSettings

SMALL = TrainSettings(
    steps=4 * 64 * 16, num_envs=64, n_steps=16, batch_size=256, n_epochs=2, hidden=(16,),
    freeze_every=1_000, checkpoint_every=100_000, seed=7,
)  # fmt: skip


def weights(trainer):
    return torch.cat([one.flatten() for one in trainer.model.policy.parameters()]).detach()


def standings(trainer):
    """Return the opponents and how the learner fared against each."""
    league = trainer.league
    return [(name, league.share_ahead(name)) for name in league.members]


def stop_after(rollouts):
    """Return a progress function that stops the run after some rollouts."""
    seen = []

    def progress(trainer):
        seen.append(trainer)
        if len(seen) > rollouts:
            trainer.stop()

    return progress


@pytest.mark.parametrize(
    "changes",
    [
        {"opponents": "book"},
        {"opponents": "book=0.5,random=0.2,self=0.3"},
        {"opponents": "self"},
        {"opponents": "league=0.6,book=0.2,random=0.2"},
        {"opponents": "league"},
        {"drill": 0.25},
    ],
    ids=str,
)
def test_a_resumed_run_is_the_run_that_was_not_interrupted(tmp_path, changes):
    """Bit for bit, with earlier selves among the opponents or drilled cards too."""
    settings = replace(SMALL, pool_size=2, **changes)
    straight = Trainer(settings, tmp_path / "straight")
    straight.run()
    broken = Trainer(settings, tmp_path / "broken")
    broken.run(stop_after(2))
    assert broken.model.num_timesteps == 2 * 64 * 16
    assert not broken.done
    torch.rand(5)  # What happens between must not matter.
    resumed = Trainer.resume(broken.path)
    resumed.run()
    assert resumed.done
    torch.testing.assert_close(weights(resumed), weights(straight), rtol=0, atol=0)
    assert resumed.model.updates == straight.model.updates
    assert standings(resumed) == standings(straight)


def test_the_same_seed_trains_the_same_and_another_does_not(tmp_path):
    runs = []
    for seed in (7, 7, 8):
        trainer = Trainer(replace(SMALL, seed=seed), tmp_path)
        trainer.run(stop_after(1))
        runs.append(weights(trainer))
    assert torch.equal(runs[0], runs[1])
    assert not torch.equal(runs[0], runs[2])


def test_more_steps_go_on_from_the_end(tmp_path):
    trainer = Trainer(SMALL, tmp_path)
    trainer.run()
    more = Trainer.resume(trainer.path, 2 * SMALL.steps)
    assert more.model.num_timesteps == SMALL.steps
    more.run()
    assert more.model.num_timesteps == 2 * SMALL.steps


def test_a_fast_update_is_the_librarys(tmp_path):
    """One pass over one whole batch: the order of rows then does not matter."""
    torch.set_num_threads(1)
    trainers = []
    for algorithm in (FastMaskablePPO, MaskablePPO):
        env = SeatVecEnv(32, seat="random", seed=3)
        model = algorithm(
            "MlpPolicy", env, n_steps=16, batch_size=512, n_epochs=1, seed=5, device="cpu",
            ent_coef=0.01, policy_kwargs={"net_arch": [16]},
        )  # fmt: skip
        model.learn(512)
        trainers.append(model)
    fast, plain = (
        torch.cat([one.flatten() for one in model.policy.parameters()]) for model in trainers
    )
    torch.testing.assert_close(fast, plain, rtol=1e-4, atol=1e-6)


def test_ctrl_c_ends_the_run_with_a_checkpoint_to_play_and_go_on_with(tmp_path):
    trainer = Trainer(replace(SMALL, steps=10_000_000), tmp_path)
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    handler = signal.getsignal(signal.SIGINT)
    timer.start()
    train.train_with_bar(trainer)
    timer.join()
    assert signal.getsignal(signal.SIGINT) is handler
    assert 0 < trainer.model.num_timesteps < 10_000_000
    policy = LearnedPolicy.load(trainer.path, trainer.table)
    mask = np.eye(1, policy.network.action_space.n, 2, dtype=np.int8)
    seen = np.zeros((1, trainer.table.observation_size), np.float32)
    assert policy.act_batch(seen, mask, np.random.default_rng(0)).tolist() == [2]
    assert Trainer.resume(trainer.path).model.num_timesteps == trainer.model.num_timesteps


def test_a_tiny_run_beats_random_among_books(tmp_path):
    settings = replace(
        SMALL, steps=130_000, num_envs=128, n_steps=32, batch_size=512, n_epochs=4, hidden=(64, 64),
        learning_rate=2e-3,
    )  # fmt: skip
    trainer = Trainer(settings, tmp_path)
    trainer.run()
    learned = LearnedPolicy(trainer.model.policy)
    agents = {"random": random, "learned": learned}
    found = evaluate(
        settings.table, agents, {"book": [book]}, 3_000, 1, baseline="random"
    )  # fmt: skip
    assert found.comparison("learned", "book").win_share.low > 0


def test_unmasked_sampling_is_illegal_and_masked_never_is():
    """Drawn by the network's own chances from all actions; the mask is what keeps it legal."""
    env = SeatVecEnv(64, seat="random", seed=3)
    model = FastMaskablePPO("MlpPolicy", env, n_steps=8, seed=1, device="cpu")
    policy = LearnedPolicy(model.policy, deterministic=False)
    rng = np.random.default_rng(0)
    observation = env.reset()
    illegal = {"masked": 0, "unmasked": 0}
    for _ in range(50):
        mask = env.action_masks()
        rows = np.arange(64)
        actions = policy.act_batch(observation, mask, rng)
        illegal["masked"] += int((mask[rows, actions] == 0).sum())
        blind = policy.act_batch(observation, np.ones_like(mask), rng)
        illegal["unmasked"] += int((mask[rows, blind] == 0).sum())
        observation, _, _, _ = env.step(actions)
    assert illegal["masked"] == 0
    assert illegal["unmasked"] > 500


def test_checkpoints_hold_the_environment_and_the_settings(tmp_path):
    table = TableSettings(profile="salon", num_players=4, reward="chips")
    trainer = Trainer(replace(SMALL, table=table), tmp_path)
    trainer.run(stop_after(1))
    entry = checkpoint.read(trainer.path)
    assert entry["table"]["profile"] == "salon"
    assert entry["table"]["num_players"] == 4
    assert TrainSettings.from_json(entry["training"]["settings"]) == trainer.settings
    with pytest.raises(CheckpointError, match="num_players: 4 -> 6"):
        LearnedPolicy.load(trainer.path, TableSettings().compiled)


def test_a_model_without_the_state_of_its_run_cannot_be_resumed(tmp_path):
    trainer = Trainer(SMALL, tmp_path)
    trainer.save_model(tmp_path / "model.zip")
    with pytest.raises(CheckpointError, match="cannot be resumed: it has no"):
        Trainer.resume(tmp_path / "model.zip")


def test_a_model_to_play_with_leaves_the_moments_out_and_training_as_it_was(tmp_path):
    trainer = Trainer(SMALL, tmp_path)
    trainer.run(stop_after(1))
    before = pickle.dumps(trainer.model.policy.optimizer.state_dict())
    trainer.save_model(tmp_path / "model.zip")
    assert pickle.dumps(trainer.model.policy.optimizer.state_dict()) == before
    model = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    assert model.policy.optimizer.state_dict()["state"] == {}
    saved = torch.cat([one.flatten() for one in model.policy.parameters()])
    assert torch.equal(saved, weights(trainer))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--opponents", "bok"], "agent = 'bok'"),
        (["--reward", "fame"], "reward = 'fame'"),
        (["--resume", "/no/such/run"], "there is no such file"),
    ],
)
def test_the_command_explains_bad_input(arguments, message):
    run = CliRunner().invoke(train.app, arguments)
    assert run.exit_code == 2
    assert message in " ".join(run.output.replace("│", " ").split())
