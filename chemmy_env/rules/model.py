"""`Rules`: one profile of one game, as a frozen value.

A profile is data. Nothing in the engine asks for a profile's name; it asks for the fields below,
each of which cites the rule (docs/rules.md) that it stands for.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Final, Literal

from chemmy_env.rules import options
from chemmy_env.rules.games import check_game
from chemmy_env.rules.requiring import MAX_SEATS, require, require_int

UNITS_PER_CHIP: Final = 10_000
"""Amounts of money are integers in 1/10,000 of a chip (R-C3)."""
CARDS_PER_PACK: Final = 52
MOST_PACKS: Final = 104
MAX_CARDS_A_COUP: Final = {"chemmy": 6, "punto_banco": 6, "banque": 9, "coup": 6}
"""Two hands of at most three cards; three at banque."""

Game = Literal["chemmy", "punto_banco", "banque", "coup"]

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "game": ("chemmy", "punto_banco", "banque", "coup"),
    "at_max_coups": ("terminated", "truncated"),
    "first_banker": ("lot", "seat_0"),
    "bank": ("reopened", "carried"),
    "succession": ("none", "at_least", "exact"),
    "naming": ("remainder", "open"),
    "if_uncovered": ("end", "pass"),
    "tie": ("returned", "rides"),
    "naturals": ("punter_first", "both"),
    "misplay": ("forbidden", "liable"),
    "house": ("none", "script", "agent"),
    "aim": ("placement", "chips"),
}
_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "decks": (1, MOST_PACKS),
    "starting_chips": (2, 1_000_000),
    "max_coups": (1, 100_000),
    "min_bank": (1, 1_000_000),
    "min_stake": (1, 1_000_000),
    "reshuffle_below": (0, 104),
    "bystanders": (0, 1_000_000),
    "tie_pays": (1, 100),
    "bettors": (1, MAX_SEATS - 1),
}
_OPTIONAL: Final[dict[str, tuple[int, int]]] = {
    "max_bank": (2, 1_000_000_000),
    "max_stake": (1, 1_000_000_000),
    "banco_first": (0, MAX_SEATS - 1),
}


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one table.

    Make one with `get_rules`, or change one with `replace`; both check every field and raise a
    `ValueError` that names the field, the value and what is allowed.
    """

    profile: str
    """Name of the profile, for people and files; the engine never reads it."""
    game: Game = "chemmy"

    # The table.
    min_players: int = 3
    max_players: int = MAX_SEATS
    num_players: int = 6
    """Seats unless the environment is told otherwise (R-H1)."""
    decks: int = 6
    starting_chips: int = 100
    min_bank: int = 2
    """Least new bank in chips (R-H2)."""
    min_stake: int = 1
    """Least stake in chips (R-H2)."""
    max_bank: int | None = None
    """Most chips in any bank (R-S7); `None` for no cap."""
    commission: Fraction = Fraction(0)
    """Taken from the bank's gain; a multiple of 1/10,000 (R-C3), also as text: ``"0.05"``."""
    max_coups: int = 12
    at_max_coups: Literal["terminated", "truncated"] = "terminated"
    """Whether reaching `max_coups` is the game's own end (R-H1) or a cut (R-S9)."""
    aim: Literal["placement", "chips"] = "placement"
    """What the profile is played for: the default reward (R-H16, R-S9)."""

    # The shoe.
    reshuffle_below: int = 0
    """Shuffle anew before a coup with fewer cards left; 0: before the session only (R-H1)."""

    # Who banks, and for how much.
    first_banker: Literal["lot", "seat_0"] = "lot"
    bank: Literal["reopened", "carried"] = "reopened"
    """`reopened`: a new amount each coup, at least the requirement (R-H11). `carried`: winnings and
    uncovered chips stay in and the banker only goes on or passes (R-P2, R-S6, R-K5)."""
    succession: Literal["none", "at_least", "exact"] = "none"
    """On which terms a retiring banker's bank is offered first (R-H13, R-K6)."""
    ordinary_turn: bool = False
    """Whether the neighbour's ordinary turn is kept for fresh banks (R-H12, R-H14)."""

    # Covering it.
    suivi: bool = False
    """Whether a lost banco earns the first call in the next coup (R-H3, R-K2)."""
    banco_first: int | None = None
    """The seat that is asked banco before the others (R-P4)."""
    naming: Literal["remainder", "open"] = "remainder"
    """`remainder`: stakes up to what is uncovered (R-H4). `open`: any stake, covered in order, the
    excess for the banker to take or leave (R-K2)."""
    bystanders: int = 0
    """Chips that people at no seat add to an uncovered bank each coup (R-K3)."""
    if_uncovered: Literal["end", "pass"] = "end"
    """R-H15; `pass` is for research."""
    compulsory_stake: bool = False
    """For research, unfaithful: who can stake must."""

    # The hands.
    naturals: Literal["punter_first", "both"] = "punter_first"
    """`punter_first`: the banker looks after the punter has decided (R-H7). `both`: any natural
    ends the coup before the punter is asked (R-S2)."""
    punter_one: str = options.PUNTER_FREE_ON_5
    """The punter's options with one bettor, totals 0-7 (see `chemmy_env.rules.options`)."""
    punter_several: str = options.PUNTER_FREE_ON_5
    banker_rows: tuple[str, ...] = options.BANKER_FREE
    strict_five: bool = False
    """Makes a free 5 of the punter's a stand (R-S3)."""
    misplay: Literal["forbidden", "liable"] = "forbidden"
    """`liable`: a punter may break the drawing rule, and pays the others if it loses (R-K4)."""
    tie: Literal["returned", "rides"] = "returned"
    """Whether stakes come back after a tie or lie on for the next coup (R-H10, R-S5, R-K5)."""
    asks_after_tie: bool = True
    """Whether the banker is asked to go on after a tie (R-H11), or plays on unasked (R-S5)."""

    # Outcome betting and two tableaux.
    stakes: tuple[int, ...] = ()
    """The only stakes allowed, in chips (R-B1); empty: any from `min_stake`."""
    max_stake: int | None = None
    """Most chips in one stake (R-T2)."""
    tie_pays: int = 8
    """Odds on the Tie (R-B3)."""
    house: Literal["none", "script", "agent"] = "none"
    """A permanent banker without limit of capital (R-T1, R-T9)."""

    # One coup by itself.
    bettors: int = 1
    """How many bet on the punter's hand: what R-H8 leaves free depends on it."""
    with_replacement: bool = False
    """Every card comes from a full shoe: value 0 with chance 4/13, any other 1/13 (Kemeny and Snell
    1957). The observation then tells nothing of the shoe."""

    def __post_init__(self) -> None:
        """Check every field; the last step of making a `Rules`."""
        object.__setattr__(self, "commission", _commission(self.commission))
        for name, allowed in _CHOICES.items():
            require(getattr(self, name) in allowed, name, getattr(self, name), f"one of {allowed}")
        for name, (low, high) in _BOUNDS.items():
            if self.game != "coup" or name != "starting_chips":  # There it is 1 (check_game).
                require_int(name, getattr(self, name), low, high)
        for name, (low, high) in _OPTIONAL.items():
            if getattr(self, name) is not None:
                require_int(name, getattr(self, name), low, high, " or None")
        for name in ("ordinary_turn", "suivi", "compulsory_stake", "strict_five", "asks_after_tie",
                     "with_replacement"):  # fmt: skip
            require(isinstance(getattr(self, name), bool), name, getattr(self, name), "a bool")
        require_int("max_players", self.max_players, 1, MAX_SEATS)
        require_int("min_players", self.min_players, 1, self.max_players)
        self.check_num_players(self.num_players)
        options.punter_table(self.punter_one, self.punter_several)
        options.banker_table(self.banker_rows)
        self._check_shoe()
        check_game(self, RULE_DEFAULTS)
        require(self.starting_chips >= self.min_bank, "starting_chips", self.starting_chips,
                 f"at least min_bank = {self.min_bank}")  # fmt: skip
        if self.max_bank is not None:
            require(self.max_bank >= self.min_bank, "max_bank", self.max_bank,
                     f"at least min_bank = {self.min_bank}")  # fmt: skip

    def _check_shoe(self) -> None:
        cards = CARDS_PER_PACK * self.decks
        coup = MAX_CARDS_A_COUP[self.game]
        if self.reshuffle_below == 0:  # R-H1: one shoe must last the session.
            longest = cards // coup
            require(self.max_coups <= longest, "max_coups", self.max_coups,
                    f"at most {longest} with decks = {self.decks} and one shuffle")  # fmt: skip
        else:
            require(self.reshuffle_below >= coup, "reshuffle_below",
                     self.reshuffle_below, f"0 or at least {coup}")  # fmt: skip
            require(self.reshuffle_below <= cards, "reshuffle_below", self.reshuffle_below,
                     f"at most the {cards} cards of decks = {self.decks}")  # fmt: skip

    def check_num_players(self, num_players: int) -> int:
        """Return `num_players` if this table seats that many, else raise `ValueError`."""
        require_int("num_players", num_players, self.min_players, self.max_players)
        return num_players

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
            ValueError: for an unknown field or an impossible value.
        """
        unknown = sorted(set(overrides) - set(RULE_FIELDS))
        if unknown:
            raise ValueError(f"{unknown[0]!r} is no rule; the rules are {', '.join(RULE_FIELDS)}")
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


def _commission(value: Fraction | Decimal | str | float) -> Fraction:
    """Read a commission; R-C3 wants a multiple of 1/10,000 from 0 up to, but not, 1."""
    allowed = 'a multiple of 1/10,000 in [0, 1), as "0.05", Decimal, Fraction or a short float'
    try:
        # A float means the short decimal that it prints as: 0.05 is 1/20.
        rate = Fraction(Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
                        if isinstance(value, str) else value)  # fmt: skip
    except (InvalidOperation, ValueError, TypeError, OverflowError):
        raise ValueError(f"commission = {value!r}: expected {allowed}") from None
    require((rate * UNITS_PER_CHIP).denominator == 1, "commission", value, allowed)
    require(0 <= rate < 1, "commission", value, allowed)
    return rate
