"""Tables that drill the cards: at a share of them the learner's money is handled at random.

A learner soon stops what costs chips, such as staking against a bank, and from then on is not asked
the questions about cards that come of it. What it would answer is then left to chance. At drilled
tables it is asked all of them, often and with much at stake: there the mask leaves one legal answer
to each question about money, drawn at random. That action has chance 1 whatever the network says,
so it moves no weight of the policy; the learner is trained on its answers about cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chemmy_env.engine.records.codes import DRAW, STAND
from chemmy_env.policies import KeyedRolls, random
from chemmy_env.sb3 import SeatVecEnv
from experiments.measuring.statistics import Array


class DrillVecEnv(SeatVecEnv):
    """A `SeatVecEnv` with the cards drilled at the last tables.

    Args:
        num_envs: N.
        drill: share of the tables, from 0 to 1, rounded to whole tables.
        **settings: as in `SeatVecEnv`.

    Raises:
        ValueError: for a share outside [0, 1], or as `SeatVecEnv`.
    """

    def __init__(self, num_envs: int, *, drill: float, **settings: Any) -> None:
        if not 0 <= drill <= 1:
            raise ValueError(f"drill = {drill!r}: expected a share from 0 to 1")
        super().__init__(num_envs, **settings)
        self.drilled = np.arange(num_envs) >= num_envs - round(drill * num_envs)
        """(N,) bool: the tables where money is handled at random."""

    def action_masks(self) -> Array:
        """Return what the learner may answer, (N, A) int8: about its money one thing if drilled.

        Which one is keyed by the decision: asked again, it is the same.
        """
        masks = super().action_masks()
        asked_cards = masks[:, [STAND, DRAW]].any(axis=1)
        rows = np.flatnonzero(self.drilled & ~asked_cards)
        if not len(rows):
            return masks
        rolls = KeyedRolls(self._loop.tables.rolls()[rows])
        answers = random.act_batch(self._loop.observation[rows], masks[rows], rolls)
        masks = masks.copy()  # The engine's own buffer otherwise.
        masks[rows] = 0
        masks[rows, answers] = 1
        return masks
