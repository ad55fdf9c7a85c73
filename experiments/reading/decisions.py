"""Read a policy back: what it draws on, and how it bets, and when.

The policy plays sessions, and each of its decisions is noted with what it saw. Its draw tables and
its betting is counted from there, so they describe what it does in play, on the hands and
chips that its own play leads to, and say of how many decisions. What there is to count in a game
stands in experiments/reading/questions.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from chemmy_env.engine.loops.sessions import DRAWING
from chemmy_env.engine.records.codes import (
    CHIPS,
    DRAW,
    FIRST_AMOUNT,
    LEVEL_EIGHTHS,
    LEVELS,
    PASS,
    STAND,
)
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Player, Rolls
from experiments.measuring import matches
from experiments.measuring.statistics import Array
from experiments.measuring.table import TableSettings
from experiments.reading.questions import QUESTIONS, DrawQuestion, MoneyQuestion, Parts

LEADS: Final = ("behind", "level", "ahead")
"""Own chips against those of the richest other seat; a lone bettor's against the starting chips."""
STRETCHES: Final = ("first third", "middle third", "last third")
"""Of a session's coups."""


class Recorder:
    """A policy that notes what it was asked and what it answered.

    Args:
        policy: who plays.
    """

    def __init__(self, policy: Player) -> None:
        self._policy = policy
        self._rows: list[tuple[Array, Array, Array]] = []

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row; as in `Policy`."""
        actions = self._policy.act_batch(observation, action_mask, rng)
        self._rows.append((observation.copy(), action_mask.copy(), actions.copy()))
        return actions

    def columns(self) -> tuple[Array, Array, Array]:
        """Return observations, masks and actions, one row a decision."""
        observations, masks, actions = zip(*self._rows, strict=True)
        return np.concatenate(observations), np.concatenate(masks), np.concatenate(actions)


@dataclass(frozen=True)
class DrawTable:
    """How often a policy drew where the rules let it choose."""

    question: DrawQuestion
    chances: Array
    """By rows and columns of the question; nan where it was never asked."""
    asked: Array
    """Alike: how often it was asked."""

    def name_cell(self, row: int, column: int) -> str:
        """Return a cell in words."""
        question = self.question
        return question.sentence.format(
            row=question.rows.phrases[row], column=question.columns.phrases[column]
        )

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON; what was never asked is null."""
        return {
            "rows": self.question.rows.names,
            "columns": self.question.columns.names,
            "chances": [
                [None if np.isnan(cell) else round(float(cell), 4) for cell in row]
                for row in self.chances
            ],
            "asked": self.asked.tolist(),
        }


@dataclass(frozen=True)
class Answer:
    """What a policy answers to one question about money in one situation."""

    asked: int
    yes: float
    """Share of the times it did not pass, or named the question's side; nan if never asked."""
    chips: float
    """Mean chips where it did; nan if it never did."""
    of_own: float
    """The same as a share of the chips it had."""

    def to_json(self) -> dict[str, float | None]:
        """Return the fields; what is not known is null."""
        return {key: None if np.isnan(value) else value for key, value in vars(self).items()}


@dataclass(frozen=True)
class Reading:
    """A policy, read back."""

    draws: dict[str, DrawTable]
    """By question about cards."""
    money: dict[str, Answer]
    """By question about money, and by ``"question, lead, stretch"``."""

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            "draws": {name: one.to_json() for name, one in self.draws.items()},
            "money": {key: one.to_json() for key, one in self.money.items()},
        }


def read_policy(
    settings: TableSettings,
    policy: Player,
    field: list[Player],
    sessions: int,
    seed: int,
    *,
    money: Player | None = None,
) -> Reading:
    """Let a policy play against a field, and read it back.

    Args:
        settings: the table.
        policy: who is read.
        field: who takes the other seats in turn.
        sessions: how many.
        seed: of the sessions.
        money: who answers the questions about money in its place; then it is asked about all cards,
            those too that its own betting keeps it from, and about nothing else.
    """
    table = settings.compiled
    recorder = Recorder(policy)
    member = matches.hybrid(1 << DRAWING, recorder, money) if money else matches.whole(recorder)
    lineup = [member, *matches.field_of(field, table.num_seats)]
    matches.play(settings, lineup, sessions, seed)
    return read_columns(table, *recorder.columns())


