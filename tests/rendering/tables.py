"""Tables in known states, for the tests of what is shown of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from chemmy_env.engine.records.codes import DRAW, FIRST_AMOUNT, PASS, Phase
from chemmy_env.engine.tables import Tables

EXAMPLE_SHOE = ["2H", "AS", "3C", "2D", "9H", "5S"]
BANKER = 2
ACTIVE = 3


def example(until: Phase | None, **settings: Any) -> Tables:
    """Play the coup of R-H17 up to a question: seat 2 banks 20; 3, 5 and 1 stake 6, 2 and 4."""
    settings = {"stakes": "chips", "profile": "home", **settings}
    tables = Tables(autoreset="disabled", seed=0, **settings)
    tables.reset(seed=0, options={"shoe": EXAMPLE_SHOE, "first_banker": BANKER})
    stakes = {3: 6, 5: 2, 1: 4}
    while phase_of(tables) != until and not tables.state[0]["coups"]:
        phase = phase_of(tables)
        if phase == Phase.OPEN:
            action = FIRST_AMOUNT + 19
        elif phase == Phase.STAKE and int(tables.seat[0]) in stakes:
            action = FIRST_AMOUNT + stakes[int(tables.seat[0])] - 1
        else:
            action = DRAW if phase in (Phase.PUNTER, Phase.BANKER) else PASS
        tables.step(np.array([action]))
    return tables


def phase_of(tables: Tables) -> Phase:
    return Phase(int(tables.state[0]["phase"]))


def with_hand(tables: Tables, hand: int, cards: tuple[int, int]) -> Any:
    """Return a copy of the table with other first two cards in one hand."""
    state = tables.state.copy()
    state[0]["cards"][hand, :2] = cards
    return state[0]


def every_state(profile: str, game: str, decisions: int, **settings: Any) -> Any:
    """Yield a table before each of many random decisions."""
    tables = Tables(game, profile, autoreset="same_step", seed=3, **settings)
    rng = np.random.default_rng(3)
    for _ in range(decisions):
        yield tables
        tables.step(np.array([rng.choice(np.flatnonzero(tables.action_mask[0]))]))
