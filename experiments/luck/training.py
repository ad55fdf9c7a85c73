"""What luck adjustment does for a learner: ``python -m experiments.luck.training --seeds 5``.

Learners are trained for chips at one table against books, some paid in chips and some in chips less
luck (R-L), which are the same on average: two a seed, with the same first weights and shoes. At
times they are all evaluated in the same held-out sessions, in which nobody learns, by their lead
over the book in chips less luck. The question is how many steps each reward needs to beat the book,
and how many to come near the best lead that either reaches. Adjustment is no help if learners that
are paid less luck need as many as the others.

Every finished run is kept in the output folder: the same command goes on where it was interrupted.
"""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final

import numpy as np
import typer
from matplotlib.figure import Figure
from rich.table import Table

from agents.networks.sb3_policy import LearnedPolicy
from chemmy_env.policies import Player, book
from experiments.measuring import matches
from experiments.measuring.statistics import Array, Estimate, estimate, estimate_few
from experiments.measuring.table import TableSettings
from experiments.reporting.console import Report, console, progress_bar
from experiments.reporting.figures import save
from experiments.reporting.files import write_json
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_folder
from experiments.training.trainer import Trainer, TrainSettings

app = typer.Typer(add_completion=False)

REWARDS: Final = ("chips", "luck_adjusted")
NAMES: Final = {"chips": "chips", "luck_adjusted": "chips less luck"}
NEAR: Final = 0.9
"""Of the best lead at the end: what counts as near it."""
MOST_POINTS: Final = 14
"""Evaluations a run, at most; evenly spaced on a logarithmic axis."""


@dataclass(frozen=True)
class Run:
    """One learner's training, evaluated on the way."""

    reward: str
    seed: int
    steps: list[int]
    """Decisions trained on before each evaluation; the first is of the untrained network."""
    leads: list[Estimate]
    """Alike: chips less luck a session more than the book in the same sessions."""

    def needed(self, level: float) -> int | None:
        """Return steps after which the interval of the lead stays above a level; `None`: never."""
        behind = [at for at, lead in enumerate(self.leads) if lead.low <= level]
        first = behind[-1] + 1 if behind else 0
        return self.steps[first] if first < len(self.steps) else None

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        leads = [{"mean": one.mean, "half_width": one.half_width, "n": one.n} for one in self.leads]
        return {**vars(self), "leads": leads}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Run:
        """Return the run that `to_json` gave."""
        leads = [Estimate(**one) for one in told["leads"]]
        return cls(told["reward"], told["seed"], told["steps"], leads)


class Judge:
    """Evaluates policies in the same sessions among books.

    Args:
        table: where; its reward does not matter.
        sessions: how many.
        seed: of the sessions.
    """

    def __init__(self, table: TableSettings, sessions: int, seed: int) -> None:
        self.table = replace(table, reward="luck_adjusted")
        self.sessions = sessions
        self.seed = seed
        self._books = self._play(book)

    def _play(self, policy: Player) -> Array:
        rest = matches.field_of([book], self.table.compiled.num_seats)
        lineup = [matches.whole(policy), *rest]
        return matches.play(self.table, lineup, self.sessions, self.seed).reward

    def lead(self, policy: Player) -> Estimate:
        """Return a policy's lead over the book, chips less luck a session."""
        return estimate(self._play(policy) - self._books)


def schedule(rollouts: int) -> list[int]:
    """Return after how many rollouts to evaluate: at first, at last, and between by ratios."""
    spaced = np.geomspace(1, rollouts, min(rollouts, MOST_POINTS - 1))
    return [0, *sorted({round(float(one)) for one in spaced})]


def train(settings: TrainSettings, judge: Judge, progress: Report) -> Run:
    """Train one learner and evaluate it on the way; nothing is left but what is returned.

    Args:
        settings: how; whole rollouts are made.
        judge: evaluates.
        progress: called with the steps made since the last call.
    """
    rollout = settings.num_envs * settings.n_steps
    due = [rollout * one for one in schedule(math.ceil(settings.steps / rollout))]
    run = Run(settings.table.compiled.reward, settings.seed, [], [])
    told = 0

    def look(trainer: Trainer) -> None:
        nonlocal told
        steps = int(trainer.model.num_timesteps)
        progress(steps - told)
        told = steps
        if steps in due and steps not in run.steps:
            run.steps.append(steps)
            run.leads.append(judge.lead(LearnedPolicy(trainer.model.policy)))

    with TemporaryDirectory() as folder:
        trainer = Trainer(settings, Path(folder))
        trainer.run(look)
    look(trainer)
    return run


def load_or_train(
    settings: TrainSettings, judge: Judge, folder: Path, progress: Report, *, kept: bool = True
) -> Run:
    """Return a run from its file, if there is one and `kept`, or train it and write the file.

    Raises:
        ValueError: if the file is of a run with other settings.
    """
    name = f"{settings.table.compiled.reward}-{settings.seed}"
    path = folder / f"{name}.json"
    made_by = json.loads(
        json.dumps(
            {**settings.to_json(), "sessions": judge.sessions, "evaluation_seed": judge.seed}
        )
    )
    if kept and path.exists():
        told = json.loads(path.read_text(encoding="utf-8"))
        differing = [key for key in made_by if told["settings"].get(key) != made_by[key]]
        if differing:
            raise ValueError(
                f"out = {str(folder)!r}: {path.name} is of a run with another {differing[0]}, "
                f"{told['settings'].get(differing[0])!r}: expected {made_by[differing[0]]!r}, "
                "or another folder"
            )
        progress(settings.steps)
        return Run.from_json(told["run"])
    run = train(settings, judge, progress)
    write_json(path, {"settings": made_by, "run": run.to_json()})
    return run


