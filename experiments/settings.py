"""Which table a study plays at."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Final, Self

from agents.networks.checkpoint import describe_table
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.tables import Tables, make_table

NOBODY: Final = "nobody"
"""The field of a lone bettor."""


@dataclass(frozen=True)
class TableSettings:
    """A table by names, as the command line gives it.

    Raises:
        ValueError: by `compiled`, for anything unknown or impossible.
    """

    game: str = "chemmy"
    profile: str | None = None
    """`None` for the game's default."""
    num_players: int | None = None
    """`None` for the profile's."""
    reward: str | None = None
    """`None` for the profile's own aim."""

    @cached_property
    def compiled(self) -> CompiledTable:
        """The table, compiled."""
        return make_table(self.game, self.profile, self.num_players, reward=self.reward)

    @property
    def is_alone(self) -> bool:
        """Whether the one seat has nobody beside it: a lone bettor against the house."""
        return self.compiled.num_seats == 1

    def make_tables(self, rows: int, threads: int) -> Tables:
        """Return that many tables."""
        return Tables(**self.arguments(), num_tables=rows, threads=threads)

    def arguments(self) -> dict[str, Any]:
        """Return the settings under the names that `Tables` and the adapters use."""
        return {
            "game": self.game,
            "profile": self.profile,
            "num_players": self.num_players,
            "reward": self.reward,
        }

    def to_options(self) -> str:
        """Return the command-line options that name the table, after a space each."""
        given = {"game": self.game, "profile": self.profile, "players": self.num_players}
        if self.game == "chemmy":
            del given["game"]
        return "".join(f" --{name} {value}" for name, value in given.items() if value is not None)

    def to_json(self) -> dict[str, Any]:
        """Return the full description of the table."""
        return {**describe_table(self.compiled), "reward": self.compiled.reward}


@dataclass(frozen=True)
class LearningSettings:
    """What every training by policy gradient needs to know, with the sizes found best."""

    table: TableSettings = field(default_factory=TableSettings)
    steps: int = 8_000_000
    """Decisions of the learner."""
    seed: int = 0
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

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """Return the settings that `to_json` gave."""
        table = TableSettings(**values["table"])
        return cls(**{**values, "table": table, "hidden": tuple(values["hidden"])})
