"""`TableRunner`: an RLlib env runner that holds a batch of tables and plays them in one call.

RLlib's own runner keeps a Python object for each episode and runs a list of connectors for each
row and step, and what it makes of them is taken apart again by the learner. Here a rollout is a
few arrays: the other seats play inside the compiled loop (`SeatLoop`), the network is asked once a
step for all rows, and advantages are computed here too, by the values with which the rollout was
played. So no part of it grows with rows in Python, and one process feeds a learner.

A session that ends before its learner was asked once has no step that could carry its reward, and
RLlib would drop it. It is no part of what is learned from, but it is counted in the sessions'
mean reward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

import numpy as np
import torch
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from ray.rllib.core.columns import Columns
from ray.rllib.env import INPUT_ENV_SINGLE_SPACES, INPUT_ENV_SPACES
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
from ray.rllib.evaluation.postprocessing import Postprocessing

from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.records.spaces import make_spaces
from chemmy_env.policies import Player
from experiments.measuring.table import TableSettings
from experiments.training.mix import SELF, parse_mix, seat_opponents

Array = np.ndarray[Any, Any]
POOL: Final = "pool"
"""Entry of a runner's state: the earlier selves among its opponents."""


@dataclass
class Tally:
    """What a rollout brought."""

    steps: int = 0
    """Decisions of the learner."""
    sessions: int = 0
    """Sessions that ended."""
    reward: float = 0.0
    """Of those sessions, added up."""
    skipped_sessions: int = 0
    """Of `sessions`, those in which the learner was never asked."""
    skipped_reward: float = 0.0
    """Of `reward`, theirs."""

    def add(self, other: Tally) -> None:
        """Count another one too."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class SeatTables(SeatLoop):
    """A `SeatLoop` that knows its spaces, as RLlib asks for them."""

    def __init__(
        self,
        table: TableSettings,
        rows: int,
        seed: int = 0,
        seat: int | Literal["random"] = "random",
    ) -> None:
        super().__init__(rows, seat=seat, seed=seed, **table.arguments())
        observation, self.single_action_space = make_spaces(self.compiled)
        mask = spaces.Box(0, 1, (self.compiled.num_actions,), np.int8)
        self.single_observation_space = spaces.Dict(observation=observation, action_mask=mask)
        self.observation_space = batch_space(self.single_observation_space, rows)
        self.action_space = batch_space(self.single_action_space, rows)
        self.scale = self.compiled.reward_scale

    @property
    def unwrapped(self) -> SeatTables:
        """These tables: there is nothing around them."""
        return self

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class TableRunner(SingleAgentEnvRunner):
    """Plays the rollouts of a batch of tables; ``env_config`` says which.

    ``env_config`` holds ``table`` (`TableSettings`), ``opponents`` (a mix, as in
    `experiments.training.mix`), ``seed``, ``steps`` of a rollout, ``gamma`` and ``gae_lambda``.
    """

    def make_env(self) -> None:
        """Set up the tables; they are dealt at the first rollout."""
        torch.set_num_threads(1)
        given = self.config.env_config
        self.num_envs = self.config.num_envs_per_env_runner
        self.env = SeatTables(given["table"], self.num_envs, given["seed"])
        self.weights = parse_mix(given["opponents"])
        self.pool: list[Player] = []
        self.returns = np.zeros(self.num_envs)
        self.started = False

    def get_spaces(self) -> dict[str, Any]:
        """Return the spaces of the batch and of a row."""
        if self.env is None:
            return dict(self.spaces)
        single = (self.env.single_observation_space, self.env.single_action_space)
        return {
            INPUT_ENV_SPACES: (self.env.observation_space, self.env.action_space),
            INPUT_ENV_SINGLE_SPACES: single,
            "default_policy": single,
        }

    def get_state(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the state; a runner that takes another's place is given it."""
        return {**super().get_state(*args, **kwargs), POOL: self.pool}

    def set_state(self, state: dict[str, Any]) -> None:
        """Take over weights, counters and earlier selves, as far as they are given."""
        super().set_state(state)
        if POOL in state:
            self.set_pool(state[POOL])

    def set_pool(self, pool: Sequence[Player]) -> None:
        """Let these earlier selves play, where selves are in the mix."""
        self.pool = list(pool)
        if self.env is not None and self.pool and SELF in self.weights:
            self.env.set_opponents(seat_opponents(self.weights, self.pool, self.env.compiled))

    def _start(self) -> None:
        """Deal, from a seed of this runner's own; one that takes another's place deals anew."""
        given = self.config.env_config
        if SELF not in self.weights:
            self.env.set_opponents(seat_opponents(self.weights, [], self.env.compiled))
        entropy = (given["seed"], self.worker_index or 0, self._weights_seq_no)
        tables, actions = np.random.SeedSequence(entropy).generate_state(2, np.uint64) >> 1
        self.env.reset(int(tables))
        self.rolls = torch.Generator().manual_seed(int(actions))
        self.returns[:] = 0
        self.started = True
        self.first = Tally()
        self._count_skipped(self.first)

    def rollout(self) -> tuple[dict[str, Any], Tally]:
        """Play a rollout.

        Returns:
            The columns of PPO's training batch, one row a decision, and what was counted.
        """
        if not self.started:
            self._start()
        given, env = self.config.env_config, self.env
        tally, self.first = self.first, Tally()
        kept: dict[str, list[Any]] = {}
        for _ in range(given["steps"]):
            decided = self._decide()
            env.step(decided[Columns.ACTIONS].numpy())
            decided |= {"rewards": env.reward * env.scale, "dones": env.terminated | env.truncated}
            decided["bootstraps"] = self._bootstraps()
            self._count(decided["rewards"], decided["dones"], tally)
            for name, values in decided.items():
                kept.setdefault(name, []).append(np.asarray(values))
        columns = {name: np.stack(values) for name, values in kept.items()}
        with torch.no_grad():
            last = self.module.values(torch.from_numpy(env.observation)).numpy()
        values, dones = columns.pop("values"), columns.pop("dones")
        rewards = columns.pop("rewards") + given["gamma"] * columns.pop("bootstraps")
        advantages = advantage(rewards, values, last, dones, given["gamma"], given["gae_lambda"])
        columns[Postprocessing.ADVANTAGES] = advantages
        columns[Postprocessing.VALUE_TARGETS] = advantages + values
        flat = {name: column.reshape(-1, *column.shape[2:]) for name, column in columns.items()}
        seen = {name: flat.pop(name) for name in ("observation", "action_mask")}
        tally.steps = len(advantages.flat)
        return {Columns.OBS: seen, **flat}, tally

    def _decide(self) -> dict[str, Any]:
        """Draw an action for each row, by the network's chances; what was seen is copied.

        The loop writes over its arrays two steps later.
        """
        observation, mask = self.env.observation, self.env.action_mask
        given = torch.from_numpy(observation)
        with torch.no_grad():
            logits = self.module.logits(given, torch.from_numpy(mask))
            chances = logits.log_softmax(dim=1)
            actions = torch.multinomial(chances.exp(), 1, generator=self.rolls)
            return {
                "observation": observation.copy(),
                "action_mask": mask.copy(),
                Columns.ACTIONS: actions.squeeze(1),
                Columns.ACTION_LOGP: chances.gather(1, actions).squeeze(1),
                Columns.ACTION_DIST_INPUTS: logits,
                "values": self.module.values(given),
            }

    def _bootstraps(self) -> Array:
        """Return the values of the last positions of sessions that were cut short, else zero."""
        values = np.zeros(self.num_envs, np.float32)
        rows = np.flatnonzero(self.env.truncated)
        if rows.size:
            with torch.no_grad():
                last = torch.from_numpy(self.env.final_observation[rows])
                values[rows] = self.module.values(last).numpy()
        return values

    def _count(self, rewards: Array, dones: Array, tally: Tally) -> None:
        self.returns += rewards
        tally.sessions += int(dones.sum())
        tally.reward += float(self.returns[dones].sum())
        self.returns[dones] = 0
        self._count_skipped(tally)

    def _count_skipped(self, tally: Tally) -> None:
        """Count the sessions that were just played without the learner being asked."""
        sessions = int(self.env.skipped_sessions.sum())
        if sessions:
            reward = float(self.env.skipped_reward.sum()) * self.env.scale
            tally.add(Tally(0, sessions, reward, sessions, reward))


def advantage(
    rewards: Array, values: Array, last: Array, dones: Array, gamma: float, gae_lambda: float
) -> Array:
    """Return generalised advantage estimates (Schulman et al. 2016), ``(T, N)`` float32.

    Args:
        rewards: (T, N).
        values: (T, N), of the positions in which was decided.
        last: (N,), of those after the last step.
        dones: (T, N), where a session ended with the step.
        gamma: discount.
        gae_lambda: weight of longer looks ahead.
    """
    out = np.zeros_like(values)
    following, carried = last, np.zeros_like(last)
    for step in reversed(range(len(rewards))):
        goes_on = ~dones[step]
        delta = rewards[step] + gamma * following * goes_on - values[step]
        carried = delta + gamma * gae_lambda * goes_on * carried
        out[step] = carried
        following = values[step]
    return out