def read_columns(table: CompiledTable, observed: Array, masks: Array, actions: Array) -> Reading:
    """Count decisions, one a row, into a reading."""
    parts = read_parts(table, observed)
    questions = QUESTIONS[table.rules.game]
    phase = parts["phase"].argmax(axis=1)
    free = (masks[:, STAND] != 0) & (masks[:, DRAW] != 0)
    draws = {
        name: _count_draws(question, parts, free & (phase == question.phase), actions)
        for name, question in questions.draws.items()
    }
    if not questions.money:
        return Reading(draws, {})
    return Reading(draws, _count_money(questions.money, table, parts, phase, actions))


def read_parts(table: CompiledTable, observed: Array) -> Parts:
    """Split observations, one a row, into fields; amounts in chips."""
    scale = table.rules.starting_chips
    return {
        one.name: observed[:, one.slice] * np.float64(scale if one.unit == "stacks" else 1)
        for one in table.fields
    }


def _count_draws(question: DrawQuestion, parts: Parts, rows: Array, actions: Array) -> DrawTable:
    those = {name: part[rows] for name, part in parts.items()}
    cells = question.rows.find(those), question.columns.find(those)
    shape = len(question.rows.names), len(question.columns.names)
    asked = np.zeros(shape, np.int64)
    drawn = np.zeros(shape, np.int64)
    np.add.at(asked, cells, 1)
    np.add.at(drawn, cells, actions[rows] == DRAW)
    return DrawTable(question, np.where(asked, drawn / np.maximum(asked, 1), np.nan), asked)


def _count_money(
    questions: dict[str, MoneyQuestion],
    table: CompiledTable,
    parts: Parts,
    phase: Array,
    actions: Array,
) -> dict[str, Answer]:
    amount, side = read_amounts(table, parts, actions)
    own, lead = _read_lead(table, parts)
    gone = 1 - parts["coups_left"][:, 0]
    stretch = np.minimum((gone * len(STRETCHES) + 1e-4).astype(int), len(STRETCHES) - 1)

    def answer(rows: Array, says: Array) -> Answer:
        asked = int(rows.sum())
        yes = rows & says
        if not yes.any():
            return Answer(asked, 0.0 if asked else np.nan, np.nan, np.nan)
        of_own = float((amount[yes] / np.maximum(own[yes], 1)).mean())
        return Answer(asked, float(yes.sum() / asked), float(amount[yes].mean()), of_own)

    found = {}
    for name, question in questions.items():
        rows = np.isin(phase, question.phases)
        says = actions != PASS
        if question.side is not None:
            says = says & (side == question.side)
        found[name] = answer(rows, says)
        for at, where in enumerate(LEADS):
            for when, part in enumerate(STRETCHES):
                situation = rows & (lead == at) & (stretch == when)
                found[f"{name}, {where}, {part}"] = answer(situation, says)
    return found


def _read_lead(table: CompiledTable, parts: Parts) -> tuple[Array, Array]:
    """Return the own chips, and the place in `LEADS`."""
    owned = parts["balance"] + parts["stake"]
    if "bank" in parts:
        owned = owned + parts["banker"] * parts["bank"]
    own = owned[:, 0]
    others = owned[:, 1:].max(axis=1, initial=-np.inf)
    ahead = own - (others if owned.shape[1] > 1 else table.rules.starting_chips)
    return own, np.where(ahead < -0.5, 0, np.where(ahead > 0.5, 2, 1))


def read_amounts(table: CompiledTable, parts: Parts, actions: Array) -> tuple[Array, Array]:
    """Return the chips that actions mean, and on which side, as engine/common/actions.py has it."""
    config = table.config[0]
    least = np.rint(parts["least"][:, 0]).astype(np.int64)
    most = np.rint(parts["most"][:, 0]).astype(np.int64)
    named = np.maximum(actions - FIRST_AMOUNT, 0)
    side, index = np.divmod(named, config["amounts"])
    if config["encoding"] == LEVELS:
        amount = least + (most - least) * LEVEL_EIGHTHS[index] // 8
    elif config["encoding"] == CHIPS:
        amount = index + 1
    else:
        amount = config["stakes"][index]
    # BANCO stands for the least there is to name: the bank.
    amount = np.where(actions >= FIRST_AMOUNT, amount, np.where(actions == PASS, 0, least))
    return amount, np.where(actions >= FIRST_AMOUNT, side, -1)
