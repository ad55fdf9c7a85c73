"""A profile's fields in words, each with the rule it stands for, and its option tables.

The values come from `Rules`; what is written here is how to say them and where they come from
(docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from chemmy_env.rules import PROFILES, Rules
from chemmy_env.rules.options import letters
from chemmy_env.rules.profiles import COUP_FIELDS

_PROFILES: Final = ("home", "practice", "salon", "club", "punto", "mini", "ouverte", "limitee")
_SALON: Final = "salon's opening words"
_CLUB: Final = "club's opening words"


@dataclass(frozen=True)
class FieldInWords:
    """One field of a profile, said.

    Attributes:
        name: the field of `Rules`.
        words: what its value means.
        source: numbers of the rules it comes from.
    """

    name: str
    words: str
    source: str


@dataclass(frozen=True)
class OptionTable:
    """What a hand must (D: draw, S: stand) or may (F: free) do.

    Attributes:
        title: whose table.
        header: names of the columns, the row label's first.
        rows: label and one letter a column.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def _number(unit: str) -> Callable[[Any], str]:
    return lambda value: f"{value} {unit}" + ("" if value == 1 else "s")


def _either(yes: str, no: str) -> Callable[[Any], str]:
    return lambda value: yes if value else no


def _percent(value: Any) -> str:
    return f"{float(value) * 100:g} % of the bank's gain" if value else "none"


def _row(letters_: str) -> str:
    return f"{letters_} on totals 0-7"


