import numpy as np
import pytest

from agents.registry import make_agent
from chemmy_env.engine.records.codes import FIRST_AMOUNT, Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import book
from chemmy_env.rules import PROFILES
from chemmy_env.rules.options import FREE
from experiments.measuring.statistics import Estimate
from experiments.measuring.table import TableSettings
from experiments.measuring.verdict import verdict
from experiments.reading.decisions import read_amounts, read_parts, read_policy
from experiments.reading.questions import QUESTIONS
from experiments.reading.wording import draw_words, money_words

HOME = TableSettings()


@pytest.fixture(scope="module")
def read_book():
    return read_policy(HOME, make_agent("book", HOME.compiled), [book], 1_500, 3)


@pytest.mark.parametrize(
    ("settings", "met"),
    [
        (HOME, {"punter": 2, "banker": 2}),
        (TableSettings("chemmy", "practice"), {"punter": 2, "banker": 2}),
        (TableSettings("chemmy", "club", num_players=3), {"punter": 1, "banker": 60}),
        (TableSettings("banque"), {"right captain": 8, "left captain": 60, "banker": 60}),
        (TableSettings("banque", "limitee"), {"right captain": 8, "left captain": 60, "banker": 0}),
        (TableSettings("punto_banco"), {}),
        (TableSettings("coup"), {"punter": 1, "banker": 60}),
    ],
    ids=lambda one: one.compiled.rules.profile if isinstance(one, TableSettings) else "",
)
def test_the_book_reads_back_as_the_book(settings, met):
    rules = settings.compiled.rules
    draws = read_policy(settings, make_agent("book", settings.compiled), [book], 600, 3).draws
    assert draws.keys() == met.keys()
    for name, table in draws.items():
        told = np.asarray(book.banker if name == "banker" else book.punter)
        if name == "right captain":
            told = told[:1]
        elif name == "left captain":
            told = np.repeat(told[:1].T, table.asked.shape[1], axis=1)
        options = table.question.options(rules)
        assert options.shape == table.asked.shape == table.chances.shape
        asked = table.asked > 0
        assert asked.sum() >= met[name]
        assert asked.any() == (met[name] > 0)
        assert (options[asked] == FREE).all()
        np.testing.assert_array_equal(table.chances[asked], told[asked])
        assert np.isnan(table.chances[~asked]).all()


def test_the_books_money_reads_back(read_book):
    stakes = read_book.money["stakes"]
    assert stakes.yes == 1
    assert 3 < stakes.chips <= 5
    assert read_book.money["opens a bank"].yes == 1
    assert 10 < read_book.money["opens a bank"].chips < 25
    parts = [one for key, one in read_book.money.items() if key.startswith("stakes, ")]
    assert sum(one.asked for one in parts) == stakes.asked


def test_punto_bets_read_back_by_side():
    settings = TableSettings("punto_banco", "mini", num_players=2)
    money = read_policy(settings, make_agent("random", settings.compiled), [book], 100, 3).money
    bets = money["bets"]
    sides = [money[f"bets on {side}"] for side in ("Player", "Banker", "Tie")]
    assert sum(one.yes for one in sides) == pytest.approx(bets.yes)
    assert all(one.asked == bets.asked and one.yes > 0.2 for one in sides)
    books = read_policy(settings, make_agent("book", settings.compiled), [book], 50, 3).money
    assert books["bets on Banker"].yes == books["bets on Banker"].chips == 1


def test_a_lone_bettors_lead_is_over_the_starting_chips():
    settings = TableSettings("punto_banco")
    read = read_policy(settings, make_agent("book", settings.compiled), [], 50, 3)
    asked = {key: one.asked for key, one in read.money.items() if key.startswith("bets, ")}
    assert asked["bets, level, first third"] >= 50
    assert asked["bets, behind, last third"] > 0 < asked["bets, ahead, last third"]


