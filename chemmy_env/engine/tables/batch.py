"""`Tables`: independent tables of one game, played in step in one process."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np

from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.records.making import make_table, takes_settings
from chemmy_env.engine.records.outputs import Array
from chemmy_env.engine.tables.current import CurrentOutputs
from chemmy_env.engine.tables.resets import Options, Seeds, all_alike, each_row
from chemmy_env.engine.tables.rollouts import Rollout, make_players, roll_out
from chemmy_env.engine.tables.rows import Rows, Work
from chemmy_env.engine.tables.threads import OneCaller, Threads
from chemmy_env.rules import Rules

AUTORESETS: Final = {
    "disabled": batch.DISABLED,
    "same_step": batch.SAME_STEP,
    "next_step": batch.NEXT_STEP,
}


@takes_settings
class Tables(CurrentOutputs):
    """A batch of N independent tables with P seats each.

    After `reset` and each `step` the arrays of `CurrentOutputs` describe every row. Two sets of
    them take turns: what a call of `reset` or `step` left stays whole through the next call, and is
    overwritten by the one after it. `rollout` overwrites the set that stands.

    Args:
        game: ``"chemmy"``, ``"punto_banco"`` or ``"banque"``.
        profile: name of a profile or a `Rules`; `None` for the game's default.
        num_tables: N.
        seed: row i plays what an environment reset with ``row_seed(seed, i)`` plays.
        threads: how many threads share a step, on as many cores; results do not depend on it.
        autoreset: ``"same_step"``: the next session begins in the step that ends one; the end is in
            `final_observation` and `final_seat`. ``"next_step"``: an ended row offers PASS alone,
            and the next step begins its next session. ``"disabled"``: an ended row stays.
        num_players: seats; `None` for the profile's.
        seeds: (N,) a seed for each row, instead of `seed`.
        **settings: rule overrides (fields of `Rules`) and table options (of `TableOptions`).

    Raises:
        ValueError: for anything unknown or impossible.
    """

    def __init__(
        self,
        game: str = "chemmy",
        profile: str | Rules | None = None,
        num_tables: int = 1,
        seed: int = 0,
        threads: int = 1,
        autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
        num_players: int | None = None,
        seeds: Sequence[int] | Array | None = None,
        **settings: Any,
    ) -> None:
        if autoreset not in AUTORESETS:
            raise ValueError(f"autoreset = {autoreset!r}: expected one of {tuple(AUTORESETS)}")
        self.compiled = make_table(game, profile, num_players, **settings)
        self.num_tables = _count("num_tables", num_tables)
        self.threads = _count("threads", threads)
        self.autoreset = autoreset
        self.one_caller = OneCaller()
        self._threads = Threads(self.threads)
        self._rows = Rows(self.compiled, self.num_tables)
        self._outputs = (self._rows.make_outputs(), self._rows.make_outputs())
        self._now = 0
        self.reset(seed=seed, seeds=seeds)

    def __repr__(self) -> str:
        rules = self.rules
        return (
            f"Tables(game={rules.game!r}, profile={rules.profile!r}, num_tables={self.num_tables}, "
            f"num_players={self.compiled.num_players}, threads={self.threads}, "
            f"autoreset={self.autoreset!r})"
        )

    @property
    def num_actions(self) -> int:
        """A."""
        return self.compiled.num_actions

    @property
    def num_seats(self) -> int:
        """P."""
        return self.compiled.num_seats

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.compiled.rules

    @property
    def state(self) -> Array:
        """(N,) `TABLE_DTYPE`: the tables' records; always the same array, changed by each call."""
        return self._rows.state

    @property
    def shoes(self) -> Array:
        """(N, 52 * decks) uint8: cards 0-51 in the order they are dealt; always the same array."""
        return self._rows.shoes

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays of the batch."""
        kept = (self.state, self.shoes, *self._outputs[0], *self._outputs[1])
        return sum(array.nbytes for array in kept)

    def reset(
        self,
        seed: int | None = None,
        options: Options = None,
        seeds: Seeds = None,
        mask: Any = None,
    ) -> None:
        """Start a session in every row, or in some.

        Args:
            seed: start over from this seed; `None` goes on to each row's next session.
            options: ``shoe``, ``first_banker`` and ``chips`` for every row, as in the environments;
                or a sequence of N of them (or `None`), one for each row.
            seeds: (N,) a seed for each row, instead of `seed`; `None` in it for the next session.
            mask: (N,) bool: the rows to reset; the others go on as they were.

        Raises:
            ValueError: for an impossible seed, option or mask; nothing has changed then.
        """
        alike = all_alike(self._rows, seed, options, seeds, mask)
        if alike is not None:
            with self.one_caller:
                self._now = 1 - self._now
                self._rows.start(self.outputs, *alike, self.share)
            return
        rows, layouts, each = each_row(self._rows, seed, options, seeds, mask)
        with self.one_caller:
            self._now = 1 - self._now
            for new, old in zip(self.outputs, self._outputs[1 - self._now], strict=True):
                new[...] = old
            self._rows.start_each(self.outputs, rows, layouts, each)

    def step(self, actions: Any) -> None:
        """Take one action in every row, for the seat that acts there.

        Args:
            actions: (N,) integers. Rows whose session is over ignore theirs.

        Raises:
            ValueError: for another shape or type, or, with ``illegal="raise"``, for an illegal
                action; nothing has changed then.
            RuntimeError: if another Python thread is playing these tables.
        """
        with self.one_caller:
            taken = self.checked(actions)
            self._now = 1 - self._now
            mode = AUTORESETS[self.autoreset]
            if self.threads > 1:
                self.step_together(batch.step_together, taken, self._now, self._outputs, mode)
                return
            batch.step_rows(
                self.state,
                self.shoes,
                self.compiled.config,
                self.outputs,
                taken,
                mode,
                0,
                self.num_tables,
            )

    def checked(self, actions: Any) -> Array:
        """Return actions as (N,) int64 if they can be taken, else raise; see `step`."""
        taken = np.asarray(actions)
        if taken.shape != (self.num_tables,) or not np.issubdtype(taken.dtype, np.integer):
            raise ValueError(
                f"actions of shape {taken.shape} and type {taken.dtype}: expected "
                f"({self.num_tables},) integers"
            )
        taken = np.ascontiguousarray(taken, np.int64)
        if self.compiled.options.illegal == "raise":
            row = batch.first_illegal(self.state, self.compiled.config, taken)
            if row >= 0:
                mask = np.zeros((1, self.num_actions), np.int8)
                batch.mask_rows(self.state[row : row + 1], self.compiled.config, mask)
                legal = np.flatnonzero(mask).tolist()
                raise ValueError(f"actions[{row}] = {taken[row]}: expected one of {legal}")
        return taken

    def observe(self, seats: Any) -> Array:
        """Return what a seat of each row may know, (N, D) float32, a fresh array.

        Args:
            seats: (N,) integers, or one seat for all rows.

        Raises:
            ValueError: for anything but seats from 0 to P - 1.
        """
        asked = np.asarray(seats)
        whole = np.issubdtype(asked.dtype, np.integer) and asked.shape in ((), (self.num_tables,))
        if not whole or (asked < 0).any() or (asked >= self.num_seats).any():
            raise ValueError(
                f"seats = {seats!r}: expected seats from 0 to {self.num_seats - 1}, one or "
                f"({self.num_tables},) of them"
            )
        asked = np.array(np.broadcast_to(asked, self.num_tables), np.int64)
        out = np.zeros((self.num_tables, self.compiled.observation_size), np.float32)
        batch.observe_rows(self.state, self.compiled.config, asked, out)
        return out

    def rolls(self) -> Array:
        """Return each row's keyed number for the pending decision, (N,) float64 in [0, 1)."""
        out = np.zeros(self.num_tables)
        batch.roll_rows(self.state, out)
        return out

    def rollout(self, policies: Any, steps: int) -> Rollout:
        """Play inside the compiled loop; sessions follow one another whatever `autoreset` says.

        Ctrl-C ends it within a fraction of a second, between two decisions of every row.

        Args:
            policies: a built-in policy for all seats, or one for each seat.
            steps: decisions in each row.

        Raises:
            ValueError: if a policy is not built in, there is not one for each seat, or `steps` is
                no whole number from 0.
            RuntimeError: if another Python thread is playing these tables.
        """
        players = make_players(policies, self.num_seats)
        decisions = _count("steps", steps, 0)
        with self.one_caller:
            return roll_out(self._rows, self.outputs, players, decisions, self.share)

    def clone(self) -> Tables:
        """Return a copy that plays on identically and shares nothing."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tables:
        """Copy all but the threads and the compiled rules, which nobody changes."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        twin._rows = self._rows.copy()
        twin._outputs = copy.deepcopy(self._outputs, memo)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Leave the threads behind."""
        left = ("one_caller", "_threads")
        return {name: value for name, value in self.__dict__.items() if name not in left}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Have threads anew."""
        self.__dict__.update(state)
        self.one_caller = OneCaller()
        self._threads = Threads(self.threads)

    def step_together(self, kernel: Any, actions: Array, which: int, *arguments: Any) -> None:
        """Take a step with all threads; to be called by the one caller.

        Args:
            kernel: what each of them calls, as `Crew` says.
            actions: (N,) int64.
            which: the set of outputs that is written.
            *arguments: what the kernel takes after the tables, their shoes and rules.
        """
        everything = (self.state, self.shoes, self.compiled.config, *arguments)
        self._threads.step(kernel, self.num_tables, actions, which, everything)

    def share(self, work: Work) -> None:
        """Call ``work(low, high)`` for as many parts of the rows as there are threads.

        To be called by the one caller. No part is still at work when it returns, or raises.
        """
        self._threads.share(self.num_tables, work)


def _count(name: str, value: Any, least: int = 1) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} = {value!r}: expected a whole number from {least}")
    return int(value)
