import base64
import json
import pickle
import shutil
import zipfile

import numpy as np
import pytest
from sb3_contrib import QRDQN, MaskablePPO
from stable_baselines3 import DQN
from torch import nn

import chemmy_env
from agents.networks import checkpoint
from agents.networks.checkpoint import CheckpointError
from agents.networks.sb3_policy import LearnedPolicy
from agents.registry import make_agent
from chemmy_env.engine.tables import make_table
from chemmy_env.sb3 import SeatVecEnv
from tests.agents.test_contract import untrained


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("checkpoint") / "model.zip"
    checkpoint.save(untrained(MaskablePPO, {}, n_steps=8), path, make_table(), note=7)
    return path


def test_it_holds_the_table_the_version_and_what_is_to_be_remembered(path):
    entry = checkpoint.read(path)
    assert entry["chemmy_env"] == chemmy_env.__version__
    assert entry["note"] == 7
    assert entry["table"] == checkpoint.describe_table(make_table())


def test_the_library_still_loads_it(path):
    assert MaskablePPO.load(path, device="cpu").policy is not None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_players": 5}, "num_players: 6 -> 5"),
        ({"profile": "salon"}, "rules.tie: 'returned' -> 'rides'"),
        ({"commission": "0.05"}, "rules.commission: '0' -> '1/20'"),
        ({"stakes": "chips"}, "options.stakes: 'levels' -> 'chips'"),
        ({"history": 2}, "observation.history: None -> "),
    ],
)
def test_another_table_is_an_error_that_names_what_differs(path, settings, message):
    with pytest.raises(CheckpointError) as error:
        LearnedPolicy.load(path, make_table(**settings))
    assert message in str(error.value)
    assert str(path) in str(error.value)


def test_a_profile_under_another_name_is_the_same_table(path):
    rules = chemmy_env.get_rules("home")
    LearnedPolicy.load(path, make_table(profile=rules))


def test_no_zip_file_is_an_error(tmp_path):
    path = tmp_path / "model.zip"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(CheckpointError, match="is damaged"):
        checkpoint.read(path)


def test_a_flipped_bit_is_an_error(path, tmp_path):
    content = bytearray(path.read_bytes())
    content[content.index(b"policy.pth") + 2000] ^= 1
    bad = tmp_path / "model.zip"
    bad.write_bytes(content)
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint.read(bad)


def test_a_cut_file_is_an_error(path, tmp_path):
    bad = tmp_path / "model.zip"
    bad.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint.read(bad)


def test_a_model_of_the_bare_library_is_an_error(tmp_path):
    path = tmp_path / "model.zip"
    untrained(MaskablePPO, {}, n_steps=8).save(path)
    with pytest.raises(CheckpointError, match=r"has no 'chemmy_env.json'"):
        checkpoint.read(path)


def test_a_file_without_a_policy_is_an_error(path, tmp_path):
    bad = tmp_path / "model.zip"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(bad, "w") as new:
        new.writestr(checkpoint.ENTRY, old.read(checkpoint.ENTRY))
    with pytest.raises(CheckpointError, match="no usable policy"):
        LearnedPolicy.load(bad)


def test_a_failed_save_leaves_the_old_file(path, tmp_path):
    kept = tmp_path / "model.zip"
    kept.write_bytes(path.read_bytes())

    class Failing:
        def save(self, path):
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        checkpoint.save(Failing(), kept, make_table())
    assert kept.read_bytes() == path.read_bytes()
    assert list(tmp_path.iterdir()) == [kept]


