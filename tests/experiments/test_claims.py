"""The study of the rulebooks' claims: its figures, and that it can be stopped and gone on with."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

from chemmy_env.exact import Shoe, best_response, outcomes, punter_policy, solve
from experiments.claims import __main__ as claims
from experiments.claims.choices import (
    banker_choice,
    banker_draws_on,
    banker_reach,
    book_banker,
    book_punter,
    five,
    punter_reach,
    tell_value,
)
from experiments.claims.counting import play_shoes, summary
from experiments.claims.judging import find_exact
from experiments.claims.report import short_table

SHOE = Shoe(6)


@pytest.fixture(scope="module")
def found():
    return {claim.name: finding for claim, finding in find_exact()}


def test_every_claim_is_judged(found):
    assert len(found) == len(claims.CLAIMS) >= 20
    for claim in claims.CLAIMS:
        assert claim.quote
        assert claim.source[:3] in ("000", "001", "002", "003")
        assert found[claim.name].truth


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("bank's edge", "false"),
        ("disciplined banker", "false"),
        ("the bank loses more often", "depends"),
        ("guidance for captains", "depends"),
        ("3 against 9", "true"),
        ("free choices and Punto Banco", "true"),
        ("hesitation tells a five", "depends"),
        ("limits do not change chances", "true"),
        ("deviating on 3", "depends"),
    ],
)
def test_verdicts(found, name, verdict):
    assert found[name].verdict == verdict


def test_a_banker_who_copies_wins_as_often_as_he_loses_and_one_who_stands_on_5_less(found):
    # Both hands play by the same rule, and the cards are exchangeable.
    same = outcomes("salon", SHOE, book_punter(), banker_draws_on(*range(6)))
    assert same.bank_win == same.punter_win
    assert float(found["the bank loses more often"].per_coup) == pytest.approx(-0.00057, abs=5e-6)


def test_the_left_captain_gains_by_standing_on_five_after_some_cards(found):
    claim = found["guidance for captains"]
    assert "0.386 %" in claim.truth
    assert "0.557 %" in claim.truth
    assert "0, 1, 6, 7, 8, 9" in claim.truth


def test_the_correlation_has_the_moments_of_either_side(found):
    """Figures computed by another hand: .34091 with both sides' moments, .34113 with one's."""
    assert "0.34091" in found["the hands are independent"].truth
    assert "0.054 %" in found["the table is right"].truth


def test_home_is_worth_what_punto_banco_is(found):
    assert found["free choices and Punto Banco"].per_coup == 0


def test_judgment_is_worth_the_difference_of_two_known_values(found):
    judgment = float(found["bank's edge"].per_coup)
    b1 = -23174205422119131 / 1794292354051081885
    assert judgment == pytest.approx(-0.01237414898644739 - b1, abs=1e-15)


class TestChoices:
    def test_reach_adds_up(self):
        """Whoever has no natural on either side is asked, one way or another."""
        reach = banker_reach(SHOE, punter_policy("free", Fraction(1, 3)))
        assert reach.sum() == sum(punter_reach(SHOE))

    def test_a_choice_is_what_a_best_response_gains(self):
        punter = solve("free", SHOE).punter
        reply = best_response("free", SHOE, punter=punter)
        for cell in ((3, 9), (6, 6), (4, 1)):
            choice = banker_choice("free", punter, *cell)
            assert reply.policy[cell] == int(choice.per_coup > 0)
            wrong = reply.policy.replaced(cell, 1 - reply.policy[cell])
            loss = reply.value - outcomes("free", SHOE, punter, wrong).banker_value
            assert loss == abs(choice.per_coup)
            assert choice.per_occurrence * choice.chance == choice.per_coup

    def test_the_punter_is_indifferent_on_5_at_equilibrium(self):
        assert five("salon", solve("salon", SHOE).banker).per_coup == 0

    def test_whom_to_draw_against_on_5(self):
        assert five("salon", book_banker()).per_coup > 0
        assert five("salon", banker_draws_on(0, 1, 2, 3, 4)).per_coup > 0
        assert five("salon", banker_draws_on(*range(7))).per_coup < 0


def naive_tell(on_five):
    """The banker's value with the tell, cards with replacement, from nothing but sums."""
    card = [Fraction(4 if value == 0 else 1, 13) for value in range(10)]
    total = [sum(card[a] * card[(t - a) % 10] for a in range(10)) for t in range(10)]
    draws = {t: on_five if t == 5 else Fraction(int(t < 5)) for t in range(8)}
    pairs = [(p, b) for p in range(10) for b in range(10)]
    value = sum(total[p] * total[b] * sign(b - p) for p, b in pairs if max(p, b) >= 8)
    for known in ([5], [0, 1, 2, 3, 4, 6, 7]):
        for b in range(8):
            for third in (*range(10), None):
                stand = draw = Fraction(0)
                for p in known:
                    chance = draws[p] * card[third] if third is not None else 1 - draws[p]
                    weight = total[p] * total[b] * chance
                    final = (p + (third or 0)) % 10
                    stand += weight * sign(b - final)
                    draw += weight * sum(card[f] * sign((b + f) % 10 - final) for f in range(10))
                value += max(stand, draw)
    return value


def sign(number):
    return (number > 0) - (number < 0)


