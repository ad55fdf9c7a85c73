"""Whole random sessions, answer by answer, against the oracle written from the rules text."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from chemmy_env.rules import PROFILES

from .against_oracle import play_chemin

SESSIONS = 200
PARTS = 4


def draw_table(profile: str, rng: random.Random) -> dict[str, Any]:
    """Draw seats, chips and options, most of them far from the usual."""
    seats = 6 if profile == "practice" else rng.randint(3, 12)
    table: dict[str, Any] = {
        "num_players": seats,
        "decks": rng.choice([1, 2, 3, 6]),
        "max_coups": rng.choice([1, 2, 5, 8]),
        "if_uncovered": rng.choice(["end", "pass"]),
        "compulsory_stake": rng.random() < 0.3,
        "forced_moves": rng.choice(["skip", "ask"]),
        "min_bank": rng.choice([2, 2, 3, 10]),
        "max_bank": rng.choice([None, None, 10, 13, 40]),
        "leaving": rng.random() < 0.4,
    }
    rates = [Fraction(0), Fraction(5, 100), Fraction(1, 10_000), Fraction(3333, 10_000)]
    if rng.random() < 0.6:
        table["commission"] = rng.choice(rates)
    if rng.random() < 0.6:
        most = rng.choice([5, 30, 100])
        table["chips"] = [rng.randint(0, most) for _ in range(seats)]
    if profile == "practice":
        table["banco_first"] = rng.choice([None, 0, 3, 5])
    if profile == "salon":
        table["strict_five"] = rng.random() < 0.5
    if profile == "club":
        table["misplay"] = rng.choice(["forbidden", "liable"])
        table["bystanders"] = rng.choice([0, 0, 1, 20])
        table["handful"] = rng.choice([0, 7, 10, 26, 40])
    return table


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("profile", PROFILES["chemmy"])
def test_random_sessions_with_any_options(profile: str, part: int) -> None:
    decisions = 0
    for number in range(part, SESSIONS, PARTS):
        rng = random.Random(f"{profile} {number}")
        table = draw_table(profile, rng)
        moods = {"greed": rng.choice([0.0, 0.3, 0.6]), "shy": rng.choice([0.0, 0.3])}
        try:
            decisions += play_chemin(profile, number, **moods, **table)
        except AssertionError as error:
            raise AssertionError(f"session {number}: {table}, {moods}") from error
    assert decisions > 10 * SESSIONS / PARTS


@pytest.mark.parametrize("profile", PROFILES["chemmy"])
def test_long_sessions_as_the_profile_has_them(profile: str) -> None:
    for seed in range(8):
        play_chemin(profile, 1000 + seed, greed=0.1, shy=0.1, if_uncovered="pass")
