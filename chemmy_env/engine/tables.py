"""`Tables`: independent tables of one game, played in step in one process."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

import numpy as np

from chemmy_env.engine.common.keys import check_seed, row_seed
from chemmy_env.engine.loops import rollout
from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.loops.sessions import Accounts, Desk, play_sessions
from chemmy_env.engine.machine.crew import Crew, usable_cores
from chemmy_env.engine.machine.jit import announce_compilation, remember_compilation
from chemmy_env.engine.records.config import CompiledTable, TableOptions, compile_table
from chemmy_env.engine.records.fields import Field
from chemmy_env.engine.records.outputs import Array, make_outputs
from chemmy_env.engine.records.player import PLAYER_DTYPE
from chemmy_env.engine.records.record import TABLE_DTYPE, copy_records
from chemmy_env.engine.reset_options import Layout, parse_layout
from chemmy_env.rules import Rules, get_rules

AUTORESETS: Final = {
    "disabled": batch.DISABLED,
    "same_step": batch.SAME_STEP,
    "next_step": batch.NEXT_STEP,
}
_OPTION_NAMES: Final = frozenset(field.name for field in fields(TableOptions))


def make_table(
    game: str = "chemmy",
    profile: str | Rules | None = None,
    num_players: int | None = None,
    **settings: Any,
) -> CompiledTable:
    """Compile a table from a profile, rule overrides and table options.

    Raises:
        ValueError: for anything unknown or impossible; it names the setting, the value and what is
            allowed.
    """
    options = {name: settings.pop(name) for name in _OPTION_NAMES & settings.keys()}
    rules = get_rules(profile, game, **settings)
    return compile_table(rules, num_players, TableOptions(**options))


@dataclass(frozen=True)
class Rollout:
    """What happened in a rollout."""

    sessions: int
    """Sessions that ended."""
    coups: int
    decisions: int
    rewards: Array
    """(P,) float64: rewards of each seat, summed over all tables."""


class Tables:
    """A batch of independent tables.

    After `reset` and each `step` the attributes `observation` (N, D) float32, `action_mask` (N, A)
    int8, `seat` (N,) int64 (who acts), `rewards` (N, P) float64 (of all seats, since the last
    step), `terminated` and `truncated` (N,) bool describe every row. Two sets of arrays take turns:
    what a step left there stays whole until the step after the next.

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
        self.state: Array = np.zeros(num_tables, TABLE_DTYPE)
        self.shoes: Array = np.zeros((num_tables, self.compiled.rules.cards), np.uint8)
        shape = (num_tables, self.compiled.observation_size, self.num_actions, self.num_seats)
        self._outputs = (make_outputs(*shape), make_outputs(*shape))
        self._now = 0
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._crew: Crew | None = None
        self.reset(seed=seed, seeds=seeds)

    def __getattr__(self, name: str) -> Any:
        """Serve the arrays of the current set of outputs as attributes."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._outputs[self._now], name)

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

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        seeds: Sequence[int] | Array | None = None,
    ) -> None:
        """Start a session in every row.

        Args:
            seed: start over from this seed; `None` goes on to each row's next session.
            options: ``shoe``, ``first_banker`` and ``chips`` for every row, as in the environments.
            seeds: (N,) a seed for each row, instead of `seed`.

        Raises:
            ValueError: for an impossible seed or option; nothing has changed then.
        """
        layout = parse_layout(self.compiled, options)
        keys = self._keys(seed, seeds)
        if keys is None:
            self.state["session"] += 1
        else:
            self.state["key"] = keys
            self.state["session"] = 0
        self.lay(layout, slice(None))
        announce_compilation(self.compiled.kernels)
        self._run(batch.reset_rows, layout.first_banker, layout.laid)
        remember_compilation(self.compiled.kernels)

    def lay(self, layout: Layout, rows: slice) -> None:
        """Put a layout's chips and shoe where the next start of a session takes them from."""
        self.state["start"][rows, : self.num_seats] = layout.start
        if layout.shoe is not None:
            self.shoes[rows] = layout.shoe

    def _keys(self, seed: int | None, seeds: Any) -> Array | None:
        if seeds is not None:
            if np.shape(seeds) != (self.num_tables,):
                raise ValueError(
                    f"seeds of shape {np.shape(seeds)}: expected ({self.num_tables},), one a row"
                )
            return np.array([check_seed(one) for one in seeds], np.uint64)
        if seed is None:
            return None
        check_seed(seed)
        return np.array([row_seed(seed, row) for row in range(self.num_tables)], np.uint64)

    def step(self, actions: Any) -> None:
        """Take one action in every row, for the seat that acts there.

        Args:
            actions: (N,) integers. Rows whose session is over ignore theirs.

        Raises:
            ValueError: for another shape or type, or, with ``illegal="raise"``, for an illegal
                action; nothing has changed then.
        """
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
                legal = np.flatnonzero(self.action_mask[row]).tolist()
                raise ValueError(f"actions[{row}] = {taken[row]}: expected one of {legal}")
        self._now = 1 - self._now
        outputs, mode = self._outputs, AUTORESETS[self.autoreset]
        if self.threads == 1:
            self._run(batch.step_rows, taken, mode)
        else:
            self.step_together(batch.step_together, taken, self._now, outputs, mode)

    def observe(self, seats: Any) -> Array:
        """Return what a seat of each row may know, (N, D) float32; `seats` is (N,) or one seat."""
        seats = np.broadcast_to(np.asarray(seats, np.int64), (self.num_tables,)).copy()
        if (seats < 0).any() or (seats >= self.num_seats).any():
            raise ValueError(f"seats = {seats!r}: expected seats from 0 to {self.num_seats - 1}")
        out = np.zeros((self.num_tables, self.compiled.observation_size), np.float32)
        batch.observe_rows(self.state, self.compiled.config, seats, out)
        return out

    def rolls(self) -> Array:
        """Return each row's keyed number for the pending decision, (N,) float64 in [0, 1)."""
        out = np.zeros(self.num_tables)
        batch.roll_rows(self.state, out)
        return out

    def rollout(self, policies: Any, steps: int) -> Rollout:
        """Play inside the compiled loop; sessions follow one another whatever `autoreset` says.

        Args:
            policies: a built-in policy for all seats, or one for each seat.
            steps: decisions in each row.

        Raises:
            ValueError: if a policy is not built in, or there is not one for each seat.
        """
        seats = self.num_seats
        one_each = list(policies) if isinstance(policies, Sequence) else [policies] * seats
        if len(one_each) != seats:
            raise ValueError(f"{len(one_each)} policies: expected one, or {seats}, one a seat")
        foreign = [policy for policy in one_each if not hasattr(policy, "player")]
        if foreign:
            raise ValueError(
                f"policy {foreign[0]!r} is not built in: step the tables with it instead"
            )
        players = np.array([policy.player() for policy in one_each], PLAYER_DTYPE)
        seating = np.broadcast_to(np.arange(seats), (self.num_tables, seats)).copy()
        tallies = np.zeros((self.threads, 3 + seats))
        self.share(
            lambda part, low, high: rollout.play_decisions(
                self.state, self.shoes, self.compiled.config, self._outputs[self._now], players,
                seating, steps, tallies[part], low, high,
            )
        )  # fmt: skip
        tally = tallies.sum(0)
        return Rollout(int(tally[0]), int(tally[1]), int(tally[2]), tally[3:])

    def clone(self) -> Tables:
        """Return a copy that plays on identically and shares nothing."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Tables:
        """Copy all but the threads and the compiled rules, which nobody changes."""
        twin = object.__new__(type(self))
        twin.__setstate__({**self.__getstate__(), "compiled": self.compiled})
        twin.state = copy_records(self.state)
        twin.shoes = self.shoes.copy()
        twin._outputs = copy.deepcopy(self._outputs, memo)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Leave the threads behind."""
        return {**self.__dict__, "_pool": None, "_crew": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Start the threads anew."""
        self.__dict__.update(state)
        if self.threads > 1:
            self._pool = ThreadPoolExecutor(self.threads - 1)

    def _run(self, kernel: Any, *arguments: Any) -> None:
        outputs = self._outputs[self._now]
        config = self.compiled.config
        self.share(
            lambda _, low, high: kernel(
                self.state, self.shoes, config, outputs, *arguments, low, high
            )
        )

    def step_together(self, kernel: Any, actions: Array, which: int, *arguments: Any) -> None:
        """Take a step with all threads.

        Args:
            kernel: what each of them calls, as `Crew` says.
            actions: (N,) int64.
            which: the set of outputs that is written.
            *arguments: what the kernel takes after the tables, their shoes and rules.
        """
        assert self._pool is not None
        arguments = (self.state, self.shoes, self.compiled.config, *arguments)
        if self._crew is None or not self._crew.does(kernel, arguments):
            # Threads that wait for one another on one core only stand in each other's way.
            threads = min(self.threads, usable_cores())
            self._crew = Crew(self._pool, threads, self.num_tables, kernel, arguments)
        try:
            self._crew.step(actions, which)
        except BaseException:  # Stopped in between: the next step shall not wait for what is lost.
            self._crew = None
            raise

    def share(self, work: Any) -> None:
        """Call ``work(part, low, high)`` for as many parts of the rows as there are threads."""
        if self._pool is None:
            work(0, 0, self.num_tables)
            return
        cuts = np.linspace(0, self.num_tables, self.threads + 1).astype(int).tolist()
        parts = list(zip(range(self.threads), cuts, cuts[1:], strict=False))
        others = [self._pool.submit(work, *part) for part in parts[1:]]
        work(*parts[0])
        for other in others:
            other.result()


def _count(name: str, value: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} = {value!r}: expected a whole number from 1")
    return int(value)


def observation_fields(
    game: str = "chemmy",
    rules: Rules | str | None = None,
    num_players: int | None = None,
    **settings: Any,
) -> tuple[Field, ...]:
    """Return every slice of an observation: name, slice, unit, range, meaning.

    Args:
        game: ``"chemmy"``, ``"punto_banco"``, ``"banque"`` or ``"coup"``.
        rules: a `Rules` or a profile's name.
        num_players: seats; `None` for the profile's.
        **settings: rule overrides and table options (``history`` lengthens the observation).

    Raises:
        ValueError: for anything unknown or impossible.
    """
    return make_table(game, rules, num_players, **settings).fields


def run_sessions(
    tables: Tables,
    players: np.ndarray[Any, Any],
    lineup: np.ndarray[Any, Any],
    desk: Desk,
    accounts: Accounts,
    seed: int,
    first: int,
) -> None:
    """Call `play_sessions` on all rows, shared among the threads of `tables`.

    The rows leave their own sessions for good; the results depend neither on how many rows there
    are nor on the threads.
    """
    tables.share(
        lambda _, low, high: play_sessions(
            tables.state, tables.shoes, tables.compiled.config, tables._outputs[tables._now],
            players, lineup, desk, accounts, np.uint64(seed), first, len(accounts.share), low, high,
        )
    )  # fmt: skip
