"""`chemmy play`: a person at one seat, in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from chemmy_env.cli.answers import parse_answer
from chemmy_env.cli.session import Session
from chemmy_env.cli.watch import print_end
from chemmy_env.engine.records.codes import Phase
from chemmy_env.rendering.modes import table_on_screen
from chemmy_env.rendering.printing import say

_HELP = (
    "Answer in a word or its first letter: stand, draw, pass, banco; or a number of chips; yes or "
    "no will do too. q leaves the table."
)


def play_session(
    profile: str,
    seed: int | None,
    seat: int,
    opponents: str,
    players: int | None,
    overrides: Mapping[str, Any],
    forced: str,
) -> None:
    """Let a person play a session.

    Raises:
        ValueError: for anything unknown or impossible among the arguments.
    """
    seed = secrets.randbelow(2**31) if seed is None else seed
    session = Session(profile, seed, players, overrides, forced)
    if seat >= session.tables.num_seats:
        raise ValueError(f"seat = {seat}: expected 0 to {session.tables.num_seats - 1}")
    session.seat_players(opponents, left_free=seat)
    names = {seat: "you"}
    say(f"Seed {seed}. {_HELP}", fold=True)
    while not session.over:
        before = int(session.record["num_events"])
        if session.seat == seat:
            action = _ask(session, seat, names)
            if action is None:
                say("You leave the table.")
                return
        else:
            action = session.choose()
        session.step(action)
        for line in session.news(before, names)[0]:
            say(f"  {line}", fold=True)
    print_end(session, names)


def _ask(session: Session, seat: int, names: Mapping[int, str]) -> int | None:
    """Ask until there is a legal answer; `None` for leaving."""
    say(table_on_screen(session.compiled, session.record, seat, names))
    while True:
        try:
            text = input(f"{Phase(int(session.record['phase'])).name.lower()}> ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            say()
            return None
        if text in ("q", "quit", "exit"):
            return None
        if text in ("", "?", "h", "help"):
            say(_HELP, fold=True)
            continue
        try:
            return parse_answer(session, text)
        except ValueError as error:
            say(str(error), fold=True)
