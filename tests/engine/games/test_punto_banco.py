"""Punto Banco and Mini Baccarat, rule by rule (docs/rules.md, R-B)."""

from __future__ import annotations

import dataclasses
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from chemmy_env import policies
from chemmy_env.engine.common.shoe import final_total
from chemmy_env.engine.games.punto_banco.playing import play_round
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANK_HAND, NO_CARD, PUNTER_HAND
from chemmy_env.engine.records.record import TABLE_DTYPE
from chemmy_env.engine.tables import Tables, make_table
from chemmy_env.rules import get_rules
from tests.engine.punto_against_oracle import play_punto
from tests.engine.scripted_sides import SideScript
from tests.exact.known import KNOWN

# Cards fall Player, Banker, Player, Banker, then third cards.
PLAYER = [4, 0, 5, 3]
BANKER = [0, 4, 0, 5]
TIE = [4, 4, 4, 4]
EDGES = {"Banker": 1.0579, "Player": 1.2351, "Tie": 14.3596}
"""The house's edges at eight packs, in per cent, as widely published."""


def punto(*rounds: list[int], **settings: Any) -> SideScript:
    return SideScript(*rounds, game="punto_banco", **settings)


def test_R_B1_eight_packs_and_one_to_twelve_bettors_asked_in_seat_order() -> None:
    assert punto().tables.rules.cards == 416
    assert punto().tables.num_seats == 1
    script = punto(players=12)
    script.passes("stake", *range(12)).passes("stake", *range(12))
    with pytest.raises(ValueError, match="num_players = 13"):
        punto(players=13)


@pytest.mark.parametrize(
    ("profile", "stakes"), [("punto", (5, 10, 25, 50)), ("mini", (1, 2, 5, 10))]
)
def test_R_B1_one_bet_of_a_listed_stake_on_one_side_or_none(
    profile: str, stakes: tuple[int, ...]
) -> None:
    script = punto(profile=profile, players=2)
    sides = ("player", "banker", "tie")
    assert script.legal == ["pass", *((side, stake) for side in sides for stake in stakes)]
    script.say(0, "stake", ("tie", stakes[1]))
    assert script.asked == (1, "stake")
    assert script.stakes == [stakes[1], 0]


def test_R_B1_mini_differs_from_punto_in_stakes_alone() -> None:
    minis, puntos = (
        dataclasses.asdict(get_rules(name, "punto_banco")) for name in ("mini", "punto")
    )
    assert {name for name in minis if minis[name] != puntos[name]} == {"profile", "listed_stakes"}


def test_R_B1_a_bettor_under_the_least_stake_is_not_asked_but_stays() -> None:
    script = punto(BANKER, players=3, chips=[4, 7, 100])
    assert script.asked == (1, "stake")
    assert script.legal == ["pass", ("player", 5), ("banker", 5), ("tie", 5)]
    script.say(1, "stake", ("player", 5)).passes("stake", 2).passes("stake", 2)
    assert script.balances == [4, 2, 100]


def test_R_B1_a_round_without_bets_is_dealt_and_counts() -> None:
    script = punto(TIE).passes("stake", 0)
    assert (script.state["coups"], script.state["position"]) == (1, 4)
    assert script.sees(0, "result") == [0, 0, 1]
    assert script.sees(0, "seen")[4] == 4 / 32


def test_R_B1_terminated_when_nobody_can_stake_truncated_at_100() -> None:
    script = punto(PLAYER, players=2, chips=[5, 4]).say(0, "stake", ("tie", 5))
    assert script.over == "terminated"
    assert punto(players=2, chips=[4, 3]).over == "terminated"
    script = punto()
    script.passes("stake", *[0] * 99)
    assert script.over is None
    assert script.passes("stake", 0).over == "truncated"


@pytest.mark.parametrize("left", [19, 20])
def test_R_B1_reshuffled_before_a_round_with_fewer_than_20_cards(left: int) -> None:
    script = punto()
    script.cards_left = left
    script.passes("stake", 0)
    assert script.state["shoe"] == (1 if left == 19 else 0)


