"""Ahead of the start, and leaving the table: R-S9 (docs/rules.md)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chemmy_env import chemmy_v0
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import PROFILES
from tests.engine.playing import PROFILE_NAMES, legal_moves
from tests.engine.scripted import BANK, TIE, Script

CHEMIN = tuple(PROFILES["chemmy"])


def salon(*coups: list[Any], **settings: Any) -> Script:
    return Script(*coups, **{"profile": "salon", "players": 4, "leaving": True, **settings})


def has_left(script: Script, observer: int = 0) -> list[float]:
    """Return what a seat sees of who has left, itself first."""
    left = next(field.slice for field in script.tables.compiled.fields if field.name == "left")
    return script.tables.observe(observer)[0, left].tolist()


def test_R_S9_ahead_is_1_for_a_balance_above_the_start() -> None:
    script = Script(BANK, profile="salon", max_coups=1, reward="ahead", chips=[90, 100, 30])
    script.say(0, "open", 20).coup(12, 0)
    assert script.over == "terminated"  # Nothing is left to play for (as for places).
    assert script.rewards == [1, 0, 0]
    script = Script(TIE, profile="salon", max_coups=1, reward="ahead")
    script.say(0, "open", 20).coup(12, 0)
    assert script.rewards == [0, 0, 0]  # Even is not ahead.


@pytest.mark.parametrize(("game", "profile"), PROFILE_NAMES)
def test_R_S9_ahead_at_every_profile(game: str, profile: str) -> None:
    settings: dict[str, Any] = {} if game == "coup" else {"max_coups": 4}
    tables = Tables(game, profile, num_tables=40, reward="ahead", autoreset="disabled", **settings)
    rng = np.random.default_rng(3)
    paid = 0
    for _ in range(2000):
        over = tables.terminated | tables.truncated
        if over.all():
            break
        tables.step(legal_moves(tables.action_mask, rng, 0.8))
        ended = (tables.terminated | tables.truncated) & ~over
        state, seats = tables.state, tables.num_seats
        ahead = state["balance"][:, :seats] > state["start"][:, :seats]
        assert np.array_equal(tables.rewards, ahead * ended[:, None])
        paid += int(tables.rewards.sum())
    assert paid > 10


def test_R_S9_an_illegal_action_costs_one() -> None:
    env = chemmy_v0.env(profile="salon", reward="ahead", num_players=3)
    env.reset(seed=0, options={"first_banker": 1})
    with pytest.warns(UserWarning, match="illegal"):
        env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1, "player_2": 0}


@pytest.mark.parametrize("profile", CHEMIN)
def test_R_S9_leave_is_the_last_action_where_the_table_has_it(profile: str) -> None:
    assert Tables(profile=profile).num_actions == 10
    tables = Tables(profile=profile, leaving=True)
    assert tables.num_actions == 11
    assert chemmy_v0.Action.LEAVE == 10
    tables.step(np.array([4]))
    assert tables.state["phase"][0] == 5  # Banco.
    assert np.flatnonzero(tables.action_mask[0]).tolist() == [2, 3, 10]


def test_R_S9_who_is_asked_for_banco_or_a_stake_may_leave() -> None:
    script = salon(BANK)
    assert "leave" not in script.say(0, "open", 10).legal[:-1]
    script.say(1, "banco", "leave").passes("banco", 2, 3)
    assert has_left(script) == [0, 1, 0, 0]
    assert has_left(script, 3) == [0, 0, 1, 0]
    script.say(2, "stake", 4)  # Seat 1 is not asked for a stake.
    script.say(3, "stake", "leave")
    script.say(0, "continue", 14)
    script.say(2, "banco", "pass")
    assert script.asked == (2, "stake")
    assert script.balances == [90, 100, 96, 100]


def test_R_S9_a_banker_may_leave_when_it_retires() -> None:
    script = salon(BANK)
    script.say(0, "open", 10).coup(4)
    assert script.legal == ["pass", 14, "leave"]
    script.say(0, "continue", "leave").passes("open", 1, 2, 3)
    assert script.over == "terminated"  # The outgoing banker, last in order, is gone.
    assert script.balances == [104, 96, 100, 100]


def test_R_S9_nobody_may_leave_where_a_bank_or_an_excess_is_offered() -> None:
    script = Script(BANK, profile="club", players=3, leaving=True)
    assert "leave" not in script.legal
    script.say(0, "open", 10).coup(8, 8)
    assert script.asked == (0, "excess")
    assert "leave" not in script.legal
    script.say(0, "excess", "pass").say(0, "continue", "pass")
    assert script.asked == (1, "succeed")
    assert "leave" not in script.legal


def test_R_S9_a_banker_who_leaves_on_a_tie_returns_the_stakes() -> None:
    script = Script(TIE, profile="club", players=3, leaving=True)
    script.say(0, "open", 10).coup(6, 4).say(0, "continue", "leave")
    assert script.balances == [100, 100, 100]
    assert script.asked == (1, "succeed")


def test_R_S9_the_session_ends_when_fewer_than_two_seats_remain() -> None:
    script = salon(players=3)
    script.say(0, "open", 10).say(1, "banco", "leave")
    assert script.over is None
    script.say(2, "banco", "leave")
    assert script.over == "terminated"
    assert script.balances == [100, 100, 100]


def test_R_S9_and_R_C6_nobody_is_asked_for_a_bank_that_nobody_else_can_cover() -> None:
    script = salon(BANK, players=3, chips=[100, 5, 0])
    script.say(0, "open", 5).coup(3).say(0, "continue", "leave")
    assert script.over == "terminated"  # Seat 1 could open, and nobody else has a chip.


def test_R_S9_a_left_seat_has_its_place_and_its_reward_at_the_end() -> None:
    script = Script(BANK, players=3, leaving=True, max_coups=2, reward="placement")
    script.say(0, "open", 10).passes("banco", 1).say(2, "banco", "leave").say(1, "stake", 5)
    script.say(0, "continue", "leave")
    assert script.over == "terminated"
    assert script.rewards == pytest.approx([2 / 3, -1 / 3, -1 / 3])


def test_R_S9_a_left_seat_ends_with_the_session_as_all_do() -> None:
    env = chemmy_v0.env(profile="salon", num_players=3, leaving=True, max_coups=1)
    env.reset(seed=0, options={"first_banker": 0, "shoe": BANK})
    for action in (6, 2, 10, 4):  # A bank; player_1 passes, player_2 leaves, player_1 stakes.
        env.step(action)
    # One way of ending for all: trainers tell the end of an episode by `all` of either.
    assert env.terminations == dict.fromkeys(env.possible_agents, False)
    assert env.truncations == dict.fromkeys(env.possible_agents, True)


@pytest.mark.compiled
@pytest.mark.parametrize("profile", CHEMIN)
def test_R_S9_who_has_left_is_never_asked_again_and_keeps_its_balance(profile: str) -> None:
    tables = Tables(profile=profile, num_tables=60, leaving=True, autoreset="disabled", seed=8)
    rng = np.random.default_rng(1)
    gone: dict[tuple[int, int], int] = {}
    for _ in range(3000):
        over = tables.terminated | tables.truncated
        if over.all():
            break
        for (row, seat), balance in gone.items():
            assert over[row] or tables.seat[row] != seat
            assert tables.state["balance"][row, seat] == balance
        mask = tables.action_mask.copy()
        mask[rng.random(60) < 0.9, -1] = 0
        actions = legal_moves(mask, rng, 0.8)
        leaving = (actions == tables.num_actions - 1) & ~over
        asked = tables.seat.copy()
        owned = tables.state.copy()
        tables.step(actions)
        for row in np.flatnonzero(leaving):
            seat, record = asked[row], owned[row]
            bank = record["bank"] if record["banker"] == seat else 0
            gone[int(row), int(seat)] = int(record["balance"][seat] + record["stake"][seat] + bank)
    assert len(gone) > 30
