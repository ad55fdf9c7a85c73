"""Whole random sessions for the tests: every registered profile, with options that a seed draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np

from chemmy_env.engine.common.actions import is_legal
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import PROFILES, UNITS_PER_CHIP

PROFILE_NAMES = [(game, name) for game, profiles in PROFILES.items() for name in profiles]
"""Every registered profile, as (game, name)."""
CHEMIN = tuple(PROFILES["chemmy"])
VARIANTS: dict[str, dict[str, Any]] = {
    "home": {},
    "home, several options": {
        "profile": "home",
        "num_players": 4,
        "stakes": "chips",
        "history": 5,
        "forced_moves": "ask",
    },
    "practice": {"profile": "practice", "reward": "chips"},
    "salon": {"profile": "salon", "decks": 1, "num_players": 3, "history": 2},
    "club": {"profile": "club", "misplay": "liable", "bystanders": 4, "num_players": 12},
    "club, by handfuls": {"profile": "club", "handful": 10, "decks": 2, "num_players": 4},
    "salon, leaving": {"profile": "salon", "leaving": True, "num_players": 6, "history": 4},
}
"""Tables of chemin de fer that differ in everything."""

FIELDS = ("phase", "seat", "least", "most", "coups", "bank", "covered", "banker", "over", "result")


def legal_moves(mask: Any, rng: np.random.Generator, bold: float = 0.0) -> Any:
    """Choose a legal action in each row; `bold` is how often a pass is avoided."""
    weights = np.asarray(mask) * rng.random(mask.shape)
    several = (np.asarray(mask).sum(1) > 1) & (rng.random(len(mask)) < bold)
    weights[several, 2] = 0
    return weights.argmax(1)


def snapshot(tables: Tables, row: int = 0) -> tuple[Any, ...]:
    """Return everything public about a row, and its hands, for comparisons."""
    state = tables.state[row]
    arrays = [state[name].tolist() for name in ("balance", "stake", "cards", "third", "seen")]
    return (*(int(state[name]) for name in FIELDS), *map(str, arrays))


@numba.njit
def judge(state: Any, config: Any, out: Any) -> None:
    """Ask `is_legal` about every action."""
    for action in range(out.shape[0]):
        out[action] = is_legal(state, config, action)


def check_row(tables: Tables, row: int) -> None:
    """Check all that must hold of a table at any moment."""
    state = tables.state[row]
    config = tables.compiled.config[0]
    money = [int(state[name].sum()) for name in ("balance", "stake", "bystanders", "bank")]
    start = tables.compiled.total_chips * UNITS_PER_CHIP
    # R-C3: what is here, in the commission and outside is what was there. Bystanders' chips on the
    # table are not yet anybody's loss.
    whole = sum(money) - money[2] + int(state["commission"]) + int(state["outside"])
    assert whole == start, (whole, start)
    house = tables.rules.house == "agent"
    players = state["balance"][: tables.compiled.num_players] if house else state["balance"]
    assert players.min() >= 0  # R-C4
    assert state["stake"].min() >= 0
    assert state["bank"] >= 0
    if tables.rules.game == "chemmy" and state["phase"] >= 8:
        assert state["covered"] <= state["offered"]  # R-H5
    mask = tables.action_mask[row]
    judged = np.zeros(tables.num_actions, np.int8)
    judge(state, config, judged)
    assert mask.tolist() == judged.tolist()
    assert mask.any() == (not state["over"])
    assert state["over"] or not state["left"] >> state["seat"] & 1  # R-S9
    assert state["thrown_in"] <= state["position"]


def sessions(tables: Tables, seed: int, limit: int, bold: float = 0.0) -> Iterator[int]:
    """Play a batch until every row is over; yield the number of each step."""
    rng = np.random.default_rng(seed)
    for step in range(limit):
        if (tables.terminated | tables.truncated).all():
            return
        yield step
        tables.step(legal_moves(tables.action_mask, rng, bold))
    raise AssertionError(f"a session is not over after {limit} decisions")