_WORDS: Final[dict[str, Callable[[Any], str] | dict[Any, str]]] = {
    "decks": lambda packs: f"{packs} packs, {52 * packs} cards",
    "starting_chips": _number("chip"),
    "min_bank": lambda chips: f"a new bank is at least {chips} chips",
    "min_stake": lambda chips: f"a stake is at least {chips} chip{'' if chips == 1 else 's'}",
    "max_bank": lambda cap: "no cap on a bank" if cap is None else f"at most {cap} chips in a bank",
    "max_stake": lambda cap: "no cap on a stake" if cap is None else f"at most {cap} chips a stake",
    "commission": _percent,
    "max_coups": lambda coups: f"at most {coups} coups",
    "at_max_coups": {
        "terminated": "the last coup is the game's own end (terminated)",
        "truncated": "the last coup is a cut (truncated)",
    },
    "aim": {"placement": "the highest balance wins", "chips": "chips won or lost"},
    "reshuffle_below": lambda cards: (
        f"shuffled anew before a coup with fewer than {cards} cards left"
        if cards
        else "shuffled before the session only"
    ),
    "first_banker": {"lot": "by lot", "seat_0": "seat 0"},
    "bank": {
        "reopened": "named anew each coup, at least what is required",
        "carried": "winnings and uncovered chips stay in; the banker goes on or passes",
    },
    "succession": {
        "none": "not offered: a given-up bank goes round as a fresh one",
        "at_least": "offered first, at any amount from the requirement",
        "exact": "offered first, at exactly its present level",
    },
    "ordinary_turn": _either("kept by the neighbour for fresh banks", "not kept"),
    "suivi": _either("a lost banco earns the first call in the next coup", "no banco suivi"),
    "banco_first": lambda seat: (
        "banco is asked in order" if seat is None else f"seat {seat} is asked banco first"
    ),
    "naming": {
        "remainder": "a stake is at most the uncovered remainder",
        "open": "any stake; covered in order, the excess for the banker to take or leave",
    },
    "bystanders": lambda chips: (
        f"they add up to {chips} chips to what is uncovered" if chips else "add nothing"
    ),
    "if_uncovered": {
        "end": "the session ends",
        "pass": "the bank passes on (for research)",
    },
    "compulsory_stake": _either("who can stake must (for research)", "nobody must stake"),
    "naturals": {
        "punter_first": "the banker looks after the punter has decided",
        "both": "both look at once; a natural ends the coup before anyone decides",
    },
    "punter_one": _row,
    "punter_several": _row,
    "banker_rows": lambda rows: "see the table; " + _freedom(rows),
    "strict_five": _either("a free 5 must stand", "a free 5 stays free"),
    "misplay": {
        "forbidden": "a draw or stand against the table is not legal",
        "liable": "legal; who breaks the table and loses makes good the others' stakes",
    },
    "tie": {"returned": "stakes come back", "rides": "stakes lie on for the next coup"},
    "asks_after_tie": _either("the banker may give up the bank", "the banker plays on unasked"),
    "stakes": lambda stakes: "only " + ", ".join(map(str, stakes)) if stakes else "any amount",
    "tie_pays": lambda odds: f"the Tie pays {odds}:1",
    "bettors": lambda number: f"{number} bet{'s' if number == 1 else ''} on the punter's hand",
    "with_replacement": _either("every card from a full shoe", "cards do not go back"),
    "house": {
        "none": "a player banks",
        "script": "the house banks, by a fixed table",
        "agent": "the house banks, as an agent",
    },
}
# By field: the rules it stands for, for home, practice, salon, club, punto, mini, ouverte, limitee;
# a dash where the game has no such thing.
_SOURCES: Final = {
    "num_players": "R-H1 R-P1 R-S1 R-K1 R-B1 R-B1 R-T1 R-T1",
    "decks": "R-H1 R-H1 R-S1 R-K1 R-B1 R-B1 R-T1 R-T1",
    "starting_chips": "R-H1 R-H1 salon club R-B1 R-B1 R-T1 R-T1",
    "max_coups": "R-H1 R-P6 R-S9 R-K7 R-B1 R-B1 R-T8 R-T8",
    "at_max_coups": "R-H1 R-P6 R-S9 R-K7 R-B1 R-B1 R-T8 R-T8",
    "aim": "R-H16 R-P6 R-S9 R-K7 R-B1 R-B1 R-T7 R-T7",
    "reshuffle_below": "R-H1 R-P6 R-S8 R-K7 R-B1 R-B1 R-T8 R-T8",
    "min_bank": "R-H2 R-P1 salon club - - - -",
    "max_bank": "R-H11 R-H11 R-S7 R-K2 - - - -",
    "min_stake": "R-H2 R-P1 salon club - - R-T2 R-T2",
    "max_stake": "- - - - - - R-T2 R-T2",
    "stakes": "- - - - R-B1 R-B1 - -",
    "commission": "R-H10 R-P1 R-S7 R-H10 R-B3 R-B3 R-T7 R-T7",
    "first_banker": "R-H1 R-P1 R-S1 R-K1 - - R-T1 -",
    "house": "- - - - - - R-T1 R-T9",
    "bank": "R-H11 R-P2 R-S6 R-K5 - - - -",
    "succession": "R-H13 R-P5 R-S6 R-K6 - - - -",
    "ordinary_turn": "R-H14 R-P5 salon club - - - -",
    "suivi": "R-H3 R-P1 salon R-K2 - - - -",
    "banco_first": "R-H3 R-P4 R-H3 R-K2 - - - -",
    "naming": "R-H4 R-P4 R-H4 R-K2 - - - -",
    "bystanders": "R-H4 R-P1 R-H4 R-K3 - - - -",
    "if_uncovered": "R-H15 R-P5 R-H15 R-H15 - - R-T5 -",
    "compulsory_stake": "R-H4 R-H4 R-H4 R-H4 - - - -",
    "naturals": "R-H7 R-H7 R-S2 R-K4 R-B2 R-B2 R-T3 R-T3",
    "punter_one": "R-H8 R-P3 R-S3 R-K4 R-B2 R-B2 R-T5 R-T5",
    "punter_several": "R-H8 R-P3 R-S3 R-K4 R-B2 R-B2 R-T5 R-T5",
    "strict_five": "R-S3 R-S3 R-S3 R-S3 - - - -",
    "banker_rows": "R-H9 R-H9 R-S4 R-K4 R-B2 R-B2 R-T6 R-T9",
    "misplay": "R-H8 R-P3 R-S3 R-K4 - - - -",
    "tie": "R-H10 R-P2 R-S5 R-K5 R-B3 R-B3 R-T7 R-T7",
    "asks_after_tie": "R-H11 R-P2 R-S5 R-K5 - - - -",
    "tie_pays": "- - - - R-B3 R-B3 - -",
}