@jit
def round_by_round(table, shoe, config, hands, left, chances):
    """Play all sequences of six card values; add them up by result, weighted as from `hands`."""
    for sequence in range(10**6):
        for value in range(10):
            left[value] = hands[value]
        weight = 1
        rest = sequence
        for at in range(6):
            value = rest % 10
            rest //= 10
            shoe[at] = (value + 9) % 10  # The card of that value in the first suit.
            weight *= left[value]
            left[value] -= 1
        table.position = 0
        table.laid = 6
        play_round(table, shoe, config)
        player = final_total(table, PUNTER_HAND)
        banker = final_total(table, BANK_HAND)
        chances[0 if player > banker else 1 if banker > player else 2] += weight


@pytest.mark.parametrize("packs", [6, 8])
def test_R_B2_the_fixed_table_gives_the_exact_chances(packs: int) -> None:
    config = make_table("punto_banco").config
    table = np.zeros(1, TABLE_DTYPE)[0]
    hands = np.array([16 * packs] + [4 * packs] * 9)
    chances = np.zeros(3, np.int64)
    round_by_round(
        table, np.zeros(416, np.uint8), config[0], hands, np.zeros(10, np.int64), chances
    )
    counts = KNOWN["punto_banco_counts"][str(packs)]
    assert chances.tolist() == [counts[name] for name in ("player", "banker", "tie")]


def test_R_B2_a_natural_stops_both() -> None:
    for cards in ([0, 0, 8, 0], [0, 0, 0, 9]):
        script = punto(cards).passes("stake", 0)
        assert (script.state["cards"][:, 2] == NO_CARD).all()
    with pytest.raises(ValueError, match="punter_one = 'DDDDDFSS'"):
        get_rules("punto", "punto_banco", punter_one="DDDDDFSS")


@pytest.mark.parametrize(
    ("cards", "gains"),
    [(PLAYER, [10, -10, -10]), (BANKER, [-10, 9.5, -10]), (TIE, [0, 0, 80])],
)
def test_R_B3_payouts_and_pushes(cards: list[int], gains: list[float]) -> None:
    script = punto(cards, players=3)
    for seat, side in enumerate(("player", "banker", "tie")):
        script.say(seat, "stake", (side, 10))
    assert script.rewards == gains
    assert script.balances == [100 + gain for gain in gains]
    assert sum(script.taken) == -sum(gains)  # R-C3
    assert script.taken[0] == (0.5 if cards == BANKER else 0)


def gains_by_result() -> dict[str, list[Fraction]]:
    """Let the engine pay a stake of 10 on each side, for each result."""
    gains: dict[str, list[Fraction]] = {"Player": [], "Banker": [], "Tie": []}
    for cards in (PLAYER, BANKER, TIE):
        script = punto(cards, players=3)
        for seat, side in enumerate(("player", "banker", "tie")):
            script.say(seat, "stake", (side, 10))
        for side, units in zip(gains, script.state["balance"], strict=False):
            gains[side].append(Fraction(int(units) - 1_000_000, 100_000))
    return gains


def test_R_B3_the_published_edges_follow() -> None:
    counts = KNOWN["punto_banco_counts"]["8"]
    chances = [Fraction(counts[name], counts["total"]) for name in ("player", "banker", "tie")]
    for side, gains in gains_by_result().items():
        edge = -sum(chance * gain for chance, gain in zip(chances, gains, strict=True))
        assert round(float(100 * edge), 4) == EDGES[side]


