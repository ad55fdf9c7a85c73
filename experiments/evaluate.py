"""Evaluate agents: ``python -m experiments.evaluate book random --against book``.

Does an agent beat the baseline? No, or not proved, if the interval of its lead in the same sessions
lies below zero or includes it.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from agents.registry import NAMES, make_agent, needs_torch
from chemmy_env.engine.tables import usable_cores
from chemmy_env.rules import GAMES
from experiments.distributed.evaluation import playing
from experiments.measuring.evaluation import Evaluation, count_matches, evaluate
from experiments.measuring.table import NOBODY, TableSettings
from experiments.measuring.verdict import verdict
from experiments.reporting.console import console, progress_bar, use_one_torch_thread
from experiments.reporting.files import write_json
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_file

app = typer.Typer(add_completion=False)


def add_columns(table: Table, *numbers: str) -> None:
    """Add a column for the agent, one for the field, and some for numbers."""
    table.add_column("agent", overflow="fold", min_width=7)
    table.add_column("against", overflow="fold", min_width=7)
    for heading in numbers:
        table.add_column(heading, justify="right")


def score_table(evaluation: Evaluation) -> Table:
    """Return the scores as a table for the terminal."""
    alone = evaluation.settings.is_alone
    par = 1 / evaluation.settings.compiled.num_seats
    title = f"{evaluation.sessions:,} sessions each"
    table = Table(title=title if alone else f"{title}; par is {par:.3f} of them won")
    won = () if alone else ("sessions won",)
    add_columns(table, *won, "chips a session", "per 100 at risk", "as punter", "as banker")
    for one in evaluation.scores:
        table.add_row(
            one.agent,
            one.field,
            *(() if alone else (one.win_share.to_text(4),)),
            one.chips.to_text(2, sign=True),
            one.per_100.to_text(2, sign=True),
            one.as_punter.to_text(2, sign=True),
            one.as_banker.to_text(2, sign=True),
        )
    return table


def luck_table(evaluation: Evaluation) -> Table:
    """Return chips and chips less luck, with both intervals, as a table for the terminal."""
    table = Table(title="chips a session, as won and less luck with the cards")
    add_columns(table, "as won", "less luck", "worth sessions")
    for one in evaluation.scores:
        if one.adjusted is not None:
            gain = (one.chips.half_width / one.adjusted.half_width) ** 2
            table.add_row(
                one.agent,
                one.field,
                one.chips.to_text(3, sign=True),
                one.adjusted.to_text(3, sign=True),
                f"{gain:,.1f} times",
            )
    return table


def comparison_table(evaluation: Evaluation) -> Table:
    """Return the leads over the baseline as a table for the terminal."""
    baseline = evaluation.comparisons[0].baseline
    alone = evaluation.settings.is_alone
    table = Table(title=f"lead over {baseline} in the same sessions, and what it comes from")
    add_columns(table, "lead", "drawing", "staking", "banking")
    for one in evaluation.comparisons:
        for what, lead, parts, decimals in (
            ("won", None if alone else one.win_share, one.win_share_by_part, 4),
            ("chips", one.chips, one.chips_by_part, 2),
            ("less luck", one.adjusted, one.adjusted_by_part, 3),
        ):
            if lead is None:
                continue
            split = [part.to_text(decimals, sign=True) for part in parts.values()]
            table.add_row(
                one.agent,
                one.field,
                f"{lead.to_text(decimals, sign=True)} {what}",
                *(split or ["-"] * 3),
            )
    return table


@app.command()
def main(
    agents: Annotated[list[str], typer.Argument(help=f"Agents: {', '.join(NAMES)}.")],
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="Who fills the other seats: an agent, or several with + between them. "
            "Repeat it for several fields.",
            show_default="book",
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(help="Agent that the others are compared with.", show_default="the first one"),
    ] = None,
    sessions: Annotated[
        int, typer.Option(min=1, help="Sessions of each agent and field.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    game: Annotated[str, typer.Option()] = "chemmy",
    profile: Annotated[str | None, typer.Option(show_default="the game's own")] = None,
    players: Annotated[int | None, typer.Option(show_default="the profile's own")] = None,
    luck: Annotated[
        bool,
        typer.Option(help="Tell chips less luck with the cards too, where the game knows it."),
    ] = True,
    split: Annotated[
        bool, typer.Option(help="Split the leads into drawing, staking and banking.")
    ] = True,
    threads: Annotated[
        int, typer.Option(min=1, help="Threads of the compiled loop.")
    ] = usable_cores(),
    out: Annotated[Path | None, typer.Option(help="Write the results to this JSON file.")] = None,
    overwrite: Overwrite = False,
    ray: Annotated[
        bool,
        typer.Option("--ray", help="Play over Ray, --threads processes at a time; same results."),
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(
            help="HOST:PORT of a Ray cluster, or auto; all of it plays.",
            show_default="this machine",
        ),
    ] = None,
) -> None:
    """Play agents against fields of others, all in the same sessions, seats rotated."""
    started = time.time()
    adjusts = luck and GAMES[game].adjusts_luck
    settings = TableSettings(game, profile, players, "luck_adjusted" if adjusts else None)
    fields = against or ["book"]
    try:
        if out is not None:
            output_file(out, overwrite=overwrite)
        table = settings.compiled
        if any(map(needs_torch, (*agents, *"+".join(fields).split("+")))):
            use_one_torch_thread()
        made = {name: make_agent(name, table) for name in agents}
        if settings.is_alone and against:
            raise ValueError(f"against = {against!r}: expected none, a lone bettor has no rivals")
        others = (
            {NOBODY: []}
            if settings.is_alone
            else {
                field: [made.get(name) or make_agent(name, table) for name in field.split("+")]
                for field in fields
            }
        )
        against_whom = baseline or agents[0]
        splits = [name for name in made if name != against_whom] if split else []
        total = sessions * count_matches(settings, len(made), len(others), len(splits))
        with (
            playing(ray, address, threads, settings, sessions, seed) as over,
            progress_bar("playing", total) as progress,
        ):
            evaluation = evaluate(
                settings,
                made,
                others,
                sessions,
                seed,
                baseline=against_whom,
                splits=splits,
                threads=threads,
                progress=progress,
                start=over(progress),
            )
    except (ConnectionError, ImportError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    console.print(score_table(evaluation))
    if adjusts:
        console.print(luck_table(evaluation))
    for one in evaluation.comparisons:
        if not settings.is_alone:
            console.print(
                verdict(
                    one.win_share,
                    one.agent,
                    f"{one.baseline} against {one.field}",
                    "of the sessions won",
                    4,
                )
            )
        console.print(
            verdict(
                one.chips, one.agent, f"{one.baseline} against {one.field}", "chips a session", 2
            )
        )
        if one.adjusted is not None:
            console.print(
                verdict(
                    one.adjusted,
                    one.agent,
                    f"{one.baseline} against {one.field}",
                    "chips a session, less luck",
                    3,
                )
            )
    if evaluation.comparisons:
        console.print(comparison_table(evaluation))
    console.print(f"{total:,} sessions in {time.time() - started:.1f} s")
    if out is not None:
        manifest = make_manifest("experiments.evaluate", seed, started)
        write_json(out, {"manifest": manifest, **evaluation.to_json()})
        console.print(f"written: {out}")


if __name__ == "__main__":
    app()
