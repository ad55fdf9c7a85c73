"""A table at the terminal: one session, its players, and the words for what happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from chemmy_env.cli.players import find_player
from chemmy_env.engine.common import actions
from chemmy_env.engine.loops import step as batch
from chemmy_env.engine.records.codes import FIRST_AMOUNT, Event
from chemmy_env.engine.records.record import MAX_HISTORY
from chemmy_env.engine.tables import Tables, make_table
from chemmy_env.policies import KeyedRolls, Player
from chemmy_env.rendering.text import hand_words
from chemmy_env.rendering.visibility import has_cards, in_play
from chemmy_env.rendering.words import Names, event_words, legal_mask
from chemmy_env.rules import get_rules


class Session:
    """One session of one table.

    People may name any whole amount, so the table is played with one action a chip; its other
    players see and answer it as they learned to, by levels and without a history.

    Args:
        profile: a profile of any game.
        seed: the session is that of an environment reset with this seed.
        num_players: seats, or `None` for the profile's number.
        overrides: rules to change.
        forced: ``"skip"`` or ``"ask"``.

    Raises:
        ValueError: for anything unknown or impossible.
    """

    def __init__(
        self,
        profile: str,
        seed: int,
        num_players: int | None,
        overrides: Mapping[str, Any],
        forced: str,
    ) -> None:
        rules = get_rules(profile, **overrides)
        settings: dict[str, Any] = {"forced_moves": forced}
        self.tables = Tables(
            rules.game,
            rules,
            autoreset="disabled",
            num_players=num_players,
            seeds=[seed],
            stakes="chips",
            history=MAX_HISTORY,
            **settings,
        )
        self.compiled = self.tables.compiled
        self.levels = make_table(rules.game, rules, num_players, **settings)
        self.players: list[Player | None] = [None] * self.tables.num_seats

    @property
    def record(self) -> Any:
        """The state of the table."""
        return self.tables.state[0]

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        return bool(self.record["over"])

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self.record["seat"])

    @property
    def mask(self) -> np.ndarray[Any, Any]:
        """Its legal actions, one a chip."""
        return self.tables.action_mask[0]

    def seat_players(self, names: str, left_free: int | None = None) -> None:
        """Deal players, named with commas between them, to the seats in turn.

        Args:
            names: such as ``"book,random"``.
            left_free: a seat that nobody is put on.
        """
        found = [find_player(name.strip(), self.levels) for name in names.split(",")]
        seats = [seat for seat in range(self.tables.num_seats) if seat != left_free]
        for turn, seat in enumerate(seats):
            self.players[seat] = found[turn % len(found)]

    def choose(self) -> int:
        """Return what the player on the seat that is asked does."""
        player = self.players[self.seat]
        if player is None:
            raise ValueError(f"nobody plays seat {self.seat}")
        seen = np.zeros((1, self.levels.observation_size), np.float32)
        batch.observe_rows(self.tables.state, self.levels.config, np.array([self.seat]), seen)
        mask = legal_mask(self.levels, self.record)
        rng = KeyedRolls(self.tables.rolls())
        return self.in_chips(int(player.act_batch(seen, mask[None], rng)[0]))

    def in_chips(self, action: int) -> int:
        """Return the action, one a chip, that means what a level means."""
        if action < FIRST_AMOUNT or self.compiled.rules.listed_stakes:
            return action
        if self.compiled.rules.leaving and action == self.levels.num_actions - 1:
            return self.compiled.num_actions - 1
        chips = int(actions.amount_of(self.record, self.levels.config[0], action))
        _, side = actions.split_action(self.levels.config[0], action)
        return self.amount_action(chips, int(side))

    def amount_action(self, chips: int, side: int = 0) -> int:
        """Return the action that names an amount."""
        amounts = int(self.compiled.config[0]["amounts"])
        if self.compiled.rules.listed_stakes:
            if chips not in self.compiled.rules.listed_stakes:
                return -1
            return FIRST_AMOUNT + side * amounts + self.compiled.rules.listed_stakes.index(chips)
        return FIRST_AMOUNT + side * amounts + chips - 1 if 1 <= chips <= amounts else -1

    def step(self, action: int) -> None:
        """Take an action for the seat that is asked."""
        self.tables.step(np.array([action]))

    def news(self, since: int, names: Names = None) -> tuple[list[str], bool]:
        """Say what has happened in public since the record counted so many events.

        Returns:
            A line for each event, and whether a coup was settled.
        """
        record = self.record
        events = int(record["num_events"])
        recent = range(max(since, events - MAX_HISTORY), events)
        rows = [record["events"][at % MAX_HISTORY] for at in recent]
        settled = [at for at, row in enumerate(rows) if row[0] == Event.SETTLED]
        lines = [event_words(self.compiled, row, names) for row in rows]
        for at in settled:
            lines[at] = f"Coup {int(record['coups'])}: {lines[at]}"
        if settled and not in_play(record):
            lines[settled[-1]] += f".  {self._hands()}"
        return lines, bool(settled)

    def _hands(self) -> str:
        """Say the settled hands."""
        return "  |  ".join(
            f"{name} {hand_words(self.compiled, self.record, hand, 'all')}"
            for hand, name in self.compiled.rules.facts.hands
            if has_cards(self.record, hand)
        )
