"""Random play: the oracle keeps R-C3 and R-C4, and every session ends."""

import random
from fractions import Fraction
from typing import Any

import pytest

from .banque import Banque
from .chemin import Chemin
from .helpers import shuffled
from .punto import Punto
from .table import Table


def run(table: Table, rng: random.Random, bold: float) -> None:
    """Random answers; R-C3 and R-C4 must hold after every one."""
    start = sum(table.wealth)
    for _ in range(100_000):
        assert sum(table.wealth) + table.commission + table.outside == start
        assert min(table.balances) >= 0
        assert min(table.stakes) >= 0
        assert table.bank >= 0
        assert all((amount * 10_000).denominator == 1 for amount in table.wealth)
        if table.question is None:
            break
        answers = table.question.answers
        assert answers
        assert len(set(answers)) == len(answers)
        assert answers != ("pass",)
        if rng.random() < bold and answers[0] == "pass":
            answers = answers[1:]
        before = table.wealth
        table.answer(rng.choice(answers))
        assert table.payoffs == [b - a for a, b in zip(before, table.wealth, strict=True)]
    assert table.ended in ("terminated", "truncated")
    assert sum(table.stakes) == 0
    assert table.bank == 0
    assert table.coups <= table.max_coups


@pytest.mark.parametrize("profile", ["home", "practice", "salon", "club"])
@pytest.mark.parametrize("seed", range(100))
def test_random_chemin(profile: str, seed: int) -> None:
    rng = random.Random(f"{profile} {seed}")
    seats = 6 if profile == "practice" else rng.randint(3, 12)
    options: dict[str, Any] = {
        "if_uncovered": rng.choice(["end", "pass"]),
        "forced_moves": rng.choice(["skip", "ask"]),
        "compulsory_stake": rng.random() < 0.3,
        "leaving": rng.random() < 0.3,
        "max_bank": rng.choice([None, None, 2, 20, 33]),
        "commission": rng.choice([None, Fraction(5, 100), Fraction(1234, 10_000)]),
    }
    if profile == "salon":
        options["strict_five"] = rng.random() < 0.5
    if profile == "club":
        options["misplay"] = rng.choice(["forbidden", "liable"])
        options["bystanders"] = rng.choice([0, 3, 50])
        options["handful"] = rng.choice([0, 7, 30])
    if profile == "practice":
        options["banco_first"] = rng.choice([None, 0, 4])
    if rng.random() < 0.5:
        options["chips"] = [rng.randint(0, 30) for _ in range(seats)]
    packs = rng.choice([2, 6])
    table = Chemin(profile, seats, shuffled(seed, packs), rng.randrange(seats), **options)
    run(table, rng, rng.choice([0.3, 0.8, 1.0]))
    assert profile != "home" or table.ended == "terminated"
    if profile != "home":
        assert (table.ended == "truncated") == (table.coups == table.max_coups)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("profile", ["ouverte", "limitee"])
def test_random_banque(profile: str, seed: int) -> None:
    rng = random.Random(f"{profile} {seed}")
    options: dict[str, Any] = {}
    if profile == "ouverte":
        options["first_banker"] = rng.choice([None, 3])
    else:
        options["house"] = rng.choice(["script", "agent"])
    if rng.random() < 0.5:
        options["chips"] = [rng.randint(0, 30) for _ in range(6)]
    run(Banque(profile, 6, shuffled(seed, 3), **options), rng, rng.choice([0.0, 0.5, 1.0]))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("profile", ["punto", "mini"])
def test_random_punto(profile: str, seed: int) -> None:
    rng = random.Random(f"{profile} {seed}")
    run(Punto(profile, rng.randint(1, 12), shuffled(seed, 8)), rng, rng.choice([0.0, 0.9]))
