"""Rules as data: every check, overrides, and option tables as letters."""

from __future__ import annotations

import dataclasses
import pickle
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from chemmy_env.rules import DRAW, FREE, PROFILES, RULE_FIELDS, STAND, STOOD, Rules, get_rules
from chemmy_env.rules.options import banker_table, letters, parse_row, punter_table

EVERY = [(game, name) for game, profiles in PROFILES.items() for name in profiles]
each = pytest.mark.parametrize(("game", "name"), EVERY)


@each
def test_a_profile_is_a_frozen_value_of_its_name_and_game(game: str, name: str) -> None:
    rules = get_rules(name, game)
    assert (rules.profile, rules.game) == (name, game)
    assert rules is PROFILES[game][name]
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.decks = 3  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(rules) == hash(get_rules(name, game))


@each
def test_the_tables_are_the_letters(game: str, name: str) -> None:
    rules = get_rules(name, game)
    assert letters(rules.punter_options) == [
        row + "SS" for row in (rules.punter_one, rules.punter_several)
    ]
    assert letters(rules.banker_options)[:8] == list(rules.banker_rows)
    assert letters(rules.banker_options)[8:] == ["S" * 11] * 2


@each
def test_a_replaced_field_is_checked_and_the_original_kept(game: str, name: str) -> None:
    rules = get_rules(name, game)
    assert rules.replace(decks=4).decks == 4
    assert get_rules(name, game, decks=4) == rules.replace(decks=4)
    assert get_rules(rules, game) is rules
    assert rules.decks != 4
    with pytest.raises(ValueError, match="unexpected keyword argument 'sedan': the "):
        rules.replace(sedan=1)
    for fixed in ("profile", "game"):
        assert fixed not in RULE_FIELDS
        with pytest.raises(ValueError, match=f"unexpected keyword argument '{fixed}'"):
            rules.replace(**{fixed: "x"})


def test_the_first_profile_is_the_default() -> None:
    assert get_rules() is PROFILES["chemmy"]["home"]
    assert get_rules(game="banque").profile == "ouverte"
    with pytest.raises(ValueError, match="game = 'whist': expected one of chemmy"):
        get_rules(game="whist")
    with pytest.raises(ValueError, match="profile = 'salon' is for 'chemmy': expected 'banque'"):
        get_rules(get_rules("salon"), "banque")


@pytest.mark.parametrize(
    ("value", "units"),
    [("0.05", 500), (0.05, 500), (Fraction(1, 20), 500), (0, 0), ("1e-4", 1), ("0.9999", 9999)],
)
def test_commissions(value: Any, units: int) -> None:
    rules = get_rules("home", commission=value)
    assert rules.commission_units == units
    assert rules.commission == Fraction(units, 10_000)


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"decks": 105}, "decks = 105: expected a whole number from 1 to 104"),
    ({"starting_chips": 10**7}, "starting_chips = 10000000: expected a whole number from 2"),
    ({"min_bank": 1}, "min_bank = 1: expected at least 2 (R-H2)"),
    ({"min_bank": 101}, "starting_chips = 100: expected at least min_bank = 101"),
    ({"min_bank": 30, "max_bank": 20}, "max_bank = 20: expected at least min_bank = 30"),
    ({"min_stake": 0}, "min_stake = 0: expected a whole number from 1"),
    ({"reshuffle_below": 5}, "reshuffle_below = 5: expected 0 or at least 6"),
    ({"reshuffle_below": 60, "decks": 1}, "reshuffle_below = 60: expected at most the 52 cards"),
    ({"max_coups": 9, "decks": 1}, "max_coups = 9: expected at most 8 with decks = 1"),
    ({"max_players": 13}, "max_players = 13: expected a whole number from 1 to 12"),
    ({"min_players": 7, "max_players": 6}, "min_players = 7: expected a whole number from 1 to 6"),
    ({"first_banker": "me"}, "first_banker = 'me': expected one of ('seat_0', 'lot')"),
    ({"bank": "lent"}, "bank = 'lent': expected one of"),
    ({"succession": None}, "succession = None: expected one of"),
    ({"naming": ""}, "naming = '': expected one of"),
    ({"tie": 0}, "tie = 0: expected one of"),
    ({"naturals": "none"}, "naturals = 'none': expected one of"),
    ({"at_max_coups": "x"}, "at_max_coups = 'x': expected one of"),
    ({"aim": "x"}, "aim = 'x': expected one of"),
    ({"if_uncovered": "x"}, "if_uncovered = 'x': expected one of ('end', 'pass')"),
    ({"suivi": 1}, "suivi = 1: expected a bool"),
    ({"ordinary_turn": None}, "ordinary_turn = None: expected a bool"),
    ({"compulsory_stake": "yes"}, "compulsory_stake = 'yes': expected a bool"),
    ({"banco_first": 12}, "banco_first = 12: expected a whole number from 0 to 11 or None"),
    ({"punter_one": "DDDDDXSS"}, "option row 'DDDDDXSS': expected 8 letters out of S, D and F"),
    ({"banker_rows": ("F" * 11,) * 7}, "expected 8 rows (totals 0-7), got 7"),
    ({"banker_rows": ("F" * 10,) * 8}, "expected 11 letters"),
    ({"house": "script"}, "house = 'script': expected 'none': chemmy has no such rule"),
    ({"listed_stakes": (1, 2)}, "listed_stakes = (1, 2): expected (): chemmy has no such rule"),
]


@pytest.mark.parametrize(("overrides", "message"), IMPOSSIBLE)
def test_impossible_rules_name_the_field_the_value_and_what_is_allowed(
    overrides: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        get_rules("home", **overrides)
    with pytest.raises(ValueError, match=re.escape(message)):
        Rules(**{**PROFILES["chemmy"]["home"].__dict__, **overrides})


@pytest.mark.parametrize(
    ("game", "overrides", "message"),
    [
        ("punto_banco", {"suivi": True}, "suivi = True: expected False: punto_banco has no such"),
        (
            "punto_banco",
            {"listed_stakes": (5, 5)},
            "listed_stakes = (5, 5): expected a tuple of 1 to 8 rising",
        ),
        ("banque", {"bystanders": 3}, "bystanders = 3: expected 0: banque has no such rule"),
        ("banque", {"punter_one": "DFFFFFFF"}, "captains are free (R-T5)"),
    ],
)
def test_rules_of_other_games(game: str, overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        get_rules(None, game, **overrides)


def test_rows_of_letters() -> None:
    assert parse_row("SDF", 3).tolist() == [STAND, DRAW, FREE]
    table = punter_table("DFFFFFFF", "DDDDDFSS")
    assert table.shape == (2, 10)
    assert table[1].tolist() == [DRAW] * 5 + [FREE] + [STAND] * 4
    banker = banker_table(get_rules("home").banker_rows)
    free = [tuple(cell) for cell in np.argwhere(banker == FREE).tolist()]
    assert free == [(3, 9), (5, 4)]
    assert banker[5, STOOD] == DRAW
    assert banker[6, STOOD] == STAND


def test_strict_five_changes_a_free_five_alone() -> None:
    salon, strict = get_rules("salon"), get_rules("salon", strict_five=True)
    assert np.argwhere(salon.punter_options != strict.punter_options).tolist() == [[0, 5], [1, 5]]
    assert (strict.punter_options[:, 5] == STAND).all()
