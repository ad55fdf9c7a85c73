"""The profiles: every table the rulebooks describe, as values of `Rules`."""

from __future__ import annotations

import difflib
from fractions import Fraction
from typing import Any, Final

from chemmy_env.rules import options
from chemmy_env.rules.games import COUP, GAMES
from chemmy_env.rules.model import RULES, Rules

HOME: Final = Rules(
    profile="home",
    punter_one=options.PUNTER_FREE_ON_1_TO_7,
    banker_rows=options.BANKER_FREE_AT_TWO_CELLS,
    succession="at_least",
    ordinary_turn=True,
    suivi=True,
)
"""Chemin de fer at home, R-H1 to R-H17: the default."""

PRACTICE: Final = Rules(
    profile="practice",
    if_uncovered="pass",
    min_players=6,
    max_players=6,
    commission=Fraction(5, 100),
    max_coups=50,
    at_max_coups="truncated",
    aim="chips",
    reshuffle_below=20,
    bank="carried",
    banco_first=0,
    punter_one=options.PUNTER_FREE_ON_1_TO_7,
    punter_several=options.PUNTER_FREE_ON_1_TO_7,
    banker_rows=options.BANKER_FREE_AT_TWO_CELLS,
)
"""The six-seat practice table, R-P1 to R-P6."""

SALON: Final = Rules(
    profile="salon",
    if_uncovered="pass",
    max_coups=50,
    at_max_coups="truncated",
    aim="chips",
    reshuffle_below=6,
    bank="carried",
    naturals="both",
    tie="rides",
    asks_after_tie=False,
)
"""The salon, R-S1 to R-S9."""

CLUB: Final = Rules(
    profile="club",
    if_uncovered="pass",
    max_coups=50,
    at_max_coups="truncated",
    aim="chips",
    reshuffle_below=7,
    first_banker="seat_0",
    bank="carried",
    succession="exact",
    suivi=True,
    naming="open",
    naturals="both",
    tie="rides",
)
"""The club, R-K1 to R-K7."""

PUNTO: Final = Rules(
    profile="punto",
    game="punto_banco",
    min_players=1,
    num_players=1,
    decks=8,
    commission=Fraction(5, 100),
    max_coups=100,
    at_max_coups="truncated",
    aim="chips",
    reshuffle_below=20,
    naturals="both",
    punter_one=options.PUNTER_FIXED,
    punter_several=options.PUNTER_FIXED,
    banker_rows=options.BANKER_FIXED,
    listed_stakes=(5, 10, 25, 50),
)
"""Punto Banco, R-B1 to R-B3."""

MINI: Final = Rules(**{**PUNTO.__dict__, "profile": "mini", "listed_stakes": (1, 2, 5, 10)})
"""Mini Baccarat: Punto Banco with lower stakes (R-B1)."""

OUVERTE: Final = Rules(
    profile="ouverte",
    game="banque",
    min_players=6,
    max_players=6,
    commission=Fraction(125, 10_000),
    max_coups=50,
    at_max_coups="truncated",
    aim="chips",
    reshuffle_below=9,
    first_banker="seat_0",
    min_bank=1,
    naturals="both",
    punter_one=options.CAPTAIN_FREE,
    punter_several=options.CAPTAIN_FREE,
)
"""Banque ouverte, two tableaux against a player's bank, R-T1 to R-T8."""

LIMITEE: Final = Rules(
    **{
        **OUVERTE.__dict__,
        "profile": "limitee",
        "decks": 3,
        "commission": Fraction(2, 100),
        "min_stake": 5,
        "max_stake": 25,
        "house": "script",
    }
)
"""Banque limitée, two tableaux against the house, R-T1 to R-T9."""

COUP_FIELDS: Final = tuple(name for name, rule in RULES.items() if rule.sources.get("coup") == "=")
"""Rules of the chemin de fer table that matter to a single coup."""


def coup_rules(rules: Rules, profile: str | None = None) -> Rules:
    """Return the rules of one coup of a chemin de fer table, unit stake, two sides.

    Args:
        rules: the table's.
        profile: name of the coup; `None` for the table's.
    """
    return Rules(
        profile=profile or rules.profile,
        game="coup",
        aim="chips",
        **COUP.fixed,
        **{name: getattr(rules, name) for name in COUP_FIELDS},
    )


PROFILES: Final[dict[str, dict[str, Rules]]] = {
    "chemmy": {"home": HOME, "practice": PRACTICE, "salon": SALON, "club": CLUB},
    "punto_banco": {"punto": PUNTO, "mini": MINI},
    "banque": {"ouverte": OUVERTE, "limitee": LIMITEE},
    "coup": {
        "free": coup_rules(SALON, "free"),
        **{rules.profile: coup_rules(rules) for rules in (HOME, PRACTICE, SALON, CLUB)},
    },
}
"""Every profile by game and name; the first one of a game is its default."""


def get_rules(
    profile: str | Rules | None = None, game: str | None = None, **overrides: Any
) -> Rules:
    """Return the rules of a profile, with some fields changed.

    Args:
        profile: a profile's name, a `Rules` value, or `None` for the game's default.
        game: which game the profile belongs to; `None` for the one that has a profile of that name,
            the table before the single coup where both have.
        **overrides: fields of `Rules` to change, for example ``decks=8``.

    Raises:
        ValueError: for an unknown game, profile or field, or an impossible value; it names the
            field, the value and what is allowed.
    """
    rules = _find(profile, game)
    return rules.replace(**overrides) if overrides else rules


def find_game(name: str | Rules, profile: str | Rules | None) -> tuple[str | None, Any]:
    """Tell a game's name from a profile's, where either may stand first.

    Args:
        name: a game, or, where `profile` is `None`, a profile.
        profile: a profile, or `None`.

    Returns:
        Game (`None` if it follows from the profile) and profile, as `get_rules` takes them.
    """
    if profile is None and not (isinstance(name, str) and name in GAMES):
        return None, name
    return name, profile  # type: ignore[return-value]  # Checked by `get_rules`.


def _find(profile: str | Rules | None, game: str | None) -> Rules:
    if game is not None and not (isinstance(game, str) and game in GAMES):
        raise ValueError(f"game = {game!r}: expected one of {', '.join(GAMES)}")
    if isinstance(profile, Rules):
        rules = profile
        if game == "coup" and rules.game == "chemmy":
            rules = coup_rules(rules)
        if rules.game != (game or rules.game):
            raise ValueError(
                f"profile = {rules.profile!r} is for {rules.game!r}: expected {game!r}"
            )
        return rules
    if profile is None:
        return next(iter(PROFILES[game or "chemmy"].values()))
    for profiles in PROFILES.values() if game is None else [PROFILES[game]]:
        if isinstance(profile, str) and profile in profiles:
            return profiles[profile]
    raise ValueError(f"profile = {profile!r}: expected {_known(profile, game)}")


def _known(profile: object, game: str | None) -> str:
    """Return the profiles there are, by game, the nearest one first."""
    if game is not None:
        listed = f"one of {', '.join(PROFILES[game])} for {game!r}"
        names = list(PROFILES[game])
    else:
        listed = "; ".join(f"{name}: {', '.join(profiles)}" for name, profiles in PROFILES.items())
        names = [name for profiles in PROFILES.values() for name in profiles] + list(GAMES)
    near = difflib.get_close_matches(str(profile), names, n=1)
    return f"{listed}; did you mean {near[0]!r}?" if near else listed
