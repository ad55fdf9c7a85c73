"""A table in Python's hands: arrays, spaces, and what can be asked of it beyond PettingZoo."""

from __future__ import annotations

import copy
import operator
from typing import Any, Final, Self

import numpy as np
from gymnasium import spaces

from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.loops.resample import resample_row
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.fields import bounds
from chemmy_env.engine.records.outputs import make_outputs
from chemmy_env.engine.records.record import TABLE_DTYPE, copy_records
from chemmy_env.environments.saving import restore, save

Observation = dict[str, np.ndarray[Any, Any]]
NOBODY: Final = -1


class LiveTable:
    """One table of any game: what an environment of it is built on.

    Copies and pickles made in the middle of a session play on identically.

    Args:
        compiled: the table's rules and options.
    """

    # What the environment keeps for each agent.
    agents: list[str]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    agent_selection: str
    _cumulative_rewards: dict[str, float]
    _skip_agent_selection: str | None
    _credited: bool

    def __init__(self, compiled: CompiledTable) -> None:
        self.compiled = compiled
        self.possible_agents = [f"player_{seat}" for seat in range(compiled.num_seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._table = np.zeros(1, TABLE_DTYPE)
        self._shoe = np.zeros((1, compiled.rules.cards), np.uint8)
        self._outputs = make_outputs(
            1, compiled.observation_size, compiled.num_actions, compiled.num_seats
        )
        self._bind()
        low, high = bounds(compiled.fields)
        self._observation_space = spaces.Dict(
            observation=spaces.Box(low, high, dtype=np.float32),
            action_mask=spaces.Box(0, 1, (compiled.num_actions,), np.int8),
        )
        self._action_space = spaces.Discrete(compiled.num_actions)
        rest = np.zeros(9 + compiled.num_seats, np.float32)
        self.state_space = spaces.Box(
            np.concatenate([low, rest]), np.concatenate([high, rest + 1]), dtype=np.float32
        )
        self._asked = NOBODY
        self._seeded = False
        self.raises = compiled.options.illegal == "raise"

    def _bind(self) -> None:
        """Name the rows that `step` and `last` touch on every call."""
        self._observation = self._outputs.observation[0]
        self._mask = self._outputs.action_mask[0]
        self._rewards = self._outputs.rewards[0]

    # Spaces.

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, the same object for every agent."""
        self._seat(agent)
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, the same object for every agent."""
        self._seat(agent)
        return self._action_space

    def require_session(self) -> None:
        """Raise `RuntimeError` if `reset` has not been called yet."""
        if "agents" not in self.__dict__:
            raise RuntimeError("no session has begun: call reset() first")

    def state(self) -> np.ndarray[Any, Any]:
        """Return the whole table, hidden cards included, as ``(D + 9 + P,)`` float32 for critics.

        Seat 0's observation; then, in the order punter (or right), left, bank, the value of each
        hand's three cards as (value + 1) / 10, 0 for none; then a one-hot of the seat that acts.
        """
        out = np.zeros(self.state_space.shape, np.float32)
        batch.write_state(self._table, self.compiled.config, out)
        return out

    def checked(self, action: Any) -> int:
        """Return an action as a Python int if it is in range, else raise; see `step`."""
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(
                f"action = {action!r}: expected a whole number from 0 to "
                f"{self.compiled.num_actions - 1}"
            ) from None
        if not 0 <= number < self.compiled.num_actions:
            raise ValueError(
                f"action = {action!r}: expected a whole number from 0 to "
                f"{self.compiled.num_actions - 1}"
            )
        return number

    def legal_actions(self, agent: str) -> list[int]:
        """Return the legal actions of an agent; none if it is not to act."""
        if self._seat(agent) != self._asked:
            return []
        return np.flatnonzero(self._mask).tolist()

    def action_to_string(self, action: int) -> str:
        """Return an action at the pending question in words."""
        from chemmy_env.rendering import action_to_string

        return action_to_string(self.compiled, self._table[0], self.checked(action))

    def describe(self, observation: Observation | np.ndarray[Any, Any]) -> str:
        """Turn an observation back into words."""
        from chemmy_env.rendering import describe

        vector = observation["observation"] if isinstance(observation, dict) else observation
        return describe(vector, self.compiled)

    def clone(self) -> Self:
        """Return a copy that plays on identically and shares nothing that changes."""
        return copy.deepcopy(self)

    def resample(self, agent: str, rng: np.random.Generator) -> Self:
        """Return a copy with everything that an agent may not know dealt again.

        The hidden hands are drawn among those that could have led to the pending question, each
        possible deal equally likely; the rest of the shoe is shuffled; the future is new.

        Args:
            agent: whose knowledge is kept.
            rng: where the new deal comes from.
        """
        seat = self._seat(agent)
        twin = self.clone()
        key = np.uint64(rng.integers(2**63))
        resample_row(twin._table, twin._shoe, self.compiled.config, seat, key, twin._mask)
        if self._asked != NOBODY:
            batch.observe_rows(
                twin._table, self.compiled.config, np.array([self._asked]),
                twin._outputs.observation,
            )  # fmt: skip
        return twin

    def get_state(self) -> bytes:
        """Return the session as bytes that `set_state` of an equal environment takes back."""
        return save(self)

    def set_state(self, state: bytes) -> None:
        """Go on from a saved session.

        Raises:
            ValueError: if the bytes are no such state, or another table's; nothing changes then.
        """
        restore(self, state)

    @property
    def record(self) -> Any:
        """The table's record, `TABLE_DTYPE` (engine/records/record.py); read-only."""
        return self._table[0]

    @property
    def coups(self) -> int:
        """Coups counted in this session."""
        return int(self._table[0]["coups"])

    @property
    def over(self) -> bool:
        """Whether the session is over."""
        return self._asked == NOBODY

    def decision_roll(self) -> float:
        """Return the keyed number in [0, 1) that a built-in policy rolls at this decision."""
        out = np.zeros(1)
        batch.roll_rows(self._table, out)
        return float(out[0])

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            raise ValueError(f"agent = {agent!r}: expected one of {self.possible_agents}") from None

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy what changes; share the rules and the observation space, which do not."""
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        twin.__dict__.update(self.__dict__)
        twin._table = copy_records(self._table)
        twin._shoe = self._shoe.copy()
        twin._outputs = type(self._outputs)(*(array.copy() for array in self._outputs))
        twin._bind()
        twin._action_space = copy.deepcopy(self._action_space, memo)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            if name in self.__dict__:
                setattr(twin, name, self.__dict__[name].copy())
        if "infos" in self.__dict__:
            twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return twin

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Point at the unpickled arrays again."""
        self.__dict__.update(state)
        self._bind()
