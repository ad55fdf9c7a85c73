"""A table in Python's hands: arrays, spaces, and what can be asked of it beyond PettingZoo."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np
from gymnasium import spaces

from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.loops.resample import resample_row
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.outputs import Outputs
from chemmy_env.engine.records.ranges import check_record
from chemmy_env.engine.records.spaces import make_spaces
from chemmy_env.engine.tables.rows import Rows, bind_observe, bind_step
from chemmy_env.environments.saving import pack, unpack

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]
NOBODY: Final = -1
_BOOKS: Final = ("rewards", "_cumulative_rewards", "terminations", "truncations")
"""What is kept for each agent that has not left yet, `infos` aside."""
_BOUND: Final = ("_take", "_look")
"""Kernels that point at this very table's arrays: made anew in a copy."""


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
        self.possible_agents = list(compiled.agents)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rows = Rows(compiled, 1)
        self._outputs = self._rows.make_outputs()
        self.raises = compiled.options.illegal == "raise"
        self._asked = NOBODY
        self._seeded = False
        self._bind()
        box, self._action_space = make_spaces(compiled)
        self._observation_space = spaces.Dict(
            observation=box, action_mask=spaces.Box(0, 1, (compiled.num_actions,), np.int8)
        )
        self._no_mask = np.zeros(compiled.num_actions, np.int8)
        rest = np.zeros(9 + compiled.num_seats, np.float32)
        self.state_space = spaces.Box(
            np.concatenate([box.low, rest]), np.concatenate([box.high, rest + 1]), dtype=np.float32
        )

    def _bind(self) -> None:
        """Name the rows that `step` and `last` touch on every call."""
        self._table, self._shoe = self._rows.state, self._rows.shoes
        self._observation = self._outputs.observation[0]
        self._mask = self._outputs.action_mask[0]
        self._rewards = self._outputs.rewards[0]
        self._take: Callable[[int], int] = self._first_take
        self._look: Callable[[int, Array], None] = self._first_look

    def _first_take(self, action: int) -> int:
        """Take an action; the compiled `step_one` stands in `_take` from then on."""
        self._take = bind_step(self._rows, self._outputs, self.raises)
        return self._take(action)

    def _first_look(self, seat: int, out: Array) -> None:
        """Write what a seat may know; the compiled `observe_one` stands in `_look` from then on."""
        self._look = bind_observe(self._rows, self._outputs)
        self._look(seat, out)

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

    def state(self) -> Array:
        """Return the whole table, hidden cards included, as ``(D + 9 + P,)`` float32 for critics.

        Seat 0's observation; then, in the order punter (or right), left, bank, the value of each
        hand's three cards as (value + 1) / 10, 0 for none; then a one-hot of the seat that acts.
        """
        out = np.zeros(self.state_space.shape, np.float32)
        batch.write_state(self._table, self.compiled.config, out)
        return out

    def checked(self, action: Any) -> int:
        """Return an action as a Python int if it is in range, else raise; see `step`."""
        expected = f"expected a whole number from 0 to {self.compiled.num_actions - 1}"
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"action = {action!r}: {expected}") from None
        if isinstance(action, bool):
            raise TypeError(f"action = {action!r}: {expected}")
        if not 0 <= number < self.compiled.num_actions:
            raise ValueError(f"action = {action!r}: {expected}")
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

    def describe(self, observation: Observation | Array) -> str:
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
            twin._look(self._asked, twin._observation)
        return twin

    def get_state(self) -> bytes:
        """Return the session as bytes that `set_state` of an equal environment takes back.

        Raises:
            RuntimeError: if no session has begun.
        """
        self.require_session()
        books = {name: self.__dict__[name] for name in _BOOKS}
        return pack(
            self.compiled,
            {
                "agents": self.agents,
                "selection": self.agent_selection,
                "skip": self._skip_agent_selection,
                "asked": self._asked,
                **books,
            },
            (self._table, self._shoe, *self._outputs),
        )

    def set_state(self, state: bytes) -> None:
        """Go on from a saved session; nothing in the bytes is run, and all of it is checked.

        Raises:
            ValueError: if the bytes are no such state, or another table's; nothing changes then.
        """
        books, (table, shoe, *outputs) = unpack(
            self.compiled, state, (self._table, self._shoe, *self._outputs)
        )
        self._check_books(books)
        check_record(self.compiled, table[0], shoe[0])
        self._table[:] = table
        self._shoe[:] = shoe
        for mine, given in zip(self._outputs, outputs, strict=True):
            mine[...] = given
        for name in _BOOKS:
            setattr(self, name, books[name])
        self.agents = books["agents"]
        self.agent_selection = books["selection"]
        self._skip_agent_selection = books["skip"]
        self._asked = books["asked"]
        self.infos = {agent: {} for agent in self.agents}
        self._credited = any(self.rewards.values())
        self._seeded = True

    def _check_books(self, books: dict[str, Any]) -> None:
        """Raise unless the books of a saved session are those of agents at this table."""
        agents = books["agents"]
        known = [*self.possible_agents, None]
        for name in ("selection", "skip"):
            if books[name] not in known:
                raise ValueError(f"state with {name} = {books[name]!r}: expected one of {known}")
        if not set(agents) <= set(self.possible_agents):
            raise ValueError(f"state with agents = {agents}: expected {self.possible_agents}")
        for name in _BOOKS:
            if list(books[name]) != agents:
                raise ValueError(f"state with {name} of {list(books[name])}: expected {agents}")
        if not NOBODY <= books["asked"] < self.compiled.num_seats:
            raise ValueError(
                f"state with asked = {books['asked']}: expected a seat from 0 to "
                f"{self.compiled.num_seats - 1}, or {NOBODY}"
            )

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
        twin.__dict__.update(self.__getstate__())
        twin._rows = self._rows.copy()
        twin._outputs = Outputs(*(array.copy() for array in self._outputs))
        twin._bind()
        twin._action_space = copy.deepcopy(self._action_space, memo)
        for name in ("agents", *_BOOKS):
            if name in self.__dict__:
                setattr(twin, name, self.__dict__[name].copy())
        if "infos" in self.__dict__:
            twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Leave behind what points at this table's arrays."""
        return {name: value for name, value in self.__dict__.items() if name not in _BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Point at the unpickled arrays again."""
        self.__dict__.update(state)
        self._bind()
