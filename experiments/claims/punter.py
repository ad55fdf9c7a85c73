"""Claims about the punter, the stakes and the table."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from chemmy_env.exact import (
    Shoe,
    banker_policy,
    banque_best_response,
    banque_outcomes,
    banque_script,
    best_response,
    outcomes,
    punter_policy,
    solve,
)
from chemmy_env.rules import PROFILES
from experiments.claims.choices import (
    banker_draws_on,
    book_banker,
    book_punter,
    book_value,
    equilibrium_value,
    five,
    punter_choice,
    tell_value,
)
from experiments.claims.model import Finding, claim, percent

GUIDANCE: Final = (1, 1, 1, 1, 1, 1, 0, 0)
"""A captain who draws on 0-5."""


@claim(
    "guidance for the punter",
    "001, Chemin de Fer; 002, Quick Reference",
    "Ordinary guidance is to draw on 0-4, stand on 6-7 and choose on 5",
    "practice",
)
def _guidance() -> Finding:
    choices = {total: punter_choice("practice", total) for total in range(1, 8)}
    four, six = choices[4], choices[6]
    right = all((choices[total].per_coup > 0) == (total < 5) for total in (1, 2, 3, 4, 6, 7))
    return Finding(
        "true" if right else "false",
        f"against the book's banker each of these is right; the cheapest mistakes are standing on "
        f"4 ({percent(four.per_occurrence, 1)} each time) and drawing on 6 "
        f"({percent(abs(six.per_occurrence), 1)})",
        per_coup=min(abs(four.per_coup), abs(six.per_coup)),
        per_occurrence=min(abs(four.per_occurrence), abs(six.per_occurrence)),
        chance=four.chance,
    )


@claim(
    "the 5",
    "002, Tips and Strategy",
    "stand on 5 if the banker has shown no weakness this shoe; draw on 5 if the banker has been "
    "drawing conservatively",
    "salon",
)
def _five() -> Finding:
    found = solve("salon", Shoe(6))
    by_table = five("salon", book_banker())
    cautious = five("salon", banker_draws_on(0, 1, 2, 3, 4))
    eager = five("salon", banker_draws_on(*range(7)))
    exact = five("salon", found.banker)
    return Finding(
        "depends",
        f"against the book's banker draw (+{percent(by_table.per_occurrence)} each time), against "
        f"one who draws on 0-4 only draw (+{percent(cautious.per_occurrence)}), against one who "
        f"draws on 0-6 stand (+{percent(-eager.per_occurrence)}): the second half is right, the "
        f"first only against a banker who draws too much. Against the equilibrium both are worth "
        f"the same, and it draws with chance {found.punter[5]} = {float(found.punter[5]):.3f}",
        per_coup=by_table.per_coup,
        per_occurrence=by_table.per_occurrence,
        chance=exact.chance,
    )


@claim("standing on 5 by rule", "002, Gameplay", "some strict tables force a stand on 5", "salon")
def _strict_five() -> Finding:
    shoe = Shoe(6)
    free = solve("salon", shoe).banker_value
    stands = best_response("salon", shoe, punter=book_punter().replaced(5, 0)).value
    draws = best_response("salon", shoe, punter=book_punter()).value
    return Finding(
        "depends",
        f"not checkable as a claim; such a rule costs the punters {percent(stands - free)} a coup, "
        f"a rule to draw on 5 {percent(draws - free)}",
        per_coup=stands - free,
    )


@claim(
    "reading the punter",
    "003, paragraph 7",
    "Much of his decision is based on ... what he might imagine of how the other is playing",
    "club",
)
def _reading() -> Finding:
    shoe = Shoe(6)
    value = solve("club", shoe).banker_value
    draws = best_response("club", shoe, punter=book_punter()).value
    stands = best_response("club", shoe, punter=book_punter().replaced(5, 0)).value
    return Finding(
        "true",
        f"knowing that the punter always draws on 5 is worth {percent(draws - value)} a coup to "
        f"the banker, knowing that it always stands {percent(stands - value)}",
        per_coup=stands - value,
    )


@claim(
    "hesitation tells a five",
    "003, paragraph 7",
    "If the punter was hesitant this is frequently a sign that the original score was a five",
    "club",
)
def _tell() -> Finding:
    shoe = Shoe(6)
    found = solve("club", shoe)
    gain = tell_value("club", shoe) - found.banker_value
    unaware = tell_value("club", shoe, found.punter[5]) - found.banker_value
    always = tell_value("club", shoe, Fraction(1))
    chance = five("club", found.banker).chance
    book = best_response("club", shoe, punter=book_punter()).value
    return Finding(
        "depends",
        "on whether a hesitation is one, which no cards can tell. If it is: a banker who sees "
        f"without fail that the punter had a choice gains {percent(gain)} a coup "
        f"even from a punter who knows it and then always stands, {percent(unaware)} from one who "
        f"plays on as before, {percent(always - book)} from one who always draws: more than all "
        "other judgment together",
        per_coup=gain,
        per_occurrence=gain / chance,
        chance=chance,
    )


@claim(
    "never banco",
    "002, Tips and Strategy",
    "Never banco unless your bankroll is several multiples of the bank stake; a single bad coup "
    "wipes out undercapitalised players",
    "salon",
)
def _banco() -> Finding:
    book = book_value("salon")
    return Finding(
        "depends",
        f"per chip banco costs what any stake costs, {percent(-book.punter_value)}, whatever the "
        f"bankroll; as to risk it is true: the whole stake is lost in {percent(book.bank_win, 1)} "
        "of coups",
        per_coup=book.punter_value,
    )


@claim(
    "fewer packs",
    "002, Common Variations",
    "Home-game Chemin de Fer: Usually 2 to 4 decks instead of 6 to simplify shuffling ... "
    "otherwise rules are identical",
    "salon",
)
def _packs() -> Finding:
    values = {packs: equilibrium_value("salon", packs) for packs in (2, 3, 4, 6)}
    listed = ", ".join(f"{packs} packs {percent(value)}" for packs, value in values.items())
    return Finding(
        "true",
        f"the game hardly changes: the bank's edge is {listed}",
        per_coup=values[2] - values[6],
    )


@claim(
    "limits do not change chances",
    "001, Mini Baccarat",
    "The lower wager choices change the number of virtual chips at risk, not the payout ratios "
    "or the chances of each outcome",
    "mini",
)
def _limits() -> Finding:
    punto, mini = (PROFILES["punto_banco"][name] for name in ("punto", "mini"))
    one, other = (
        outcomes(rules, Shoe(rules.decks), punter_policy(rules), banker_policy(rules))
        for rules in (punto, mini)
    )
    same = one == other and punto.commission == mini.commission
    return Finding(
        "true" if same else "false",
        "the exact chances are the same: Banker "
        f"{percent(one.bank_win, 3)}, Player {percent(one.punter_win, 3)}, Tie "
        f"{percent(one.tie, 3)}",
        per_coup=one.bank_win - other.bank_win,
    )


@claim(
    "the hands are independent",
    "001, Banque ouverte, Objective",
    "The right and left hands are independent: one can win while the other loses",
    "ouverte",
)
def _independent() -> Finding:
    found = banque_outcomes("ouverte", Shoe(6), GUIDANCE, GUIDANCE, banque_script())
    results = found.results
    means = [float(found.right_value), float(found.left_value)]
    squares = [
        sum(float(chance) for result, chance in results.items() if result[side])
        for side in range(2)
    ]
    both = sum(right * left * float(chance) for (right, left), chance in results.items())
    spread = math.prod(square - mean**2 for square, mean in zip(squares, means, strict=True))
    correlation = (both - means[0] * means[1]) / math.sqrt(spread)
    apart = float(results[1, -1] + results[-1, 1])
    return Finding(
        "depends",
        f"they are compared apart, and one wins while the other loses in {percent(apart, 1)} of "
        f"coups, but both meet the same banker's hand: their results are correlated by "
        f"{correlation:.5f}",
    )


@claim(
    "guidance for captains",
    "001, Banque ouverte, Gameplay",
    "Drawing on 0-4 and standing on 6-7 is common guidance",
    "ouverte",
)
def _captains() -> Finding:
    shoe = Shoe(6)
    table = banque_script()
    played = banque_outcomes("ouverte", shoe, GUIDANCE, GUIDANCE, table)
    right = banque_best_response("ouverte", shoe, left=GUIDANCE, banker=table)
    left = banque_best_response("ouverte", shoe, right=GUIDANCE, banker=table)
    free = banque_best_response("ouverte", shoe, right=GUIDANCE, left=GUIDANCE)
    stands = [shown for shown in range(10) if left.policy[5, shown] == 0]
    gain = left.value - played.left_value
    return Finding(
        "true" if right.value == played.right_value and gain == 0 else "depends",
        f"with a draw on 5 the right captain cannot do better against the banker's table; the left "
        f"one can: it earns {percent(played.left_value)} a coup by the guidance and "
        f"{percent(left.value)} by standing on 5 after the right tableau drew "
        f"{', '.join(map(str, stands))}. A banker who weighs both tableaux gains "
        f"{percent((free.value - played.banker_value) / 2)} of each chip over that table",
        per_coup=gain,
    )
