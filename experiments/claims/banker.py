"""Claims about the bank: its edge, its table, its judgment."""

from __future__ import annotations

from fractions import Fraction

from chemmy_env.exact import BankerTable, Shoe, banker_policy, best_response, outcomes, solve
from chemmy_env.exact.cells import STOOD, TOTALS
from experiments.claims.choices import (
    Choice,
    banker_choice,
    banker_draws_on,
    book_banker,
    book_punter,
    book_value,
    equilibrium_value,
)
from experiments.claims.model import Finding, claim, percent


@claim(
    "bank's edge",
    "002, Winning",
    "the banker can exercise judgment on a handful of borderline draws and thereby gain a small "
    "theoretical edge (about 0.5% in strict Chemin de Fer versus Punto Banco's fixed edge)",
    "salon",
)
def _banks_edge() -> Finding:
    edge, fixed = equilibrium_value("salon"), book_value("salon").banker_value
    return Finding(
        "false",
        f"the bank's edge is {percent(edge)} a coup at equilibrium, {percent(fixed)} by the fixed "
        f"table: judgment is worth {percent(edge - fixed)}, a tenth of what is claimed",
        per_coup=edge - fixed,
    )


@claim(
    "disciplined banker",
    "002, Tips & Strategy",
    "A disciplined banker who follows the book loses about 0.5% less expected value than a "
    "strict Punto Banco dealer",
    "salon",
)
def _disciplined() -> Finding:
    shoe = Shoe(6)
    book = -best_response("salon", shoe, banker=book_banker()).value
    return Finding(
        "false",
        "the book's table is the Punto Banco dealer's, cell by cell (R-X1), so the difference is "
        f"0; and neither loses: both win {percent(book)} a coup against the best punter",
        per_coup=Fraction(0),
    )


@claim(
    "the table is right",
    "002, Tips & Strategy",
    "As banker, apply the standard third-card decision table",
    "salon",
)
def _standard_table() -> Finding:
    shoe, found, table = Shoe(6), solve("salon", Shoe(6)), book_banker()
    reply = best_response("salon", shoe, punter=book_punter())
    cost = reply.value - outcomes("salon", shoe, book_punter(), table).banker_value
    best = best_response("salon", shoe, punter=found.punter).value
    other = best - outcomes("salon", shoe, found.punter, table).banker_value
    taken = best_response("salon", shoe, banker=table).value - found.value
    return Finding(
        "depends",
        f"nearly: it gives away {percent(cost)} a coup to a punter who always draws on 5 (at "
        f"{_differences(reply.policy, table)}), and {percent(other)} to the punter of the "
        f"equilibrium; a punter who replies to the table as well as can be earns {percent(taken)} "
        f"a coup more than against the best banker; the "
        f"equilibrium differs from it at {_differences(found.banker, table)}",
        per_coup=cost,
    )


def _differences(one: object, other: object) -> str:
    """Name the cells in which two bankers' tables differ."""
    assert isinstance(one, BankerTable)
    assert isinstance(other, BankerTable)
    cells = [
        f"{total} v {'a stand' if third == STOOD else third}"
        for total in TOTALS
        for third in range(STOOD + 1)
        if one[total, third] != other[total, third]
    ]
    return ", ".join(cells)


@claim(
    "intuition",
    "002, Tips & Strategy",
    "a banker who deviates by intuition alone typically gives back this edge",
    "salon",
)
def _intuition() -> Finding:
    costs = [
        abs(banker_choice("salon", book_punter(), total, third).per_coup)
        for total in range(8)
        for third in (*range(10), None)
    ]
    mean = sum(costs, Fraction(0)) / len(costs)
    edge = book_value("salon").banker_value
    coins = outcomes("salon", Shoe(6), book_punter(), banker_policy("salon")).banker_value
    worse = sum(cost > edge for cost in costs)
    return Finding(
        "depends",
        f"a wrong answer in one cell costs {percent(mean)} a coup on average over the 88 cells, "
        f"and in {worse} of them more than the whole edge; a coin toss in every cell costs "
        f"{percent(edge - coins)}",
        per_coup=mean,
    )


