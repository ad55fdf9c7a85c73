"""The study: train, evaluate, read the policy, draw."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import typer
from rich.markdown import Markdown

from agents.baselines import YARDSTICKS
from agents.networks import checkpoint
from agents.networks.sb3_policy import LearnedPolicy
from agents.registry import make_agent
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.tables import usable_cores
from chemmy_env.policies import Player
from experiments.measuring.evaluation import Evaluation, count_matches, evaluate
from experiments.measuring.table import NOBODY, TableSettings
from experiments.reading.decisions import Reading, read_policy
from experiments.reading.distance import Distance, distances
from experiments.reading.questions import QUESTIONS
from experiments.reading.wording import draws_met
from experiments.reporting.console import console, progress_bar, use_one_torch_thread
from experiments.reporting.figures import save
from experiments.reporting.files import write_json, write_text
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import writing_to
from experiments.study import figures
from experiments.study.report import answer, score_rows, write_report
from experiments.training.progress import speed_line, train_with_bar
from experiments.training.trainer import CHECKPOINT, SaveError, Trainer, TrainSettings

STEPS: Final = 6_000_000
"""Decisions of the learner in training."""
DRILL: Final = 0.25
"""Share of the tables at which the cards are drilled, where the aim is chips."""
ASKED: Final = "the book handles its money"
OWN: Final = "it handles its own"
"""In which plays draws are read: asked about all cards, or about those that its own play meets."""
SETTINGS: Final = "study.json"
"""File in a study's folder with its settings, from which it is resumed."""
_RESULTS: Final = (
    "report.md",
    "results.json",
    "manifest.json",
    "model.zip",
    "curve.png",
    "draws.png",
)


