"""Who sits at the other seats: the built-in policies, and saved models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.spaces import make_spaces
from chemmy_env.policies import BY_NAME, Player, Policy, Rolls, make
from chemmy_env.policies.base import Array


class SavedModel(Policy):
    """A model that sb3-contrib's MaskablePPO saved.

    Args:
        path: the ``.zip`` file.
        compiled: the table it is to sit at.

    Raises:
        ValueError: if the file or the training libraries are missing, or the model was trained for
            another table.
    """

    def __init__(self, path: str, compiled: CompiledTable) -> None:
        if not Path(path).is_file():
            raise ValueError(f"model {path!r}: there is no such file")
        try:
            from sb3_contrib import MaskablePPO
        except ImportError:
            raise ValueError(
                f'model {path!r} needs the training libraries: pip install "chemmy_env[train]"'
            ) from None
        observations, actions = make_spaces(compiled)
        try:
            # The table's spaces: pickled ones cannot be read under another numpy.
            self.model: Any = MaskablePPO.load(
                path,
                device="cpu",
                custom_objects={"observation_space": observations, "action_space": actions},
            )
        except Exception as error:  # Libraries raise what they like at a damaged file.
            raise ValueError(
                f"model {path!r} cannot be loaded at this table, of {compiled.observation_size} "
                f"observed numbers and {compiled.num_actions} actions: {error}"
            ) from error

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Return the likeliest legal action of each row."""
        chosen, _ = self.model.predict(observation, action_masks=action_mask, deterministic=True)
        return np.asarray(chosen, np.int64)


def find_player(name: str, compiled: CompiledTable) -> Player:
    """Return a built-in policy by name, or a saved model by path.

    Raises:
        ValueError: for a name that is neither.
    """
    if name.endswith(".zip"):
        return SavedModel(name, compiled)
    if name not in BY_NAME:
        allowed = ", ".join(BY_NAME)
        raise ValueError(f"player {name!r}: expected {allowed} or a saved model's .zip")
    return make(name, compiled)
