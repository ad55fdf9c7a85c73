"""The judgement of each claim, and the table of all."""

from __future__ import annotations

from typing import Any

import experiments.claims.banker
import experiments.claims.punter  # noqa: F401 - enters its claims
from experiments.claims.choices import equilibrium_value
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
    gains = [one["punter, best reply"]["per coup, %"]["high"] for one in (session, whole)]
    edge = 100 * float(equilibrium_value("salon"))
    against_fixed = whole["punter, best reply"]["per coup, %"]["mean"]
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
                "true" if max(gains) < edge else "false",
                f"but the hurdle for a punter who counts is the bank's edge, {edge:.3f} %, and not "
                "the commission, which the banker pays: against a banker who does not count the "
                f"best reply gains at most {gains[0]:.3f} % a coup over 12 coups and "
                f"{gains[1]:.3f} % over a whole shoe (upper ends of 95 % intervals)",
                per_coup=gains[1] / 100,
            ),
        ),
        (
            practical,
            Finding(
                "true" if plus < 0.01 else "depends",
                "and for the reason given: a free banker who copies the punter blindly is exactly "
                "even in every shoe, so no cards left favour the punter if the banker counts too "
                f"(measured: an edge in {share:.2f} % of coups). Against a banker who does not "
                f"count the best reply gains {against_fixed:.3f} % a coup over a whole shoe",
                per_coup=plus / 100,
            ),
        ),
    ]


def _never() -> Finding:
    raise NotImplementedError("judged by a simulation, not by itself")
