"""The rules of the hands: who must, may and must not draw, and what a tie does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chemmy_env.rules import options
from chemmy_env.rules.fields import either, rule
from chemmy_env.rules.requiring import MAX_SEATS


@dataclass(frozen=True, kw_only=True)
class HandRules:
    """What holds from the deal to the settlement; a part of `Rules`."""

    # The hands.
    naturals: Literal["punter_first", "both"] = rule(
        "punter_first",
        {
            "punter_first": "the banker looks after the punter has decided",
            "both": "both look at once; a natural ends the coup before anyone decides",
        },
        kernel="both_look",
        chemmy="R-H7 R-H7 R-S2 R-K4",
        punto_banco="R-B2",
        banque="R-T3",
        coup="=",
    )
    """`punter_first`: the banker looks after the punter has decided (R-H7). `both`: any natural
    ends the coup before the punter is asked (R-S2)."""
    punter_one: str = rule(
        options.PUNTER_FREE_ON_5,
        options.punter_words,
        kernel=None,
        chemmy="R-H8 R-P3 R-S3 R-K4",
        punto_banco="R-B2",
        banque="R-T5",
        coup="=",
    )
    """The punter's options with one bettor, totals 0-7 (see `chemmy_env.rules.options`)."""
    punter_several: str = rule(
        options.PUNTER_FREE_ON_5,
        options.punter_words,
        kernel=None,
        chemmy="R-H8 R-P3 R-S3 R-K4",
        punto_banco="R-B2",
        banque="R-T5",
        coup="=",
    )
    """The punter's options with several bettors, totals 0-7."""
    strict_five: bool = rule(
        False,
        either("a free 5 must stand", "a free 5 stays free"),
        kernel=None,
        chemmy="R-S3",
        coup="=",
    )
    """Makes a free 5 of the punter's a stand (R-S3)."""
    banker_rows: tuple[str, ...] = rule(
        options.BANKER_FREE,
        options.banker_words,
        kernel=None,
        chemmy="R-H9 R-H9 R-S4 R-K4",
        punto_banco="R-B2",
        banque="R-T6 R-T9",
        coup="=",
    )
    """The banker's options by two-card total 0-7, a row each (see `chemmy_env.rules.options`)."""
    misplay: Literal["forbidden", "liable"] = rule(
        "forbidden",
        {
            "forbidden": "a draw or stand against the table is not legal",
            "liable": "legal; who breaks the table and loses makes good the others' stakes",
        },
        kernel="liable",
        chemmy="R-H8 R-P3 R-S3 R-K4",
        coup="=",
    )
    """`liable`: a punter may break the drawing rule, and pays the others if it loses (R-K4)."""
    tie: Literal["returned", "rides"] = rule(
        "returned",
        {"returned": "stakes come back", "rides": "stakes lie on for the next coup"},
        kernel="tie_rides",
        chemmy="R-H10 R-P2 R-S5 R-K5",
    )
    """Whether stakes come back after a tie or lie on for the next coup (R-H10, R-S5, R-K5)."""
    asks_after_tie: bool = rule(
        True,
        either("the banker may give up the bank", "the banker plays on unasked"),
        chemmy="R-H11 R-P2 R-S5 R-K5",
    )
    """Whether the banker is asked to go on after a tie (R-H11), or plays on unasked (R-S5)."""
    tie_pays: int = rule(
        8,
        lambda odds: f"the Tie pays {odds}:1",
        low=1,
        high=100,
        punto_banco="R-B3",
    )
    """Odds on the Tie (R-B3)."""

    # One coup by itself.
    bettors: int = rule(
        1,
        lambda bets: f"{bets} bet{'s' if bets == 1 else ''} on the punter's hand",
        low=1,
        high=MAX_SEATS - 1,
        coup="R-H8",
    )
    """How many bet on the punter's hand: what R-H8 leaves free depends on it."""
    with_replacement: bool = rule(
        False,
        either("every card from a full shoe", "cards do not go back"),
        coup="R-C2",
    )
    """Every card comes from a full shoe: value 0 with chance 4/13, any other 1/13 (Kemeny and Snell
    1957). The observation then tells nothing of the shoe."""
