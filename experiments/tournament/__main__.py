"""All agents against one another: ``python -m experiments.tournament``.

At every chemin de fer profile each agent takes one seat of a table whose other seats another agent
fills; the seat moves on with every session, and all agents play the same sessions. What comes out
is a matrix of win shares and one of chips, with intervals, and a ranking (tournament/ranking.py).

The question is whether one number orders the agents. The answer is no where an agent's largest
difference from the model of the ranking, its misfit, lies outside the intervals of the win shares.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from agents.registry import NAMES, make_agent, needs_torch
from chemmy_env.engine.tables import usable_cores
from chemmy_env.rules import PROFILES
from experiments.measuring.table import TableSettings
from experiments.reporting.console import console, progress_bar, use_one_torch_thread
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_folder
from experiments.tournament.contest import Contest, play_profile
from experiments.tournament.report import draw_matrices, write_report

app = typer.Typer(add_completion=False)

AGENTS: Final = (
    "random",
    "book",
    "book:stake=1,bank=2",
    "book:stake=25,bank=50",
    "equilibrium",
    "bank-all",
    "lead-and-sit",
)


def run_all(
    profiles: list[str], agents: dict[str, list[str]], sessions: int, seed: int, threads: int
) -> tuple[list[Contest], bool]:
    """Play every profile; return the contests and whether they are all (Ctrl-C ends it early)."""
    contests: list[Contest] = []
    total = sum(len(agents[profile]) ** 2 for profile in profiles) * sessions
    try:
        with progress_bar("playing", total) as progress:
            for profile in profiles:
                contests.append(
                    play_profile(profile, agents[profile], sessions, seed, threads, progress)
                )
    except KeyboardInterrupt:
        return contests, False
    return contests, True


@app.command()
def main(
    agents: Annotated[
        list[str] | None,
        typer.Argument(help=f"Agents: {', '.join(NAMES)}.", show_default=" ".join(AGENTS)),
    ] = None,
    profiles: Annotated[str, typer.Option(help="With commas.")] = ",".join(PROFILES["chemmy"]),
    learned: Annotated[
        list[str] | None,
        typer.Option(help="PROFILE=learned:PATH, an agent at that profile only. Repeatable."),
    ] = None,
    sessions: Annotated[int, typer.Option(min=1, help="Of each pair.")] = 2_000,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    threads: Annotated[int, typer.Option(min=1)] = usable_cores(),
    quick: Annotated[bool, typer.Option(help="50 sessions of each pair.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder.", show_default="runs/tournament-TIME")
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Let all agents play one another at every profile, rank them, and write a report."""
    started = time.time()
    folder = output_folder(out, "tournament", overwrite=overwrite)
    sessions = min(sessions, 50) if quick else sessions
    try:
        chosen = [name.strip() for name in profiles.split(",")]
        entered = {profile: list(dict.fromkeys(agents or AGENTS)) for profile in chosen}
        for text in learned or []:
            profile, _, name = text.partition("=")
            if profile not in entered or not name:
                raise ValueError(f"learned = {text!r}: expected PROFILE=learned:PATH")
            entered[profile].append(name)
        for profile, names in entered.items():
            if len(names) < 2:
                raise ValueError(f"agents = {names}: expected at least two")
            table = TableSettings("chemmy", profile).compiled
            for name in names:  # Before anything is played.
                make_agent(name, table)
            if any(map(needs_torch, names)):
                use_one_torch_thread()
        contests, complete = run_all(chosen, entered, sessions, seed, threads)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if not contests:
        console.print("stopped before a profile was finished; nothing is written")
        raise typer.Exit(130)
    manifest = make_manifest("experiments.tournament", seed, started, complete=complete)
    for contest in contests:
        save(draw_matrices(contest), folder / f"{contest.profile}.png")
        console.print(_table(contest))
    write_json(
        folder / "results.json",
        {"manifest": manifest, "contests": [contest.to_json() for contest in contests]},
    )
    write_text(folder / "report.md", write_report(contests, sessions, manifest))
    console.print(f"written: {folder / 'report.md'}")
    if not complete:
        raise typer.Exit(130)


def _table(contest: Contest) -> Table:
    table = Table(title=contest.profile)
    table.add_column("agent", overflow="fold")
    for heading in ("Elo", "mean win share", "mean chips"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in contest.ranks:
        table.add_row(
            one.agent,
            f"{one.elo:.0f} ± {one.half_width:.0f}",
            f"{one.win_share:.4f}",
            f"{one.chips:+.2f} ± {one.chips_half_width:.2f}",
        )
    return table


if __name__ == "__main__":
    app()
