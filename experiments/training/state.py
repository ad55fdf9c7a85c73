"""What a run is resumed from: counters, random numbers, earlier selves, and the tables.

All of it is JSON and plain arrays but the tables, whose objects are pickled. They are unpickled
last, and by a reader that knows the classes of this project and of numpy's arrays and no others.
"""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import torch

from agents.networks import checkpoint
from agents.networks.network_policy import NetworkPolicy
from experiments.training.curve import Curve
from experiments.training.league import League

RUN: Final = "training.json"
"""Entry of a checkpoint with the counters, the league's standings and the learning curve."""
ARRAYS: Final = "training.npz"
"""Entry with torch's random numbers, what the learner saw last, and the earlier selves."""
TABLES: Final = "tables.pkl"
"""Entry with the tables as they stand."""
_OURS: Final = ("agents.", "chemmy_env.", "experiments.")
_OTHERS: Final = {
    "builtins": {"dict", "slice"},
    "collections": {"OrderedDict", "defaultdict", "deque"},
    "fractions": {"Fraction"},
    "gymnasium.spaces.box": {"Box"},
    "gymnasium.spaces.discrete": {"Discrete"},
    "numpy": {"dtype", "ndarray"},
    "numpy._core.multiarray": {"_reconstruct", "scalar"},
    "numpy._core.numeric": {"_frombuffer"},
    "numpy.core.multiarray": {"_reconstruct", "scalar"},
    "numpy.core.numeric": {"_frombuffer"},
    "numpy.random._pcg64": {"PCG64"},
    "numpy.random._pickle": {"__bit_generator_ctor", "__generator_ctor"},
    "numpy.random.bit_generator": {"SeedSequence", "__pyx_unpickle_SeedSequence"},
}
"""What the tables' objects are made of beside our own classes."""


class Resumable(Protocol):
    """A training run, as far as it is saved here."""

    model: Any
    """A `FastMaskablePPO`."""
    league: League
    curve: Curve
    tended: int
    """Steps at which it last did what falls due between two rollouts."""


def entries(trainer: Resumable) -> dict[str, bytes]:
    """Return the entries of a checkpoint from which `restore` brings a run back."""
    model: Any = trainer.model
    told = {
        "model": model.counters(),
        "tended": trainer.tended,
        "league": trainer.league.standings(),
        "selves": [one.name for one in trainer.league.pool],
        "curve": trainer.curve.state(),
    }
    arrays = {"torch": torch.get_rng_state().numpy(), **model.last_seen()}
    for place, one in enumerate(trainer.league.pool):
        arrays |= {f"{place}/{name}": weights for name, weights in one.weights.items()}
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    return {
        RUN: json.dumps(told).encode(),
        ARRAYS: packed.getvalue(),
        TABLES: pickle.dumps(model.get_env()),
    }


def restore(trainer: Resumable, path: Path) -> None:
    """Bring a trainer to where it stood when a checkpoint was written.

    Args:
        trainer: a new one, with the checkpoint's settings.
        path: the checkpoint, which has been found to be of the trainer's table.

    Raises:
        CheckpointError: if the checkpoint has no such entries.
    """
    with zipfile.ZipFile(path) as archive:
        for name in (RUN, ARRAYS, TABLES):
            if name not in archive.namelist():
                raise checkpoint.CheckpointError(
                    f"checkpoint {str(path)!r} cannot be resumed: it has no {name!r}"
                )
        told = json.loads(archive.read(RUN))
        with np.load(io.BytesIO(archive.read(ARRAYS)), allow_pickle=False) as stored:
            arrays = dict(stored)
        tables = _Reader(io.BytesIO(archive.read(TABLES))).load()
    model: Any = trainer.model
    model.set_env(tables, force_reset=False)
    model.set_parameters(str(path), device="cpu")
    model.go_on(told["model"], arrays)
    trainer.tended = int(told["tended"])
    pool = [_self(place, name, arrays) for place, name in enumerate(told["selves"])]
    trainer.league.restore(pool, told["league"])
    trainer.curve.restore(told["curve"])
    torch.set_rng_state(torch.from_numpy(arrays["torch"]))


def _self(place: int, name: str, arrays: dict[str, Any]) -> NetworkPolicy:
    prefix = f"{place}/"
    weights = {
        key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)
    }
    return NetworkPolicy(weights, deterministic=False, name=name)


class _Reader(pickle.Unpickler):
    """Unpickles objects of known classes."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or constructor by name.

        Raises:
            UnpicklingError: for any other.
        """
        if name in _OTHERS.get(module, ()):
            return super().find_class(module, name)
        if module.startswith(_OURS) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} in {TABLES!r}: expected what tables hold")