class TestTell:
    @pytest.mark.parametrize("on_five", [Fraction(0), Fraction(2, 7), Fraction(1)])
    def test_is_what_a_naive_sum_says(self, on_five):
        assert tell_value("club", Shoe.with_replacement(), on_five) == naive_tell(on_five)

    def test_the_punter_who_knows_of_it_stands(self):
        shoe = Shoe.with_replacement()
        assert tell_value("club", shoe) == min(naive_tell(Fraction(0)), naive_tell(Fraction(1)))
        assert tell_value("club", SHOE) == tell_value("club", SHOE, Fraction(0))

    def test_knowing_more_is_never_worth_less(self):
        assert tell_value("club", SHOE) > solve("club", SHOE).banker_value
        for draws in (Fraction(0), Fraction(1, 2), Fraction(1)):
            unaware = best_response("club", SHOE, punter=book_punter().replaced(5, draws)).value
            assert tell_value("club", SHOE, draws) >= max(unaware, tell_value("club", SHOE))


@pytest.fixture(scope="module")
def shoes():
    return list(play_shoes("salon", 2, 5, range(3), 12))


class TestCounting:
    def test_same_seed_same_shoes(self, shoes):
        again = list(play_shoes("salon", 2, 5, range(1, 3), 12))
        np.testing.assert_array_equal(again, shoes[1:])
        other = next(iter(play_shoes("salon", 2, 6, range(1), 12)))
        assert not np.array_equal(other, shoes[0])

    def test_nobody_gains_in_the_first_coup(self, shoes):
        for shoe in shoes:
            np.testing.assert_allclose(shoe[0], float(solve("salon", SHOE).value), atol=1e-12)

    def test_best_replies_are_best(self, shoes):
        for fixed, punter, banker, both, punter_best, banker_best in np.concatenate(shoes):
            slack = 1e-14
            assert punter_best >= max(fixed, punter) - slack
            assert banker_best <= min(fixed, banker) + slack
            assert both >= banker - slack
            assert both <= punter + slack

    def test_summary(self, shoes):
        found = summary(shoes)
        assert found["shoes"] == 3
        assert found["coups"] == 36
        assert found["punter, best reply"]["per coup, %"]["mean"] >= 0

    def test_a_whole_shoe_is_played_to_its_last_coup(self):
        shoe = next(iter(play_shoes("home", 2, 5, range(1), None)))
        assert 52 <= len(shoe) <= 78  # 312 cards, four to six a coup, six left over at most


class TestCommand:
    def run(self, out, *arguments):
        return CliRunner().invoke(claims.app, ["--quick", "--out", str(out), *arguments])

    @pytest.fixture(autouse=True)
    def _few(self, monkeypatch, found):
        monkeypatch.setattr(
            claims,
            "runs",
            lambda shoes: [
                claims.Run(profile, 2, coups, 2)
                for profile in ("home", "salon")
                for coups in (12, None)
            ],
        )
        judged = [
            claims.Claim(c.name, c.source, c.quote, c.profile, lambda c=c: found[c.name])
            for c in claims.CLAIMS
        ]
        monkeypatch.setattr(claims, "CLAIMS", judged)
        monkeypatch.setattr(
            claims,
            "play_shoes",
            lambda profile, bettors, seed, numbers, coups: play_shoes(
                profile, bettors, seed, numbers, min(coups or 8, 8)
            ),
        )

    def test_writes_a_report_and_goes_on_after_an_interruption(self, tmp_path, monkeypatch):
        whole = claims.play_shoes

        def interrupted(*arguments):
            for number, shoe in enumerate(whole(*arguments)):
                if number == 1:
                    raise KeyboardInterrupt
                yield shoe

        monkeypatch.setattr(claims, "play_shoes", interrupted)
        stopped = self.run(tmp_path)
        assert stopped.exit_code == 130
        assert (
            len(json.loads((tmp_path / "shoes.json").read_text())["shoes"]["home, 12 coups"]) == 1
        )
        assert not (tmp_path / "report.md").exists()

        monkeypatch.setattr(claims, "play_shoes", whole)
        assert self.run(tmp_path).exit_code == 2
        done = self.run(tmp_path, "--resume")
        assert done.exit_code == 0, done.output
        text = (tmp_path / "report.md").read_text()
        assert "hesitation tells a five" in text
        names = {path.name for path in tmp_path.glob("*.png")}
        assert len(names) == 4
        assert all(name in text for name in names)
        saved = json.loads((tmp_path / "claims.json").read_text())
        assert {row["verdict"] for row in saved["claims"]} == {"true", "false", "depends"}
        fresh = self.run(tmp_path / "fresh")
        assert fresh.exit_code == 0
        again = json.loads((tmp_path / "fresh" / "claims.json").read_text())
        assert again["counting"] == saved["counting"]

    def test_another_seed_begins_anew(self, tmp_path):
        claims.save(tmp_path / "shoes.json", 1, {"home, 12 coups": [[1.0]]})
        assert claims.load(tmp_path / "shoes.json", 2) == {}
        assert claims.load(tmp_path / "none.json", 1) == {}


def test_readme_table_has_a_line_a_claim(found):
    table = short_table([(claim, found[claim.name]) for claim in claims.CLAIMS])
    assert len(table.splitlines()) == 2 + len(claims.CLAIMS)
    assert "| hesitation tells a five | 003, paragraph 7 | depends | 0.468 % | 6.086 % |" in table
