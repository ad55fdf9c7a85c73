from fractions import Fraction

import numpy as np
import pytest

from agents.registry import make_agent
from chemmy_env.exact import Shoe, best_response, outcomes
from chemmy_env.policies import TablePolicy, book
from chemmy_env.rules import get_rules
from experiments.measuring.table import TableSettings
from experiments.reading.decisions import DrawTable, read_policy
from experiments.reading.distance import distances
from experiments.reading.questions import QUESTIONS
from experiments.reading.wording import distance_rows

HOME = get_rules("home")
SHOE = Shoe(HOME.decks)
PUNTER, BANKER = np.asarray(book.punter), np.asarray(book.banker)


def as_read(punter, banker, asked=100):
    """Return tables of chances as if they had been read, each cell that often."""
    questions = QUESTIONS["chemmy"].draws
    return {
        name: DrawTable(questions[name], np.asarray(chances, float), np.full(chances.shape, asked))
        for name, chances in (("punter", punter), ("banker", banker))
    }


def test_the_book_is_the_best_response_to_the_book_at_home():
    found = distances(HOME, as_read(PUNTER, BANKER))
    assert [one.role for one in found] == [
        "punter, one bettor",
        "punter, several bettors",
        "banker",
    ]
    assert [one.free for one in found] == [7, 1, 2]
    assert all(one.total == 0 and not one.cells and not one.unmet for one in found)


def test_a_distance_is_what_the_whole_table_loses():
    """Scored at once here, cell by cell there; as punter, as banker, with mixed chances."""
    punter, banker = PUNTER.copy(), BANKER.copy()
    punter[0, [1, 5, 6]] = 0.75, 0.5, 0.25
    punter[1, 5] = 0
    banker[3, 9], banker[5, 4] = 0.25, 0
    one, several, bank = distances(HOME, as_read(punter, banker))
    for found, bettors in ((one, 1), (several, 2)):
        best = best_response(HOME, SHOE, banker=BANKER, bettors=bettors).value
        played = outcomes(HOME, SHOE, punter[bettors - 1], BANKER, bettors).punter_value
        assert found.total == best - played > 0
    best = best_response(HOME, SHOE, punter=PUNTER[0]).value
    assert bank.total == best - outcomes(HOME, SHOE, PUNTER[0], banker).banker_value > 0
    assert [cell.cell for cell in one.cells] == [
        "punter 1 with one bettor",
        "punter 6 with one bettor",
        "punter 5 with one bettor",
    ]
    assert one.cells[0].chance == Fraction(3, 4)
    assert [cell.cell for cell in bank.cells] == ["banker 3 against a 9", "banker 5 against a 4"]
    assert float(bank.cells[1].cost) == pytest.approx(2.744e-5, rel=1e-3)
    assert bank.to_json()["cells"][1]["exact"] == str(bank.cells[1].cost)


def test_cells_never_asked_are_told_and_cost_nothing():
    wrong = as_read(1 - PUNTER, np.full((10, 11), np.nan), 0)
    one, several, bank = distances(HOME, wrong)
    assert (one.total, several.total, bank.total) == (0, 0, 0)
    assert len(one.unmet) == 7
    assert several.unmet == ["punter 5 with several bettors"]
    assert bank.unmet == ["banker 3 against a 9", "banker 5 against a 4"]


def test_rows_tell_what_each_cell_costs():
    punter = PUNTER.copy()
    punter[0, 5] = 0.5
    read = as_read(punter, BANKER)
    read["banker"].asked[:] = 0
    read["punter"].asked[0, 6:8] = 0
    assert distance_rows({"it plays": distances(HOME, read)}) == [
        [
            "it plays",
            "punter, one bettor",
            "1.4e-03",
            "7",
            "punter 6 with one bettor, punter 7 with one bettor",
            "punter 5 with one bettor (1.4e-03; draws 50.0% of 100)",
        ],
        ["it plays", "punter, several bettors", "0", "1", "none", "none"],
        ["it plays", "banker", "not known", "2", "all", "none"],
    ]


def test_where_the_banker_is_free_the_books_table_is_not_the_best():
    """At the salon, where the banker is free on every total, and with it 5 percent commission."""
    for rules in (get_rules("salon"), get_rules("salon", commission="0.05")):
        _, _, bank = distances(rules, as_read(PUNTER, BANKER))
        shoe = Shoe(rules.decks)
        best = best_response(rules, shoe, punter=PUNTER[0]).value
        assert bank.total == best - outcomes(rules, shoe, PUNTER[0], BANKER).banker_value
        assert bank.free == 88


def test_other_games_have_no_distance():
    assert distances(get_rules(game="banque"), {}) == []


def test_draws_are_read_where_another_handles_the_money():
    """A policy that never stakes is asked about a punter's cards all the same."""
    settings = TableSettings()
    sits = make_agent("bank-all", settings.compiled)
    own = read_policy(settings, sits, [book], 300, 3).draws
    asked = read_policy(settings, sits, [book], 300, 3, money=book)
    assert own["punter"].asked.sum() == 0
    assert (asked.draws["punter"].asked[0, 1:8] > 0).all()
    assert asked.money["stakes"].asked == 0
    stands = TablePolicy(np.zeros((2, 10)), BANKER).bind(settings.compiled)
    drawn = read_policy(settings, stands, [book], 300, 3, money=book).draws
    assert np.nansum(drawn["punter"].chances) == 0
    assert distances(HOME, drawn)[0].total > Fraction(9, 100)
