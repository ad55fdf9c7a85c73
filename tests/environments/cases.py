"""Every registered AEC module with every profile it has, for parametrised tests."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from chemmy_env.registration import AEC_MODULES
from chemmy_env.rules import PROFILES

CASES = [
    (module, profile)
    for module in AEC_MODULES
    for profile in PROFILES.get(module.removesuffix("_v0"), {None: None})
]
"""(module, profile); `None` where a module has no profiles of its own."""


def make(module: str, profile: str | None, **settings: Any) -> Any:
    """Make an environment."""
    if profile is not None:
        settings["profile"] = profile
    return importlib.import_module(f"chemmy_env.{module}").env(**settings)


def legal(env: Any, rng: np.random.Generator) -> int:
    """Choose a legal action of the agent that is selected."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


def is_over(env: Any) -> bool:
    """Tell whether the session has ended."""
    return not env.agents or any(env.terminations.values()) or any(env.truncations.values())


def play_to_the_end(env: Any, rng: np.random.Generator) -> None:
    """Play legal actions until the session has ended; dead steps are left."""
    while not is_over(env):
        env.step(legal(env, rng))
