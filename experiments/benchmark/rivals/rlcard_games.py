"""Measuring program for RLCard: ``leduc-holdem``, ``limit-holdem``, ``blackjack``."""

from __future__ import annotations

import random

import rlcard

from experiments.benchmark.serving import Case, keep_playing, serve, versions_of


def make_case(game: str) -> Case:
    """Return the case of one game: random legal actions, step by step."""
    env = rlcard.make(game, {"seed": 1})
    random.seed(1)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    counted = (
        "random legal actions; state and legal actions in every step; resets timed, not counted"
    )
    return Case(keep_playing(play), counted, versions_of("rlcard"))


if __name__ == "__main__":
    serve(make_case)
