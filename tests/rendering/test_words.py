import numpy as np
import pytest

from chemmy_env.engine.records.codes import BANCO, DRAW, FIRST_AMOUNT, PASS, Phase
from chemmy_env.engine.tables import Tables, make_table
from chemmy_env.rendering import action_to_string, describe, legal_in_words
from chemmy_env.rendering.words import chips
from tests.rendering.tables import every_state, example


def said(tables: Tables, action: int) -> str:
    return action_to_string(tables.compiled, tables.state[0], action)


@pytest.mark.parametrize(
    ("units", "words"),
    [(0, "0"), (120_000, "12"), (314_000, "31.4"), (1, "0.0001"), (-5_000, "-0.5")],
)
def test_chips_are_exact(units, words):
    assert chips(units) == words


def test_actions_in_words():
    assert said(example(Phase.STAKE), FIRST_AMOUNT + 11) == "stake 12 chips"
    assert said(example(Phase.STAKE), FIRST_AMOUNT) == "stake 1 chip"
    assert said(example(Phase.STAKE), PASS) == "no stake"
    assert said(example(Phase.BANCO), BANCO) == "banco for 20"
    assert said(example(Phase.PUNTER), DRAW) == "draw"


def test_a_number_that_is_no_action():
    with pytest.raises(ValueError, match="action = 10000"):
        said(example(Phase.STAKE), 10_000)


def test_legal_answers():
    tables = example(Phase.STAKE)
    assert legal_in_words(tables.compiled, tables.state[0]) == ["no stake", "stake 1 to 20 chips"]
    levels = make_table("chemmy", "home")
    assert legal_in_words(levels, tables.state[0]) == [
        "no stake",
        "stake 1, 3, 5, 10, 15 or 20 chips",
    ]


def test_sides_are_named():
    tables = Tables("punto_banco", autoreset="disabled")
    assert said(tables, FIRST_AMOUNT) == "stake 5 chips on Player"
    assert legal_in_words(tables.compiled, tables.state[0])[-1] == (
        "stake 5, 10, 25 or 50 chips on Tie"
    )


def test_describe_reads_the_vector_of_the_example():
    tables = example(Phase.BANKER, history=2)
    words = dict(
        line.split(": ") for line in describe(tables.observation[0], tables.compiled).split("\n")
    )
    assert words["phase"] == "BANKER"
    assert words["to_move"] == "yes"
    assert words["bank"] == "20 chips"
    assert words["covered"] == "12 chips"
    assert words["stake"] == "you 0, +1 6, +2 0, +3 2, +4 0, +5 4"
    assert words["balance"] == "you 88, +1 94, +2 100, +3 98, +4 100, +5 96"
    assert words["banker"] == "you"
    assert words["turn"] == "+1"
    assert words["cards"] == "1 and 2"
    assert words["total"] == "3"
    assert words["third"] == "9"
    assert words["history"].startswith("PUNTER_CARD +1 9, ")


def test_describe_refuses_another_table():
    tables = example(Phase.BANKER)
    with pytest.raises(ValueError, match="shape"):
        describe(np.zeros(3), tables.compiled)


@pytest.mark.parametrize(
    ("profile", "game"),
    [("club", "chemmy"), ("punto", "punto_banco"), ("ouverte", "banque"), ("limitee", "banque")],
)
def test_describe_knows_every_field(profile, game):
    for tables in every_state(profile, game, 60, history=4):
        lines = describe(tables.observation[0], tables.compiled).split("\n")
        names = [field.name for field in tables.compiled.fields]
        assert [line.split(":")[0] for line in lines] == names


def test_describe_names_the_balance_that_the_record_holds():
    for tables in every_state("practice", "chemmy", 200):
        seat, record = int(tables.seat[0]), tables.state[0]
        words = describe(tables.observation[0], tables.compiled)
        assert f"balance: you {chips(record['balance'][seat])}," in words
