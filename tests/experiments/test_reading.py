import numpy as np
import pytest

from agents.registry import make_agent
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import book
from chemmy_env.rules.options import FREE
from experiments.evaluate import verdict
from experiments.reading import _amounts, read_policy
from experiments.settings import TableSettings
from experiments.statistics import Estimate
from experiments.wording import draw_words, money_words

HOME = TableSettings()


@pytest.fixture(scope="module")
def read_book():
    return read_policy(HOME, make_agent("book", HOME.compiled), [book], 1_500, 3)


def test_the_book_reads_back_as_the_book(read_book):
    rules = HOME.compiled.rules
    for found, asked, told, options in (
        (read_book.draws.punter, read_book.draws.punter_asked, book.punter, rules.punter_options),
        (read_book.draws.banker, read_book.draws.banker_asked, book.banker, rules.banker_options),
    ):
        met = asked > 0
        assert met.sum() >= 2
        assert (options[met] == FREE).all()
        np.testing.assert_array_equal(found[met], np.asarray(told)[met])
        assert np.isnan(found[~met]).all()


def test_the_books_money_reads_back(read_book):
    stakes = read_book.money["stakes"]
    assert stakes.yes == 1
    assert 3 < stakes.chips <= 5
    assert read_book.money["opens a bank"].yes == 1
    assert 10 < read_book.money["opens a bank"].chips < 25
    parts = [one for key, one in read_book.money.items() if key.startswith("stakes, ")]
    assert sum(one.asked for one in parts) == stakes.asked


def test_amounts_are_the_engines():
    """Chips read from observations and actions against what the engine moves."""
    tables = Tables(num_tables=200, seed=3)
    rng = np.random.default_rng(0)
    fields = {one.name: one.slice for one in tables.compiled.fields}
    before = tables.state.copy()
    for _ in range(30):
        legal = tables.action_mask * rng.random(tables.action_mask.shape)
        actions = legal.argmax(axis=1)
        parts = {name: tables.observation[:, at] for name, at in fields.items()}
        named = _amounts(parts, actions, 100)
        stakes = (before["phase"] == 6) & (actions >= 4)
        tables.step(actions)
        rows = np.flatnonzero(stakes & (tables.state["phase"] == 6))
        seats = before["seat"][rows]
        moved = tables.state["stake"][rows, seats] // 10_000
        np.testing.assert_array_equal(moved, named[rows])
        before = tables.state.copy()


def test_words_name_what_differs(read_book):
    sits = read_policy(HOME, make_agent("lead-and-sit", HOME.compiled), [book], 500, 3)
    lines = money_words(sits, read_book, "the book")
    assert len(lines) == 5
    assert "Most often when behind" in lines[3]
    assert "as the book does" in draw_words(sits, read_book, HOME.compiled.rules)
    random = read_policy(HOME, make_agent("random", HOME.compiled), [book], 500, 3)
    assert "punter" in draw_words(random, read_book, HOME.compiled.rules)


@pytest.mark.parametrize(
    ("mean", "start"),
    [(0.2, "A beats B"), (-0.2, "A loses to B"), (0.05, "No difference between A and B is proved")],
)
def test_a_verdict_follows_the_interval(mean, start):
    assert verdict(Estimate(mean, 0.1, 50), "A", "B", "chips", 2).startswith(start)
