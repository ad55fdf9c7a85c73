"""Random tables: any profile, with any of its game's rules and any option changed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.making import make_table
from chemmy_env.rules import PROFILES, RULES, options

from ..engine.playing import PROFILE_NAMES
from ..engine.test_against_oracle import draw_table

MOST_ACTIONS: Final = 3000
"""Masks of tables that have more actions, one a chip, are slow to check."""
NUMBERS: Final[dict[str, tuple[Any, ...]]] = {
    "decks": (1, 2, 3, 6, 8, 104),
    "starting_chips": (2, 3, 7, 50, 100, 1000, 1_000_000),
    "max_coups": (1, 2, 5, 8, 12, 40),
    "reshuffle_below": (0, 6, 9, 20, 52, 104),
    "handful": (0, 0, 7, 10, 26, 52, 300),
    "min_bank": (1, 2, 3, 10),
    "max_bank": (None, 2, 10, 13, 40, 1_000_000_000),
    "min_stake": (1, 2, 3, 5, 10),
    "max_stake": (None, 1, 5, 25, 1_000_000_000),
    "listed_stakes": ((1,), (1, 2, 5, 10), (3, 7), (5, 10, 25, 50), (1, 1_000_000)),
    "commission": ("0", "0.05", "0.0001", "0.3333", "0.9999"),
    "banco_first": (None, 0, 1, 3, 5),
    "bystanders": (0, 1, 4, 30, 1_000_000),
    "tie_pays": (1, 8, 9, 100),
    "bettors": (1, 2, 3, 11),
}
"""Values tried of the rules that are no choice among words, the ends of their ranges among them."""
OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "stakes": ("levels", "chips"),
    "forced_moves": ("skip", "ask"),
    "reward": (None, "chips", "placement", "ahead", "luck_adjusted"),
    "illegal": ("terminate", "raise"),
    "history": (0, 0, 1, 5, 32),
    "sees": (None, "total", "hand"),
}


@dataclass(frozen=True)
class Drawn:
    """One random table.

    Attributes:
        keywords: what `Tables` and the environments take; repeats it.
        compiled: the table itself.
        refused: how many sets of settings were refused in words on the way to it.
    """

    keywords: dict[str, Any]
    compiled: CompiledTable
    refused: int


def draw(rng: random.Random, kernels: frozenset[str] | None = None) -> Drawn:
    """Draw a table.

    Args:
        rng: where everything comes from.
        kernels: the sets of compiled kernels that may be needed (`CompiledTable.kernels`); `None`
            for all, some thirty, each of which is compiled once.

    Raises:
        AssertionError: if a refusal does not say what was expected.
    """
    refused = 0
    while True:
        game, profile = rng.choice(PROFILE_NAMES)
        keywords = {"game": game, "profile": profile, **propose(game, profile, rng)}
        compiled = None
        while compiled is None:
            try:
                compiled = make_table(**keywords)
            except ValueError as error:
                if "expected" not in str(error):
                    raise AssertionError(f"{keywords} refused without a word of help") from error
                refused += 1
                # A profile as it is makes a table: dropping one change after another gets there.
                changed = [name for name in keywords if name not in ("game", "profile")]
                keywords.pop(rng.choice(changed))
        if compiled.num_actions > MOST_ACTIONS:
            keywords["stakes"] = "levels"
            compiled = make_table(**keywords)
        if kernels is None or compiled.kernels in kernels:
            return Drawn(keywords, compiled, refused)


def propose(game: str, profile: str, rng: random.Random) -> dict[str, Any]:
    """Draw some rules and options of a profile; they need not suit one another."""
    changed: dict[str, Any] = {}
    often = rng.choice([0.0, 0.1, 0.2, 0.4])
    for name, declared in RULES.items():
        if game in declared.sources and name != "num_players" and rng.random() < often:
            changed[name] = value_of(name, declared.words, rng)
    for name, values in OPTIONS.items():
        if rng.random() < 0.4:
            changed[name] = rng.choice(values)
    rules = PROFILES[game][profile]
    if rng.random() < 0.7:
        changed["num_players"] = rng.randint(rules.min_players, rules.max_players)
    return changed


def value_of(name: str, words: Any, rng: random.Random) -> Any:
    """Draw a value of a rule."""
    if isinstance(words, Mapping):
        return rng.choice(list(words))
    if name in ("punter_one", "punter_several"):
        return "".join(rng.choices("SDF", k=8))
    if name == "banker_rows":
        free = rng.choice(["F", "SD", "SDF"])
        return tuple("".join(rng.choices(free, k=options.THIRDS)) for _ in range(8))
    return rng.choice(NUMBERS[name])


def deal_chips(compiled: CompiledTable, rng: random.Random) -> list[int]:
    """Share all chips of a table out among its seats at random."""
    cuts = sorted(rng.randint(0, compiled.total_chips) for _ in range(compiled.num_players - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, compiled.total_chips], strict=True)]


def draw_for_oracle(
    rng: random.Random, kernels: frozenset[str] | None = None
) -> tuple[str, str, dict[str, Any]]:
    """Draw a table that the oracle plays too: game, profile and the settings it has words for."""
    while True:
        game, profile = rng.choice([one for one in PROFILE_NAMES if one[0] != "coup"])
        drawn: dict[str, Any]
        if game == "chemmy":
            drawn = draw_table(profile, rng)
        elif game == "banque":
            drawn = draw_banque(profile, rng)
        else:
            drawn = draw_punto(rng)
        # The others are options of a reset: chips, and a seat for the first banker.
        known = set(RULES) - {"first_banker"} | {"forced_moves"}
        compiled = make_table(game, profile, **{name: drawn[name] for name in known & set(drawn)})
        if kernels is None or compiled.kernels in kernels:
            return game, profile, drawn


def draw_banque(profile: str, rng: random.Random) -> dict[str, Any]:
    """Draw a table of two tableaux."""
    drawn: dict[str, Any] = {"max_coups": rng.choice([1, 8, 15]), "decks": rng.choice([1, 3, 6, 8])}
    if profile == "ouverte":
        drawn["first_banker"] = rng.choice([None, 1, 5])
    else:
        drawn["house"] = rng.choice(["script", "agent"])
    if rng.random() < 0.5:
        drawn["chips"] = [rng.randint(1, 60) for _ in range(6)]
    if rng.random() < 0.4:
        drawn["commission"] = Fraction(rng.randint(0, 9999), 10_000)
    return drawn


def draw_punto(rng: random.Random) -> dict[str, Any]:
    """Draw a table of Punto Banco."""
    players = rng.randint(1, 12)
    drawn: dict[str, Any] = {
        "num_players": players,
        "max_coups": rng.choice([1, 15, 40]),
        "decks": rng.choice([1, 6, 8]),
        "commission": Fraction(rng.randint(0, 9999), 10_000),
    }
    if rng.random() < 0.5:
        drawn["chips"] = [rng.randint(0, 60) for _ in range(players)]
    return drawn
