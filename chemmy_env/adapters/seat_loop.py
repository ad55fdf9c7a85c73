"""`SeatLoop`: many tables seen from one seat each, the learner's; the others are played for it.

The Gymnasium and Stable-Baselines3 adapters rename what this returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from chemmy_env.adapters.opponents import Opponents, resolve_opponents
from chemmy_env.adapters.teams import ask_round
from chemmy_env.engine.loops.seat import (
    SKIP_LIMIT,
    change_opponents,
    start_seat_rows,
    step_seat_rows,
    step_seats_together,
)
from chemmy_env.engine.loops.seating import (
    LEARNER,
    STUCK,
    SeatOutputs,
    make_seat_outputs,
    make_seat_state,
)
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.making import takes_settings
from chemmy_env.engine.tables import AUTORESETS, Tables
from chemmy_env.engine.tables.resets import Options, Seeds
from chemmy_env.rules import Rules

Array = np.ndarray[Any, Any]


@takes_settings
class SeatLoop:
    """Tables on which one seat each is the learner's, and opponents play the others.

    After `reset` and each `step` the fields of `SeatOutputs` are attributes: ``observation``,
    ``action_mask``, ``seat``, ``reward``, ``terminated``, ``truncated``, ``final_observation``,
    ``final_seat``, ``final_lineup``, ``skipped_sessions``, ``skipped_reward``. The learner is asked
    in every row, or its session has just ended there. Two sets of arrays take turns: what a step
    left stays whole until the step after the next.

    A reward is all that the learner was credited since its last decision, or since its session
    began, up to and with the session's end. A session that ends before the learner was asked once
    owes nothing to its decisions: it is played on, and told in ``skipped_sessions`` and
    ``skipped_reward`` of the step or reset in which that happened, not in a reward.

    Args:
        num_tables: N.
        opponents: who plays the other seats: a name, a policy, one for each other seat,
            anticlockwise from the learner's right, or a `Mix`. Built-in ones play inside the
            compiled loop; any other is asked once a round, for all rows that wait for it or for
            its like (`chemmy_env.adapters.teams`).
        seat: the learner's, or ``"random"``: drawn for each session from a keyed number.
        autoreset: what follows a session: ``"same_step"``, ``"next_step"`` or ``"disabled"``.
        game: as for `Tables`, like the rest.
        profile: the rules.
        num_players: seats.
        seed: row i plays what a single table with ``row_seed(seed, i)`` plays.
        threads: how many share a step.
        **settings: rule overrides and table options.

    Raises:
        ValueError: for anything unknown or impossible.
    """

    def __init__(
        self,
        num_tables: int = 1,
        opponents: Opponents = "book",
        seat: int | Literal["random"] = 0,
        autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
        *,
        game: str = "chemmy",
        profile: str | Rules | None = None,
        num_players: int | None = None,
        seed: int = 0,
        threads: int = 1,
        **settings: Any,
    ) -> None:
        self.tables = Tables(
            game, profile, num_tables, seed, threads, autoreset, num_players, **settings
        )
        compiled = self.compiled
        self._seat = seat
        self._resolved = resolve_opponents(opponents, compiled, seat)
        self._autoreset = AUTORESETS[autoreset]
        self._rows = np.arange(num_tables)
        self._state = make_seat_state(num_tables, compiled.num_seats)
        shape = (num_tables, compiled.observation_size, compiled.num_actions)
        self._outputs = (make_seat_outputs(*shape), make_seat_outputs(*shape))
        self._now = 0
        self._unfinished = False
        self._start()

    def __getattr__(self, name: str) -> Any:
        """Serve the arrays of the current set of outputs as attributes."""
        if name.startswith("_") or name == "tables":
            raise AttributeError(name)
        return getattr(self._outputs[self._now], name)

    @property
    def compiled(self) -> CompiledTable:
        """The table's rules and options."""
        return self.tables.compiled

    @property
    def outputs(self) -> SeatOutputs:
        """The arrays that the last step or reset wrote."""
        return self._outputs[self._now]

    @property
    def lineup(self) -> Array:
        """Which lineup of the `Mix` plays each row's session, (N,) int64; a fresh array.

        It is -1 where every other seat draws by itself.
        """
        return self._state.lineup.copy()

    def set_opponents(self, opponents: Opponents) -> None:
        """Seat other opponents, at once, in the sessions that are being played too.

        Raises:
            ValueError: as at construction; nothing has changed then.
        """
        self._resolved = resolve_opponents(opponents, self.compiled, self._seat)
        change_opponents(
            self.tables.state, self.compiled.config, self._resolved.lineups, self._state
        )

    def reset(
        self,
        seed: int | None = None,
        options: Options = None,
        seeds: Seeds = None,
        mask: Any = None,
    ) -> None:
        """Start a session in every row, or in some, and play on to the learner.

        Args:
            seed: as for `Tables.reset`, like the rest.
            options: how the tables are laid out.
            seeds: (N,) a seed for each row, or `None` for its next session.
            mask: (N,) bool: the rows to reset; the outputs of the others stay as they are.

        Raises:
            ValueError: for an impossible seed, option or mask; nothing has changed then.
            RuntimeError: as `step`.
        """
        tables = self.tables
        tables.reset(seed, options, seeds, mask)
        with tables.one_caller:
            self._start(None if mask is None else np.flatnonzero(mask).tolist())

    def _start(self, rows: Sequence[int] | None = None) -> None:
        """Take seats where sessions have just begun: everywhere, or in some rows."""
        old = self.outputs
        self._now = 1 - self._now
        arguments = self.tables.rewards, self._autoreset
        if rows is None:
            self._play(start_seat_rows, *arguments)
            return
        for new, kept in zip(self.outputs, old, strict=True):
            new[...] = kept
        self._unfinished = True
        for row in rows:
            self._call(start_seat_rows, arguments, row, row + 1)
        self._finish()

    def step(self, actions: Any) -> None:
        """Take the learner's action in every row, and play on until it is asked again.

        Args:
            actions: (N,) integers. With ``"next_step"`` a row whose session is over ignores its
                own.

        Raises:
            ValueError: for another shape or type; for an illegal action of an opponent; with
                ``illegal="raise"`` for the learner's too, and nothing has changed then.
            RuntimeError: if sessions go by without end in which the learner is never asked, if the
                call before broke off, or if another Python thread is playing these tables.
        """
        with self.tables.one_caller:
            if self._unfinished:
                raise RuntimeError("the call before did not finish: reset first")
            taken = self.tables.checked(actions)
            self._now = 1 - self._now
            if self.tables.threads == 1:
                self._play(step_seat_rows, self._rows, taken, self._autoreset)
                return
            resolved = self._resolved
            self._unfinished = True
            self.tables.step_together(
                step_seats_together,
                taken,
                self._now,
                resolved.players,
                resolved.lineups,
                self._state,
                self._outputs,
                self._rows,
                self._autoreset,
            )
            self._finish()

    def _play(self, kernel: Any, *arguments: Any) -> None:
        """Call a kernel for all rows, then let opponents outside the loop answer."""
        self._unfinished = True
        self.tables.share(lambda low, high: self._call(kernel, arguments, low, high))
        self._finish()

    def _call(self, kernel: Any, arguments: tuple[Any, ...], low: int, high: int) -> None:
        tables, resolved = self.tables, self._resolved
        kernel(
            tables.state,
            tables.shoes,
            tables.compiled.config,
            resolved.players,
            resolved.lineups,
            self._state,
            self.outputs,
            *arguments,
            low,
            high,
        )

    def _finish(self) -> None:
        if self._resolved.teams or (self._state.asked == STUCK).any():
            self._ask_foreign()
        self._unfinished = False

    def _ask_foreign(self) -> None:
        """Ask the teams outside the loop, once a round each, until only learners are asked."""
        state, out = self._state, self._outputs[self._now]
        while (state.asked != LEARNER).any():
            if (state.asked == STUCK).any():
                row = int(np.argmax(state.asked == STUCK))
                raise RuntimeError(
                    f"row {row}: in {SKIP_LIMIT} sessions the learner was never asked"
                )
            for rows, actions in ask_round(self._resolved.teams, state, out):
                self._answer(rows, actions)

    def _answer(self, rows: Array, actions: Array) -> None:
        self._call(step_seat_rows, (rows, actions, self._autoreset), 0, len(rows))
