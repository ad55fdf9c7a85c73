"""The settings of learning that every trainer shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Self

from experiments.measuring.table import TableSettings

SAVED_EVERY: Final = 60.0
"""Seconds after which a run writes a checkpoint, however few steps it has made."""


@dataclass(frozen=True)
class LearningSettings:
    """What every training by policy gradient needs to know, with the sizes found best."""

    table: TableSettings = field(default_factory=TableSettings)
    steps: int = 8_000_000
    """Decisions of the learner."""
    seed: int = 0
    opponents: str = "book"
    """A mix (`experiments.training.mix`)."""
    n_steps: int = 32
    batch_size: int = 1024
    n_epochs: int = 4
    learning_rate: float = 1e-3
    """Falls to zero in a straight line."""
    gamma: float = 1.0
    """Sessions are short and what counts is their end."""
    gae_lambda: float = 0.95
    ent_coef: float = 0.005
    hidden: tuple[int, ...] = (64, 64)
    freeze_every: int = 500_000
    """Steps between two earlier selves in the pool."""
    pool_size: int = 4
    """Earlier selves in the pool; the oldest leaves first, in a league the easiest to beat."""
    checkpoint_every: int = 1_000_000
    """Steps between two checkpoints."""

    def options(self) -> dict[str, Any]:
        """Return the settings that a command line gives, by the names of its options."""
        table = self.table.compiled
        return {
            "seed": self.seed,
            "opponents": self.opponents,
            "game": table.rules.game,
            "profile": table.rules.profile,
            "players": table.num_players,
            "reward": table.reward,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """Return the settings that `to_json` gave."""
        table = TableSettings(**values["table"])
        return cls(**{**values, "table": table, "hidden": tuple(values["hidden"])})


def require_same(given: Mapping[str, Any], run: Mapping[str, Any]) -> None:
    """Check that options given beside ``--resume`` are those of the run.

    Args:
        given: the options that were given, by name.
        run: the run's, by name; others may be anything.

    Raises:
        ValueError: names those that differ.
    """
    differing = [
        f"--{name} {given[name]} (its own: {value})"
        for name, value in run.items()
        if name in given and given[name] != value
    ]
    if differing:
        raise ValueError(f"--resume goes on by the run's own settings, not {', '.join(differing)}")
