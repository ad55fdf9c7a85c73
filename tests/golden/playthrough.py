"""A session told in words: each question, each answer, and what it led to."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.records.codes import FIRST_AMOUNT, NO_CARD, PASS, Event, Phase, Result
from chemmy_env.engine.reset_options import card_name
from chemmy_env.engine.tables import Tables
from chemmy_env.rendering import action_to_string

SETTINGS: dict[str, dict[str, Any]] = {
    "home": {"num_players": 5, "reward": "chips"},
    "salon": {"num_players": 5, "decks": 2, "max_bank": 60, "commission": "0.05"},
    "club": {"num_players": 5, "misplay": "liable", "bystanders": 3},
    "punto": {"num_players": 3},
    "mini": {"num_players": 3},
}
"""What differs from the profile, so that a page shows more of it."""
SEEDS = {"home": 57, "practice": 120, "salon": 16, "club": 120}
"""Sessions in which a lot happens; 7 elsewhere."""
COUPS = 8
HANDS = {
    "chemmy": {0: "punter", 2: "bank"},
    "punto_banco": {0: "Player", 2: "Banker"},
    "banque": {0: "right", 1: "left", 2: "bank"},
    "coup": {0: "punter", 2: "bank"},
}


def chips(units: Any) -> str:
    """Write an amount in chips."""
    whole, part = divmod(int(units), UNIT)
    return f"{whole}.{part:04}".rstrip("0") if part else str(whole)


def playthrough(game: str, profile: str, seed: int | None = None) -> str:
    """Play one session, of single coups eight, with keyed answers and tell it.

    The answers depend on nothing but the seed, the number of the question and what is legal.
    """
    seed = SEEDS.get(profile, 7) if seed is None else seed
    settings = {"max_coups": COUPS, **SETTINGS.get(profile, {})} if game != "coup" else {}
    tables = Tables(game, profile, seed=seed, autoreset="disabled", history=32, **settings)
    asked = ", ".join(f"{name} = {value}" for name, value in settings.items())
    lines = [f"{game}, profile {profile}: seed {seed}, {asked}"]
    teller = Teller(tables)
    number = 0
    while True:
        lines += teller.news()
        state = tables.state[0]
        if tables.terminated[0] or tables.truncated[0]:
            lines.append("terminated" if tables.terminated[0] else "truncated")
            lines.append("  balances " + teller.balances())
            if game == "coup" and state["session"] + 1 < COUPS:  # A session is one coup.
                tables.reset()
                teller = Teller(tables)
                continue
            return "\n".join(lines) + "\n"
        number += 1
        action = choose(tables, random.Random(f"{seed} {number}"))
        legal = np.flatnonzero(tables.action_mask[0]).tolist()
        words = action_to_string(tables.compiled, state, action)
        question = Phase(int(state["phase"])).name.lower()
        lines.append(f"  seat {state['seat']}, {question} {legal}: {words}")
        tables.step(np.array([action]))


class Teller:
    """Tells what has happened at a table since it was asked last."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.hands = HANDS[tables.rules.game]
        self.noted = 0
        self.coups = 0
        self.dealt = 0
        """Cards dealt before the coup that is being told."""
        self.thirds: list[int] = []
        """Hands that took a third card in it."""

    def balances(self) -> str:
        return " ".join(map(chips, self.tables.state[0]["balance"][: self.tables.num_seats]))

    def news(self) -> list[str]:
        """Return the public events, and the settlement if there was one."""
        state = self.tables.state[0]
        lines = []
        settled = self.coups
        for at in range(self.noted, int(state["num_events"])):
            kind, _, value, side = state["events"][at % 32].tolist()
            if kind in (Event.PUNTER_CARD, Event.BANKER_CARD):
                hand = 2 if kind == Event.BANKER_CARD else max(side, 0)
                if value >= 0:
                    self.thirds.append(hand)
                    lines.append(f"    third card, {self.hands[hand]}: {value}")
                else:
                    lines.append(f"    third card, {self.hands[hand]}: asked for, not dealt")
            elif kind == Event.SHUFFLE:
                lines.append("    the cards are shuffled anew")
                self.dealt = 0
            elif kind == Event.SETTLED and self.tables.rules.game == "chemmy":
                settled += 1
                result = Result(value).name.lower()
                lines.append(f"coup {settled}: {self.told(self.cards())}: {result}")
        self.noted = int(state["num_events"])
        if state["coups"] == self.coups:
            return lines
        self.coups = int(state["coups"])
        if self.tables.rules.game != "chemmy":
            lying = {hand: state["cards"][hand].tolist() for hand in self.hands}
            lines.append(f"coup {self.coups}: {self.told(lying)}")
        paid = " ".join(f"{reward:+g}" for reward in self.tables.rewards[0].tolist())
        lost = " lost" if state["outside"] < 0 else ""
        return [
            *lines,
            f"    paid {paid}",
            f"    bank {chips(state['bank'])}, commission {chips(state['commission'])}, "
            f"outside {chips(abs(state['outside']))}{lost}",
            f"    balances {self.balances()}",
        ]

    def cards(self) -> dict[int, list[int]]:
        """Return a coup's hands as they were dealt; the next coup's may lie on the table by now."""
        places = [*self.hands, *self.hands, *self.thirds]
        dealt = self.tables.shoes[0, self.dealt : self.dealt + len(places)].tolist()
        hands: dict[int, list[int]] = {hand: [] for hand in self.hands}
        for hand, card in zip(places, dealt, strict=True):
            hands[hand].append(card)
        self.dealt += len(places)
        self.thirds = []
        return hands

    def told(self, hands: dict[int, list[int]]) -> str:
        """Write hands with the names of their cards."""
        names = {
            self.hands[hand]: " ".join(card_name(card) for card in cards if card != NO_CARD)
            for hand, cards in hands.items()
        }
        return "; ".join(f"{name} {cards or 'none'}" for name, cards in names.items())


def choose(tables: Tables, rng: random.Random) -> int:
    """Answer: yes more often than no, but seldom to banco, and low amounts on any side."""
    legal = np.flatnonzero(tables.action_mask[0]).tolist()
    if legal[0] < PASS:
        return rng.choice(legal)
    if legal == [PASS]:
        return PASS
    phase = Phase(int(tables.state[0]["phase"]))
    if legal[0] == PASS:
        yes = {Phase.BANCO: 0.1, Phase.OPEN: 0.5, Phase.CONTINUE: 0.8}.get(phase, 0.7)
        if rng.random() > yes:
            return PASS
        legal = legal[1:]
    amounts = int(tables.compiled.config[0]["amounts"])
    sides = {action: (action - FIRST_AMOUNT) // amounts for action in legal}
    side = rng.choice(sorted(set(sides.values())))
    return rng.choice([action for action in legal if sides[action] == side][:4])
