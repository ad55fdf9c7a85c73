"""Measuring program for OpenSpiel: ``kuhn_poker state``, ``leduc_poker rl_environment``."""

from __future__ import annotations

import random

import pyspiel

from experiments.benchmark.serving import Case, Measure, keep_playing, serve, versions_of


def states(name: str) -> Measure:
    """Measure the loop over states: tensor, mask and action at every decision."""
    game = pyspiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            player = state.current_player()
            state.observation_tensor(player)
            mask = state.legal_actions_mask(player)
            legal = [action for action, may in enumerate(mask) if may]
            state.apply_action(random.choice(legal))
            decisions += 1
        return decisions

    return keep_playing(play)


def environment(name: str) -> Measure:
    """Measure OpenSpiel's own reinforcement-learning environment."""
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(name)

    def play() -> int:
        step = env.reset()
        decisions = 0
        while not step.last():
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            step = env.step([random.choice(legal)])
            decisions += 1
        return decisions

    return keep_playing(play)


def make_case(game: str, way: str) -> Case:
    """Return the case of one game, played one of the two ways."""
    random.seed(1)
    measure = states(game) if way == "state" else environment(game)
    counted = "random legal actions, tensors and masks; chance moves and resets timed, not counted"
    return Case(measure, counted, versions_of("open-spiel"))


if __name__ == "__main__":
    serve(make_case)