@claim(
    "deviating on 3",
    "002, Tips and Strategy",
    "As banker on a total of 3 ... draw unless the punter's third card is 8. Deviating costs "
    "about 0.2% expected value per deviation",
    "salon",
)
def _deviating_on_three() -> Finding:
    choices = [banker_choice("salon", book_punter(), 3, third) for third in range(10)]
    drawing = [choice for third, choice in enumerate(choices) if third != 8]
    low, high = min(c.per_coup for c in drawing), max(c.per_coup for c in drawing)
    per = sorted(c.per_occurrence for c in drawing)
    mean = sum((c.per_coup for c in drawing), Fraction(0)) / len(drawing)
    chance = sum((c.chance for c in drawing), Fraction(0))
    return Finding(
        "depends",
        f"standing against one card from 0-7 or 9 costs {percent(low)} to {percent(high)} a coup "
        f"by the card ({percent(mean)} on average), but {percent(per[0], 1)} to "
        f"{percent(per[-1], 1)} each time it comes up; drawing against an 8 costs "
        f"{percent(abs(choices[8].per_coup), 4)} a coup",
        per_coup=mean,
        per_occurrence=sum((c.per_coup for c in drawing), Fraction(0)) / chance,
        chance=chance,
    )


@claim(
    "the 3 is where judgment counts",
    "002, Gameplay",
    "they may always choose to stand or draw by judgment, particularly on a total of 3 against "
    "an unknown situation",
    "salon",
)
def _judgment_on_three() -> Finding:
    punter = solve("salon", Shoe(6)).punter
    at_three = min(
        (abs(banker_choice("salon", punter, 3, third).per_occurrence), third) for third in range(10)
    )
    six = banker_choice("salon", punter, 6, None)
    return Finding(
        "false",
        "the one cell where the equilibrium mixes is 6 against a punter who stood, where both "
        f"answers are worth the same; on 3 the closest is against {at_three[1]}, where the wrong "
        f"one costs {percent(at_three[0])} each time",
        per_coup=six.per_coup,
        per_occurrence=at_three[0],
        chance=six.chance,
    )


def _wrong(choice: Choice) -> tuple[Fraction, Fraction, Fraction]:
    return abs(choice.per_coup), abs(choice.per_occurrence), choice.chance


@claim(
    "3 against 9",
    "000, 06 and 09",
    "Bank ... totals 3 and sees only exposed 9, so may choose freely. It draws",
    "home",
)
def _three_nine() -> Finding:
    cost, each, chance = _wrong(banker_choice("home", book_punter(), 3, 9))
    return Finding(
        "true",
        f"drawing is right: standing costs {percent(each, 1)} each time, {percent(cost, 4)} a coup",
        cost,
        each,
        chance,
    )


@claim(
    "5 against 4",
    "000, 06; 001, Chemin de Fer",
    "Optional against 9 [on 3] ... Optional against 4 [on 5]",
    "home",
)
def _five_four() -> Finding:
    cost, each, chance = _wrong(banker_choice("home", book_punter(), 5, 4))
    truth = (
        f"nearly a matter of taste: drawing is right, standing costs {percent(each)} each time, "
        f"{percent(cost, 4)} a coup"
    )
    return Finding("true", truth, cost, each, chance)


@claim(
    "free choices and Punto Banco",
    "000, 06",
    "These two free-choice cases differ from the compulsory Punto Banco table",
    "home",
)
def _home_is_punto() -> Finding:
    change = equilibrium_value("home") + book_value("punto").punter_value
    several = equilibrium_value("home", bettors=2) - equilibrium_value("home")
    return Finding(
        "true",
        "in the rules, not in the result: at equilibrium, with one bettor and with several, the "
        f"home coup is the Punto Banco table; freedom is worth {percent(change + several)}",
        per_coup=change,
    )


@claim(
    "the bank loses more often",
    "002, Tips and Strategy",
    "the bank loses slightly more often than it wins without the third-card advantage",
    "salon",
)
def _loses_more() -> Finding:
    same, cautious = (
        outcomes("salon", Shoe(6), book_punter(), banker_draws_on(*totals))
        for totals in (range(6), range(5))
    )
    book = book_value("salon")
    return Finding(
        "depends",
        "on the rule that takes the advantage's place: a banker who draws on 0-5, as the punter "
        "does, and looks at nothing wins exactly as often as it loses, "
        f"{percent(same.bank_win, 2)} each; one who draws on 0-4 loses more often, by "
        f"{percent(cautious.punter_win - cautious.bank_win)}; by the table it wins "
        f"{percent(book.bank_win, 2)} and loses {percent(book.punter_win, 2)}",
        per_coup=cautious.bank_win - cautious.punter_win,
    )


@claim(
    "withdraw after a win",
    "002, Tips and Strategy",
    "As banker, withdraw after one significant win to lock in profit",
    "salon",
)
def _withdraw() -> Finding:
    book = book_value("salon")
    return Finding(
        "depends",
        f"every further coup is worth {percent(book.banker_value)} of what is covered to the "
        f"banker, so withdrawing gives that up; it is a matter of risk: the bank is lost in "
        f"{percent(book.punter_win, 1)} of coups",
        per_coup=-book.banker_value,
    )