def test_the_books_way_with_banks_of_banque_reads_back():
    settings = TableSettings("banque")
    money = read_policy(settings, make_agent("book", settings.compiled), [book], 100, 3).money
    assert money["keeps the bank"].yes == 1
    assert money["keeps the bank"].of_own > 0.95
    right, left = money["stakes on the right"], money["stakes on the left"]
    assert right.yes > left.yes > 0.2
    assert right.yes + left.yes == pytest.approx(money["stakes"].yes)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"stakes": "chips"},
        {"game": "banque"},
        {"game": "banque", "profile": "limitee", "stakes": "chips"},
        {"game": "punto_banco", "num_players": 3},
    ],
)
def test_amounts_are_the_engines(settings):
    """Chips and sides read from observations and actions against what the engine moves."""
    tables = Tables(num_tables=200, seed=3, **settings)
    rng = np.random.default_rng(0)
    before = tables.state.copy()
    checked = 0
    for _ in range(40):
        legal = tables.action_mask * rng.random(tables.action_mask.shape)
        actions = legal.argmax(axis=1)
        parts = read_parts(tables.compiled, tables.observation)
        named, sides = read_amounts(tables.compiled, parts, actions)
        stakes = (before["phase"] == Phase.STAKE) & (actions >= FIRST_AMOUNT)
        tables.step(actions)
        rows = np.flatnonzero(
            stakes
            & (tables.state["phase"] == Phase.STAKE)
            & (tables.state["coups"] == before["coups"])
        )
        seats = before["seat"][rows]
        moved = tables.state["stake"][rows, seats] // 10_000
        same = moved > 0  # Else the session has ended and the next one begun.
        np.testing.assert_array_equal(moved[same], named[rows][same])
        np.testing.assert_array_equal(tables.state["side"][rows, seats][same], sides[rows][same])
        checked += same.sum()
        before = tables.state.copy()
    assert checked > 100


@pytest.mark.parametrize("game", QUESTIONS)
def test_every_question_is_met_in_random_play(game):
    """All phases that a game's tables ask are read, and all that are read are asked."""
    asked = set()
    for profile in PROFILES[game]:
        tables = Tables(game, profile, num_tables=200, seed=5, forced_moves="ask")
        rng = np.random.default_rng(1)
        for _ in range(300):
            asked |= set(tables.state["phase"].tolist())
            legal = tables.action_mask * rng.random(tables.action_mask.shape)
            tables.step(legal.argmax(axis=1))
    questions = QUESTIONS[game]
    read = {one.phase for one in questions.draws.values()}
    read |= {phase for one in questions.money.values() for phase in one.phases}
    nothing = {Phase.OVER} if questions.money else {Phase.OVER, Phase.CONTINUE}
    assert read == asked - nothing  # A single coup without a question asks to go on.


def test_words_name_what_differs(read_book):
    sits = read_policy(HOME, make_agent("lead-and-sit", HOME.compiled), [book], 500, 3)
    lines = money_words(sits, read_book, "the book")
    assert len(lines) == 5
    assert any("It calls banco" in line and "Most often when behind" in line for line in lines)
    assert "as the book does" in draw_words(sits, read_book, HOME.compiled.rules)
    random = read_policy(HOME, make_agent("random", HOME.compiled), [book], 500, 3)
    assert "punter" in draw_words(random, read_book, HOME.compiled.rules)


def test_words_of_banque_name_its_cells():
    settings = TableSettings("banque")
    agents = [make_agent(name, settings.compiled) for name in ("random", "book")]
    random, other = (read_policy(settings, one, [book], 600, 3) for one in agents)
    words = draw_words(random, other, settings.compiled.rules)
    assert "left captain 7 after the right drew a" in words or "right captain" in words
    assert any("takes the bank" in line for line in money_words(random, other, "the book"))


@pytest.mark.parametrize(
    ("mean", "start"),
    [(0.2, "A beats B"), (-0.2, "A loses to B"), (0.05, "No difference between A and B is proved")],
)
def test_a_verdict_follows_the_interval(mean, start):
    assert verdict(Estimate(mean, 0.1, 50), "A", "B", "chips", 2).startswith(start)
