"""Measuring program for PettingZoo's classic games: ``texas_holdem_v4 env`` and the like."""

from __future__ import annotations

import importlib

from experiments.benchmark.loops import AEC_COUNTED, measure_aec
from experiments.benchmark.serving import Case, serve, versions_of


def make_case(game: str, maker: str) -> Case:
    """Return the case of one game, with (``env``) or without (``raw_env``) the usual wrappers."""
    module = importlib.import_module(f"pettingzoo.classic.{game}")
    return Case(measure_aec(getattr(module, maker)()), AEC_COUNTED, versions_of("pettingzoo"))


if __name__ == "__main__":
    serve(make_case)