def gather(runs: list[Run], reward: str) -> tuple[list[int], list[Estimate]]:
    """Return the steps of the evaluations, and the mean lead of a reward's learners at each."""
    those = [run for run in runs if run.reward == reward]
    means = np.array([[lead.mean for lead in run.leads] for run in those])
    return those[0].steps, [estimate_few(column) for column in means.T]


def draw(runs: list[Run]) -> Figure:
    """Draw the mean lead by steps of each reward, with 95 % intervals over the seeds."""
    figure = Figure(figsize=(7, 4))
    axes = figure.add_subplot()
    for reward in REWARDS:
        steps, leads = gather(runs, reward)
        middle = np.array([one.mean for one in leads])
        width = np.array([one.half_width for one in leads])
        # The untrained network has no place on a logarithmic axis.
        at = np.array(steps[1:]) / 1e3
        (line,) = axes.plot(at, middle[1:], label=f"paid in {NAMES[reward]}")
        axes.fill_between(
            at, (middle - width)[1:], (middle + width)[1:], alpha=0.25, color=line.get_color()
        )
    axes.axhline(0, color="black", linestyle="--", linewidth=1, label="the book")
    axes.set_xscale("log")
    axes.set_xlabel("thousand steps of training")
    axes.set_ylabel("chips a session more than the book, less luck")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    return figure


def levels(runs: list[Run]) -> dict[str, float]:
    """Return the leads that are asked about, by a name: any, and near the best of either reward."""
    best = max(gather(runs, reward)[1][-1].mean for reward in REWARDS)
    return {"beat the book": 0.0, f"lead by {NEAR * best:.2f}": NEAR * best}


def results(runs: list[Run]) -> dict[str, Any]:
    """Return leads, and the steps that each seed needed, by reward, as JSON."""
    return {
        reward: {
            "steps": gather(runs, reward)[0],
            "leads": [one.to_json() for one in gather(runs, reward)[1]],
            "needed": {
                name: [run.needed(level) for run in runs if run.reward == reward]
                for name, level in levels(runs).items()
            },
        }
        for reward in REWARDS
    }


def show(runs: list[Run]) -> None:
    """Print what each run needed, and the mean leads at the end."""
    told = results(runs)
    table = Table(title="steps after which the lead over the book stays proved")
    for heading in ("to", "paid in"):
        table.add_column(heading)
    for heading in (*(f"seed {seed}" for seed in sorted({run.seed for run in runs})), "median"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name in levels(runs):
        for reward in REWARDS:
            needed = [math.inf if one is None else one for one in told[reward]["needed"][name]]
            table.add_row(name, NAMES[reward], *map(_steps, [*needed, float(np.median(needed))]))
    console.print(table)
    for reward in REWARDS:
        final = gather(runs, reward)[1][-1].to_text(3, sign=True)
        console.print(
            f"paid in {NAMES[reward]}: {final} chips a session more than the book at the end"
        )


def _steps(number: float) -> str:
    return f"{number:,.0f}" if number < math.inf else "never"


@app.command()
def main(
    seeds: Annotated[
        int, typer.Option(min=3, help="Learners of each reward, seeds 0, 1, 2 and so on.")
    ] = 5,
    steps: Annotated[int, typer.Option(min=1, help="Decisions of each.")] = 1_000_000,
    sessions: Annotated[int, typer.Option(min=2, help="Of each evaluation.")] = 2_000,
    evaluation_seed: Annotated[int, typer.Option(min=0, help="Of those sessions.")] = 1_000,
    profile: Annotated[str, typer.Option(help="Of chemin de fer.")] = "home",
    out: Annotated[Path, typer.Option(help="Folder.")] = Path("runs/luck-training"),
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what an earlier run has saved there.")
    ] = False,
    overwrite: Overwrite = False,
) -> None:
    """Train for chips with and without the luck of the cards, and compare the learning curves."""
    started = time.time()
    output_folder(out, "luck-training", overwrite=overwrite or resume)
    runs: list[Run] = []
    try:
        judge = Judge(TableSettings(profile=profile), sessions, evaluation_seed)
        with progress_bar("training", 2 * seeds * steps) as progress:
            for seed in range(seeds):
                for reward in REWARDS:
                    settings = TrainSettings(
                        table=TableSettings(profile=profile, reward=reward), steps=steps, seed=seed
                    )
                    runs.append(load_or_train(settings, judge, out, progress, kept=resume))
    except KeyboardInterrupt:
        console.print(f"stopped; {len(runs)} finished runs are kept: --resume goes on")
        raise typer.Exit(130) from None
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    show(runs)
    save(draw(runs), out / "luck-training.png")
    manifest = make_manifest("experiments.luck.training", 0, started)
    write_json(out / "results.json", {"manifest": manifest, **results(runs)})
    console.print(f"written: {out / 'results.json'}, {out / 'luck-training.png'}")


if __name__ == "__main__":
    app()
