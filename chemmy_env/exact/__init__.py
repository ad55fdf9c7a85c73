"""The exact game theory of one coup: integers and fractions, no floats unless a name says so.

``solve`` finds an equilibrium, ``certify`` checks one by other means, ``outcomes``,
``best_response``, ``nash_conv`` and ``exploitability`` score any policy tables; ``outcomes_float``
and ``nash_conv_float`` do so quickly. ``banque_outcomes`` and ``banque_best_response`` treat a
banker against two tableaux. `uniqueness.certificate` proves an equilibrium for every number of
packs at once. Imports `chemmy_env.rules` only.

    >>> from chemmy_env.exact import Shoe, solve
    >>> solve("free", Shoe.with_replacement()).value
    Fraction(-679568, 53094899)

Models by how cards are dealt (A with, B without replacement) and what is seen (1 both totals, 2 the
banker his hand, 3 both their hands) follow Ethier & Gamez (2013).

Sources: Kemeny & Snell (1957), Game-theoretic solution of baccarat, Amer. Math. Monthly 64; Foster
(1964), A computer technique for game-theoretic problems I: chemin-de-fer analyzed, Computer J. 7;
Downton & Lockwood (1975), Computer studies of baccarat I: chemin-de-fer, J. R. Stat. Soc. A 138;
Ethier & Gamez (2013), A game-theoretic analysis of baccara chemin de fer, Games 4; Ethier & Lee
(2023), A game-theoretic analysis of baccara chemin de fer, II, Games 14.
"""

from chemmy_env.exact.banque import (
    BanqueOutcomes,
    BanqueResponse,
    banque_best_response,
    banque_outcomes,
    banque_script,
)
from chemmy_env.exact.cells import HANDS, TOTALS, BankerTable, PolicyTable, PunterTable
from chemmy_env.exact.certify import Certificate, certify
from chemmy_env.exact.coup import FREE_COUP, banker_policy, punter_policy
from chemmy_env.exact.outcomes import Outcomes, outcomes
from chemmy_env.exact.outcomes_float import OutcomesFloat, nash_conv_float, outcomes_float
from chemmy_env.exact.response import BestResponse, best_response, exploitability, nash_conv
from chemmy_env.exact.shoe import Shoe
from chemmy_env.exact.solve import Equilibrium, solve

__all__ = [
    "FREE_COUP",
    "HANDS",
    "TOTALS",
    "BankerTable",
    "BanqueOutcomes",
    "BanqueResponse",
    "BestResponse",
    "Certificate",
    "Equilibrium",
    "Outcomes",
    "OutcomesFloat",
    "PolicyTable",
    "PunterTable",
    "Shoe",
    "banker_policy",
    "banque_best_response",
    "banque_outcomes",
    "banque_script",
    "best_response",
    "certify",
    "exploitability",
    "nash_conv",
    "nash_conv_float",
    "outcomes",
    "outcomes_float",
    "punter_policy",
    "solve",
]
