import numpy as np
import pytest
import torch

from chemmy_env.engine.records.codes import DRAW, STAND
from chemmy_env.sb3 import SeatVecEnv
from experiments.measuring.table import TableSettings
from experiments.training.drill import DrillVecEnv
from experiments.training.trainer import Trainer, TrainSettings


def test_money_is_answered_at_random_at_drilled_tables_alone():
    env = DrillVecEnv(8, drill=0.25, seat="random", seed=3)
    plain = SeatVecEnv(8, seat="random", seed=3)
    assert env.drilled.tolist() == [False] * 6 + [True] * 2
    plain.reset()
    env.reset()
    rng = np.random.default_rng(0)
    met = {"cards": 0, "money": 0}
    shares = []
    for _ in range(400):
        legal, masks = plain.action_masks(), env.action_masks()
        np.testing.assert_array_equal(masks, env.action_masks())
        np.testing.assert_array_equal(masks[~env.drilled], legal[~env.drilled])
        for row in np.flatnonzero(env.drilled):
            if legal[row, [STAND, DRAW]].any():
                met["cards"] += 1
                np.testing.assert_array_equal(masks[row], legal[row])
            else:
                met["money"] += 1
                (answer,) = np.flatnonzero(masks[row])
                choices = np.flatnonzero(legal[row])
                assert answer in choices
                if len(choices) > 1:
                    shares.append(choices.tolist().index(answer) / (len(choices) - 1))
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        np.testing.assert_array_equal(plain.step(actions)[0], env.step(actions)[0])
    assert min(met.values()) > 10
    assert abs(np.mean(shares) - 0.5) < 4 * np.std(shares) / len(shares) ** 0.5


def test_random_answers_train_no_policy(tmp_path):
    """With all tables drilled and no weight on values, money is left exactly as it was."""
    settings = TrainSettings(
        table=TableSettings(reward="luck_adjusted"), steps=4_096, num_envs=32, n_steps=32,
        batch_size=256, hidden=(16,), drill=1.0,
    )  # fmt: skip
    trainer = Trainer(settings, tmp_path)
    trainer.model.vf_coef = 0.0
    head = trainer.model.policy.action_net
    before = head.bias.detach().clone()
    trainer.run()
    moved = (head.bias.detach() - before).abs() > 0
    assert torch.nonzero(moved).flatten().tolist() == [STAND, DRAW]
    assert trainer.curve.points == []  # None of the sessions was the learner's own.


@pytest.mark.parametrize("drill", [-0.1, 1.5, float("nan")])
def test_an_impossible_share_is_an_error(drill):
    with pytest.raises(ValueError, match=r"drill = .*: expected a share from 0 to 1"):
        DrillVecEnv(8, drill=drill)