def altered(path, out, **entries):
    """Write a checkpoint with other contents of some entries, None for none."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = entries.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return out


def test_damaged_bytes_are_never_another_error(path, tmp_path):
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    bad = tmp_path / "model.zip"
    refused = 0
    for _ in range(150):
        content = bytearray(whole)
        for at in rng.integers(len(content), size=rng.integers(1, 4)):
            content[at] ^= 1 << rng.integers(8)
        if rng.random() < 0.5:
            del content[rng.integers(len(content)) :]
        bad.write_bytes(content)
        try:
            LearnedPolicy.load(bad, make_table())
        except CheckpointError:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, {"rules": 3}, {"rules": {}, "game": []}])
@pytest.mark.parametrize("key", ["table", "chemmy_env", "format"])
def test_json_of_another_shape_is_never_another_error(path, tmp_path, key, value):
    entry = {**checkpoint.read(path), key: value}
    bad = altered(path, tmp_path / "m.zip", **{checkpoint.ENTRY: json.dumps(entry)})
    if key == "table" or entry["format"] != checkpoint.FORMAT:
        with pytest.raises(CheckpointError):
            LearnedPolicy.load(bad, make_table())
        with pytest.raises(CheckpointError):
            LearnedPolicy.load(bad)
    else:
        LearnedPolicy.load(bad, make_table())


@pytest.mark.parametrize("data", ["", "[]", "{}", "null", '{"policy_kwargs": 1}', "[" * 100_000])
def test_the_librarys_json_of_another_shape_is_never_another_error(path, tmp_path, data):
    with pytest.raises(CheckpointError, match="no usable policy"):
        LearnedPolicy.load(altered(path, tmp_path / "m.zip", data=data))


class Planted:
    """Writes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


def test_no_code_in_a_checkpoint_is_run(path, tmp_path):
    mark = tmp_path / "planted"
    code = pickle.dumps(Planted(mark))
    with zipfile.ZipFile(path) as archive:
        data = json.loads(archive.read("data"))
    for value in data.values():
        if isinstance(value, dict) and ":serialized:" in value:
            value[":serialized:"] = base64.b64encode(code).decode()
    found = LearnedPolicy.load(altered(path, tmp_path / "m.zip", data=json.dumps(data)))
    seen = np.random.default_rng(0).random((4, make_table().observation_size))
    assert (found.scores(seen) == LearnedPolicy.load(path).scores(seen)).all()
    with pytest.raises(CheckpointError, match="no usable policy"):
        LearnedPolicy.load(altered(path, tmp_path / "n.zip", **{"policy.pth": code}))
    assert not mark.exists()


@pytest.mark.parametrize("activation", [None, nn.ReLU, nn.ELU])
@pytest.mark.parametrize("algorithm", [MaskablePPO, DQN, QRDQN])
def test_a_loaded_network_is_the_saved_one(tmp_path, algorithm, activation):
    kwargs = {"net_arch": [12, 7]} | ({"activation_fn": activation} if activation else {})
    sizes = {"n_steps": 8} if algorithm is MaskablePPO else {"buffer_size": 10}
    model = algorithm(
        "MlpPolicy", SeatVecEnv(2, seed=1), seed=3, device="cpu", policy_kwargs=kwargs, **sizes
    )
    checkpoint.save(model, tmp_path / "m.zip", make_table())
    live, found = LearnedPolicy(model.policy), LearnedPolicy.load(tmp_path / "m.zip")
    seen = np.random.default_rng(0).random((64, make_table().observation_size))
    assert (live.scores(seen) == found.scores(seen)).all()
    again = pickle.loads(pickle.dumps(found))
    assert (live.scores(seen) == again.scores(seen)).all()
    assert b"torch" not in pickle.dumps(found)


def test_layers_of_another_kind_are_an_error(tmp_path):
    model = MaskablePPO(
        "MlpPolicy", SeatVecEnv(2, seed=1), device="cpu", n_steps=8,
        policy_kwargs={"activation_fn": nn.Softsign},
    )  # fmt: skip
    checkpoint.save(model, tmp_path / "m.zip", make_table())
    with pytest.raises(CheckpointError, match="activation 'Softsign': expected one of ReLU"):
        LearnedPolicy.load(tmp_path / "m.zip")


def test_a_run_folder_stands_for_its_best_file(path, tmp_path):
    with pytest.raises(CheckpointError, match=r"the folder has no 'model.zip' or 'checkpoint.zip'"):
        make_agent(f"learned:{tmp_path}", make_table())
    shutil.copy(path, tmp_path / "checkpoint.zip")
    assert make_agent(f"learned:{tmp_path}", make_table()).deterministic
    assert not make_agent(f"sampled:{tmp_path}", make_table()).deterministic
    (tmp_path / "model.zip").write_bytes(b"damaged")
    with pytest.raises(CheckpointError, match=r"model.zip' is damaged"):
        make_agent(f"learned:{tmp_path}", make_table())
