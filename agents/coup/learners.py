"""The learners of a coup by name; those that need torch import it when they are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from agents.coup.arena import CoupArena, Learner
from agents.coup.cfr import VARIANTS, CounterfactualRegret
from agents.coup.fictitious import FictitiousPlay
from agents.coup.mirror import MirrorDescent


def _make_sampled(name: str) -> Callable[[CoupArena, int], Learner]:
    def make(arena: CoupArena, seed: int) -> Learner:
        # Here, so that the others need no torch.
        from agents.coup.magnet import SampledMirrorDescent
        from agents.coup.ppo import SampledPolicyGradient

        both = {learner.name: learner for learner in (SampledPolicyGradient, SampledMirrorDescent)}
        return both[name](arena, seed)

    return make


SAMPLED: Final = ("ppo", "mmd-sampled")
"""Learners that play coups and see no expectations."""
LEARNERS: Final[dict[str, Callable[[CoupArena, int], Learner]]] = {
    **{
        name: lambda arena, seed, name=name: CounterfactualRegret(arena, name, seed)  # type: ignore[misc]
        for name in VARIANTS
    },
    "fictitious": FictitiousPlay,
    "mmd": MirrorDescent,
    **{name: _make_sampled(name) for name in SAMPLED},
}
QUICK: Final = tuple(name for name in LEARNERS if name not in SAMPLED)
