"""The PettingZoo environment of every game: a batch of one table with names.

Bookkeeping follows what all AEC consumers agree on: `rewards` holds what the last step earned,
`_cumulative_rewards` what an agent has not been told yet, all agents end on the same step. The
checks that PettingZoo's wrappers would add (order, bounds, legality) are made in `step` itself, so
`env()` needs no wrappers.
"""

from __future__ import annotations

import copy
import operator
from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from chemmy_env.engine import batch
from chemmy_env.engine.codes import Over
from chemmy_env.engine.config import CompiledTable
from chemmy_env.engine.fields import bounds
from chemmy_env.engine.jit import announce_compilation, remember_compilation
from chemmy_env.engine.layout import Layout, parse_layout
from chemmy_env.engine.outputs import make_outputs
from chemmy_env.engine.random import check_seed
from chemmy_env.engine.record import TABLE_DTYPE, copy_records
from chemmy_env.engine.resampling import resample_row
from chemmy_env.environments.saving import restore, save

RENDER_MODES = ("ansi", "human")
NOBODY = -1
Observation = dict[str, np.ndarray[Any, Any]]


class TableEnv(AECEnv[str, Observation, int]):
    """A table as a PettingZoo AEC environment.

    Observations are ``{"observation": (D,) float32, "action_mask": (A,) int8}``, fresh arrays on
    each call; `observation_fields` names every slice. The mask of an agent that is not to act is
    all zeros. Actions are ``Discrete(A)``.

    Args:
        compiled: the table's rules and options.
        render_mode: ``"ansi"``, ``"human"`` or `None`.

    Raises:
        ValueError: for an unknown render mode.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "table",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, compiled: CompiledTable, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (*RENDER_MODES, None):
            raise ValueError(
                f"render_mode = {render_mode!r}: expected None or one of {RENDER_MODES}"
            )
        self.compiled = compiled
        self.render_mode = render_mode
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
        whole = (compiled.observation_size + 9 + compiled.num_seats,)
        self.state_space = spaces.Box(0.0, np.float32(high.max()), whole, np.float32)
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

    # The AEC protocol.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a session.

        Args:
            seed: start over from this seed; `None` goes on to the next session (the first time,
                from a seed taken from the system).
            options: ``shoe``, ``first_banker`` and ``chips`` lay the table out; other keys are
                ignored.

        Raises:
            ValueError: for an impossible seed or option; nothing has changed then.
        """
        layout = parse_layout(self.compiled, options)
        if seed is None and not self._seeded:
            seed = int(seeding.np_random(None)[0].integers(2**63))
        table = self._table[0]
        if seed is None:
            table["session"] += 1
        else:
            table["key"] = check_seed(seed)
            table["session"] = 0
            self._seeded = True
        self._start(layout)
        self.agents = self.possible_agents[:]
        self._asked = int(table["seat"])
        self.agent_selection = self.agents[self._asked]
        self.rewards = dict(zip(self.agents, self._rewards.tolist(), strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._credited = False
        self._skip_agent_selection = None
        if table["over"]:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _start(self, layout: Layout) -> None:
        announce_compilation()
        self._table["start"][0, : self.compiled.num_seats] = layout.start
        if layout.shoe is not None:
            self._shoe[0] = layout.shoe
        batch.reset_rows(
            self._table, self._shoe, self.compiled.config, self._outputs,
            layout.first_banker, layout.laid, 0, 1,
        )  # fmt: skip
        remember_compilation()

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is selected.

        Args:
            action: a legal action; `None`, and only that, for an agent whose session is over.

        Raises:
            TypeError: if the action is no whole number.
            ValueError: if it is out of range, or is not `None` for an agent that is done, or, with
                ``illegal="raise"``, not legal; nothing has changed then.
            RuntimeError: when the session is over and all agents are gone.
        """
        agent = self._acting()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if type(action) is not int or not 0 <= action < self.compiled.num_actions:
            action = self.checked(action)
        code = batch.step_one(
            self._table, self._shoe, self.compiled.config, self._observation, self._mask,
            self._rewards, action, self.raises,
        )  # fmt: skip
        if code == batch.ILLEGAL:
            raise ValueError(f"action = {action}: expected one of {self.legal_actions(agent)}")
        self._cumulative_rewards[agent] = 0.0  # It was told with `last()`.
        if self._credited:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._credited = False
        if code & batch.CREDITED:
            self.rewards = dict(zip(self.agents, self._rewards.tolist(), strict=True))
            self._credited = True
            self._accumulate_rewards()
        self._asked = code >> 2
        self.agent_selection = selected = self.agents[self._asked]
        self.infos[selected] = {}
        if code & batch.ENDED:
            if self._table[0]["over"] == Over.ILLEGAL:
                logger.warn(f"{agent} took the illegal action {action}: the session is over")
            self._end()
        if self.render_mode == "human":
            self.render()

    def require_session(self) -> None:
        """Raise `RuntimeError` if `reset` has not been called yet."""
        if "agents" not in self.__dict__:
            raise RuntimeError("no session has begun: call reset() first")

    def _acting(self) -> str:
        """Return the agent that is to step."""
        if not self.__dict__.get("agents"):
            self.require_session()
            raise RuntimeError("the session is over and all agents are gone: call reset()")
        return self.agent_selection

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

    def _end(self) -> None:
        """Mark all agents done, all in the same way."""
        self._asked = NOBODY
        truncated = bool(self._table[0]["over"] == Over.TRUNCATED)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._deads_step_first()

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know now; right for every agent at any time."""
        seat = self._seat(agent)
        if seat == self._asked:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        seen = np.zeros((1, self.compiled.observation_size), np.float32)
        batch.observe_rows(self._table, self.compiled.config, np.array([seat]), seen)
        return {
            "observation": seen[0],
            "action_mask": np.zeros(self.compiled.num_actions, np.int8),
        }

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, the two flags and info of the agent."""
        agent = self._acting()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> np.ndarray[Any, Any]:
        """Return the whole table, hidden cards included, as ``(D + 9 + P,)`` float32 for critics.

        Seat 0's observation; then, in the order punter (or right), left, bank, the value of each
        hand's three cards as (value + 1) / 10, 0 for none; then a one-hot of the seat that acts.
        """
        out = np.zeros(self.state_space.shape, np.float32)
        batch.write_state(self._table, self.compiled.config, out)
        return out

    def render(self) -> str | None:
        """Return the table as text (``"ansi"``) or print it (``"human"``).

        What is shown is what everybody may see.
        """
        from chemmy_env.rendering import render_table

        if self.render_mode is None:
            logger.warn("render() was called without a render_mode: pass one to env()")
            return None
        text = render_table(self.compiled, self._table[0], color=self.render_mode == "human")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Release nothing: there is nothing to release."""

    # Beyond the protocol.

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

    def clone(self) -> TableEnv:
        """Return a copy that plays on identically and shares nothing that changes."""
        return copy.deepcopy(self)

    def resample(self, agent: str, rng: np.random.Generator) -> TableEnv:
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
        """The table's record, `chemmy_env.engine.record.TABLE_DTYPE`; to read, not to write."""
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

    def __deepcopy__(self, memo: dict[int, Any]) -> TableEnv:
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
