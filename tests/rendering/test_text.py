from pathlib import Path

import pytest

from chemmy_env.engine.records.codes import BANK_HAND, NO_CARD, PUNTER_HAND, SHOWN, Phase
from chemmy_env.engine.tables import Tables
from chemmy_env.rendering import picture, render_table
from tests.rendering.tables import ACTIVE, BANKER, every_state, example, with_hand

GOLDEN = Path(__file__).parent / "golden" / "banker_asked.txt"
SEATS = range(6)
GAMES = [
    ("home", "chemmy"),
    ("practice", "chemmy"),
    ("salon", "chemmy"),
    ("club", "chemmy"),
    ("punto", "punto_banco"),
    ("ouverte", "banque"),
    ("limitee", "banque"),
]


def drawn(tables: Tables, viewer=None, **kwargs) -> str:
    return render_table(tables.compiled, tables.state[0], viewer, **kwargs)


def test_golden():
    assert drawn(example(Phase.BANKER), BANKER) + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_shows_the_bank_the_roles_and_the_question():
    text = drawn(example(Phase.BANKER), BANKER)
    for words in ("Coup 1 of 12", "20 offered", "12 covered", "8 in reserve", "active punter",
                  "banker (12 in the bank)", "ordinary turn", "[9♥]", "stand · draw"):  # fmt: skip
        assert words in text


@pytest.mark.parametrize("phase", [Phase.PUNTER, Phase.BANKER])
@pytest.mark.parametrize("draw", [render_table, picture])
def test_hidden_cards_leave_no_trace(phase, draw):
    """R-H6, R-H7: only the active punter sees the punter's cards; the banker looks later."""
    tables = example(phase)
    may_see = {
        PUNTER_HAND: {ACTIVE},
        BANK_HAND: {BANKER} if phase == Phase.BANKER else set(),
    }
    for hand, allowed in may_see.items():
        changed = with_hand(tables, hand, (3, 12))
        for viewer in (None, *SEATS):
            before = draw(tables.compiled, tables.state[0], viewer)
            assert (draw(tables.compiled, changed, viewer) != before) == (viewer in allowed)
        assert draw(tables.compiled, changed, "all") != draw(
            tables.compiled, tables.state[0], "all"
        )


def players(record, hand: int) -> set[int]:
    """The seats that play a hand: nobody else may see it before the settlement."""
    if hand == BANK_HAND:
        return {int(record["banker"])}
    return {int(record["active"]), int(record["captain"][min(hand, 1)])}


@pytest.mark.parametrize(("profile", "game"), [("club", "chemmy"), ("ouverte", "banque")])
def test_hands_are_hidden_from_all_who_do_not_play_them(profile, game):
    checked = 0
    for tables in every_state(profile, game, 80):
        record = tables.state[0]
        if record["phase"] < Phase.PUNTER:
            continue
        for hand in range(3):
            if record["cards"][hand, 0] == NO_CARD or record["third"][hand] == SHOWN:
                continue
            changed = with_hand(tables, hand, (3, 12))
            others = set(SEATS) - players(record, hand)
            for viewer in (None, min(others), max(others)):
                assert render_table(tables.compiled, changed, viewer) == drawn(tables, viewer)
                checked += 1
    assert checked > 20


def test_both_look_at_once_in_the_salon():
    tables = example(Phase.PUNTER, profile="salon")
    assert "[A♠] [2♦]" in drawn(tables, BANKER)
    assert "[A♠] [2♦]" not in drawn(example(Phase.PUNTER), BANKER)


def test_settled_cards_are_public():
    text = drawn(example(None))
    assert "[2♥] [3♣] [9♥]  4" in text
    assert "[A♠] [2♦] [5♠]  8" in text
    assert "the bank won" in text


def test_other_seats_do_not_learn_who_is_asked_to_draw():
    """R-H8: with several bettors and forced moves skipped, being asked tells that it is a 5."""
    tables = example(Phase.PUNTER)
    for seat in SEATS:
        asked = "player_3: a card?" in drawn(tables, seat)
        assert asked == (seat == ACTIVE)
        assert ("►" in drawn(tables, seat)) == asked
    assert "player_3: a card?" in drawn(example(Phase.PUNTER, forced_moves="ask"), 0)


def test_names_and_colour():
    tables = example(Phase.BANKER)
    assert "Ada" in drawn(tables, names=["Ada"])
    assert "you" in drawn(tables, names={4: "you"})
    assert "\x1b[" in drawn(tables, color=True)
    assert "\x1b[" not in drawn(tables)


def test_an_illegal_end_shows_no_hidden_cards():
    tables = example(Phase.PUNTER)
    tables.step([3])  # BANCO
    assert "▒▒" in drawn(tables)
    assert "illegal" in drawn(tables)
    assert "▒▒" not in drawn(tables, "all")


@pytest.mark.parametrize(("profile", "game"), GAMES)
def test_every_state_can_be_drawn(profile, game):
    for tables in every_state(profile, game, 40):
        for viewer in (None, int(tables.seat[0]), "all"):
            text = drawn(tables, viewer)
            assert all(len(line) == 80 for line in text.split("\n"))
        assert picture(tables.compiled, tables.state[0]).endswith("</svg>\n")
