"""What stands at the fields of `Rules` holds for the field, and is all there is to declare."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import subprocess
import sys
from typing import get_args, get_type_hints

import numpy as np
import pytest

import chemmy_env
from chemmy_env import Tables, get_rules, observation_fields
from chemmy_env.engine.records.config import TableOptions
from chemmy_env.engine.records.making import make_table
from chemmy_env.exact import Shoe, solve
from chemmy_env.rules import GAMES, PROFILES, RULE_FIELDS, RULES, Rules, UnknownSettingError
from chemmy_env.rules.hands import HandRules
from chemmy_env.rules.table import TableRules

EVERY = [(game, name) for game, profiles in PROFILES.items() for name in profiles]


@pytest.mark.parametrize("cls", [TableRules, HandRules, Rules, TableOptions])
def test_every_field_has_a_docstring(cls: type) -> None:
    body = ast.parse(inspect.getsource(cls)).body[0].body  # type: ignore[attr-defined]
    told = {
        node.target.id
        for node, after in itertools.pairwise(body)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    }  # fmt: skip
    own = set(inspect.get_annotations(cls))
    assert own - told == set()


@pytest.mark.parametrize("name", RULES)
def test_the_words_of_a_choice_are_those_of_its_type(name: str) -> None:
    kind = get_type_hints(Rules)[name]
    words = RULES[name].words
    if kind is bool:
        assert set(words) == {True, False}  # type: ignore[arg-type]
    elif get_args(kind) and all(isinstance(one, str) for one in get_args(kind)):
        assert tuple(words) in (get_args(kind), get_args(kind)[::-1])  # type: ignore[arg-type]
    else:
        assert callable(words)


def test_table_options_and_rules_share_no_name() -> None:
    options = {field.name for field in dataclasses.fields(TableOptions)}
    arguments = set(inspect.signature(Tables).parameters) - {"settings"}
    assert options & set(RULE_FIELDS) == set()
    assert (options | set(RULE_FIELDS)) & arguments <= {"num_players"}


@pytest.mark.parametrize("name", RULES)
def test_a_source_stands_for_each_profile_of_each_game_that_has_the_rule(name: str) -> None:
    for game, source in RULES[name].sources.items():
        assert game in GAMES
        assert len(source.split()) in (1, len(PROFILES[game]))
        assert all(part[:2] == "R-" or part in ("-", "=", "salon", "club")
                   for part in source.split())  # fmt: skip


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_compiled_rules_say_what_the_rules_say(game: str, name: str) -> None:
    rules = get_rules(name, game)
    config = make_table(game, name).config[0]
    assert config["packs"] == rules.decks
    assert config["carried"] == (rules.bank == "carried")
    assert config["lot"] == (rules.first_banker == "lot")
    assert config["open_naming"] == (rules.naming == "open")
    assert config["uncovered_passes"] == (rules.if_uncovered == "pass")
    assert config["both_look"] == (rules.naturals == "both")
    assert config["tie_rides"] == (rules.tie == "rides")
    assert config["liable"] == (rules.misplay == "liable")
    assert config["succession"] == ["none", "at_least", "exact"].index(rules.succession)
    assert config["house"] == ["none", "script", "agent"].index(rules.house)
    assert config["banco_first"] == (-1 if rules.banco_first is None else rules.banco_first)
    most = 2**40 if rules.max_bank is None else rules.max_bank
    assert config["max_bank"] == most
    assert config["commission"] == rules.commission * 10_000
    assert np.array_equal(config["stakes"][: len(rules.listed_stakes)], rules.listed_stakes)
    assert config["suivi"] == rules.suivi
    assert config["max_coups"] == rules.max_coups


def test_listed_stakes_of_a_table() -> None:
    tables = Tables("punto_banco", listed_stakes=(1, 2, 5))
    assert tables.rules.listed_stakes == (1, 2, 5)
    assert tables.num_actions == 4 + 3 * 3


def test_a_profiles_name_alone_finds_its_game() -> None:
    assert Tables("salon").rules == get_rules("salon") == PROFILES["chemmy"]["salon"]
    assert Tables("mini").rules == PROFILES["punto_banco"]["mini"]
    assert get_rules("free").game == "coup"
    assert get_rules("home").game == "chemmy"
    assert get_rules("home", "coup").game == "coup"
    assert observation_fields("home") == observation_fields("chemmy", "home")
    assert observation_fields("limitee") == observation_fields("banque", "limitee")
    free = solve("free", Shoe.with_replacement())
    assert free.value == solve(PROFILES["coup"]["free"], Shoe.with_replacement()).value


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("salonn", "punto_banco: punto, mini; .*did you mean 'salon'"),
        ("chemy", "did you mean 'chemmy'"),
        (["salon"], r"profile = \['salon'\]: expected chemmy: home, practice, salon, club; "),
        (None, None),
    ],
)
def test_an_unknown_name_is_answered_with_what_there_is(name: object, message: str | None) -> None:
    if message is None:
        assert Tables(name).rules.profile == "home"  # type: ignore[arg-type]
        return
    with pytest.raises(ValueError, match=message):
        Tables(name)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("num_player", "num_players"), ("deks", "decks"), ("forced_move", "forced_moves"),
     ("max_coup", "max_coups"), ("thread", "threads"), ("autoreest", "autoreset")],
)  # fmt: skip
def test_a_misspelled_setting_is_answered_with_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(UnknownSettingError, match=f"'{wrong}': did you mean '{right}'") as caught:
        Tables(**{wrong: 1})
    assert isinstance(caught.value, TypeError)
    assert len(str(caught.value)) < 100
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        Tables(frameskip=1)


@pytest.mark.parametrize("value", [np.array(["levels", "chips"]), ["levels"], 3, True])
def test_a_choice_of_another_kind_is_named(value: object) -> None:
    with pytest.raises(ValueError, match=r"stakes = .*: expected one of"):
        Tables(stakes=value)
    with pytest.raises(ValueError, match=r"tie = .*: expected one of"):
        Tables(tie=value)


def test_a_table_is_compiled_without_loading_numba() -> None:
    code = (
        "import sys; from chemmy_env.engine.records.making import make_table;"
        "make_table('club', history=3); print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "False"


def test_a_table_whose_chips_could_outgrow_their_counters_is_refused() -> None:
    club = {"bystanders": 1_000_000, "num_players": 12, "stakes": "levels"}
    assert make_table("club", max_coups=2_000, **club).rules.max_coups == 2_000
    with pytest.raises(ValueError, match=r"max_coups = 100000: expected fewer.*100000001200 chips"):
        make_table("club", max_coups=100_000, **club)
    with pytest.raises(ValueError, match="max_coups = 100000: expected fewer"):
        make_table("limitee", max_coups=100_000, max_stake=1_000_000)
    most = make_table("club", starting_chips=1_000_000, max_coups=2_000, **club)
    tables = Tables(most.rules, num_players=12, num_tables=2, seed=3)
    rng = np.random.default_rng(0)
    for _ in range(3_000):
        legal = tables.action_mask.argmax(1)  # The most that is legal, else whatever comes first.
        tables.step(np.where(rng.random(2) < 0.8, 10 - 1 - tables.action_mask[:, ::-1].argmax(1),
                             legal))  # fmt: skip
        money = tables.state["balance"].sum(1) + tables.state["stake"].sum(1) + tables.state["bank"]
        assert (tables.state["balance"] >= 0).all()
        assert (tables.state["bank"] >= 0).all()
        assert (money <= 12_000_000 * 10_000 + 2_000 * 10**10).all()


def test_rewards_are_scaled_for_learners_unless_they_are_shares() -> None:
    assert make_table("home").reward_scale == 1
    assert make_table("home", reward="chips").reward_scale == 1 / 100
    assert make_table("home", reward="luck_adjusted", starting_chips=50).reward_scale == 1 / 50
    assert chemmy_env.Rules is Rules
