"""What `FastMaskablePPO` does not do it refuses, and it leaves nothing behind."""

import ast
import inspect
import tempfile
import textwrap

import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.env_util import make_vec_env

from agents.networks.fast_ppo import UNREAD, FastMaskablePPO
from chemmy_env.sb3 import SeatVecEnv


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def make(env=None, **settings):
    given = {"n_steps": 8, "batch_size": 16, "n_epochs": 1, "seed": 1, **settings}
    return FastMaskablePPO("MlpPolicy", env or SeatVecEnv(2, seed=1), **given)


def read_by(method):
    """Return the names of the attributes of `self` that a method reads."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


def test_each_setting_that_the_librarys_update_reads_is_read_or_refused():
    settings = inspect.signature(MaskablePPO.__init__).parameters.keys() - {"self", "verbose"}
    theirs = read_by(MaskablePPO.train) & settings
    ours = read_by(FastMaskablePPO.train)
    assert {"clip_range", "ent_coef", "vf_coef", "max_grad_norm", "n_epochs"} <= theirs
    assert theirs - ours == set(UNREAD)


class Clipped(MaskableActorCriticPolicy):
    def evaluate_actions(self, *arguments, **more):
        return super().evaluate_actions(*arguments, **more)


class Buffer(MaskableRolloutBuffer):
    pass


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"target_kl": 0.01}, "target_kl = 0.01: expected None"),
        ({"clip_range_vf": 0.2}, "clip_range_vf = 0.2: expected None"),
        ({"rollout_buffer_class": Buffer}, "rollout_buffer_class = .*Buffer"),
        ({"device": "cuda"}, "device = 'cuda': expected 'auto' or 'cpu'"),
    ],
)
def test_what_the_update_ignores_is_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        make(**settings)


def test_other_policies_and_spaces_are_refused():
    with pytest.raises(ValueError, match="policy = Clipped"):
        FastMaskablePPO(Clipped, SeatVecEnv(2, seed=1), n_steps=8)
    with pytest.raises(ValueError, match=r"observations Discrete\(16\): expected a flat Box"):
        make(make_vec_env("FrozenLake-v1"))


def test_a_setting_that_is_set_later_or_loaded_is_refused(tmp_path):
    model = make()
    model.target_kl = 0.1
    with pytest.raises(ValueError, match=r"target_kl = 0.1"):
        model.learn(16)
    MaskablePPO("MlpPolicy", SeatVecEnv(2, seed=1), n_steps=8, target_kl=0.2).save(tmp_path / "m")
    with pytest.raises(ValueError, match=r"target_kl = 0.2"):
        FastMaskablePPO.load(tmp_path / "m")


def test_more_threads_than_are_good_are_told():
    torch.set_num_threads(2)
    with pytest.warns(UserWarning, match=r"torch uses 2 threads: torch.set_num_threads\(1\)"):
        make().learn(16)


def test_no_folder_is_left_among_temporary_files(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    make().learn(32)
    assert not list(tmp_path.iterdir())
