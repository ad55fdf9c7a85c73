"""All agents against one another: ``python -m experiments.tournament``.

At every chemin de fer profile each agent takes one seat of a table whose other seats another agent
fills; the seat moves on with every session, and all agents play the same sessions. What comes out
is a matrix of win shares and one of chips, with intervals, and a ranking (experiments/ranking.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from matplotlib.figure import Figure
from rich.table import Table

from agents.registry import NAMES, make_agent, needs_torch
from chemmy_env.engine.machine.crew import usable_cores
from chemmy_env.rules import PROFILES
from experiments.console import Report, console, progress_bar, use_one_torch_thread
from experiments.evaluation import Evaluation, Score, evaluate
from experiments.figures import save
from experiments.files import write_json, write_text
from experiments.manifest import make_manifest, run_lines
from experiments.ranking import Rank, rank
from experiments.report import markdown_table
from experiments.settings import TableSettings
from experiments.statistics import Array

app = typer.Typer(add_completion=False)

AGENTS: Final = (
    "random", "book", "book:stake=1,bank=2", "book:stake=25,bank=50", "equilibrium", "bank-all",
    "lead-and-sit",
)  # fmt: skip
_REWARD: Final = "luck_adjusted"
"""Chips are then told less luck with the cards (R-L) too; nobody plays otherwise for it."""


@dataclass
class Contest:
    """The cross-play of one profile."""

    profile: str
    agents: list[str]
    evaluation: Evaluation
    ranks: list[Rank]

    def scores(self) -> list[list[Score]]:
        """Return the scores, a row for each agent, a column for each field."""
        score = self.evaluation.score
        return [[score(agent, field) for field in self.agents] for agent in self.agents]

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            "profile": self.profile,
            "agents": self.agents,
            "ranking": [vars(one) for one in self.ranks],
            **self.evaluation.to_json(),
        }


def play_profile(
    profile: str, names: list[str], sessions: int, seed: int, threads: int, progress: Report
) -> Contest:
    """Play all against all at one profile's table.

    Raises:
        ValueError: for an unknown agent, or one made for another table.
    """
    settings = TableSettings("chemmy", profile, reward=_REWARD)
    agents = {name: make_agent(name, settings.compiled) for name in names}
    evaluation = evaluate(
        settings, agents, {name: [agent] for name, agent in agents.items()}, sessions, seed,
        baseline="book" if "book" in agents else None, threads=threads, progress=progress,
    )  # fmt: skip
    contest = Contest(profile, names, evaluation, [])
    contest.ranks = rank(names, contest.scores(), settings.compiled.num_seats)
    return contest


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


def draw_matrices(contest: Contest) -> Figure:
    """Draw the matrix of win shares and that of chips as heat maps."""
    scores = contest.scores()
    seats = contest.evaluation.settings.compiled.num_seats
    figure = Figure(figsize=(3 + 1.5 * len(scores), 1.6 + 0.5 * len(scores)))
    shares = np.array([[one.win_share.mean for one in row] for row in scores])
    chips = np.array([[one.chips.mean for one in row] for row in scores])
    widest = float(np.abs(chips).max()) or 1.0
    for number, (title, values, low, high, form) in enumerate(
        [("share of sessions won", shares, 0.0, 2 / seats, ".3f"),
         ("chips a session", chips, -widest, widest, "+.1f")]
    ):  # fmt: skip
        axes = figure.add_subplot(1, 2, number + 1)
        _heat(axes, values, low, high, form)
        axes.set_title(f"{contest.profile}: {title}", fontsize=10)
        axes.set_xticks(range(len(scores)), contest.agents, rotation=40, ha="right", fontsize=7)
        axes.set_yticks(range(len(scores)), contest.agents if number == 0 else [], fontsize=7)
        axes.set_xlabel("all other seats")
    figure.axes[0].set_ylabel("one seat")
    figure.tight_layout()
    return figure


def _heat(axes: Any, values: Array, low: float, high: float, form: str) -> None:
    axes.imshow(values, cmap="coolwarm", vmin=low, vmax=high, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        axes.text(column, row, f"{value:{form}}", ha="center", va="center", fontsize=7)


def write_report(contests: list[Contest], sessions: int, manifest: dict[str, Any]) -> str:
    """Return the text of ``report.md``."""
    lines = [
        "# All agents against one another",
        f"Each agent takes one seat, moved on with every session, against a table of another; "
        f"{sessions:,} sessions of each pair, the same for all. Intervals are of 95 %. Equal "
        "winners share a session (R-H16).",
        "Ratings are those of a Luce model (Luce 1959): an agent of strength s wins against P - 1 "
        "of strength t with chance s / (s + (P - 1) t), fitted to all pairs of different agents by "
        "maximum likelihood, each pair with one session at par added; Elo = 1500 + 400 log10(s), "
        "the mean 1500. Their intervals take pairs for independent. Misfit is the largest "
        "difference of a win share from the model: where it is large one number does not tell the "
        "story, the matrix does.",
    ]
    if not manifest["complete"]:
        lines.append("**The run was stopped early; the profiles it had finished are here.**")
    for contest in contests:
        par = 1 / contest.evaluation.settings.compiled.num_seats
        lines += [
            f"## {contest.profile}",
            f"Par is {par:.4f} of the sessions.",
            _ranking(contest),
            "Share of sessions won, one seat (row) against a table of others (column):",
            _matrix(contest, lambda one: one.win_share.to_text(3)),
            "Chips a session:",
            _matrix(contest, lambda one: one.chips.to_text(2, sign=True)),
        ]
        lines += ["Chips a session less luck with the cards (R-L):",
                  _matrix(contest, _adjusted)]  # fmt: skip
        if contest.evaluation.comparisons:
            lines += ["Lead over the book in the same sessions, in share of sessions won:",
                      _leads(contest)]  # fmt: skip
        lines.append(f"![matrices]({contest.profile}.png)")
    lines += run_lines(manifest)
    return "\n\n".join(lines) + "\n"


def _adjusted(score: Score) -> str:
    return score.adjusted.to_text(3, sign=True) if score.adjusted else ""


def _matrix(contest: Contest, text: Callable[[Score], str]) -> str:
    rows = [
        [agent, *(text(one) for one in row)]
        for agent, row in zip(contest.agents, contest.scores(), strict=True)
    ]
    return markdown_table(["", *contest.agents], rows)


def _leads(contest: Contest) -> str:
    rows = []
    for agent in contest.agents:
        if agent != "book":
            leads = [contest.evaluation.comparison(agent, field) for field in contest.agents]
            rows.append([agent, *(one.win_share.to_text(3, sign=True) for one in leads)])
    return markdown_table(["", *contest.agents], rows)


def _ranking(contest: Contest) -> str:
    rows = [
        [str(place), one.agent, f"{one.elo:.0f} ± {one.half_width:.0f}", f"{one.win_share:.4f}",
         f"{one.chips:+.2f} ± {one.chips_half_width:.2f}", f"{one.misfit:.3f}"]
        for place, one in enumerate(contest.ranks, start=1)
    ]  # fmt: skip
    headings = ["", "agent", "Elo", "mean win share", "mean chips a session", "misfit"]
    return markdown_table(headings, rows)


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
) -> None:
    """Let all agents play one another at every profile, rank them, and write a report."""
    started = time.time()
    folder = out or Path("runs") / time.strftime("tournament-%Y%m%d-%H%M%S")
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
        table.add_row(one.agent, f"{one.elo:.0f} ± {one.half_width:.0f}", f"{one.win_share:.4f}",
                      f"{one.chips:+.2f} ± {one.chips_half_width:.2f}")  # fmt: skip
    return table


if __name__ == "__main__":
    app()
