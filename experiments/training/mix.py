"""Whom a learner trains against: built-in agents and frozen earlier selves, in a mix.

A mix is written ``book`` or ``book=0.7,random=0.1,self=0.2``: how often, in proportion, a session's
other seats are all taken by the one or by the other. ``self`` stands for a pool of earlier selves,
each as often as the next; at the beginning the untrained network is in it. ``league`` stands for
that pool and for every agent the mix names, those more often that are harder to beat
(`experiments.training.league`): in ``league=0.8,random=0.1,book=0.1`` random players take a tenth
of the sessions at least.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from agents.registry import make_agent
from chemmy_env.adapters.opponents import Mix
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Player

if TYPE_CHECKING:
    from agents.networks.network_policy import NetworkPolicy

SELF: Final = "self"
LEAGUE: Final = "league"


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


def named_agents(weights: dict[str, float]) -> dict[str, float]:
    """Return the part of a mix that names agents, without the earlier selves."""
    return {name: weight for name, weight in weights.items() if name not in (SELF, LEAGUE)}


def seat_opponents(
    weights: dict[str, float],
    pool: Sequence[Player],
    table: CompiledTable,
    priorities: Sequence[float] = (),
) -> Mix:
    """Return the opponents for `SeatVecEnv`: a lineup for each named agent, then the pool's.

    Args:
        weights: a mix.
        pool: the earlier selves; needed where `SELF` or `LEAGUE` is in the mix.
        table: where they play.
        priorities: how often the league plays each lineup, in proportion; needed for `LEAGUE`.

    Raises:
        ValueError: for an unknown agent.
    """
    named = named_agents(weights)
    players = [*(make_agent(name, table) for name in named), *pool]
    chances = np.zeros(len(players))
    chances[: len(named)] = list(named.values())
    if SELF in weights:
        chances[len(named) :] += weights[SELF] / len(pool)
    if LEAGUE in weights:
        chances += weights[LEAGUE] * np.asarray(priorities) / np.sum(priorities)
    return Mix(players, chances.tolist())


def freeze(network: Any, name: str) -> NetworkPolicy:
    """Return a copy of a policy of ReLU layers that plays by its chances and is never trained.

    Args:
        network: policy of a `MaskablePPO`.
        name: of the copy.

    Raises:
        ValueError: for layers of another kind.
    """
    from agents.networks.network_policy import NetworkPolicy  # Here, so that a mix needs no torch.

    actor = network.mlp_extractor.policy_net
    between = {type(one).__name__ for one in actor[1::2]}
    if between != {"ReLU"}:
        raise ValueError(f"layers joined by {sorted(between)}: expected 'ReLU' alone")
    layers = [*actor[::2], network.action_net]
    weights = {
        f"actor.{place}.{part}": getattr(layer, part).detach().numpy()
        for place, layer in enumerate(layers)
        for part in ("weight", "bias")
    }
    return NetworkPolicy(weights, deterministic=False, name=name)
