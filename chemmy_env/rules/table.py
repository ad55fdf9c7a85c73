"""The rules of the table: seats, shoe, money, who banks and who covers the bank."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from chemmy_env.rules.fields import NO_CAP, either, number, percent, rule
from chemmy_env.rules.requiring import MAX_SEATS

CARDS_PER_PACK: Final = 52
MOST_PACKS: Final = 104
_CHIPS: Final = 1_000_000
"""Largest amount of chips that a rule may name, caps aside."""
_NO_COMMISSION: Final = Fraction(0)


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """What holds before the cards are dealt; a part of `Rules`."""

    # The table.
    num_players: int = rule(
        6,
        number("seat"),
        high=MAX_SEATS,
        kernel=None,
        chemmy="R-H1 R-P1 R-S1 R-K1",
        punto_banco="R-B1",
        banque="R-T1",
    )
    """Seats unless the environment is told otherwise (R-H1)."""
    min_players: int = 3
    """Fewest seats that the table may have."""
    max_players: int = MAX_SEATS
    """Most seats that the table may have."""
    decks: int = rule(
        6,
        lambda packs: f"{packs} packs, {CARDS_PER_PACK * packs} cards",
        low=1,
        high=MOST_PACKS,
        kernel="packs",
        chemmy="R-H1 R-H1 R-S1 R-K1",
        punto_banco="R-B1",
        banque="R-T1",
        coup="=",
    )
    """Packs of 52 cards in the shoe (R-C2)."""
    starting_chips: int = rule(
        100,
        number("chip"),
        low=2,
        high=_CHIPS,
        chemmy="R-H1 R-H1 salon club",
        punto_banco="R-B1",
        banque="R-T1",
    )
    """Chips that each seat starts with."""
    max_coups: int = rule(
        12,
        lambda coups: f"at most {coups} coups",
        low=1,
        high=100_000,
        chemmy="R-H1 R-P6 R-S9 R-K7",
        punto_banco="R-B1",
        banque="R-T8",
    )
    """Coups after which a session is over (R-H1)."""
    at_max_coups: Literal["terminated", "truncated"] = rule(
        "terminated",
        {
            "terminated": "the last coup is the game's own end (terminated)",
            "truncated": "the last coup is a cut (truncated)",
        },
        kernel=None,
        chemmy="R-H1 R-P6 R-S9 R-K7",
        punto_banco="R-B1",
        banque="R-T8",
    )
    """Whether reaching `max_coups` is the game's own end (R-H1) or a cut (R-S9)."""
    aim: Literal["placement", "chips"] = rule(
        "placement",
        {"placement": "the highest balance wins", "chips": "chips won or lost"},
        kernel=None,
        chemmy="R-H16 R-P6 R-S9 R-K7",
        punto_banco="R-B1",
        banque="R-T7",
        coup="-",
    )
    """What the profile is played for: the default reward (R-H16, R-S9)."""

    # The shoe.
    reshuffle_below: int = rule(
        0,
        lambda cards: (
            f"shuffled anew before a coup with fewer than {cards} cards left"
            if cards
            else "shuffled before the session only"
        ),
        high=104,
        chemmy="R-H1 R-P6 R-S8 R-K7",
        punto_banco="R-B1",
        banque="R-T8",
    )
    """Shuffle anew before a coup with fewer cards left; 0: before the session only (R-H1)."""

    handful: int = rule(
        0,
        lambda cards: (
            f"the banker is handed {cards} cards at a time"
            if cards
            else "the banker has the whole shoe"
        ),
        high=MOST_PACKS * CARDS_PER_PACK,
        chemmy="- - - R-K7",
    )
    """Cards that the croupier hands the banker at a time; 0: the whole shoe (R-K7)."""

    # Money.
    min_bank: int = rule(
        2,
        lambda chips: f"a new bank is at least {number('chip')(chips)}",
        low=1,
        high=_CHIPS,
        chemmy="R-H2 R-P1 salon club",
        banque="R-T1 -",
    )
    """Least new bank in chips (R-H2)."""
    max_bank: int | None = rule(
        None,
        lambda cap: "no cap on a bank" if cap is None else f"at most {cap} chips in a bank",
        low=2,
        high=1_000_000_000,
        if_none=NO_CAP,
        chemmy="R-H11 R-H11 R-S7 R-K2",
        banque="R-T2 -",
    )
    """Most chips in any bank (R-S7); `None` for no cap."""
    min_stake: int = rule(
        1,
        lambda chips: f"a stake is at least {number('chip')(chips)}",
        low=1,
        high=_CHIPS,
        chemmy="R-H2 R-P1 salon club",
        banque="R-T2",
    )
    """Least stake in chips (R-H2)."""
    max_stake: int | None = rule(
        None,
        lambda cap: "no cap on a stake" if cap is None else f"at most {cap} chips a stake",
        low=1,
        high=1_000_000_000,
        if_none=NO_CAP,
        chemmy="R-H4 R-P4 R-H4 R-K2",
        banque="R-T2",
    )
    """Most chips in one stake (R-T2); `None` for no cap."""
    listed_stakes: tuple[int, ...] = rule(
        (),
        lambda stakes: "only " + ", ".join(map(str, stakes)),
        kernel=None,
        punto_banco="R-B1",
    )
    """The only stakes allowed, in chips (R-B1)."""
    commission: Fraction = rule(
        _NO_COMMISSION,
        percent,
        kernel=None,
        chemmy="R-H10 R-P1 R-S7 R-H10",
        punto_banco="R-B3",
        banque="R-T7",
        coup="=",
    )
    """Taken from the bank's gain; a multiple of 1/10,000 (R-C3), also as text: ``"0.05"``."""

    # Who banks, and for how much.
    first_banker: Literal["lot", "seat_0"] = rule(
        "lot",
        {"seat_0": "seat 0", "lot": "by lot"},
        kernel="lot",
        chemmy="R-H1 R-P1 R-S1 R-K1",
        banque="R-T1 -",
    )
    """Who opens the session's first bank (R-H1, R-K1)."""
    house: Literal["none", "script", "agent"] = rule(
        "none",
        {
            "none": "a player banks",
            "script": "the house banks, by a fixed table",
            "agent": "the house banks, as an agent",
        },
        banque="R-T1 R-T9",
    )
    """A permanent banker without limit of capital (R-T1, R-T9)."""
    bank: Literal["reopened", "carried"] = rule(
        "reopened",
        {
            "reopened": "named anew each coup, at least what is required",
            "carried": "winnings and uncovered chips stay in; the banker goes on or passes",
        },
        kernel="carried",
        chemmy="R-H11 R-P2 R-S6 R-K5",
    )
    """`reopened`: a new amount each coup, at least the requirement (R-H11). `carried`: winnings and
    uncovered chips stay in and the banker only goes on or passes (R-P2, R-S6, R-K5)."""
    succession: Literal["none", "at_least", "exact"] = rule(
        "none",
        {
            "none": "not offered: a given-up bank goes round as a fresh one",
            "at_least": "offered first, at any amount from the requirement",
            "exact": "offered first, at exactly its present level",
        },
        chemmy="R-H13 R-P5 R-S6 R-K6",
    )
    """On which terms a retiring banker's bank is offered first (R-H13, R-K6)."""
    ordinary_turn: bool = rule(
        False,
        either("kept by the neighbour for fresh banks", "not kept"),
        chemmy="R-H14 R-P5 salon club",
    )
    """Whether the neighbour's ordinary turn is kept for fresh banks (R-H12, R-H14)."""

    # Covering it.
    suivi: bool = rule(
        False,
        either("a lost banco earns the first call in the next coup", "no banco suivi"),
        chemmy="R-H3 R-P1 salon R-K2",
    )
    """Whether a lost banco earns the first call in the next coup (R-H3, R-K2)."""
    banco_first: int | None = rule(
        None,
        lambda seat: (
            "banco is asked in order" if seat is None else f"seat {seat} is asked banco first"
        ),
        high=MAX_SEATS - 1,
        if_none=-1,
        chemmy="R-H3 R-P4 R-H3 R-K2",
    )
    """The seat that is asked banco before the others (R-P4)."""
    naming: Literal["remainder", "open"] = rule(
        "remainder",
        {
            "remainder": "a stake is at most the uncovered remainder",
            "open": "any stake; covered in order, the excess for the banker to take or leave",
        },
        kernel="open_naming",
        chemmy="R-H4 R-P4 R-H4 R-K2",
    )
    """`remainder`: stakes up to what is uncovered (R-H4). `open`: any stake, covered in order, the
    excess for the banker to take or leave (R-K2)."""
    bystanders: int = rule(
        0,
        lambda chips: (
            f"they add up to {chips} chips to what is uncovered" if chips else "add nothing"
        ),
        high=_CHIPS,
        chemmy="R-H4 R-P1 R-H4 R-K3",
    )
    """Chips that people at no seat add to an uncovered bank each coup (R-K3)."""
    if_uncovered: Literal["end", "pass"] = rule(
        "end",
        {"end": "the session ends", "pass": "the coup counts and the bank passes on"},
        kernel="uncovered_passes",
        chemmy="R-H15",
    )
    """What follows when nobody stakes (R-H15): `end` is an agreement of the home table alone."""
    leaving: bool = rule(
        False,
        either(
            "a seat asked for banco or a stake, and a retiring banker, may leave the table",
            "everybody stays to the end",
        ),
        chemmy="- - R-S9 -",
    )
    """Whether seats may leave the table for good (R-S9); LEAVE is then the last action."""
    compulsory_stake: bool = rule(
        False,
        either("who can stake must (for research)", "nobody must stake"),
        kernel="compulsory",
        chemmy="R-H4",
        punto_banco="R-B1",
        banque="R-T2",
    )
    """For research, unfaithful: who can stake must."""
