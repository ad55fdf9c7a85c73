"""Laid-out sessions of the games whose stakes lie on one of several sides."""

from __future__ import annotations

from typing import Any

import numpy as np

from chemmy_env.engine.records.codes import FIRST_AMOUNT, Phase
from chemmy_env.rules import GAMES

from .scripted import Answer, Script

SideAnswer = Answer | tuple[str, int]
_FIXED = ("stand", "draw", "pass", "banco")


class SideScript(Script):
    """A `Script` whose stakes are answers such as ``("left", 10)``, and whose banks are numbers.

    Args:
        *coups: the cards of each coup, from the top of the shoe.
        game: which game.
        **settings: what `Script` takes.
    """

    def __init__(self, *coups: list[Any], game: str = "banque", **settings: Any) -> None:
        self.names = [side.lower() for side in GAMES[game].sides]
        usual = {"players": 6, "profile": "ouverte"} if game == "banque" else {"players": 1}
        super().__init__(*coups, game=game, banker=None, **{"profile": None, **usual, **settings})

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked what; the right captain's question is ``"right"``."""
        seat, phase = super().asked
        return seat, "right" if phase == "punter" else phase

    @property
    def meanings(self) -> dict[int, SideAnswer]:
        """What each legal action means."""
        amounts = int(self.tables.compiled.config[0]["amounts"])
        staking = int(self.state["phase"]) == Phase.STAKE
        meanings: dict[int, SideAnswer] = {}
        for action in np.flatnonzero(self.tables.action_mask[0]).tolist():
            if action < FIRST_AMOUNT:
                meanings[action] = _FIXED[action]
                continue
            side, index = divmod(action - FIRST_AMOUNT, amounts)
            listed = self.tables.rules.listed_stakes
            chips = listed[index] if listed else index + 1
            assert staking or side == 0
            meanings[action] = (self.names[side], chips) if staking else chips
        return meanings

    @property
    def legal(self) -> list[Any]:
        """The legal answers."""
        return list(self.meanings.values())

    def say(self, seat: int, kind: str, answer: Any) -> SideScript:
        """Check that `seat` is asked `kind`, and answer."""
        assert self.over is None, f"the session is {self.over}"
        assert self.asked == (seat, kind)
        actions = {meaning: action for action, meaning in self.meanings.items()}
        assert answer in actions, f"{answer!r} is not in {list(actions)}"
        self.tables.step(np.array([actions[answer]]))
        return self

    def bets(self, **stakes: tuple[str, int]) -> SideScript:
        """Let the seats named, as in ``s2=("left", 5)``, bet when asked, and the others pass."""
        coup = int(self.state["coups"])
        while self.over is None and self.asked[1] == "stake" and self.state["coups"] == coup:
            seat = self.asked[0]
            self.say(seat, "stake", stakes.pop(f"s{seat}", "pass"))
        assert not stakes, f"never asked: {stakes}"
        return self

    def sees(self, seat: int, name: str) -> list[float]:
        """Return one field of what a seat sees."""
        field = next(each for each in self.tables.compiled.fields if each.name == name)
        return self.tables.observe(seat)[0][field.slice].tolist()
