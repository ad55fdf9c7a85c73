"""Built-in players: how the compiled loop chooses an action from an observation and its mask.

A player sees what any agent sees, an observation and the legal actions, and one number in [0, 1)
that is keyed by the decision. `chemmy_env.policies` gives these players names, parameters and
sources.
"""

from __future__ import annotations

from chemmy_env.engine.common.picking import random_legal
from chemmy_env.engine.games.banque.player import play_banque
from chemmy_env.engine.games.chemmy.player import play_chemin_de_fer
from chemmy_env.engine.games.coup.player import play_single_coup
from chemmy_env.engine.games.punto_banco.player import play_punto_banco
from chemmy_env.engine.machine.dispatch import by_config
from chemmy_env.engine.machine.jit import jit_inline
from chemmy_env.engine.records.player import RANDOM


@jit_inline
def choose(player, config, observation, mask, choices, roll):
    """Return the action of a built-in player.

    Args:
        player: one `PLAYER_DTYPE` record.
        config: the table's compiled rules and options.
        observation: (D,) float32.
        mask: (A,) int8.
        choices: how many actions it leaves open.
        roll: a number in [0, 1).
    """
    if player.kind == RANDOM:
        return random_legal(mask, choices, roll)
    return play_table(player, config, observation, mask, roll)


@by_config(
    inline=False,
    chemmy=play_chemin_de_fer,
    punto_banco=play_punto_banco,
    coup=play_single_coup,
    banque=play_banque,
)
def play_table(player, config, observation, mask, roll):
    """Draw by the player's tables, and handle money by its parameters (R-X1, R-X2)."""
