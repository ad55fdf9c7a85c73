"""Play a laid-out session answer by answer, checking each question on the way."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import numpy as np

from chemmy_env.engine.records.codes import FIRST_AMOUNT, Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import UNITS_PER_CHIP

PUNTERS = [9, 0, 0, 0]
"""A coup the punters win at once: natural nine against nothing."""
BANK = [0, 9, 0, 0]
"""A coup the bank wins with its first two cards."""
TIE = [9, 9, 0, 0]
"""Nine against nine."""

Answer = int | str
_FIXED = {"stand": 0, "draw": 1, "pass": 2, "banco": 3}


class Script:
    """One table with its cards laid out, asked and answered in words and chips.

    Args:
        coups: the cards of each coup, from the top of the shoe.
        profile: of the table.
        players: seats.
        banker: who banks first.
        chips: what each seat starts with.
        **settings: rules and options.
    """

    def __init__(
        self,
        *coups: list[Any],
        profile: str = "home",
        players: int = 3,
        banker: int | None = 0,
        chips: list[int] | None = None,
        **settings: Any,
    ) -> None:
        self.tables = Tables(
            profile=profile,
            num_players=players,
            autoreset="disabled",
            stakes="chips",
            **{"reward": "chips", **settings},
        )
        options: dict[str, Any] = {"first_banker": banker}
        if coups:
            options["shoe"] = [card for coup in coups for card in coup]
        if chips is not None:
            options["chips"] = chips
        self.tables.reset(options=options)

    @property
    def state(self) -> Any:
        """The table's record."""
        return self.tables.state[0]

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked what."""
        return int(self.state["seat"]), Phase(int(self.state["phase"])).name.lower()

    @property
    def over(self) -> str | None:
        """How the session has ended."""
        if self.tables.terminated[0]:
            return "terminated"
        return "truncated" if self.tables.truncated[0] else None

    @property
    def legal(self) -> list[Answer]:
        """The legal answers."""
        names = {action: name for name, action in _FIXED.items()}
        actions = np.flatnonzero(self.tables.action_mask[0]).tolist()
        if self.tables.rules.leaving:
            names[self._leave] = "leave"
        return [names.get(action, action - FIRST_AMOUNT + 1) for action in actions]

    @property
    def _leave(self) -> int:
        """The action LEAVE, at a table that has it (R-S9)."""
        return self.tables.num_actions - 1

    @property
    def balances(self) -> list[float]:
        """Free chips of each seat."""
        return self._chips(self.state["balance"])

    @property
    def stakes(self) -> list[float]:
        """Chips each seat has on the table."""
        return self._chips(self.state["stake"])

    @property
    def bank(self) -> float:
        """Chips in the bank."""
        return float(self.state["bank"]) / UNITS_PER_CHIP

    @property
    def taken(self) -> tuple[float, float]:
        """Chips that have gone as commission, and outside (R-C3)."""
        record = self.state
        return record["commission"] / UNITS_PER_CHIP, record["outside"] / UNITS_PER_CHIP

    @property
    def cards_left(self) -> int:
        """Cards in the shoe."""
        return self.tables.rules.cards - int(self.state["position"])

    @cards_left.setter
    def cards_left(self, cards: int) -> None:
        self.tables.state["position"][0] = self.tables.rules.cards - cards

    @property
    def rewards(self) -> list[float]:
        """What the last answer earned each seat."""
        return self.tables.rewards[0].tolist()

    def _chips(self, units: Any) -> list[float]:
        return (units[: self.tables.num_seats] / UNITS_PER_CHIP).tolist()

    def say(self, seat: int, kind: str, answer: Answer) -> Script:
        """Check that `seat` is asked `kind`, and answer."""
        assert self.over is None, f"the session is {self.over}"
        assert self.asked == (seat, kind)
        assert answer in self.legal, f"{answer!r} is not in {self.legal}"
        fixed = {**_FIXED, "leave": self._leave}
        action = answer + FIRST_AMOUNT - 1 if isinstance(answer, int) else fixed[answer]
        self.tables.step(np.array([action]))
        return self

    def passes(self, kind: str, *seats: int) -> Script:
        """Let seats pass, one after another."""
        for seat in seats:
            self.say(seat, kind, "pass")
        return self

    def coup(self, *stakes: int) -> Script:
        """Let nobody call banco, and the seats after the banker stake these amounts in order.

        Seats beyond the amounts given pass.
        """
        seats = self.tables.num_seats
        order = [(int(self.state["banker"]) + step) % seats for step in range(1, seats)]
        while self.asked[1] in ("suivi", "banco"):
            self.say(self.asked[0], self.asked[1], "pass")
        for seat, stake in zip_longest(order, stakes, fillvalue=0):
            if self.over is None and self.asked == (seat, "stake"):
                self.say(seat, "stake", stake or "pass")
        return self
