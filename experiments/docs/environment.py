"""Blocks that the code itself answers: observations, actions, rules, readings, claims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from chemmy_env.engine.records.codes import FIRST_AMOUNT, PASS, Phase
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.tables import Tables, make_table
from chemmy_env.rendering import option_tables, picture, rules_in_words
from chemmy_env.rendering.describe import action_rows, observation_rows
from chemmy_env.rules import PROFILES, Rules
from experiments.reporting.markdown import markdown_table

RULES: Final = Path(__file__).parents[2] / "docs" / "rules.md"
_CHOSEN: Final = re.compile(r"\[[^\]]*\bchosen\b[^\]]*\]")

Rows = list[tuple[str, ...]]


def every_profile() -> Iterator[Rules]:
    """Yield all profiles, game by game."""
    for profiles in PROFILES.values():
        yield from profiles.values()


def compiled(rules: Rules) -> CompiledTable:
    """Return the table of a profile as it is by default."""
    return make_table(rules.game, rules)


def layouts() -> dict[tuple[tuple[str, str, str], ...], list[Rules]]:
    """Return the profiles by the observation they have: those with the same fields together."""
    out: dict[tuple[tuple[str, str, str], ...], list[Rules]] = {}
    for rules in every_profile():
        fields = tuple((f.name, f.unit, f.meaning) for f in compiled(rules).fields)
        out.setdefault(fields, []).append(rules)
    return out


def sizes() -> str:
    """Table of profiles: seats, D and A."""
    rows: Rows = []
    for rules in every_profile():
        made = compiled(rules)
        chips = make_table(rules.game, rules, stakes="chips").num_actions
        rows.append(
            (
                f"`{rules.profile}`",
                f"`{rules.game}`",
                str(made.num_seats),
                str(made.observation_size),
                str(made.num_actions),
                str(chips),
            )
        )
    header = ("Profile", "Game", "Seats", "D", "A", 'A with `stakes="chips"`')
    return markdown_table(header, rows)


def observations() -> str:
    """One table for each observation there is."""
    parts = []
    for profiles in layouts().values():
        made = compiled(profiles[0])
        names = ", ".join(f"`{rules.profile}`" for rules in profiles)
        parts.append(f"### {names}, with {made.num_seats} seat{'s' * (made.num_seats > 1)}")
        rows: Rows = [
            (f"`{name}`", where, unit, span, meaning)
            for name, where, unit, span, meaning in observation_rows(made)
        ]
        parts.append(markdown_table(("Field", "Where", "Unit", "Range", "Meaning"), rows))
    return "\n\n".join(parts)


def home_observation() -> str:
    """The observation at the default table."""
    rows = [(f"`{name}`", *rest) for name, *rest in observation_rows(compiled(_default()))]
    return markdown_table(("Field", "Where", "Unit", "Range", "Meaning"), rows)


def home_actions() -> str:
    """The actions at the default table."""
    return markdown_table(("Action", "Meaning"), list(action_rows(compiled(_default()))))


def _default() -> Rules:
    return next(every_profile())


def action_tables() -> str:
    """One table of actions for each encoding there is."""
    parts = []
    found: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for rules in every_profile():
        found.setdefault(tuple(action_rows(compiled(rules))), []).append(f"`{rules.profile}`")
    for rows, names in found.items():
        parts.append("### " + ", ".join(names))
        parts.append(markdown_table(("Action", "Meaning"), list(rows)))
    return "\n\n".join(parts)


def profile_fields() -> str:
    """One table for each game: fields by profile, each with the rule it stands for."""
    parts = []
    for game, profiles in PROFILES.items():
        said = [
            {field.name: field for field in rules_in_words(rules)} for rules in profiles.values()
        ]
        names = dict.fromkeys(name for one in said for name in one)
        rows: Rows = []
        for name in names:
            cells = [
                f"{one[name].words} ({one[name].source})" if name in one else "—" for one in said
            ]
            rows.append((f"`{name}`", *cells))
        header = ("Field", *(f"`{profile}`" for profile in profiles))
        parts.append(f"### Game `{game}`\n\n{markdown_table(header, rows)}")
    return "\n\n".join(parts)


def profile_options() -> str:
    """The option tables, those that several profiles share once."""
    shared: dict[Any, list[str]] = {}
    for rules in every_profile():
        for drawn in option_tables(rules):
            where = f"`{rules.profile}`" + (" (one coup)" if rules.game == "coup" else "")
            shared.setdefault(drawn, []).append(where)
    parts = []
    for drawn, names in shared.items():
        parts.append(f"**{drawn.title}**: {', '.join(names)}")
        parts.append(markdown_table(drawn.header, list(drawn.rows)))
    return "\n\n".join(parts)


def chosen_readings() -> str:
    """Every choice made where the sources are silent or clash, from docs/rules.md."""
    rows: Rows = []
    section = ""
    for item in _items(RULES.read_text(encoding="utf-8")):
        if item.startswith("## "):
            section = item.removeprefix("## ")
            continue
        number = re.match(r"- \*\*(R-[A-Z]+\d+)\*\* ", item)
        where = number[1] if number else re.sub(r".*`(\w+)`.*", r"`\1`, opening words", section)
        text = item[number.end() :] if number else item
        start = 0
        for mark in _CHOSEN.finditer(text):
            rows.append((where, _last_sentence(text[start : mark.start()], mark[0]), mark[0]))
            start = mark.end()
    return markdown_table(("Rule", "The reading", "Mark"), rows)


def _items(text: str) -> Iterator[str]:
    """Yield the headings, list items and paragraphs after the first heading, one line each."""
    body = text[text.index("\n## ") :]
    for block in re.split(r"\n(?=- |## |\n)", body):
        line = " ".join(block.split())
        if line:
            yield line


def _last_sentence(text: str, mark: str) -> str:
    """Return the sentence that a mark stands behind, or as many as it says."""
    sentences = re.split(r"(?<=[.:])\s+(?=[A-Z*`(])", text.strip())
    said = " ".join(sentences[-2 if "two" in mark else -1 :]).strip()
    return said + ")" if said.count("(") > said.count(")") else said


def draw_picture() -> str:
    """Draw the example of R-H17: three seats cover 12 of a bank of 20, and a 3 faces a 9."""
    tables = Tables(autoreset="disabled", seed=0, stakes="chips")
    shoe = ["2H", "AS", "3C", "2D", "9H", "5S"]
    chips = [96, 120, 104, 71, 125, 84]
    tables.reset(seed=0, options={"shoe": shoe, "first_banker": 2, "chips": chips})
    stakes = {3: 6, 5: 2, 1: 4}
    while tables.state[0]["phase"] != Phase.BANKER:
        seat, phase = int(tables.seat[0]), Phase(int(tables.state[0]["phase"]))
        amount = 20 if phase == Phase.OPEN else stakes.get(seat, 0) * (phase == Phase.STAKE)
        draw = 1 if phase == Phase.PUNTER else PASS
        tables.step(np.array([FIRST_AMOUNT + amount - 1 if amount else draw]))
    return picture(tables.compiled, tables.state[0], viewer=2)


def claims_table() -> str:
    """Return the rulebooks' claims and what is true of them; takes some seconds."""
    from experiments.claims.judging import readme_table  # Here: to import it solves games.

    return readme_table()
