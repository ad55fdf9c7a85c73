"""`chemmy watch`: a session printed step by step."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from chemmy_env.cli.session import Session
from chemmy_env.rendering.modes import table_on_screen
from chemmy_env.rendering.printing import say
from chemmy_env.rendering.words import chips, seat_name


def watch_session(
    profile: str,
    seed: int,
    agents: str,
    players: int | None,
    overrides: Mapping[str, Any],
    forced: str,
    *,
    delay: float,
    tables: bool,
) -> None:
    """Play a session and print every public event, and the table after every coup."""
    session = Session(profile, seed, players, overrides, forced)
    session.seat_players(agents)
    while not session.over:
        before = int(session.record["num_events"])
        session.step(session.choose())
        lines, settled = session.news(before)
        for line in lines:
            say(line, fold=True)
        if settled and tables:
            say(table_on_screen(session.compiled, session.record, "all"))
        if delay:
            time.sleep(delay)
    print_end(session)


def print_end(session: Session, names: Mapping[int, str] | None = None) -> None:
    """Print the final balances, the highest first."""
    record = session.record
    say(f"\nThe session is over after {int(record['coups'])} coups.")
    seats = sorted(range(session.tables.num_seats), key=lambda seat: -int(record["balance"][seat]))
    for seat in seats:
        own = int(record["balance"][seat])
        change = own - int(record["start"][seat])
        sign = "+" if change > 0 else ""
        say(f"  {seat_name(seat, names):<12} {chips(own):>10}  ({sign}{chips(change)})")
