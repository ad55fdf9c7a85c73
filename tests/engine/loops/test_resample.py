"""`resample`: what a seat may not know is dealt again, consistently and evenly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from chemmy_env import chemmy_v0
from chemmy_env.engine.common.shoe import CARD_VALUES, deal
from chemmy_env.engine.loops.resample import resample_row
from chemmy_env.engine.records.codes import PUNTER_HAND, Phase
from tests.engine.playing import VARIANTS, legal_moves
from tests.engine.scripted import Script
from tests.engine.test_hidden_cards import HANDS
from tests.oracle.cards import BANKER_HOME, banker_rule, punter_rule

PUBLIC = (
    "seat", "phase", "least", "most", "banker", "turn", "suivi", "banco", "active", "bettors",
    "coups", "required", "bank", "offered", "covered", "balance", "stake", "third", "position",
    "seen", "commission", "outside", "over", "result", "left", "supply_end", "thrown_in",
)  # fmt: skip


def hands(table: Any) -> list[list[int]]:
    """Return the cards of both hands."""
    return [table["cards"][hand, :2].tolist() for hand in HANDS]


def unknown(env: Any, known: list[bool]) -> list[int]:
    """Return, sorted, the hidden hands' cards and those still in the shoe."""
    table = env._table[0]
    cards = env._shoe[0, int(table["position"]) :].tolist()
    cards += env._shoe[0, : int(table["thrown_in"])].tolist()  # R-K7
    for hand, seen in zip(hands(table), known, strict=True):
        if not seen:
            cards += hand
    return sorted(cards)


def could_be(env: Any) -> bool:
    """Tell whether the hands could have led to the question, from the oracle's tables."""
    table, rules, options = env._table[0], env.compiled.rules, env.compiled.options
    punter, bank = (sum(int(CARD_VALUES[card]) for card in hand) % 10 for hand in hands(table))
    asks, banker_asked = options.forced_moves == "ask", table["phase"] == Phase.BANKER
    open_table = rules.profile in ("salon", "club")  # Any natural ends the coup (R-S2).
    if punter >= 8 or (bank >= 8 and (open_table or banker_asked)):
        return False
    row = rules.profile
    if row == "home":
        row = "home_several" if table["bettors"] > 1 else "home_one_bettor"
    if rules.misplay == "liable":
        row = "club_liable"
    letter = punter_rule(row, punter)
    if not banker_asked:
        return letter == "F" or asks
    third = int(table["third"][PUNTER_HAND])
    if letter == ("D" if third == 10 else "S"):
        return False
    if open_table or asks:
        return True
    return banker_rule(BANKER_HOME, bank, None if third == 10 else third) == "F"


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_an_agent_may_know_stays_and_the_rest_is_dealt_again(variant: str) -> None:
    env = chemmy_v0.env(**VARIANTS[variant])
    env.reset(seed=5)
    rng = np.random.default_rng(2)
    varied = 0
    for _ in range(250):
        if not env.agents or env.terminations[env.agents[0]] or env.truncations[env.agents[0]]:
            env.reset()
        table = env._table[0]
        playing = table["phase"] >= Phase.PUNTER
        both = env.compiled.rules.profile in ("salon", "club")
        for seat, agent in enumerate(env.possible_agents):
            if not playing and seat:
                continue
            bank_seen = seat == table["banker"] and (both or table["phase"] == Phase.BANKER)
            known = [seat == table["active"], bank_seen] if playing else [True, True]
            twin = env.resample(agent, rng)
            for key, value in env.observe(agent).items():
                np.testing.assert_array_equal(value, twin.observe(agent)[key])
            for name in PUBLIC:
                np.testing.assert_array_equal(table[name], twin._table[0][name], err_msg=name)
            for mine, dealt, seen in zip(hands(table), hands(twin._table[0]), known, strict=True):
                if seen:
                    assert mine == dealt
                varied += mine != dealt
            assert unknown(env, known) == unknown(twin, known)
            assert twin.agent_selection == env.agent_selection
            assert not playing or could_be(twin)
            asked = twin.agent_selection
            assert twin.observe(asked)["action_mask"].any()
        env.step(
            int(legal_moves(env.observe(env.agent_selection)["action_mask"][None], rng, 0.8)[0])
        )
    assert varied > 100


def test_the_original_is_left_alone_and_the_future_differs() -> None:
    env = chemmy_v0.env(num_players=3)
    env.reset(seed=1)
    state = env.get_state()
    rng = np.random.default_rng(0)
    shoes = set()
    for _ in range(20):
        twin = env.resample("player_0", rng)
        twin.step(9)
        shoes.add(twin._shoe.tobytes() + twin._table["shoe_key"].tobytes())
    assert env.get_state() == state
    assert len(shoes) == 20


