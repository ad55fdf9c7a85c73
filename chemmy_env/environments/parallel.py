"""Bettors at the same time: Punto Banco as a PettingZoo parallel environment."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pettingzoo import ParallelEnv

from chemmy_env.engine.games.punto_banco.together import ask_all
from chemmy_env.engine.records.codes import FIRST_AMOUNT
from chemmy_env.engine.records.record import TABLE_DTYPE
from chemmy_env.environments.aec import TableEnv
from chemmy_env.environments.table import Observation

Dicts = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class BettorsEnv(ParallelEnv[str, Observation, int]):
    """A table of independent bettors who all name their bets at once, one round a step.

    It plays on a table of the AEC environment, so a session with the same bets is the same session.
    What a bettor sees is the start of the round, without the others' bets. A bettor who cannot
    stake may only PASS, and what it does is ignored.

    Args:
        table: the AEC environment to play on.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "punto_banco_v0", "render_modes": []}

    def __init__(self, table: TableEnv) -> None:
        self.table = table
        self.metadata = {**table.metadata, "is_parallelizable": True}  # type: ignore[misc]
        self.render_mode = table.render_mode
        self.possible_agents = table.possible_agents[:]
        self.agents: list[str] = []
        self._records = np.zeros(2, TABLE_DTYPE)
        shape = len(self.possible_agents), table.compiled.observation_size
        self._seen = np.zeros(shape, np.float32)
        self._masks = np.zeros((shape[0], table.compiled.num_actions), np.int8)

    def observation_space(self, agent: str) -> Any:
        """Return the observation space, the same object for every agent."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """Return the action space, the same object for every agent."""
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a session; `seed` and `options` as in the AEC environment."""
        self.table.reset(seed=seed, options=options)
        self.agents = [] if any(self.table.terminations.values()) else self.possible_agents[:]
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Dicts:
        """Take everybody's bet and play the round.

        Args:
            actions: an action for each agent; of those who cannot stake none is needed.

        Raises:
            ValueError: if somebody who can stake names nothing, or a bet is out of range or, with
                ``illegal="raise"``, not legal; nothing has changed then.
            RuntimeError: when the session is over.
        """
        if not self.agents:
            raise RuntimeError("the session is over: call reset()")
        agents = self.agents
        bets = self._checked(agents, actions)
        rewards = dict.fromkeys(agents, 0.0)
        round_at = self.table.coups
        for agent, bet in bets.items():
            if self.table.coups != round_at or self.table.agent_selection != agent:
                break
            self.table.step(bet)
            for other, reward in self.table.rewards.items():
                rewards[other] += reward
            if self.table.over:
                break
        terminations = dict(self.table.terminations)
        truncations = dict(self.table.truncations)
        observations = self._observe()
        if self.table.over:
            self.agents = []
        return observations, rewards, terminations, truncations, {agent: {} for agent in agents}

    def _checked(self, agents: list[str], actions: dict[str, int]) -> dict[str, int]:
        """Return the bets of those who can stake, all of them judged before any is played."""
        bets = {}
        for seat, agent in enumerate(agents):
            if not self._masks[seat, FIRST_AMOUNT:].any():
                continue
            if agent not in actions:
                raise ValueError(f"actions of {sorted(actions)}: expected one for {agent!r} too")
            bets[agent] = self.table.checked(actions[agent])
            if self.table.raises and not self._masks[seat, bets[agent]]:
                legal = np.flatnonzero(self._masks[seat]).tolist()
                raise ValueError(f"action of {agent} = {bets[agent]}: expected one of {legal}")
        return bets

    def _observe(self) -> dict[str, Observation]:
        """Return fresh arrays of what everybody sees and may do."""
        if self.table.over:
            return {agent: self.table.observe(agent) for agent in self.possible_agents}
        self._records[0] = self.table.record
        ask_all(self._records, self.table.compiled.config, self._seen, self._masks)
        return {
            agent: {"observation": self._seen[seat].copy(), "action_mask": self._masks[seat].copy()}
            for seat, agent in enumerate(self.possible_agents)
        }

    def state(self) -> np.ndarray[Any, Any]:
        """Return the whole table, as the AEC environment does."""
        return self.table.state()

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """Show the table, as the AEC environment does."""
        return self.table.render()

    def close(self) -> None:
        """No-op; holds no resources."""
        self.table.close()