@dataclass(frozen=True)
class StudySettings:
    """Sizes of a study: about five minutes in all on two cores."""

    train: TrainSettings
    sessions: int = 20_000
    """Of each agent against books and against random."""
    cross_sessions: int = 4_000
    """Of each agent against learned ones, who are slower."""
    reading_sessions: int = 10_000
    """From which a policy's betting is read back, and as many for its draws."""
    threads: int = usable_cores()
    """Results are the same with any number."""

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON, the threads left out."""
        sizes = {name: value for name, value in vars(self).items() if name.endswith("sessions")}
        return {"train": self.train.to_json(), **sizes}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> StudySettings:
        """Return the settings that `to_json` gave."""
        return cls(**{**values, "train": TrainSettings.from_json(values["train"])})

    def options(self) -> dict[str, Any]:
        """Return the settings that a command line gives, by the names of its options."""
        told = self.train.options()
        # Where luck is known it is taken out of the chips (`training_for`).
        return {**told, "reward": told["reward"].replace("luck_adjusted", "chips")}


def training_for(table: TableSettings, steps: int, seed: int, opponents: str) -> TrainSettings:
    """Return how to train for a table's aim.

    For chips, where the luck of the cards is known, it is taken out of the reward: the mean is the
    same whatever anybody plays, the noise far less. And the cards are drilled, since whoever plays
    for chips soon stakes nothing and is hardly asked about a punter's hand again.
    """
    compiled = table.compiled
    train = TrainSettings(table=table, steps=steps, seed=seed, opponents=opponents)
    if compiled.reward == "placement" or not compiled.rules.facts.adjusts_luck:
        return train
    return replace(train, table=replace(table, reward="luck_adjusted"), drill=DRILL)


def quick_settings(train: TrainSettings) -> StudySettings:
    """Return sizes that take less than a minute, to see that everything runs."""
    small = replace(train, steps=min(train.steps, 60_000), num_envs=128, batch_size=512)
    return StudySettings(small, sessions=600, cross_sessions=200, reading_sessions=300)


def read_study(folder: Path, steps: int | None = None) -> StudySettings:
    """Return the settings of a study that was begun.

    Args:
        folder: of the study.
        steps: of training; `None` for what was planned.

    Raises:
        CheckpointError: if there are none, or they are damaged.
    """
    path = folder / SETTINGS
    if not path.is_file():
        raise checkpoint.CheckpointError(f"study {str(folder)!r}: it has no {SETTINGS!r}")
    with checkpoint.reading(path):
        settings = StudySettings.from_json(json.loads(path.read_text(encoding="utf-8")))
        settings.options()
    if steps is None:
        return settings
    return replace(settings, train=replace(settings.train, steps=steps))


def run_study(
    settings: StudySettings,
    folder: Path,
    command: str = "experiments.study",
    *,
    resume: bool = False,
) -> str:
    """Train, evaluate and write the run folder; return the report's text.

    Args:
        settings: sizes.
        folder: of the run.
        command: the module that was run.
        resume: go on with the training that is in the folder, if there is any.

    Raises:
        BadParameter: if another run writes there, or the folder cannot be written to.
        typer.Exit: if training was interrupted.
    """
    with writing_to(folder):
        return _run_study(settings, folder, command, resume)


def _run_study(settings: StudySettings, folder: Path, command: str, resume: bool) -> str:
    started = time.time()
    use_one_torch_thread()
    if resume and (folder / CHECKPOINT).is_file():
        trainer = Trainer.resume(folder, settings.train.steps)
        console.print(f"going on from {trainer.model.num_timesteps:,} steps")
    else:
        trainer = Trainer(settings.train, folder)
        for name in (*_RESULTS, CHECKPOINT):  # Of an earlier study, that was to be written over.
            (folder / name).unlink(missing_ok=True)
    write_json(folder / SETTINGS, settings.to_json())
    _train(trainer, command)
    model = folder / "model.zip"
    trainer.save_model(model)

    table = settings.train.table
    learned = LearnedPolicy.load(model, table.compiled)
    evaluations = evaluate_all(settings, learned)
    readings, measured = read_all(settings, learned)
    aim = table.compiled.reward
    write_figures(trainer, evaluations[0], readings, folder)
    manifest = make_manifest(command, settings.train.seed, started)
    training = settings.train.to_json()
    report = write_report(
        aim=aim,
        evaluations=evaluations,
        readings=readings,
        measured=measured,
        speed=speed_line(trainer) + ".",
        training=training,
        manifest=manifest,
    )
    results = {
        "evaluations": [one.to_json() for one in evaluations],
        "readings": {name: one.to_json() for name, one in readings.items()},
        "distances": {play: [one.to_json() for one in found] for play, found in measured.items()},
        "curve": trainer.curve.to_json(),
        "training": training,
    }
    write_json(folder / "results.json", results)
    write_json(folder / "manifest.json", manifest)
    write_text(folder / "report.md", report)
    console.print(Markdown(score_rows(evaluations)))
    alone = settings.train.table.is_alone
    console.print(Markdown(answer(evaluations[0].comparisons[0], aim, alone=alone)))
    console.print(f"written: {folder / 'report.md'}")
    return report


def _train(trainer: Trainer, command: str) -> None:
    """Train with a bar.

    Raises:
        typer.Exit: if it was stopped, or the folder could not be written to.
    """
    try:
        stopped = train_with_bar(trainer)
    except SaveError as error:
        console.print(str(error), style="red", markup=False)
        raise typer.Exit(1) from None
    console.print(speed_line(trainer))
    if not trainer.done:
        again = f"{command} --resume {trainer.folder}"
        if command != "experiments.study":
            again = f"{command} ... --resume"
        console.print(f"stopped; go on with: python -m {again}", soft_wrap=True)
        raise typer.Exit(stopped.exit_code)


def evaluate_all(settings: StudySettings, learned: LearnedPolicy) -> list[Evaluation]:
    """Let learned, book, random and the yardsticks play one another."""
    table = settings.train.table
    if table.compiled.rules.facts.adjusts_luck:
        table = replace(table, reward="luck_adjusted")  # Told beside the chips, and surer.
    seed = settings.train.seed + 1  # Sessions that training has not seen.
    main: dict[str, Player] = {
        "learned": learned,
        **{name: make_agent(name, table.compiled) for name in ("book", "random")},
    }
    more = {
        **main,
        **{name: make_agent(name, table.compiled) for name in yardsticks_for(table.compiled)},
    }
    plans = [
        (more, "book", settings.sessions, ["learned"]),
        (main, "random", settings.sessions, []),
        (main, "learned", settings.cross_sessions, []),
    ]
    if table.is_alone:
        plans = [(more, NOBODY, settings.sessions, ["learned"])]
    total = sum(
        sessions * count_matches(table, len(agents), 1, len(splits))
        for agents, _, sessions, splits in plans
    )
    found = []
    with progress_bar("evaluating", total) as progress:
        for agents, field, sessions, splits in plans:
            others = [] if table.is_alone else [main[field]]
            one = evaluate(
                table,
                agents,
                {field: others},
                sessions,
                seed,
                baseline="book",
                splits=splits,
                threads=settings.threads,
                progress=progress,
            )
            found.append(one)
    return found


def yardsticks_for(table: CompiledTable) -> list[str]:
    """Return the names of the yardsticks that suit a table."""
    return [one.name for one in YARDSTICKS if one.suits(table)]


def read_all(
    settings: StudySettings, learned: LearnedPolicy
) -> tuple[dict[str, Reading], dict[str, list[Distance]]]:
    """Read learned and book back, in play against books.

    Their betting is read from their own play, how they draw from play in which the book
    handles their money, so that they are asked about all cards.

    Returns:
        The readings, and how far learned's draws are from the best response, by `ASKED` and `OWN`.
    """
    table = settings.train.table
    book = make_agent("book", table.compiled)
    readings: dict[str, Reading] = {}
    measured: dict[str, list[Distance]] = {}
    for name, policy in (("learned", learned), ("book", book)):
        arguments = table, policy, [book], settings.reading_sessions, settings.train.seed + 2
        own = asked = read_policy(*arguments)
        if QUESTIONS[table.game].draws:
            asked = read_policy(*arguments, money=book)
        readings[name] = replace(own, draws=asked.draws)
        if policy is learned:
            plays = {ASKED: asked, OWN: own}
            measured = {
                play: distances(table.compiled.rules, one.draws) for play, one in plays.items()
            }
    return readings, measured


def write_figures(
    trainer: Trainer, evaluation: Evaluation, readings: dict[str, Reading], folder: Path
) -> None:
    """Draw the learning curve and, where cards are asked about, the draw tables."""
    compiled = trainer.table
    in_places = compiled.reward == "placement"
    heights = {
        f"{one.agent} against {one.field} (evaluated)": (
            one.win_share.mean if in_places else one.chips.mean / compiled.rules.starting_chips
        )
        for one in evaluation.scores
    }
    curve = figures.draw_curve(
        trainer.curve,
        1 / compiled.num_seats if in_places else 0.0,
        "share of sessions won" if in_places else "stacks won a session",
        heights,
    )
    save(curve, folder / "curve.png")
    met = draws_met(*readings.values())
    if met:
        tables = {
            name: {question: reading.draws[question] for question in met}
            for name, reading in readings.items()
        }
        save(figures.draw_heat_maps(tables, compiled.rules), folder / "draws.png")