def test_R_B3_three_million_rounds_agree() -> None:
    rows, rounds = 10_000, 300
    tables = Tables(game="punto_banco", num_tables=rows, seed=11)
    counts = np.zeros(3)
    for step in range(rounds):
        tables.step(np.full(rows, 2))
        if (step + 1) % 100:  # The hundredth round ends the session, and its result is gone.
            counts += np.bincount(tables.state["result"], minlength=4)[1:]
    total = counts.sum()
    assert total == rows * 297
    known = KNOWN["punto_banco_counts"]["8"]
    for count, name in zip(counts, ("player", "banker", "tie"), strict=True):
        chance = known[name] / known["total"]
        # Four standard deviations: 0.0012 at most.
        assert abs(count / total - chance) < 4 * np.sqrt(chance * (1 - chance) / total)
    for side, gains in gains_by_result().items():
        values = np.array([float(gain) for gain in gains])
        mean = (counts * values).sum() / total
        spread = np.sqrt((counts * values**2).sum() / total - mean**2)
        # Four standard deviations: 0.2 % of the stake, 0.6 % on a tie.
        assert abs(-mean - EDGES[side] / 100) < 4 * spread / np.sqrt(total)


@pytest.mark.parametrize("profile", ["punto", "mini"])
def test_R_B_sessions_equal_the_oracles(profile: str) -> None:
    decisions = 0
    for seed in range(60):
        rng = random.Random(f"{profile} {seed}")
        players = rng.randint(1, 12)
        options: dict[str, Any] = {"max_coups": rng.choice([1, 15, 40])}
        if rng.random() < 0.5:
            options["chips"] = [rng.randint(0, 60) for _ in range(players)]
        if rng.random() < 0.4:
            options["commission"] = Fraction(1234, 10_000)
        if rng.random() < 0.4:
            options["decks"] = rng.choice([1, 6])
        decisions += play_punto(profile, seed, players, rng.choice([0.2, 0.9]), **options)
    assert decisions > 5000


def test_R_C3_rollouts_neither_make_nor_lose_chips() -> None:
    tables = Tables(game="punto_banco", num_tables=50, num_players=7, seed=2)
    for policy in (policies.random, policies.book):
        assert tables.rollout(policy, 3000).sessions > 0
        state = tables.state
        owned = state["balance"].sum(1) + state["stake"].sum(1)
        assert (owned + state["commission"] + state["outside"] == 700 * 10_000).all()
        assert (state["balance"] >= 0).all()  # R-C4


@pytest.mark.parametrize("profile", ["punto", "mini"])
def test_R_X2_the_book_bets_the_least_stake_on_banker(profile: str) -> None:
    script = punto(profile=profile)
    tables = script.tables
    book = policies.book.bind(tables)
    move = book.act_batch(tables.observation, tables.action_mask, np.random.default_rng(0))[0]
    assert script.meanings[int(move)] == ("banker", tables.rules.listed_stakes[0])


def test_only_the_shoe_is_hidden() -> None:
    tables = Tables(game="punto_banco", num_tables=20, num_players=3, seed=4, history=3)
    rng = np.random.default_rng(0)
    for _ in range(60):
        noise = rng.random(tables.action_mask.shape) * tables.action_mask
        tables.step(noise.argmax(1))
        twin = tables.clone()
        twin.shoes[:] = rng.permuted(twin.shoes, axis=1)
        for seat in range(3):
            assert (twin.observe(seat) == tables.observe(seat)).all()
        assert tables.observation.min() >= 0


def test_options_for_research_and_what_the_game_lacks() -> None:
    rules = get_rules("punto", "punto_banco", listed_stakes=(3, 7))
    script = punto(TIE, profile=rules, tie_pays=9, compulsory_stake=True)
    assert script.legal == [(side, n) for side in ("player", "banker", "tie") for n in (3, 7)]
    assert script.say(0, "stake", ("tie", 7)).balances == [163]
    for name, value in (
        ("suivi", True),
        ("min_stake", 5),
        ("house", "script"),
        ("listed_stakes", (7, 3)),
    ):
        with pytest.raises(ValueError, match=f"{name} = "):
            get_rules("punto", "punto_banco", **{name: value})
    with pytest.raises(ValueError, match="first_banker = 0"):
        script.tables.reset(options={"first_banker": 0})
