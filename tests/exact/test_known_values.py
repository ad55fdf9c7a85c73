"""Every figure of known_values.json, as an exact fraction."""

from fractions import Fraction

import pytest

from chemmy_env.exact import (
    Shoe,
    banker_policy,
    best_response,
    certify,
    exploitability,
    nash_conv,
    outcomes,
    punter_policy,
    solve,
)
from chemmy_env.rules import get_rules
from tests.exact.known import KNOWN, MODELS, cell_of, letters, mixed_cell

A = Shoe.with_replacement()
ANCHORS = KNOWN["anchors_A1"]
FIVE_PERCENT = get_rules("salon", commission="0.05")


def test_a1_kemeny_and_snell():
    known, found = KNOWN["A1"], solve("free", A)
    assert found.value == -found.banker_value == Fraction(known["value"])
    assert found.mixed == [
        ("punter", 5, Fraction(known["p_draw5"])),
        ("banker", (6, None), Fraction(known["q_draw_6_none"])),
    ]
    assert found.unique is True


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("packs", [6, 8])
def test_without_replacement(packs, model):
    known = KNOWN[f"d={packs}"][model]
    found = solve("free", Shoe(packs), *MODELS[model])
    assert found.value == Fraction(known["value"])
    mixed = [(cell, chance) for side, cell, chance in found.mixed if side == "banker"]
    assert mixed == [(mixed_cell(known["mix_at"]), Fraction(known["q_draw"]))]
    rows = {
        cell: letters(found.banker[found.banker.index(cell_of(cell))]) for cell in known["rows"]
    }
    assert rows == known["rows"]
    assert len(rows) == len(found.banker)
    if model == "B3":
        by_hand = {hand: found.punter[cell_of(hand)] for hand in known["p_draw_by_hand"]}
        assert by_hand == {hand: Fraction(p) for hand, p in known["p_draw_by_hand"].items()}
    else:
        assert found.punter[5] == Fraction(known["p_draw5"])
    assert found.unique is True
    assert certify(found)


def test_a1_with_commission():
    known, found = KNOWN["commission_5_percent_d=6"]["A1"], solve(FIVE_PERCENT, A)
    assert found.punter[5] == Fraction(known["p_draw5"])
    assert found.banker[6, None] == Fraction(known["q_draw_6_none"])
    assert found.value == Fraction(known["punter_value"])
    assert found.banker_value == Fraction(known["banker_value"])


def test_b2_with_commission():
    known = KNOWN["commission_5_percent_d=6"]["B2"]
    found = solve(FIVE_PERCENT, Shoe(6), "total", "hand")
    assert found.punter[5] == Fraction(known["p_draw5"])
    assert found.banker[(0, 6), None] == Fraction(known["q_draw_06_none"])
    assert float(found.value) == pytest.approx(known["punter_value"], abs=1e-12)
    assert float(found.banker_value) == pytest.approx(known["banker_value"], abs=1e-12)


@pytest.mark.parametrize("packs", ["6", "8", "with_replacement"])
def test_punto_banco_counts(packs):
    known = KNOWN["punto_banco_counts"][packs]
    shoe = A if packs == "with_replacement" else Shoe(int(packs))
    found = outcomes("punto", shoe, punter_policy("punto"), banker_policy("punto"))
    assert shoe.sequences() == known["total"]
    for name, chance in (
        ("player", found.punter_win),
        ("banker", found.bank_win),
        ("tie", found.tie),
    ):
        assert chance * known["total"] == known[name]


@pytest.mark.parametrize("banker_sees", ["total", "hand"])
@pytest.mark.parametrize("punter_sees", ["total", "hand"])
def test_uniform_policies(punter_sees, banker_sees):
    punter = punter_policy("free", sees=punter_sees)
    banker = banker_policy("free", sees=banker_sees)
    assert outcomes("free", A, punter, banker).punter_value == Fraction(
        ANCHORS["uniform_v_uniform"]
    )
    # With replacement a hand tells no more than its total.
    assert nash_conv("free", A, punter, banker) == Fraction(ANCHORS["nash_conv_of_uniform"])
    assert exploitability("free", A, punter, banker) * 2 == Fraction(
        ANCHORS["nash_conv_of_uniform"]
    )


@pytest.mark.parametrize(
    ("chance", "name"),
    [(1, "always_draw_on_5_v_best_reply"), (0, "never_draw_on_5_v_best_reply")],
)
def test_pure_punter_against_best_reply(chance, name):
    reply = best_response("free", A, punter=punter_policy("free", chance))
    assert -reply.value == Fraction(ANCHORS[name])


def test_punto_banco_banker_against_best_reply():
    reply = best_response("free", A, banker=banker_policy("punto"))
    assert reply.value == Fraction(ANCHORS["punto_banco_banker_v_best_reply"])


@pytest.mark.parametrize("cell", ANCHORS["switch_points"])
def test_switch_points(cell):
    total, third = cell.split(" v ")
    label = int(total), None if third == "none" else int(third)
    point, step = Fraction(ANCHORS["switch_points"][cell]), Fraction(1, 10**6)
    replies = [
        best_response("free", A, punter=punter_policy("free", point + shift * step))
        for shift in (-1, 0, 1)
    ]
    assert [label in reply.ties for reply in replies] == [False, True, False]
    draws = [reply.policy[label] for reply in replies]
    assert (draws[0], draws[2]) == (0, 1)


@pytest.mark.parametrize("bettors", [1, 5])
def test_home_profile_plays_the_punto_banco_table(bettors):
    found = solve("home", Shoe(6), bettors=bettors)
    assert float(found.value) == pytest.approx(KNOWN["home_profile_6_packs"]["value"], abs=1e-16)
    assert found.mixed == []
    assert found.punter == punter_policy("punto")
    assert found.banker == banker_policy("punto")
    fixed = outcomes("punto", Shoe(6), found.punter, found.banker)
    assert found.value == fixed.punter_value
