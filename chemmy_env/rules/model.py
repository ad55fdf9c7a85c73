"""`Rules`: one profile of one game, as a frozen value.

A profile is data. Nothing in the engine asks for a profile's name; it asks for the fields. Each of
them, in `TableRules` and `HandRules`, declares its range, its words, the games that have it and the
rules (docs/rules.md) that it stands for; whatever checks, prints or compiles rules reads that.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Final

from chemmy_env.rules import options
from chemmy_env.rules.fields import UNITS_PER_CHIP, read_commission, rules_of
from chemmy_env.rules.games import GAMES, Game
from chemmy_env.rules.hands import HandRules
from chemmy_env.rules.requiring import MAX_SEATS, check_names, require, require_int
from chemmy_env.rules.table import CARDS_PER_PACK, TableRules


@dataclass(frozen=True, kw_only=True)
class Rules(HandRules, TableRules):
    """The rules of one table.

    Make one with `get_rules`, or change one with `replace`; both check every field and raise a
    `ValueError` that names the field, the value and what is allowed.
    """

    profile: str
    """Name of the profile, for people and files; the engine never reads it."""
    game: str = "chemmy"
    """Name of the game, one of `GAMES`."""

    def __post_init__(self) -> None:
        """Check every field; the last step of making a `Rules`."""
        object.__setattr__(self, "commission", read_commission(self.commission))
        known = isinstance(self.game, str) and self.game in GAMES
        require(known, "game", self.game, f"one of {tuple(GAMES)}")
        own = self.facts
        for name, declared in RULES.items():
            if own.name in declared.sources:
                declared.check(name, getattr(self, name))
            else:
                usual = own.fixed.get(name, RULE_DEFAULTS[name])
                lacked = f"{usual!r}: {own.name} has no such rule"
                require(getattr(self, name) == usual, name, getattr(self, name), lacked)
        require_int("max_players", self.max_players, 1, MAX_SEATS)
        require_int("min_players", self.min_players, 1, self.max_players)
        self.check_num_players(self.num_players)
        options.punter_table(self.punter_one, self.punter_several)
        options.banker_table(self.banker_rows)
        self._check_shoe()
        own.check(self)
        for name in ("starting_chips", "max_bank"):
            chips, least = getattr(self, name), self.min_bank
            require(chips is None or chips >= least, name, chips, f"at least min_bank = {least}")

    def _check_shoe(self) -> None:
        below, coup = self.reshuffle_below, self.facts.most_cards
        if below == 0:  # R-H1: one shoe must last the session.
            longest = self.cards // coup
            words = f"at most {longest} with decks = {self.decks} and one shuffle"
            require(self.max_coups <= longest, "max_coups", self.max_coups, words)
        else:
            require(below >= coup, "reshuffle_below", below, f"0 or at least {coup}")
            words = f"at most the {self.cards} cards of decks = {self.decks}"
            require(below <= self.cards, "reshuffle_below", below, words)
        if self.handful:
            require(below > 0, "handful", self.handful, "0 where the shoe is never renewed (R-H1)")
            words = f"0, or {below} (reshuffle_below) to {self.cards}, the shoe's cards (R-K7)"
            require(below <= self.handful <= self.cards, "handful", self.handful, words)

    def check_num_players(self, num_players: int) -> int:
        """Return `num_players` if this table seats that many, else raise `ValueError`."""
        require_int("num_players", num_players, self.min_players, self.max_players)
        return num_players

    @property
    def facts(self) -> Game:
        """What is true of every table of the game."""
        return GAMES[self.game]

    @property
    def cards(self) -> int:
        """Cards in a full shoe (R-C2)."""
        return CARDS_PER_PACK * self.decks

    @property
    def commission_units(self) -> int:
        """Commission on one whole chip, in units of 1/10,000 chip."""
        return int(self.commission * UNITS_PER_CHIP)

    @property
    def punter_options(self) -> options.Table:
        """``(2, 10)`` int8: STAND, DRAW or FREE by bettors (one, several) and two-card total."""
        table = options.punter_table(self.punter_one, self.punter_several)
        if self.strict_five:
            table[table[:, 5] == options.FREE, 5] = options.STAND
        return table

    @property
    def banker_options(self) -> options.Table:
        """``(10, 11)`` int8: STAND, DRAW or FREE by total and punter's third card (10: stood)."""
        return options.banker_table(self.banker_rows)

    def replace(self, **overrides: Any) -> Rules:
        """Return a checked copy with some fields changed.

        Raises:
            UnknownSettingError: for an unknown field.
            ValueError: for an impossible value.
        """
        check_names(overrides, RULE_FIELDS)
        return dataclasses.replace(self, **overrides)


RULE_FIELDS: Final = tuple(
    field.name for field in dataclasses.fields(Rules) if field.name not in ("profile", "game")
)
"""Every field that an override may change."""
RULE_DEFAULTS: Final[dict[str, Any]] = {
    field.name: field.default
    for field in dataclasses.fields(Rules)
    if field.default is not dataclasses.MISSING
}
"""What a rule is where a profile says nothing."""
RULES: Final = rules_of(Rules)
"""What each rule option declares of itself, by field."""
