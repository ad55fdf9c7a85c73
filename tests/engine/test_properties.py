"""What must hold of every random session of every registered profile (hypothesis)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chemmy_env.engine.records.codes import FIRST_AMOUNT
from chemmy_env.engine.records.fields import bounds
from chemmy_env.engine.tables import Tables
from chemmy_env.rules import PROFILES

from .playing import PROFILE_NAMES, check_row, legal_moves, sessions

EIGHTHS = (0, 1, 2, 4, 6, 8)
LIMIT = 20_000
TWO_ENCODINGS = [
    (game, name) for game, name in PROFILE_NAMES if not PROFILES[game][name].listed_stakes
]
"""Profiles whose stakes are no list (R-B1)."""


@st.composite
def table_settings(draw: st.DrawFn, game: str, profile: str) -> dict[str, Any]:
    """Draw a table of a profile: seats, chips, rules and options."""
    rules = PROFILES[game][profile]
    seats = draw(st.integers(rules.min_players, rules.max_players))
    drawn: dict[str, Any] = {
        "num_players": seats,
        "decks": draw(st.sampled_from([1, 2, 6])),
        "forced_moves": draw(st.sampled_from(["skip", "ask"])),
        "stakes": draw(st.sampled_from(["levels", "chips"])),
        "history": draw(st.sampled_from([0, 3])),
        "reward": draw(st.sampled_from(["chips", "placement", "ahead"])),
        "commission": draw(st.sampled_from(["0", "0.05", "0.0001", "0.3333"])),
    }
    if game != "coup":
        drawn["max_coups"] = draw(st.integers(1, 8))
        drawn["starting_chips"] = 100
    else:
        drawn["sees"] = draw(st.sampled_from(["total", "hand"]))
        drawn["bettors"] = draw(st.integers(1, 3))
        drawn["with_replacement"] = draw(st.booleans())
    if game == "chemmy":
        drawn["starting_chips"] = draw(st.sampled_from([2, 7, 100]))
        drawn["max_bank"] = draw(st.sampled_from([None, 2, 20]))
        drawn["if_uncovered"] = draw(st.sampled_from(["end", "pass"]))
        drawn["compulsory_stake"] = draw(st.booleans())
        drawn["leaving"] = draw(st.booleans())
    if profile == "salon":
        drawn["strict_five"] = draw(st.booleans())
    if profile == "club":
        drawn["misplay"] = draw(st.sampled_from(["forbidden", "liable"]))
    if game == "chemmy" and profile == "club":
        drawn["bystanders"] = draw(st.sampled_from([0, 1, 30]))
        drawn["handful"] = draw(st.sampled_from([0, 7, 10, 52]))
    if profile == "limitee":
        drawn["house"] = draw(st.sampled_from(["script", "agent"]))
    return drawn


@pytest.mark.parametrize(("game", "profile"), PROFILE_NAMES)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(data=st.data())
def test_money_masks_and_ends_of_random_sessions(
    game: str, profile: str, data: st.DataObject
) -> None:
    drawn = data.draw(table_settings(game, profile))
    seed = data.draw(st.integers(0, 2**32))
    bold = data.draw(st.sampled_from([0.0, 0.7, 1.0]))
    tables = Tables(game, profile, 4, seed, autoreset="disabled", **drawn)
    before = wealth(tables)
    for _ in sessions(tables, seed, LIMIT, bold):
        for row in range(4):
            check_row(tables, row)
        if tables.compiled.reward == "chips":
            # A reward is a change of wealth (api.md).
            now = wealth(tables)
            np.testing.assert_allclose(tables.rewards, now - before, atol=1e-9)
            before = now
    for row in range(4):
        check_row(tables, row)
        assert not tables.state[row]["stake"].any()  # R-H16, R-P6
        assert tables.state[row]["bank"] == 0


def wealth(tables: Tables) -> Any:
    """Return what each seat of each row owns, in chips."""
    state, seats = tables.state, tables.num_seats
    owned = (state["balance"] + state["stake"])[:, :seats].astype(float)
    rows = np.flatnonzero(state["banker"] >= 0)
    if tables.rules.game in ("chemmy", "coup"):
        owned[rows, state["banker"][rows]] += state["bank"][rows]
    return owned / 10_000


@pytest.mark.parametrize(("game", "profile"), PROFILE_NAMES)
@settings(max_examples=10, deadline=None, derandomize=True)
@given(data=st.data())
def test_observations_stay_within_their_bounds(
    game: str, profile: str, data: st.DataObject
) -> None:
    drawn = data.draw(table_settings(game, profile))
    tables = Tables(game, profile, 8, 5, autoreset="disabled", **drawn)
    low, high = bounds(tables.compiled.fields)
    for _ in sessions(tables, 5, LIMIT, 0.7):
        assert_within(tables, low, high)
    assert_within(tables, low, high)


def assert_within(tables: Tables, low: Any, high: Any) -> None:
    for seat in range(tables.num_seats):
        seen = tables.observe(seat)
        wrong = np.argwhere((seen < low) | (seen > high))
        for row, at in wrong:
            name = next(
                f.name for f in tables.compiled.fields if f.slice.start <= at < f.slice.stop
            )
            pytest.fail(f"{name} = {seen[row, at]} is not within {low[at]} and {high[at]}")


def test_coups_left_is_within_bounds_after_the_last_of_any_number_of_coups() -> None:
    for max_coups in range(1, 53):
        tables = Tables(max_coups=max_coups)
        tables.state["coups"] = max_coups
        assert_within(tables, *bounds(tables.compiled.fields))


@pytest.mark.parametrize(("game", "profile"), TWO_ENCODINGS)
def test_both_encodings_describe_the_same_range(game: str, profile: str) -> None:
    chips = Tables(game, profile, 20, 3, autoreset="disabled", stakes="chips")
    levels = Tables(game, profile, 20, 3, autoreset="disabled", stakes="levels")
    one, six = (int(tables.compiled.config[0]["amounts"]) for tables in (chips, levels))
    sides = int(levels.compiled.config[0]["sides"])
    rng = np.random.default_rng(0)
    for _ in range(300):
        actions, same = np.zeros(20, int), np.zeros(20, int)
        for row in range(20):
            by_chip, by_level = chips.action_mask[row], levels.action_mask[row]
            assert by_chip[:FIRST_AMOUNT].tolist() == by_level[:FIRST_AMOUNT].tolist()
            amounts: dict[int, int] = dict.fromkeys(range(FIRST_AMOUNT), 0)
            amounts |= {action: action for action in amounts}
            for side in range(sides):
                first = FIRST_AMOUNT + side * one
                legal = np.flatnonzero(by_chip[first : first + one]) + 1
                mine = FIRST_AMOUNT + side * six
                if len(legal) == 0:
                    assert not by_level[mine : mine + six].any()
                    continue
                least, most = int(legal[0]), int(legal[-1])
                assert len(legal) == most - least + 1
                values = [least + (most - least) * eighths // 8 for eighths in EIGHTHS]
                fresh = [value not in values[:at] for at, value in enumerate(values)]
                assert by_level[mine : mine + six].tolist() == fresh
                for at, value in enumerate(values):
                    amounts[mine + at] = first + value - 1
            if by_level.any():
                same[row] = legal_moves(by_level[None], rng)[0]
                actions[row] = amounts[same[row]]
        chips.step(actions)
        levels.step(same)
        for name in ("seat", "terminated", "truncated", "rewards", "observation"):
            left, right = getattr(chips, name), getattr(levels, name)
            np.testing.assert_array_equal(left, right, err_msg=name)