_COUP_SOURCES: Final = {"bettors": "R-H8", "with_replacement": "R-C2"}
"""Rules of a single coup that no table has."""


def find_rules(profile: str) -> Rules:
    """Return the rules of a profile of any game.

    Raises:
        ValueError: names the profiles there are.
    """
    for profiles in PROFILES.values():
        if profile in profiles:
            return profiles[profile]
    raise ValueError(f"profile = {profile!r}: expected one of {', '.join(_PROFILES)}")


def source_of(field: str, profile: str) -> str:
    """Return the rules a field of a profile comes from; empty where the game has no such thing."""
    if profile not in _PROFILES:
        return ""
    source = _SOURCES[field].split()[_PROFILES.index(profile)]
    return {"-": "", "salon": _SALON, "club": _CLUB}.get(source, source)


def rules_in_words(rules: Rules) -> list[FieldInWords]:
    """Say every field that the rules' game has, with where it comes from."""
    if rules.game == "coup":
        return [
            FieldInWords(field, field_in_words(rules, field), _coup_source(field, rules.profile))
            for field in (*COUP_FIELDS, *_COUP_SOURCES)
        ]
    out = []
    model = next(iter(PROFILES[rules.game].values())).profile
    for field in _SOURCES:
        source = source_of(field, rules.profile)
        if source or source_of(field, rules.profile if rules.profile in _PROFILES else model):
            out.append(FieldInWords(field, field_in_words(rules, field), source))
    return out


def _coup_source(field: str, profile: str) -> str:
    if field in _COUP_SOURCES:
        return _COUP_SOURCES[field]
    return source_of(field, "salon" if profile == "free" else profile)


def field_in_words(rules: Rules, field: str) -> str:
    """Say the value of one field."""
    if field == "num_players":
        least, most = rules.min_players, rules.max_players
        seats = f"{least} to {most} seats" if least < most else f"exactly {least} seats"
        return f"{seats}, {rules.num_players} unless told otherwise" if least < most else seats
    if field == "banker_rows" and rules.house == "script":
        return "the house's script plays the table of R-B2"
    value = getattr(rules, field)
    say = _WORDS[field]
    return say[value] if isinstance(say, dict) else say(value)


def option_tables(rules: Rules) -> list[OptionTable]:
    """Return the option tables in force: the punter's (or captain's), then the banker's."""
    whose = {"chemmy": "Punter", "punto_banco": "Player", "banque": "Captain", "coup": "Punter"}[
        rules.game
    ]
    one, several = (row[:8] for row in letters(rules.punter_options))
    totals = tuple(str(total) for total in range(8))
    if one == several:
        rows: list[tuple[str, ...]] = [("any number", *one)]
    else:
        rows = [("one bettor", *one), ("several bettors", *several)]
    banker = [(str(total), *row) for total, row in enumerate(letters(rules.banker_options)[:8])]
    if len({row[1:] for row in banker}) == 1:
        banker = [("0-7", *banker[0][1:])]
    thirds = tuple(str(third) for third in range(10))
    return [
        OptionTable(f"{whose}, by two-card total", ("bettors", *totals), tuple(rows)),
        OptionTable(
            f"Banker, by own total and the {whose.lower()}'s third card",
            ("total", *thirds, "stood"),
            tuple(banker),
        ),
    ]


def _freedom(rows: tuple[str, ...]) -> str:
    free = sum(row.count("F") for row in rows)
    cells = sum(len(row) for row in rows)
    if free == cells:
        return "free everywhere"
    return f"free in {free} of {cells} cells" if free else "free nowhere"
