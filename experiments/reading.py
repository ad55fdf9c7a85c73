"""Read a chemin-de-fer policy back: what it draws on, and what it does with money, and when.

The policy plays sessions, and each of its decisions is noted with what it saw. Its draw tables and
its ways with money are counted from there, so they describe what it does in play, on the hands and
chips that its own play leads to, and say of how many decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from chemmy_env.engine.actions import LEVEL_EIGHTHS
from chemmy_env.engine.codes import DRAW, FIRST_AMOUNT, PASS, STAND, Phase
from chemmy_env.engine.config import CompiledTable
from chemmy_env.policies import Player, Rolls
from chemmy_env.rules.options import THIRDS, TOTALS
from experiments import matches
from experiments.settings import TableSettings
from experiments.statistics import Array

LEADS: Final = ("behind", "level", "ahead")
"""Own chips against those of the richest other seat."""
STRETCHES: Final = ("first third", "middle third", "last third")
"""Of a session's coups."""
QUESTIONS: Final = {
    "opens a bank": (Phase.OPEN,),
    "goes on as banker": (Phase.CONTINUE,),
    "succeeds a banker": (Phase.SUCCEED,),
    "calls banco": (Phase.BANCO, Phase.SUIVI),
    "stakes": (Phase.STAKE,),
}
"""What a seat is asked about money, and the questions that ask it."""


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
class DrawTables:
    """How often a policy drew where the rules let it choose; nan where it was never asked."""

    punter: Array
    """(2, 10): one bettor or several, by total."""
    punter_asked: Array
    """(2, 10): how often it was asked."""
    banker: Array
    """(10, 11): total, by the punter's third card 0-9, or stood."""
    banker_asked: Array
    """(10, 11): how often it was asked."""


@dataclass(frozen=True)
class Answer:
    """What a policy answers to one question about money in one situation."""

    asked: int
    yes: float
    """Share of the times it did not pass; nan if never asked."""
    chips: float
    """Mean chips where it did not pass; nan if it always did."""
    of_own: float
    """The same as a share of the chips it had."""


@dataclass(frozen=True)
class Reading:
    """A policy, read back."""

    draws: DrawTables
    money: dict[str, Answer]
    """By question of `QUESTIONS`, and by ``"question, lead, stretch"``."""

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON; what was never asked is null."""

        def plain(table: Array) -> list[list[float | None]]:
            return [[None if np.isnan(cell) else round(float(cell), 4) for cell in row]
                    for row in table]  # fmt: skip

        return {
            "punter_draws": plain(self.draws.punter),
            "punter_asked": self.draws.punter_asked.tolist(),
            "banker_draws": plain(self.draws.banker),
            "banker_asked": self.draws.banker_asked.tolist(),
            "money": {
                key: {name: None if np.isnan(value) else value for name, value in vars(one).items()}
                for key, one in self.money.items()
            },
        }


def read_policy(
    settings: TableSettings, policy: Player, field: list[Player], sessions: int, seed: int
) -> Reading:
    """Let a policy play against a field, and read it back.

    Raises:
        ValueError: for a game other than ``"chemmy"``.
    """
    table = settings.compiled
    if table.rules.game != "chemmy":
        raise ValueError(f"game = {table.rules.game!r}: only 'chemmy' is read back")
    recorder = Recorder(policy)
    lineup = [matches.whole(recorder), *matches.field_of(field, table.num_seats)]
    matches.play(settings, lineup, sessions, seed)
    return read_columns(table, *recorder.columns())


def read_columns(table: CompiledTable, observed: Array, masks: Array, actions: Array) -> Reading:
    """Count decisions, one a row, into a reading."""
    parts = {one.name: observed[:, one.slice] for one in table.fields}
    phase = parts["phase"].argmax(axis=1)
    return Reading(_draws(parts, phase, masks, actions), _money(table, parts, phase, actions))


def _draws(parts: dict[str, Array], phase: Array, masks: Array, actions: Array) -> DrawTables:
    free = (masks[:, STAND] != 0) & (masks[:, DRAW] != 0)
    total = parts["total"].argmax(axis=1)
    third = parts["third"].argmax(axis=1)
    several = (parts["several"][:, 0] > 0.5).astype(int)
    as_banker = free & (phase == Phase.BANKER)
    as_punter = free & (phase == Phase.PUNTER)
    punter = _rates((2, TOTALS), several[as_punter], total[as_punter], actions[as_punter])
    banker = _rates((TOTALS, THIRDS), total[as_banker], third[as_banker], actions[as_banker])
    return DrawTables(*punter, *banker)


def _rates(
    shape: tuple[int, int], rows: Array, columns: Array, actions: Array
) -> tuple[Array, Array]:
    asked = np.zeros(shape, np.int64)
    drawn = np.zeros(shape, np.int64)
    np.add.at(asked, (rows, columns), 1)
    np.add.at(drawn, (rows, columns), actions == DRAW)
    return np.where(asked, drawn / np.maximum(asked, 1), np.nan), asked


def _money(
    table: CompiledTable, parts: dict[str, Array], phase: Array, actions: Array
) -> dict[str, Answer]:
    scale = table.rules.starting_chips
    amount = _amounts(parts, actions, scale)
    owned = parts["balance"] + parts["stake"] + parts["banker"] * parts["bank"]
    own = owned[:, 0] * scale
    ahead = own - owned[:, 1:].max(axis=1) * scale
    lead = np.where(ahead < -0.5, 0, np.where(ahead > 0.5, 2, 1))
    gone = 1 - parts["coups_left"][:, 0]
    stretch = np.minimum((gone * len(STRETCHES) + 1e-4).astype(int), len(STRETCHES) - 1)
    said = actions != PASS

    def answer(rows: Array) -> Answer:
        asked = int(rows.sum())
        yes = rows & said
        if not yes.any():
            return Answer(asked, 0.0 if asked else np.nan, np.nan, np.nan)
        of_own = float((amount[yes] / np.maximum(own[yes], 1)).mean())
        return Answer(asked, float(yes.sum() / asked), float(amount[yes].mean()), of_own)

    found = {}
    for question, phases in QUESTIONS.items():
        rows = np.isin(phase, phases)
        found[question] = answer(rows)
        for at, where in enumerate(LEADS):
            for when, part in enumerate(STRETCHES):
                key = f"{question}, {where}, {part}"
                found[key] = answer(rows & (lead == at) & (stretch == when))
    return found


def _amounts(parts: dict[str, Array], actions: Array, scale: int) -> Array:
    """Return the chips that actions mean, as engine/actions.py has it for levels."""
    least = np.rint(parts["least"][:, 0] * scale).astype(np.int64)
    most = np.rint(parts["most"][:, 0] * scale).astype(np.int64)
    level = np.clip(actions - FIRST_AMOUNT, 0, len(LEVEL_EIGHTHS) - 1)
    named = least + (most - least) * LEVEL_EIGHTHS[level] // 8
    return np.where(actions >= FIRST_AMOUNT, named, np.where(actions == PASS, 0, least))
