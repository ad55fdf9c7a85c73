"""Play whole sessions between agents, one of which is watched.

Built-in agents play inside the compiled loop; the others are asked once a round for all the rows
that wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from chemmy_env.engine.loops.sessions import PARTS, Accounts, make_accounts, make_pending
from chemmy_env.engine.records.player import EXTERNAL, PLAYER_DTYPE
from chemmy_env.engine.tables import run_sessions
from chemmy_env.policies import BuiltIn, KeyedRolls, Player
from experiments.measuring.splitting import plays_part
from experiments.measuring.statistics import Array
from experiments.measuring.table import TableSettings

Member = tuple[Player, Player, Player]
"""Who draws, who stakes and who banks for one member of a lineup."""

ROWS: Final = 1024
"""Tables played at a time."""
BLOCK: Final = 65_536
"""Sessions played in one go. Who is asked outside the loop is asked for the same rows together
wherever the blocks are played, so that the last bits of a network agree too."""


def whole(agent: Player) -> Member:
    """Return a member all of whose parts one agent plays."""
    return agent, agent, agent


def hybrid(parts: int, first: Player, second: Player) -> Member:
    """Return a member: `first` plays the parts in the bit set `parts`, `second` the rest."""
    draws, stakes, banks = (
        first if plays_part(parts, part) else second for part in range(len(PARTS))
    )
    return draws, stakes, banks


def field_of(agents: Sequence[Player], seats: int) -> list[Member]:
    """Return the members at the other seats: the agents in turn, until all seats are taken.

    A lone bettor has no others.
    """
    return [whole(agents[at % len(agents)]) for at in range(seats - 1)]


def play(
    settings: TableSettings,
    lineup: Sequence[Member],
    sessions: int,
    seed: int,
    *,
    threads: int = 1,
    rows: int = ROWS,
    first: int = 0,
    progress: Callable[[int], object] = lambda done: None,
) -> Accounts:
    """Play sessions and account for the first member of the lineup.

    Session i is dealt as an environment reset with ``row_seed(seed, i)`` deals it, and member m has
    seat (m + i) % P. So two lineups can be compared session by session. The results do not depend
    on `threads` and `rows`; those of a torch policy only as far as its last bits do.

    Args:
        settings: the table.
        lineup: a member for each seat.
        sessions: how many.
        seed: of the sessions.
        threads: of the compiled loop.
        rows: how many tables at a time.
        first: number of the first session.
        progress: called now and then with how many sessions have been played.

    Raises:
        ValueError: for a wrong number of members or sessions.
    """
    compiled = settings.compiled
    if len(lineup) != compiled.num_seats:
        raise ValueError(f"{len(lineup)} members: expected {compiled.num_seats}, one a seat")
    if sessions < 1:
        raise ValueError(f"sessions = {sessions!r}: expected a whole number from 1")
    inside, outside, codes = _number_players(lineup)
    tables = settings.make_tables(min(rows, sessions), threads)
    accounts = make_accounts(sessions)
    for done in range(0, sessions, BLOCK):
        part = Accounts(*(column[done : done + BLOCK] for column in accounts))
        pending = make_pending(tables.num_tables)
        while True:
            run_sessions(tables, inside, codes, pending, part, seed, first + done)
            waiting = pending.asked < 0
            if not waiting.any():
                break
            progress(done + int((pending.number // tables.num_tables).sum()))
            for code, agent in outside.items():
                at = np.flatnonzero(pending.asked == code)
                if len(at):
                    pending.actions[at] = agent.act_batch(
                        tables.observation[at],
                        tables.action_mask[at],
                        KeyedRolls(pending.rolls[at]),
                    )
        progress(min(done + BLOCK, sessions))
    return accounts


def _number_players(
    lineup: Sequence[Member],
) -> tuple[Array, dict[int, Player], Array]:
    """Return the built-in players' records, the others by code, and the codes ``(P, 3)``."""
    records: list[Any] = []
    outside: dict[int, Player] = {}
    code_of: dict[int, int] = {}
    for agent in (agent for member in lineup for agent in member):
        if id(agent) in code_of:
            continue
        if isinstance(agent, BuiltIn):
            code_of[id(agent)] = len(records)
            records.append(agent.player())
        else:
            code = EXTERNAL - len(outside)
            code_of[id(agent)] = code
            outside[code] = agent
    codes = np.array([[code_of[id(agent)] for agent in member] for member in lineup], np.int64)
    # The compiled loop is made for at least one record.
    inside = np.array(records or [np.zeros((), PLAYER_DTYPE)], PLAYER_DTYPE)
    return inside, outside, codes
