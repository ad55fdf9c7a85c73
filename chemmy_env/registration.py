"""Entries in the registries of PettingZoo (1.27 and later) and Gymnasium."""

from __future__ import annotations

from typing import Final

import gymnasium

from chemmy_env.rules import GAMES

AEC_MODULES: Final = tuple(game.module for game in GAMES.values())
"""Modules with an `env`; each is registered as ``chemmy/<name>-v0``."""
SEAT_ID: Final = "chemmy/Seat-v0"


def register_environments() -> None:
    """Register every environment once; a second call changes nothing."""
    if SEAT_ID not in gymnasium.registry:
        gymnasium.register(
            SEAT_ID,
            entry_point="chemmy_env.adapters.gymnasium_seat:SeatEnv",
            vector_entry_point="chemmy_env.adapters.gymnasium_vector:SeatVectorEnv",
        )
    try:
        from pettingzoo import aec_registry, register
    except ImportError:  # PettingZoo before 1.27 has no registry.
        return
    for module in AEC_MODULES:
        name = f"chemmy/{module.removesuffix('_v0')}-v0"
        if name not in aec_registry:
            register("aec", name, entry_point=f"chemmy_env.{module}:env")
