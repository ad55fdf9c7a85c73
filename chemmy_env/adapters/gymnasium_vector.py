"""`SeatVectorEnv`: many tables as one Gymnasium vector environment, stepped in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from chemmy_env.adapters.common import fresh_seed
from chemmy_env.adapters.opponents import Opponents
from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.records.codes import PASS
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.making import takes_settings
from chemmy_env.engine.records.spaces import make_spaces
from chemmy_env.rendering.modes import check_render_mode, render
from chemmy_env.rules import Rules

Array = np.ndarray[Any, Any]


class _AutoresetMode(Enum):
    """What Gymnasium has from 1.1 on."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"


MODES: Any = getattr(gymnasium.vector, "AutoresetMode", _AutoresetMode)
RENDER_MODES = ("ansi", "svg", "rgb_array")
_INFOS = ("action_mask", "seat", "skipped_sessions", "skipped_reward")


@takes_settings
class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """N tables, in each of which one seat is the learner's and opponents play the others.

    Row i plays what a `SeatEnv` reset with ``row_seed(seed, i)`` plays. ``infos`` holds the same
    keys as `SeatEnv`'s, one row a table, and with ``"same_step"`` what Gymnasium's own vector
    environments add at the end of a session: ``final_obs``, ``final_info``, and who has them.

    Args:
        num_envs: N.
        autoreset_mode: ``"same_step"``: the next session begins in the step that ends one.
            ``"next_step"``: it begins in the step after, which ignores its action (PASS alone is on
            offer) and gives no reward. A member of Gymnasium's `AutoresetMode` will do too.
        copy: return fresh arrays. Without, two sets take turns, and what a step returned stays
            whole until the step after the next.
        threads: how many share a step.
        game: as for `SeatEnv`, like the rest.
        profile: the rules.
        opponents: who plays the other seats.
        seat: the learner's.
        num_players: seats.
        render_mode: ``"ansi"``, ``"svg"``, ``"rgb_array"`` or `None`.
        **settings: rule overrides and table options.

    Raises:
        ValueError: for anything unknown or impossible.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "autoreset_mode": MODES.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "chemmy",
        profile: str | Rules | None = None,
        opponents: Opponents = "book",
        seat: int | Literal["random"] = 0,
        num_players: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: Any = "same_step",
        copy: bool = True,
        threads: int = 1,
        **settings: Any,
    ) -> None:
        check_render_mode(render_mode, RENDER_MODES)
        mode: Any = str(getattr(autoreset_mode, "name", autoreset_mode)).lower()
        if mode not in ("same_step", "next_step"):
            raise ValueError(
                f"autoreset_mode = {autoreset_mode!r}: expected 'same_step' or 'next_step'"
            )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "autoreset_mode": MODES[mode.upper()]}  # type: ignore[misc]
        self._loop = SeatLoop(
            num_envs,
            opponents,
            seat,
            mode,
            game=game,
            profile=profile,
            num_players=num_players,
            threads=threads,
            **settings,
        )
        self.single_observation_space, self.single_action_space = make_spaces(self.compiled)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = mode == "same_step"
        self._copy = copy
        self._all = np.ones(num_envs, np.bool_)
        self._seeded = False

    @property
    def compiled(self) -> CompiledTable:
        """The tables' rules and options."""
        return self._loop.compiled

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Start a session in every row, or in some.

        Args:
            seed: of row i: ``row_seed(seed, i)``, or the i-th of a sequence; `None`, there too,
                goes on to the row's next session.
            options: as for `SeatEnv`, for every row. ``reset_mask``, (N,) bool, resets only the
                rows where it is True; of the others is returned what they showed before.

        Raises:
            ValueError: for an impossible seed, option or mask; nothing has changed then.
        """
        options = dict(options) if isinstance(options, Mapping) else options
        mask = options.pop("reset_mask", None) if options else None
        if seed is None or isinstance(seed, int | np.integer):
            super().reset(seed=None if seed is None else int(seed))
            if seed is None and not self._seeded:
                seed = fresh_seed()
            self._loop.reset(seed, options, mask=mask)
        else:
            if not self._seeded:
                seed = [fresh_seed() if one is None else one for one in seed]
            self._loop.reset(None, options, seed, mask)
        self._seeded = True
        return self._out(self._loop.observation), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Take the learner's action in every row.

        Args:
            actions: (N,) integers.

        Raises:
            ValueError: for another shape or type, or, with ``illegal="raise"``, an illegal action.
        """
        self._loop.step(actions)
        now = self._loop.outputs
        infos = self._infos()
        ended = now.terminated | now.truncated
        if self._same_step and ended.any():
            infos.update(self._final(ended))
        results = (now.observation, now.reward, now.terminated, now.truncated)
        return *(self._out(array) for array in results), infos  # type: ignore[return-value]

    def action_masks(self) -> Array:
        """Return the legal actions, (N, A) int8."""
        return self._out(self._loop.action_mask)

    def set_opponents(self, opponents: Opponents) -> None:
        """Seat other opponents, at once."""
        self._loop.set_opponents(opponents)

    def render(self) -> tuple[str | Array, ...] | None:
        """Return each table as its learner sees it, in the render mode."""
        if self.render_mode is None:
            return None
        rows = zip(self._loop.tables.state, self._loop.seat.tolist(), strict=True)
        return tuple(render(self.render_mode, self.compiled, one, seat) for one, seat in rows)

    def _out(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        now = self._loop.outputs
        infos = {}
        for name in _INFOS:
            infos[name] = self._out(getattr(now, name))
            infos[f"_{name}"] = self._all.copy()
        return infos

    def _final(self, ended: Array) -> dict[str, Any]:
        """Return what Gymnasium tells of sessions that ended in this step."""
        now = self._loop.outputs
        final_obs = np.empty(self.num_envs, object)  # None wherever no session ended.
        rows = np.flatnonzero(ended)
        for row, last_seen in zip(rows.tolist(), now.final_observation[rows], strict=True):
            final_obs[row] = last_seen
        masks_at_end = np.zeros_like(now.action_mask)
        masks_at_end[rows, PASS] = 1
        last = {
            "action_mask": masks_at_end,
            "seat": np.where(ended, now.final_seat, 0),
            "skipped_sessions": np.zeros_like(now.skipped_sessions),
            "skipped_reward": np.zeros_like(now.skipped_reward),
        }
        masks = {f"_{name}": ended.copy() for name in last}
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": {**last, **masks},
            "_final_info": ended.copy(),
        }
