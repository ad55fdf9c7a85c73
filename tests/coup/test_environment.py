"""`coup_v0`: who is asked what, what is seen, what is paid."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import chemmy_env
from chemmy_env import Tables, coup_v0
from chemmy_env.coup_v0 import Action
from chemmy_env.engine.records.codes import Phase
from chemmy_env.rules import get_rules

SETTINGS = {
    "free": {},
    "hand, with replacement": {"sees": "hand", "with_replacement": True, "history": 4},
    "home": {"profile": "home"},
    "home, several, asked": {"profile": "home", "bettors": 3, "forced_moves": "ask"},
    "practice": {"profile": "practice", "sees": "hand"},
    "club, liable": {"profile": "club", "misplay": "liable"},
}


def laid(*cards, **settings):
    """Return a coup with these cards on top: punter, banker, punter, banker, thirds."""
    env = coup_v0.env(**settings)
    env.reset(seed=1, options={"shoe": list(cards)})
    return env


def field(env, agent, name):
    """Return a field of what an agent sees."""
    at = next(one.slice for one in env.compiled.fields if one.name == name)
    return env.observe(agent)["observation"][at]


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_pettingzoo_api(settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(coup_v0.env(**settings), 60)
        seed_test(lambda: coup_v0.env(**settings), 60)


def test_registered_and_named():
    pettingzoo = pytest.importorskip("pettingzoo")
    env = coup_v0.env()
    assert env.metadata["name"] == "coup_v0"
    if hasattr(pettingzoo, "make"):
        assert pettingzoo.make("aec", "chemmy/coup-v0").metadata["name"] == "coup_v0"
    assert env.possible_agents == ["punter_0", "banker_0"]
    assert chemmy_env.coup_v0 is coup_v0


class TestQuestions:
    def test_free_asks_the_punter_on_5_alone(self):
        for total in range(8):
            env = laid(0, 0, total, 3)
            asked = "punter_0" if total == 5 else "banker_0"
            assert env.agent_selection == asked
            assert env.legal_actions(asked) == [Action.STAND, Action.DRAW]

    def test_ask_asks_forced_moves_too(self):
        env = laid(0, 0, 3, 3, forced_moves="ask")
        assert env.agent_selection == "punter_0"
        assert env.legal_actions("punter_0") == [Action.DRAW]

    def test_home_with_one_bettor_and_with_several(self):
        assert laid(0, 0, 2, 3, profile="home").agent_selection == "punter_0"
        # Totals 2 and 3: the punter must draw, and gets a 9.
        env = laid(0, 0, 2, 3, 9, profile="home", bettors=2)
        assert env.agent_selection == "banker_0"
        assert field(env, "banker_0", "several") == 1

    @pytest.mark.parametrize(
        ("cards", "punter"),
        [((9, 0, 0, 0), 1), ((0, 9, 0, 0), -1), ((9, 9, 0, 0), 0), ((8, 9, 0, 0), -1)],
    )
    def test_a_natural_is_seen_by_the_punter_and_settled_in_one_step(self, cards, punter):
        env = laid(*cards)
        assert env.agent_selection == "punter_0"
        assert env.legal_actions("punter_0") == [Action.PASS]
        assert not any(env.terminations.values())
        env.step(Action.PASS)
        assert all(env.terminations.values())
        assert env.rewards == {"punter_0": punter, "banker_0": -punter}

    def test_at_home_the_punter_decides_before_the_banker_looks(self):
        env = laid(0, 9, 3, 0, profile="home")
        assert env.agent_selection == "punter_0"
        env.step(Action.DRAW)
        assert env.rewards == {"punter_0": -1, "banker_0": 1}
        assert env._table[0]["position"] == 4  # R-H7: the card is not dealt.

    def test_a_coup_of_forced_moves_is_seen_too(self):
        # 000: a 0 must draw, and against its 1 a banker of 4 stands.
        env = laid(0, 4, 0, 0, 1, profile="home")
        assert env.agent_selection == "punter_0"
        assert env.legal_actions("punter_0") == [Action.PASS]
        assert field(env, "punter_0", "third")[1] == 1
        env.step(Action.PASS)
        assert env.rewards == {"punter_0": -1, "banker_0": 1}

    def test_every_session_has_a_step(self):
        for settings in SETTINGS.values():
            tables = Tables("coup", num_tables=300, seed=2, autoreset="disabled",
                            **{"profile": "free", **settings})  # fmt: skip
            assert not (tables.terminated | tables.truncated).any()
            assert tables.action_mask.any(axis=1).all()


class TestSight:
    def test_total_or_hand(self):
        total, hand = (laid(2, 0, 3, 1, sees=sees) for sees in ("total", "hand"))
        names = [{one.name for one in env.compiled.fields} for env in (total, hand)]
        assert names[1] - names[0] == {"cards"}
        np.testing.assert_allclose(field(hand, "punter_0", "cards"), [2 / 9, 3 / 9], rtol=1e-6)
        for env in (total, hand):
            assert field(env, "punter_0", "total").argmax() == 5

    def test_equal_totals_look_alike_unless_hands_are_seen(self):
        for sees, same in (("total", True), ("hand", False)):
            one, other = laid(2, 0, 3, 1, sees=sees), laid(1, 0, 4, 1, sees=sees)
            seen = [env.observe("punter_0")["observation"] for env in (one, other)]
            assert np.array_equal(*seen) == same

    def test_nobody_sees_the_other_sides_cards(self):
        for sees in ("total", "hand"):
            one, other = laid(2, 0, 3, 1, sees=sees), laid(2, 6, 3, 1, sees=sees)
            for env in (one, other):
                assert env.agent_selection == "punter_0"
            seen = [env.observe("punter_0")["observation"] for env in (one, other)]
            assert np.array_equal(*seen)
            one, other = laid(2, 0, 2, 1, 4, sees=sees), laid(2, 0, 1, 1, 4, sees=sees)
            seen = [env.observe("banker_0")["observation"] for env in (one, other)]
            assert np.array_equal(*seen)

    def test_the_banker_sees_the_third_card(self):
        env = laid(0, 0, 5, 3, 9)
        assert not field(env, "banker_0", "third").any()
        env.step(Action.DRAW)
        assert field(env, "banker_0", "third").argmax() == 9
        assert field(env, "banker_0", "total").argmax() == 3

    @pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
    def test_resampling_keeps_what_the_agent_knows(self, settings):
        env = coup_v0.env(**settings)
        rng = np.random.default_rng(3)
        for seed in range(30):
            env.reset(seed=seed)
            agent = env.agent_selection
            hands = set()
            for _ in range(10):
                twin = env.resample(agent, rng)
                for key, value in env.observe(agent).items():
                    np.testing.assert_array_equal(twin.observe(agent)[key], value)
                hands.add(twin._table[0]["cards"].tobytes())
            if env._table[0]["phase"] >= Phase.PUNTER:
                assert len(hands) > 1

    def test_resampled_cards_with_replacement_are_of_any_value(self):
        """All thirteen ranks stay equally likely, however often one has been dealt."""
        env = laid(2, 0, 3, 0, with_replacement=True, decks=1)
        rng = np.random.default_rng(1)
        values = []
        for _ in range(3000):
            values += env.resample("punter_0", rng)._table[0]["cards"][2, :2].tolist()
        ranks = np.bincount(np.array(values) % 13, minlength=13) / len(values)
        tens = ranks[[9, 10, 11, 12]].sum()
        # A banker's natural would have ended the coup.
        assert abs(tens - _zero_share()) < 4 * 0.5 / np.sqrt(len(values) / 2)


def _zero_share():
    """Share of zeros in a two-card hand that is no natural, with replacement."""
    card = np.array([4, *[1] * 9]) / 13
    pairs = [(a, b, card[a] * card[b]) for a in range(10) for b in range(10) if (a + b) % 10 < 8]
    whole = sum(chance for *_, chance in pairs)
    return sum(chance * ((a == 0) + (b == 0)) / 2 for a, b, chance in pairs) / whole


class TestMoney:
    def test_commission_is_the_bankers(self):
        env = laid(0, 9, 0, 0, commission="0.05")
        env.step(Action.PASS)
        assert env.rewards == {"punter_0": -1, "banker_0": 0.95}

    def test_an_illegal_move_costs_the_chip(self):
        env = laid(9, 0, 0, 0)
        with pytest.warns(UserWarning, match="illegal"):
            env.step(Action.DRAW)
        assert env.rewards == {"punter_0": -1, "banker_0": 0}
        with pytest.raises(ValueError, match=r"expected one of \[2\]"):
            laid(9, 0, 0, 0, illegal="raise").step(Action.DRAW)

    def test_copies_and_saved_states_play_on_identically(self):
        env = laid(0, 0, 5, 3, with_replacement=True)
        state, twin = env.get_state(), env.clone()
        played = []
        for one in (env, twin):
            one.step(Action.DRAW)
            played.append(one.observe("banker_0")["observation"])
        env.set_state(state)
        env.step(Action.DRAW)
        np.testing.assert_array_equal(played[0], env.observe("banker_0")["observation"])
        np.testing.assert_array_equal(*played)


class TestCards:
    def test_with_replacement_every_card_is_from_a_whole_pack(self):
        """Even from one pack, whose four aces could not give more than four."""
        tables = Tables("coup", num_tables=20_000, seed=3, with_replacement=True, decks=1,
                        autoreset="disabled")  # fmt: skip
        cards = tables.state["cards"][:, [0, 2], :2].reshape(len(tables.state), 4)
        value = np.minimum(cards % 13 + 1, 10) % 10
        share = np.bincount(value.ravel(), minlength=10) / value.size
        expected = np.array([4, *[1] * 9]) / 13
        assert np.abs(share - expected).max() < 4 * np.sqrt(0.25 / value.size)
        equal = (cards[:, :1] == cards[:, 1:]).all(axis=1).mean()
        assert abs(equal - 1 / 52**3) < 4 * np.sqrt(1 / 52**3 / len(cards)) + 1e-4
        pairs = (cards[:, 0] == cards[:, 1]).mean()
        assert abs(pairs - 1 / 52) < 4 * np.sqrt(1 / 52 / len(cards))

    def test_one_seed_one_coup(self):
        tables = Tables("coup", num_tables=5, seed=8, with_replacement=True)
        for row in range(5):
            env = coup_v0.env(with_replacement=True)
            env.reset(seed=chemmy_env.row_seed(8, row))
            np.testing.assert_array_equal(env._observation, tables.observation[row])


class TestBadInput:
    @pytest.mark.parametrize(
        ("settings", "words"),
        [
            ({"sees": "all"}, "sees = 'all'"),
            ({"bettors": 0}, "bettors = 0"),
            ({"with_replacement": 1}, "with_replacement = 1: expected a bool"),
            ({"profile": "kitchen"}, "profile = 'kitchen'"),
            ({"max_coups": 2}, "max_coups = 2"),
            ({"starting_chips": 5}, "starting_chips = 5"),
            ({"max_bank": 5}, "max_bank = 5"),
            ({"suivi": True}, "suivi = True"),
            ({"num_players": 3}, "num_players"),
            ({"profile": get_rules("punto", "punto_banco")}, "punto_banco"),
        ],
    )
    def test_names_the_setting(self, settings, words):
        with pytest.raises((ValueError, TypeError), match=words):
            coup_v0.env(**settings)

    def test_other_games_have_no_such_options(self):
        with pytest.raises(ValueError, match="sees"):
            Tables(sees="hand")
        with pytest.raises(ValueError, match="bettors = 2: expected 1: chemmy has no such rule"):
            Tables(bettors=2)
        with pytest.raises(ValueError, match="with_replacement"):
            Tables("banque", with_replacement=True)

    def test_nothing_else_can_be_laid_out(self):
        env = coup_v0.env()
        for options in ({"chips": [1, 1]}, {"first_banker": 0}):
            with pytest.raises(ValueError, match=next(iter(options))):
                env.reset(seed=1, options=options)


def test_a_tables_rules_give_its_coup():
    rules = get_rules("practice", decks=8)
    env = coup_v0.env(profile=rules)
    assert (env.compiled.rules.game, env.compiled.rules.decks) == ("coup", 8)
    assert env.compiled.rules.commission == rules.commission
