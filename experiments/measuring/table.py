"""Which table a study plays at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

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
