import re
from dataclasses import replace
from pathlib import Path

import pytest

from chemmy_env.rendering.profiles import option_tables, rules_in_words, source_of
from chemmy_env.rules import PROFILES, RULE_FIELDS, get_rules

NAMES = [name for profiles in PROFILES.values() for name in profiles]
NUMBERED = set(re.findall(r"\*\*(R-[A-Z]+\d+)\*\*", Path("docs/rules.md").read_text("utf-8")))


def test_every_field_is_said_of_some_profile():
    said = {field.name for name in NAMES for field in rules_in_words(get_rules(name))}
    assert said == set(RULE_FIELDS) - {"min_players", "max_players"}


@pytest.mark.parametrize("name", NAMES)
def test_every_source_is_a_rule(name):
    for field in rules_in_words(get_rules(name)):
        assert field.words
        assert field.source in NUMBERED or field.source.endswith("opening words")


def test_option_tables_are_those_in_force():
    punter, banker = option_tables(get_rules("home"))
    assert punter.rows[1] == ("several bettors", *"DDDDDFSS")
    assert banker.rows[3] == ("3", *"DDDDDDDDSFD")
    strict, _ = option_tables(get_rules("salon", strict_five=True))
    assert strict.rows == (("any number", *"DDDDDSSS"),)


def test_unknown_profile():
    with pytest.raises(ValueError, match="expected chemmy: home, practice"):
        get_rules("kitchen")


def test_rules_of_another_name_are_said_without_sources():
    rules = get_rules("home", decks=8)
    assert source_of(replace(rules, profile="mine"), "decks") == ""
    assert any(field.words == "8 packs, 416 cards" for field in rules_in_words(rules))
