"""`SeatEnv`: one seat of a table as a Gymnasium environment."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from chemmy_env.adapters.common import fresh_seed
from chemmy_env.adapters.opponents import Opponents
from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.making import takes_settings
from chemmy_env.engine.records.spaces import make_spaces
from chemmy_env.rendering.modes import RENDER_MODES, check_render_mode, render
from chemmy_env.rendering.printing import say
from chemmy_env.rules import Rules

Array = np.ndarray[Any, Any]


@takes_settings
class SeatEnv(gymnasium.Env[Array, np.int64]):
    """One seat is the learner's, and opponents play the others until it is asked again.

    ``info`` holds at every reset and step: ``action_mask`` (A,) int8; ``seat``, where the learner
    sits; and ``skipped_sessions`` and ``skipped_reward``: how many sessions the reset played on
    because they ended without asking the learner, and what it was credited in them. Once the
    session is over, ``action_mask`` offers PASS alone, so that whoever samples from it before the
    next reset has something to sample. All arrays returned are fresh.

    Args:
        game: ``"chemmy"``, ``"punto_banco"`` or ``"banque"``.
        profile: name of a profile or a `Rules`; `None` for the game's default.
        opponents: a name (``"book"``, ``"random"``), a policy, one for each other seat,
            anticlockwise from the learner's right, or a `Mix`.
        seat: the learner's, or ``"random"``: drawn for each session.
        num_players: seats; `None` for the profile's.
        render_mode: ``"ansi"``, ``"human"``, ``"svg"``, ``"rgb_array"`` or `None`; see `render`.
        **settings: rule overrides (fields of `Rules`) and table options (of `TableOptions`).

    Raises:
        ValueError: for anything unknown or impossible; it names the setting, the value and what is
            allowed.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str = "chemmy",
        profile: str | Rules | None = None,
        opponents: Opponents = "book",
        seat: int | Literal["random"] = 0,
        num_players: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._loop = SeatLoop(
            1,
            opponents,
            seat,
            "next_step",
            game=game,
            profile=profile,
            num_players=num_players,
            **settings,
        )
        self.observation_space, self.action_space = make_spaces(self.compiled)
        self._seeded = False
        self._over = True

    @property
    def compiled(self) -> CompiledTable:
        """The table's rules and options."""
        return self._loop.compiled

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Start a session and play on to the learner's first decision.

        Args:
            seed: start over from this seed; `None` goes on to the next session.
            options: ``shoe``, ``first_banker`` and ``chips``, as in the PettingZoo environments.

        Raises:
            ValueError: for an impossible seed or option.
        """
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = fresh_seed()
        self._loop.reset(options=options, seeds=None if seed is None else [seed])
        self._seeded = True
        self._over = False
        self._show()
        return self._loop.observation[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Take the learner's action and play on until it is asked again, or the session is over.

        Raises:
            ResetNeeded: if no session is being played.
            ValueError: for something that is no integer, or, with ``illegal="raise"``, an illegal
                action.
        """
        if self._over:
            raise ResetNeeded("no session is being played: call reset first")
        loop = self._loop
        loop.step(np.asarray(action)[None])
        terminated, truncated = bool(loop.terminated[0]), bool(loop.truncated[0])
        self._over = terminated or truncated
        self._show()
        observation = loop.observation[0].copy()
        return observation, float(loop.reward[0]), terminated, truncated, self._info()

    def action_masks(self) -> Array:
        """Return the legal actions, (A,) int8, as sb3-contrib asks for them."""
        return self._loop.action_mask[0].copy()

    def set_opponents(self, opponents: Opponents) -> None:
        """Seat other opponents, at once."""
        self._loop.set_opponents(opponents)

    def render(self) -> str | Array | None:
        """Show the table as the learner sees it.

        Returns:
            Text (``"ansi"``), the text of an SVG document (``"svg"``) or its pixels, (H, W, 3)
            uint8 (``"rgb_array"``); `None` in mode ``"human"``, which prints, and without a mode.

        Raises:
            DependencyNotInstalled: for ``"rgb_array"`` without the libraries of the extra
                ``render``.
        """
        if self.render_mode in (None, "human"):
            self._show()
            return None
        return self._drawn()

    def _show(self) -> None:
        if self.render_mode == "human":
            say(str(self._drawn()))

    def _drawn(self) -> str | Array:
        loop = self._loop
        assert self.render_mode is not None
        return render(self.render_mode, self.compiled, loop.tables.state[0], int(loop.seat[0]))

    def _info(self) -> dict[str, Any]:
        loop = self._loop
        return {
            "action_mask": loop.action_mask[0].copy(),
            "seat": int(loop.seat[0]),
            "skipped_sessions": int(loop.skipped_sessions[0]),
            "skipped_reward": float(loop.skipped_reward[0]),
        }
