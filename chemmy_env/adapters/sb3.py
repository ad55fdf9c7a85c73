"""`SeatVecEnv`: many tables in one Stable-Baselines3 `VecEnv`, for MaskablePPO and the rest.

```python
from sb3_contrib import MaskablePPO

from chemmy_env.sb3 import SeatVecEnv

model = MaskablePPO("MlpPolicy", SeatVecEnv(512, opponents="book", seat="random"))
```
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        "chemmy_env.sb3 needs Stable-Baselines3: pip install 'chemmy_env[train]'"
    ) from error

from chemmy_env.adapters.common import fresh_seed
from chemmy_env.adapters.opponents import Mix, Opponents
from chemmy_env.adapters.seat_loop import SeatLoop
from chemmy_env.engine.common.keys import check_seed, row_seed
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.making import takes_settings
from chemmy_env.engine.records.spaces import make_spaces
from chemmy_env.rules import Rules

__all__ = ["Mix", "SeatVecEnv"]

Array = np.ndarray[Any, Any]
Indices = int | Iterable[int] | None


@takes_settings
class SeatVecEnv(VecEnv):
    """N tables, in each of which one seat is the learner's and opponents play the others.

    Rewards in chips are divided by the starting chips; places are left as they are. Where a session
    has ended, ``infos`` holds ``episode`` (``r``, ``l``, ``t``, as from a `Monitor`),
    ``terminal_observation``, ``TimeLimit.truncated``, ``seat``, where the learner sat, and
    ``lineup``, which lineup of a `Mix` sat with it (-1 where each seat drew by itself); and, if
    there were any, ``skipped_sessions`` and ``skipped_reward``: sessions since in which it was
    never asked, which neither rewards nor ``episode`` count. Elsewhere it is empty.

    Since every end has its ``episode``, ``env_is_wrapped(Monitor)`` is true: SB3's logger and
    `evaluate_policy` read the rewards of whole sessions from there, under a `VecNormalize` too. A
    `VecMonitor` around it is of use only to write a file, and SB3 warns that it counts again.

    What is returned is the caller's to keep. With ``copy=False`` observations and masks are the
    loop's own arrays instead, of which two sets take turns: they stay whole through the next `step`
    or `reset`, which is as long as SB3's on-policy learners need them; and rows in which nothing
    has ended share their empty infos between calls.

    Args:
        num_envs: N.
        game: ``"chemmy"``, ``"punto_banco"`` or ``"banque"``.
        profile: name of a profile or a `Rules`; `None` for the game's default.
        opponents: a name (``"book"``, ``"random"``), a policy, one for each other seat,
            anticlockwise from the learner's right, or a `Mix`.
        seat: the learner's, or ``"random"``: drawn for each session.
        num_players: seats; `None` for the profile's.
        seed: row i plays what a `SeatEnv` reset with ``row_seed(seed, i)`` plays; `None` for a
            fresh, non-reproducible seed.
        threads: how many share a step.
        copy: return fresh arrays and infos.
        **settings: rule overrides (fields of `Rules`) and table options (of `TableOptions`).

    Raises:
        ValueError: for anything unknown or impossible.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "chemmy",
        profile: str | Rules | None = None,
        opponents: Opponents = "book",
        seat: int | Literal["random"] = 0,
        num_players: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        self.render_mode = None  # Asked for by the base class.
        self._copy = copy
        self._loop = SeatLoop(
            num_envs,
            opponents,
            seat,
            "same_step",
            game=game,
            profile=profile,
            num_players=num_players,
            seed=fresh_seed() if seed is None else seed,
            threads=threads,
            **settings,
        )
        super().__init__(num_envs, *make_spaces(self.compiled))
        self._scale = self.compiled.reward_scale
        self._seed: int | None = None
        self._started = False
        self._since = time.time()
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)

    @property
    def compiled(self) -> CompiledTable:
        """The tables' rules and options."""
        return self._loop.compiled

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Let the next reset start over from a seed; return each row's.

        Raises:
            ValueError: if it is not in [0, 2**63).
        """
        self._seed = fresh_seed() if seed is None else check_seed(seed)
        return [row_seed(self._seed, row) for row in range(self.num_envs)]

    def reset(self) -> Array:
        """Start a session in every row: the first of a new seed, else the next.

        Each row takes the options that were set for it before with `set_options`.

        Returns:
            (N, D) float32, what each learner sees; how long it stays whole, `copy` decides.

        Raises:
            ValueError: for an impossible option of any row; nothing has changed then.
        """
        options = self._options if any(self._options) else None
        if self._started or self._seed is not None or options:
            same = options and all(one == options[0] for one in options[1:])
            self._loop.reset(self._seed, options[0] if options and same else options)
        self._seed = None
        self._reset_options()
        self._started = True
        self._returns[:] = 0
        self._lengths[:] = 0
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._add_skipped(self.reset_infos)
        return self._out(self._loop.observation)

    def step_async(self, actions: Array) -> None:
        """Note the learner's actions, (N,) integers."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Take the actions, and play on until the learner is asked again.

        Returns:
            Observations, (N, D) float32, for as long as `copy` says; rewards, (N,) float32, and
            where a session has ended, (N,) bool, both fresh; and N infos.
        """
        loop = self._loop
        loop.step(self._actions)
        rewards = loop.reward * self._scale
        self._returns += rewards
        self._lengths += 1
        dones = loop.terminated | loop.truncated
        infos = [{} for _ in range(self.num_envs)] if self._copy else self._infos
        if dones.any():
            infos = self._with_ends(infos, np.flatnonzero(dones))
        return self._out(loop.observation), rewards.astype(np.float32), dones, infos

    def _out(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _with_ends(self, infos: list[dict[str, Any]], rows: Array) -> list[dict[str, Any]]:
        """Return infos that tell of the sessions that ended in these rows, too."""
        loop = self._loop
        infos = infos.copy()
        now = round(time.time() - self._since, 6)
        columns = zip(
            rows.tolist(),
            self._returns[rows].tolist(),
            self._lengths[rows].tolist(),
            loop.final_observation[rows],
            loop.truncated[rows].tolist(),
            loop.final_seat[rows].tolist(),
            loop.final_lineup[rows].tolist(),
            strict=True,
        )
        for row, total, length, last, truncated, seat, lineup in columns:
            infos[row] = {
                "episode": {"r": total, "l": length, "t": now},
                "terminal_observation": last,
                "TimeLimit.truncated": truncated,
                "seat": seat,
                "lineup": lineup,
            }
        self._add_skipped(infos)
        self._returns[rows] = 0
        self._lengths[rows] = 0
        return infos

    def _add_skipped(self, infos: list[dict[str, Any]]) -> None:
        """Tell of the sessions that were just played without the learner, where there were any."""
        loop = self._loop
        for row in np.flatnonzero(loop.skipped_sessions):
            infos[row]["skipped_sessions"] = int(loop.skipped_sessions[row])
            infos[row]["skipped_reward"] = float(loop.skipped_reward[row]) * self._scale

    def action_masks(self) -> Array:
        """Return the legal actions, (N, A) int8; how long they stay whole, `copy` decides."""
        return self._out(self._loop.action_mask)

    def set_opponents(self, opponents: Opponents) -> None:
        """Seat other opponents, at once: an earlier self, or a `Mix` of several."""
        self._loop.set_opponents(opponents)

    def close(self) -> None:
        """No-op; holds no resources."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute, the same for each row."""
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute, for all rows at once."""
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any
    ) -> Any:
        """Call a method once; ``"action_masks"`` returns one array, a row for each index."""
        result = getattr(self, method_name)(*args, **kwargs)
        if method_name == "action_masks":
            return result if indices is None else result[self._rows(indices)]
        return [result] * len(self._rows(indices))

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """Tell for each row whether it does what a wrapper would: that of `Monitor`, no other."""
        return [wrapper_class is Monitor] * len(self._rows(indices))

    def _rows(self, indices: Indices) -> list[int]:
        return list(self._get_indices(indices))
