"""A profile's fields in words, each with the rule it stands for, and its option tables.

Words and sources stand at the fields of `Rules`; here they are put together for one profile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chemmy_env.rules import PROFILES, RULES, Rules, get_rules
from chemmy_env.rules.options import letters

_OPENING: Final = {"salon": "salon's opening words", "club": "club's opening words"}


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


def source_of(rules: Rules, field: str) -> str:
    """Return the rules a field of a profile comes from; empty where there is no such thing."""
    sources = RULES[field].sources
    source = sources.get(rules.game, "-")
    profile = rules.profile
    if source == "=":  # A coup has it from its table; the free coup from the salon's (PROFILES).
        return source_of(get_rules("salon" if profile == "free" else profile, "chemmy"), field)
    profiles = list(PROFILES[rules.game])
    if profile not in profiles or source == "-":
        return ""
    one_each = source.split()
    source = one_each[profiles.index(profile)] if len(one_each) > 1 else source
    return "" if source == "-" else _OPENING.get(source, source)


def rules_in_words(rules: Rules) -> list[FieldInWords]:
    """Say every field that the rules' game has, with where it comes from."""
    named = rules.profile in PROFILES[rules.game]
    model = rules if named else get_rules(game=rules.game)
    return [
        FieldInWords(field, field_in_words(rules, field), source_of(rules, field))
        for field in RULES
        if source_of(model, field)
    ]


def field_in_words(rules: Rules, field: str) -> str:
    """Say the value of one field."""
    if field == "num_players":
        least, most = rules.min_players, rules.max_players
        seats = f"{least} to {most} seats" if least < most else f"exactly {least} seats"
        return f"{seats}, {rules.num_players} unless told otherwise" if least < most else seats
    if field == "banker_rows" and rules.house == "script":
        return "the house's script plays the table of R-B2"
    return RULES[field].say(getattr(rules, field))


def option_tables(rules: Rules) -> list[OptionTable]:
    """Return the option tables in force: the punter's (or captain's), then the banker's."""
    whose = rules.facts.punter
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
