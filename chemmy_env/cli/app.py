"""The commands of `chemmy` and their options.

What a command needs is imported when it runs: `chemmy --help` loads neither numba nor PettingZoo.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

app = typer.Typer(
    help="Chemin de fer and its relatives: rules, a session to watch, a session to play.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)

_PROFILES = "home, practice, salon, club, punto, mini, ouverte or limitee."
_WHO = "book, random or a saved model's .zip, with commas between."
Profile = Annotated[str, typer.Option(help=_PROFILES)]
Seed = Annotated[int, typer.Option(min=0, help="One seed gives one session.")]
Players = Annotated[int | None, typer.Option(help="Seats; the profile's number by default.")]
Rule = Annotated[list[str] | None, typer.Option(help="Change a rule: name=value. May be repeated.")]
Forced = Annotated[str, typer.Option(help="skip: forced draws are played; ask: asked for.")]


@app.command()
def rules(
    profile: Annotated[str, typer.Argument(help=_PROFILES)] = "home",
    rule: Rule = None,
) -> None:
    """Print a profile: its option tables, and every field with the rule it stands for."""
    with _errors_in_words():
        from chemmy_env.cli.rules import print_rules

        print_rules(profile, _overrides(rule))


@app.command()
def warmup() -> None:
    """Compile the kernels into numba's cache, and say how long it took."""
    from chemmy_env.cli.warmup import warm_up

    warm_up()


@app.command()
def watch(
    profile: Profile = "home",
    seed: Seed = 0,
    agents: Annotated[str, typer.Option(help=f"Who sits at the seats in turn: {_WHO}")] = "book",
    players: Players = None,
    delay: Annotated[float, typer.Option(min=0, help="Seconds between two decisions.")] = 0.0,
    tables: Annotated[bool, typer.Option(help="Draw the table after every coup.")] = True,
    rule: Rule = None,
    forced: Forced = "skip",
) -> None:
    """Play a session and print it step by step, all cards open."""
    with _errors_in_words():
        from chemmy_env.cli.watch import watch_session

        watch_session(
            profile, seed, agents, players, _overrides(rule), forced, delay=delay, tables=tables
        )


@app.command()
def play(
    profile: Profile = "home",
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    opponents: Annotated[str, typer.Option(help=f"The other seats in turn: {_WHO}")] = "book",
    seed: Annotated[int | None, typer.Option(min=0, help="By default a new one.")] = None,
    players: Players = None,
    rule: Rule = None,
    forced: Forced = "skip",
) -> None:
    """Play a session at the terminal. Type q to leave."""
    with _errors_in_words():
        from chemmy_env.cli.play import play_session

        play_session(profile, seed, seat, opponents, players, _overrides(rule), forced)


@contextmanager
def _errors_in_words() -> Iterator[None]:
    """Turn a wrong argument into a message and exit code 2."""
    from chemmy_env.rendering.printing import say

    try:
        yield
    except ValueError as error:
        say(f"Error: {error}", error=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        say()
        raise typer.Exit(130) from None


def _overrides(rules: list[str] | None) -> dict[str, Any]:
    """Read rule overrides written as ``name=value``."""
    out: dict[str, Any] = {}
    for text in rules or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"rule {text!r}: expected name=value, for example max_coups=6")
        out[name.strip()] = _read(value.strip())
    return out


def _read(value: str) -> Any:
    known = {"true": True, "false": False, "none": None}
    if value.lower() in known:
        return known[value.lower()]
    return int(value) if value.lstrip("-").isdigit() else value
