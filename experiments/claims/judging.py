"""The judgement of each claim, and the table of all."""

from __future__ import annotations

from typing import Any

import experiments.claims.banker
import experiments.claims.punter  # noqa: F401 - enters its claims
from experiments.claims.model import CLAIMS, Claim, Finding
from experiments.claims.report import short_table


def find_exact() -> list[tuple[Claim, Finding]]:
    """Return all claims that are settled exactly, with their truth; takes some seconds."""
    return [(claim, claim.find()) for claim in CLAIMS]


def readme_table() -> str:
    """Return the table of exact claims, for the generated block of a README."""
    return short_table(find_exact())


def counting_claims(counting: dict[str, Any]) -> list[tuple[Claim, Finding]]:
    """Return the two claims about counting, judged by the summaries of a run."""
    session, whole = counting["salon, 12 coups"], counting["salon, whole shoe"]
    gains = [
        max(one[f"{who}, best reply"]["per coup, %"]["high"] for who in ("punter", "banker"))
        for one in (session, whole)
    ]
    plus = whole["staking only on a plus"]["per coup, %"]["mean"]
    house = Claim(
        "counting and the house cut",
        "002, Tips and Strategy",
        "there is no card-counting advantage in Chemin de Fer that overcomes the small house cut "
        "for common commission structures",
        "salon",
        _never,
    )
    practical = Claim(
        "no gain from counting",
        "002, Tips & Strategy",
        "Card counting offers no practical gain in Chemin de Fer because the banker's discretion "
        "cancels any fixed-rule exploitation",
        "salon",
        _never,
    )
    share = whole["coups in which the punter has the edge, %"]
    return [
        (
            house,
            Finding(
                "true" if max(gains) < 2.2 else "false",
                "against a 5 % commission, 2.3 % of a chip a coup, the best reply of one who "
                f"counts to one who does not gains at most {gains[0]:.3f} % a coup over 12 coups "
                f"and {gains[1]:.3f} % over a whole shoe (upper ends of 95 % intervals)",
                per_coup=gains[1] / 100,
            ),
        ),
        (
            practical,
            Finding(
                "true" if plus < 0.01 else "depends",
                "but not for the reason given: in the whole shoe the punter has the edge in "
                f"{share:.2f} % of coups, and staking in those alone earns {plus:.5f} % of a chip "
                "for each coup of the shoe",
                per_coup=plus / 100,
            ),
        ),
    ]


def _never() -> Finding:
    raise NotImplementedError("judged by a simulation, not by itself")
