"""Whom a learner trains against: built-in agents and frozen earlier selves, in a mix.

A mix is written ``book`` or ``book=0.7,random=0.1,self=0.2``: how often, in proportion, a session's
other seats are all taken by the one or by the other. ``self`` stands for a pool of earlier selves,
each as often as the next; at the beginning the untrained network is in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from agents.registry import make_agent
from chemmy_env.adapters.opponents import Mix
from chemmy_env.engine.config import CompiledTable
from chemmy_env.policies import Player

if TYPE_CHECKING:
    from agents.learned import LearnedPolicy

SELF: Final = "self"


def parse_mix(text: str) -> dict[str, float]:
    """Read a mix.

    Raises:
        ValueError: for a weight that is no positive number, or a name given twice.
    """
    weights: dict[str, float] = {}
    for part in text.split(","):
        name, _, weight = part.strip().rpartition("=") if "=" in part else (part.strip(), "", "1")
        try:
            value = float(weight)
        except ValueError:
            value = math.nan
        if not name or not 0 < value < math.inf or name in weights:
            raise ValueError(
                f"opponents = {text!r}: expected names and positive weights, each name once, as in "
                "'book=0.7,random=0.1,self=0.2'"
            )
        weights[name] = value
    return weights


def seat_opponents(weights: dict[str, float], pool: Sequence[Player], table: CompiledTable) -> Mix:
    """Return the opponents for `SeatVecEnv`.

    Args:
        weights: a mix.
        pool: the earlier selves; needed where `SELF` is in the mix.
        table: where they play.

    Raises:
        ValueError: for an unknown agent.
    """
    lineups: list[Any] = []
    chances = []
    for name, weight in weights.items():
        players = list(pool) if name == SELF else [make_agent(name, table)]
        lineups += players
        chances += [weight / len(players)] * len(players)
    return Mix(lineups, chances)


def freeze(network: Any, name: str) -> LearnedPolicy:
    """Return a copy of a policy network that plays by its chances and is never trained."""
    from agents.learned import LearnedPolicy  # Here, so that a mix needs no Stable-Baselines3.

    twin = type(network)(**network._get_constructor_parameters())
    twin.load_state_dict(network.state_dict())
    del twin.optimizer
    return LearnedPolicy(twin, deterministic=False, name=name)
