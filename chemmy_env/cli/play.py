"""`chemmy play`: a person at one seat, in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import typer
from rich.console import Console

from chemmy_env.cli.answers import parse_answer
from chemmy_env.cli.session import Session
from chemmy_env.cli.watch import print_end
from chemmy_env.engine.records.codes import Phase
from chemmy_env.rendering.text import render_table

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
    typer.echo(f"Seed {seed}. {_HELP}")
    while not session.over:
        before = int(session.record["num_events"])
        if session.seat == seat:
            action = _ask(session, seat, names)
            if action is None:
                typer.echo("You leave the table.")
                return
        else:
            action = session.choose()
        session.step(action)
        for line in session.news(before, names)[0]:
            typer.echo(f"  {line}")
    print_end(session, names)


def _ask(session: Session, seat: int, names: Mapping[int, str]) -> int | None:
    """Ask until there is a legal answer; `None` for leaving."""
    color = Console().is_terminal
    typer.echo(render_table(session.compiled, session.record, seat, color, names))
    while True:
        try:
            text = input(f"{Phase(int(session.record['phase'])).name.lower()}> ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            typer.echo()
            return None
        if text in ("q", "quit", "exit"):
            return None
        if text in ("", "?", "h", "help"):
            typer.echo(_HELP)
            continue
        try:
            return parse_answer(session, text)
        except ValueError as error:
            typer.echo(str(error))
