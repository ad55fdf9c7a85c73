import numpy as np
import pytest

from chemmy_env.cli.answers import parse_answer
from chemmy_env.cli.session import Session
from chemmy_env.engine.records.codes import BANCO, FIRST_AMOUNT, PASS, Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import KeyedRolls, make
from chemmy_env.rendering import action_to_string


def at_phase(phase: Phase, profile: str = "home") -> Session:
    """A session of the book, stopped at a question."""
    session = Session(profile, 1, None, {}, "ask")
    session.seat_players("random")
    while session.record["phase"] != phase:
        session.step(session.choose())
    return session


def said(session: Session, text: str) -> str:
    return action_to_string(session.compiled, session.record, parse_answer(session, text))


def test_banco():
    session = at_phase(Phase.BANCO)
    bank = int(session.record["least"])
    for text in ("b", "banco", "yes", str(bank)):
        assert parse_answer(session, text) == BANCO
    for text in ("p", "no", "pass"):
        assert parse_answer(session, text) == PASS
    with pytest.raises(ValueError, match="You may: decline banco"):
        parse_answer(session, str(bank + 1))


def test_any_whole_stake():
    session = at_phase(Phase.STAKE)
    assert said(session, "1") == "stake 1 chip"
    assert said(session, "2 chips") == "stake 2 chips"
    assert parse_answer(session, "0") == PASS
    for text in ("-1", "1.5", "100000", "yes", "draw", "1 on Player"):
        with pytest.raises(ValueError, match="is no answer here"):
            parse_answer(session, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [("5 tie", "stake 5 chips on Tie"), ("10 on b", "stake 10 chips on Banker")],
)
def test_a_stake_on_a_side(text, words):
    assert said(at_phase(Phase.STAKE, "punto"), text) == words


@pytest.mark.parametrize("text", ["5", "7 tie", "5 elsewhere"])
def test_a_stake_without_a_side_or_off_the_list(text):
    with pytest.raises(ValueError, match="is no answer here"):
        parse_answer(at_phase(Phase.STAKE, "punto"), text)


def test_the_session_is_that_of_the_engine():
    """People's tables have an action a chip; the policies at them play by levels all the same."""
    session = Session("home", 7, None, {}, "skip")
    session.seat_players("random")
    tables = Tables(seeds=[7], autoreset="disabled")
    policy = make("random", tables)
    while not session.over:
        session.step(session.choose())
        rng = KeyedRolls(tables.rolls())
        tables.step(policy.act_batch(tables.observation, tables.action_mask, rng))
        for name in ("balance", "stake", "bank", "cards", "seat", "phase"):
            np.testing.assert_array_equal(session.record[name], tables.state[0][name])
    assert tables.state[0]["over"]


def test_levels_in_chips():
    session = at_phase(Phase.STAKE)
    most = int(session.record["most"])
    assert session.in_chips(PASS) == PASS
    assert session.in_chips(FIRST_AMOUNT + 5) == FIRST_AMOUNT + most - 1