def test_the_same_generator_deals_the_same() -> None:
    env = chemmy_v0.env(num_players=3)
    env.reset(seed=1)
    twins = [env.resample("player_0", np.random.default_rng(7)) for _ in range(2)]
    assert twins[0].get_state() == twins[1].get_state()


# Brute force: shoes of eight cards. Seat 0 banks, 1 is active, 2 stakes less.
CASES: dict[str, tuple[int, str | None, dict[str, Any], list[int]]] = {
    "bystander, the punter is asked": (2, None, {}, [5, 3, 0, 2, 0, 5, 3, 2]),
    "banker, the punter is asked": (0, None, {}, [5, 3, 0, 2, 0, 5, 3, 2]),
    "punter, the banker is asked": (1, "draw", {}, [5, 1, 0, 2, 9, 3, 0, 1]),
    "banker, asked, the punter drew": (0, "draw", {}, [5, 3, 0, 0, 9, 0, 2, 9]),
    "bystander, the punter stood": (2, "stand", {"profile": "salon"}, [5, 0, 0, 3, 9, 0, 6, 3]),
}  # fmt: skip


def outcome(cards: list[int]) -> tuple[Any, ...]:
    """Reduce the punter's hand, the bank's and the next card to what is counted."""
    values = CARD_VALUES[cards].tolist()
    return tuple(sorted(values[:2])), tuple(sorted(values[2:4])), values[4]


@pytest.mark.parametrize("case", CASES)
def test_each_possible_deal_is_equally_likely(case: str) -> None:
    seat, answer, settings, cards = CASES[case]
    script = Script(cards, players=4, **settings)
    script.say(0, "open", 20).coup(9, 6)
    if answer:
        script.say(1, "punter", answer)
    tables = script.tables
    state, shoe = tables.state, np.ascontiguousarray(tables.shoes[:, :8])
    mask = np.zeros(tables.num_actions, np.int8)

    # Every order of the cards that the seat has not seen, as far as the next card.
    table, position = state[0], int(state[0]["position"])
    asked = "banker" if answer else "punter"
    known = [seat == 1, seat == 0 and asked == "banker"]
    dealt = hands(table)
    hidden = [card for hand, seen in zip(dealt, known, strict=True) if not seen for card in hand]
    rest = [*hidden, *shoe[0, position:].tolist()]
    env = chemmy_v0.env(num_players=4, **settings)
    env._table[:] = state
    expected: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(rest, len(hidden) + 1):
        fresh = iter(order)
        pair = list(dealt)
        for at, hand in enumerate(HANDS):
            if not known[at]:
                pair[at] = [next(fresh), next(fresh)]
            env._table[0]["cards"][hand, :2] = pair[at]
        if could_be(env):
            expected[outcome([*pair[0], *pair[1], next(fresh)])] += 1

    draws = 12_000
    rng = np.random.default_rng(11)
    found: Counter[tuple[Any, ...]] = Counter()
    for key in rng.integers(2**63, size=draws, dtype=np.uint64):
        twin, cut = state.copy(), shoe.copy()
        resample_row(twin, cut, tables.compiled.config, seat, key, mask)
        new = hands(twin[0])
        found[outcome([*new[0], *new[1], int(deal(twin[0], cut[0]))])] += 1
    assert set(found) <= set(expected)
    assert len(expected) > 3
    chances = np.array([expected[one] for one in expected]) / expected.total()
    assert (chances * draws).min() > 5
    assert chisquare([found[one] for one in expected], chances * draws).pvalue > 1e-4


def test_the_next_card_tells_nothing_of_the_hidden_hands() -> None:
    # One whole pack, the punter's five unseen by seat 2.
    script = Script([5, 3, 0, 2], players=4, decks=1, max_coups=8)
    script.say(0, "open", 20).coup(9, 6)
    assert script.asked == (1, "punter")
    tables = script.tables
    mask = np.zeros(tables.num_actions, np.int8)
    pack = Counter(CARD_VALUES.tolist())
    expected: Counter[tuple[int, int]] = Counter()
    for first, second, following in product(range(10), repeat=3):
        if (first + second) % 10 == 5:
            left = pack.copy()
            weight = 1
            for value in (first, second, following):
                weight *= left[value]
                left[value] -= 1
            expected[first, following] += weight
    draws = 20_000
    found: Counter[tuple[int, int]] = Counter()
    for key in np.random.default_rng(3).integers(2**63, size=draws, dtype=np.uint64):
        twin, shoe = tables.state.copy(), tables.shoes.copy()
        resample_row(twin, shoe, tables.compiled.config, 2, key, mask)
        card = hands(twin[0])[0][0]
        found[int(CARD_VALUES[card]), int(CARD_VALUES[deal(twin[0], shoe[0])])] += 1
    chances = np.array(list(expected.values())) / expected.total()
    counts = [found[one] for one in expected]
    assert chisquare(counts, chances * draws).pvalue > 1e-4
