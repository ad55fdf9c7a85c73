"""The PettingZoo environment of every game: a batch of one table with names.

Bookkeeping follows what all AEC consumers agree on: `rewards` holds what the last step earned,
`_cumulative_rewards` what an agent has not been told yet, all agents end on the same step. The
checks that PettingZoo's wrappers would add (order, bounds, legality) are made in `step` itself, so
`env()` needs no wrappers.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import logger
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from chemmy_env.engine.common.keys import check_seed
from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.records.codes import Over
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.environments.table import NOBODY, LiveTable, Observation
from chemmy_env.rendering.modes import RENDER_MODES, check_render_mode
from chemmy_env.rendering.modes import render as render_in
from chemmy_env.rendering.picture import picture
from chemmy_env.rendering.printing import say

__all__ = ["RENDER_MODES", "TableEnv"]


class TableEnv(LiveTable, AECEnv[str, Observation, int]):
    """A table as a PettingZoo AEC environment.

    Observations are ``{"observation": (D,) float32, "action_mask": (A,) int8}``, fresh arrays on
    each call; `observation_fields` names every slice. The mask of an agent that is not to act is
    all zeros. Actions are ``Discrete(A)``.

    Args:
        compiled: the table's rules and options.
        render_mode: ``"ansi"``, ``"human"``, ``"svg"``, ``"rgb_array"`` or `None`; see `render`.

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
        AECEnv.__init__(self)
        LiveTable.__init__(self, compiled)
        check_render_mode(render_mode)
        self.render_mode = render_mode

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
        layout = self._rows.layout(options)
        if seed is not None:
            seed = check_seed(seed)
        elif not self._seeded:
            seed = int(seeding.np_random(None)[0].integers(2**63))
        self._rows.start(self._outputs, layout, seed, lambda work: work(0, 1))
        self._seeded = True
        self.agents = self.possible_agents[:]
        self._asked = int(self._outputs.seat[0])
        self.agent_selection = self.agents[self._asked]
        self.rewards = dict(zip(self.agents, self._rewards.tolist(), strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._credited = any(self.rewards.values())
        self._skip_agent_selection = None
        if self._table[0]["over"]:
            self._end()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Take the action of the agent that is selected.

        Args:
            action: a legal action; `None`, and only that, for an agent whose session is over.

        Raises:
            TypeError: if the action is no whole number.
            ValueError: if it is out of range, or is not `None` for an agent that is done, or, with
                ``illegal="raise"``, not legal; nothing has changed then.
            RuntimeError: when the session is over and all agents are gone.
        """
        try:
            agent = self.agent_selection
            gone = self.terminations[agent] or self.truncations[agent]
        except (AttributeError, KeyError):
            raise self._nobody_acts() from None
        if gone:
            self._was_dead_step(action)
            return
        if type(action) is not int and type(action) is not np.int64:
            action = self.checked(action)
        try:
            code = self._take(action)
        except OverflowError:
            code = batch.ILLEGAL
        if code == batch.ILLEGAL:
            action = self.checked(action)
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

    def _nobody_acts(self) -> RuntimeError:
        """Return the error of whoever asks for the agent that is to step when there is none."""
        if "agents" not in self.__dict__:
            return RuntimeError("no session has begun: call reset() first")
        return RuntimeError("the session is over and all agents are gone: call reset()")

    def _end(self) -> None:
        """Mark all agents done, all in the same way, those too who had left (R-S9)."""
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
        if not self._seeded:
            self.require_session()
        seen = np.empty_like(self._observation)
        self._look(seat, seen)
        return {"observation": seen, "action_mask": self._no_mask.copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, the two flags and info of the agent."""
        try:
            agent = self.agent_selection
            reward = self._cumulative_rewards[agent]
        except (AttributeError, KeyError):
            raise self._nobody_acts() from None
        seen: Observation | None = None
        if observe:
            seen = (
                {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
                if self._seats[agent] == self._asked
                else self.observe(agent)
            )
        return seen, reward, self.terminations[agent], self.truncations[agent], self.infos[agent]

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """Show what everybody may see of the table.

        Returns:
            Text (``"ansi"``), the text of an SVG document (``"svg"``) or its pixels, (H, W, 3)
            uint8 (``"rgb_array"``); `None` in mode ``"human"``, which prints, and without a mode.

        Raises:
            DependencyNotInstalled: for ``"rgb_array"`` without the libraries of the extra
                ``render``.
        """
        if self.render_mode is None:
            logger.warn("render() was called without a render_mode: pass one to env()")
            return None
        shown = render_in(self.render_mode, self.compiled, self._table[0])
        if self.render_mode != "human":
            return shown
        say(str(shown))
        return None

    def _repr_svg_(self) -> str | None:
        """Return the table as a picture, which notebooks show; nothing before the first session."""
        if not self._seeded:
            return None
        return picture(self.compiled, self._table[0])

    def close(self) -> None:
        """No-op; holds no resources."""
