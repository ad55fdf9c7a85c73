import json

import numpy as np
import pytest
from typer.testing import CliRunner

from agents.registry import make_agent
from chemmy_env import Tables, row_seed
from chemmy_env.engine.common.money import UNIT
from chemmy_env.policies import KeyedRolls, book, random
from experiments import evaluate as command
from experiments.measuring.evaluation import chips_of, evaluate
from experiments.measuring.matches import field_of, hybrid, play, whole
from experiments.measuring.splitting import HYBRIDS, ORDERS, shares_by_order
from experiments.measuring.table import TableSettings

HOME = TableSettings()
PROFILES = [
    TableSettings(profile="practice"),
    TableSettings(profile="salon", num_players=4),
    TableSettings(profile="club", num_players=3),
]


class Outside:
    """A built-in policy that hides that it could play inside the loop."""

    def __init__(self, policy, settings):
        self._policy = policy.bind(settings.compiled)

    def act_batch(self, observation, action_mask, rng):
        return self._policy.act_batch(observation, action_mask, rng)


def table_of(watched, others, settings=HOME):
    return [whole(watched), *field_of([others], settings.compiled.num_seats)]


def same(left, right):
    return all(np.array_equal(one, other) for one, other in zip(left, right, strict=True))


def test_book_against_books_wins_its_share():
    accounts = play(HOME, table_of(book, book), 60_000, 5, threads=2)
    assert accounts.share.mean() == pytest.approx(1 / 6, abs=4 * accounts.share.std() / 60_000**0.5)
    chips = chips_of(accounts) / UNIT
    assert abs(chips.mean()) < 4 * chips.std() / 60_000**0.5


@pytest.mark.parametrize("settings", [HOME, *PROFILES])
def test_accounts_agree_with_sessions_stepped_by_hand(settings):
    """Chips, places and stakes of every seat, from `Tables` and its rewards alone."""
    seats = settings.compiled.num_seats
    agents = [random if seat % 2 else book for seat in range(seats)]
    bound = [agent.bind(settings.compiled) for agent in agents]
    accounts = play(settings, [whole(agent) for agent in agents], 30, 9)
    for number in range(30):
        tables = Tables(
            game="chemmy",
            profile=settings.profile,
            num_players=settings.num_players,
            seeds=[row_seed(9, number)],
            autoreset="disabled",
            reward="chips",
        )
        watched = number % seats
        won = np.zeros(seats)
        as_banker = staked = faced = 0.0
        while not (tables.terminated | tables.truncated)[0]:
            seat, coups = int(tables.seat[0]), int(tables.state["coups"][0])
            member = (seat - number) % seats
            action = bound[member].act_batch(
                tables.observation, tables.action_mask, KeyedRolls(tables.rolls())
            )
            tables.step(action)
            won += tables.rewards[0]
            dealt = int(tables.state["coups"][0]) - coups
            if dealt and tables.state["banker"][0] == watched:
                as_banker += tables.rewards[0, watched]
                faced += dealt * tables.state["covered"][0] / UNIT
            elif dealt and tables.rewards[0].any():
                staked += abs(tables.rewards[0, watched])
        balance = tables.state["balance"][0, :seats]
        winners = balance == balance.max()
        assert accounts.share[number] == winners[watched] / winners.sum()
        assert chips_of(accounts)[number] / UNIT == pytest.approx(won[watched])
        assert accounts.as_banker[number] / UNIT == pytest.approx(as_banker)
        assert accounts.faced[number] / UNIT == pytest.approx(faced)
        # Ties move nothing, so rewards do not show what was staked in them.
        assert accounts.staked[number] / UNIT >= staked - 1e-9
        assert accounts.coups[number] == tables.state["coups"][0]


@pytest.mark.parametrize("settings", [HOME, *PROFILES])
def test_results_depend_on_neither_threads_nor_rows_nor_who_is_outside(settings):
    expected = play(settings, table_of(random, book, settings), 500, 4, threads=1, rows=64)
    lineup = table_of(random, book, settings)
    assert same(expected, play(settings, lineup, 500, 4, threads=2, rows=37))
    assert same(expected, play(settings, lineup, 500, 4, threads=1, rows=500))
    outside = table_of(Outside(random, settings), Outside(book, settings), settings)
    assert same(expected, play(settings, outside, 500, 4, threads=2, rows=50))
    shorter = play(settings, lineup, 120, 4)
    assert same([column[:120] for column in expected], shorter)


def test_punters_of_home_win_by_stake():
    """A decisive coup pays 1:1, so the watched seat's chips are bounded by what it staked."""
    accounts = play(HOME, table_of(random, book), 2_000, 8)
    assert (np.abs(accounts.as_punter) <= accounts.staked).all()
    assert (np.abs(accounts.as_banker) <= accounts.faced).all()


def test_paired_differences_vary_less_than_unpaired_ones():
    agents = {"book": book, "other": book(stake=10)}
    found = evaluate(HOME, agents, {"book": [book]}, 4_000, 2, baseline="book")
    lead = found.comparison("other", "book")
    assert lead.chips.half_width < 0.8 * lead.unpaired_chips
    difference = found.score("other", "book").chips.mean - found.score("book", "book").chips.mean
    assert lead.chips.mean == pytest.approx(difference)


def test_the_split_adds_up_exactly_session_by_session():
    accounts = [
        play(HOME, [hybrid(parts, random, book), *table_of(book, book)[1:]], 300, 6)
        for parts in HYBRIDS
    ]
    won = [chips_of(one) for one in accounts]
    np.testing.assert_array_equal(sum(shares_by_order(won)), ORDERS * (won[-1] - won[0]))
    assert same(accounts[0], play(HOME, table_of(book, book), 300, 6))
    assert same(accounts[-1], play(HOME, table_of(random, book), 300, 6))


def test_the_split_finds_the_part_that_differs():
    agents = {"book": book, "bold": book(stake=50)}
    found = evaluate(HOME, agents, {"book": [book]}, 500, 2, baseline="book", splits=["bold"])
    parts = found.comparison("bold", "book").chips_by_part
    assert parts["drawing"].mean == parts["banking"].mean == 0
    assert parts["staking"] == found.comparison("bold", "book").chips


def test_lead_and_sit_beats_a_book_among_books():
    agents = {"book": book, "sit": make_agent("lead-and-sit", HOME.compiled)}
    found = evaluate(HOME, agents, {"book": [book]}, 3_000, 2, baseline="book")
    assert found.comparison("sit", "book").win_share.low > 0


def test_the_command_writes_a_table_and_json(tmp_path):
    out = tmp_path / "result.json"
    run = CliRunner().invoke(
        command.app, ["book", "random", "--sessions", "200", "--seed", "3", "--out", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert "sessions won" in run.output
    result = json.loads(out.read_text())
    assert result["table"]["profile"] == "home"
    assert {one["agent"] for one in result["scores"]} == {"book", "random"}
    parts = result["comparisons"][0]["chips_by_part"]
    total = sum(part["mean"] for part in parts.values())
    assert total == pytest.approx(result["comparisons"][0]["chips"]["mean"])
    assert result["manifest"]["seed"] == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bok"], "agent = 'bok'"),
        (["book", "--profile", "saloon"], "profile = 'saloon'"),
        (["book", "--players", "99"], "num_players = 99"),
        (["book", "--baseline", "random"], "baseline = 'random'"),
    ],
)
def test_the_command_explains_bad_input(arguments, message):
    run = CliRunner().invoke(command.app, arguments)
    assert run.exit_code == 2
    assert message in " ".join(run.output.replace("│", " ").split())
