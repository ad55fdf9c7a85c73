import zipfile

import pytest
from sb3_contrib import MaskablePPO

import chemmy_env
from agents.networks import checkpoint
from agents.networks.checkpoint import CheckpointError
from agents.networks.sb3_policy import LearnedPolicy
from chemmy_env.engine.tables import make_table
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
