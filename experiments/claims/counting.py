"""What counting cards is worth: whole shoes, dealt by keyed seeds and solved coup by coup.

Before every coup the coup is solved for the cards that are left, and pairs of players are scored on
it in floats: both by the fixed table (the equilibrium of the full shoe), the punter alone counting
(playing the equilibrium of what is left), the banker alone, both, and either side's best reply to
the other's fixed table, which counts and knows that the other does not. Nothing but the order of
the cards is random, so the scores carry no noise of the coup's own cards. The coups are dealt
between two fixed tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chemmy_env.exact import Shoe, solve
from chemmy_env.exact.coefficients import coefficients
from chemmy_env.exact.coup import coup_of
from chemmy_env.exact.shoe import CARDS_A_COUP, PACK
from chemmy_env.exact.solve_float import solve_float
from chemmy_env.rules import DRAW, FREE, get_rules
from experiments.measuring.statistics import estimate

Floats = npt.NDArray[np.float64]
_NOTHING: Final = 1e-12
"""What rounding can leave of a value of 0."""


class Column(IntEnum):
    """Values of a coup to the punter, per chip, by who counts."""

    FIXED = 0
    PUNTER_COUNTS = 1
    BANKER_COUNTS = 2
    BOTH_COUNT = 3
    PUNTER_BEST = 4
    """The punter plays the best reply to the banker's fixed table."""
    BANKER_BEST = 5
    """The banker plays the best reply to the punter's."""


class Tables(NamedTuple):
    """A pair of policies as floats, ``(8,)`` and ``(8, 11)``."""

    punter: Floats
    banker: Floats


def fixed_tables(profile: str, bettors: int) -> Tables:
    """Return the equilibrium of the full shoe."""
    rules = get_rules(profile)
    found = solve(rules, Shoe(rules.decks), bettors=bettors)
    return Tables(np.asarray(found.punter, float), np.asarray(found.banker, float))


def play_shoes(
    profile: str, bettors: int, seed: int, shoes: range, coups: int | None
) -> Iterator[Floats]:
    """Yield for each shoe the values of its coups, ``(coups, 6)``; columns as `Column`.

    Args:
        profile: whose coup and packs.
        bettors: how many bet on the punter's hand.
        seed: of all shoes; shoe number i is keyed by (seed, i).
        shoes: numbers of the shoes.
        coups: how many to play; `None` for all that the shoe surely holds.
    """
    rules = get_rules(profile)
    fixed = fixed_tables(profile, bettors)
    for number in shoes:
        rng = np.random.default_rng((seed, number))
        cards = rng.permutation(np.repeat(np.arange(10), np.array(PACK) * rules.decks)).tolist()
        values: list[list[float]] = []
        left = [PACK[value] * rules.decks for value in range(10)]
        while len(cards) >= CARDS_A_COUP and (coups is None or len(values) < coups):
            values.append(_values(profile, Shoe(counts=left), bettors, fixed))
            for card in deal(cards, fixed, rng.random(2).tolist()):
                left[card] -= 1
        yield np.array(values)


def _values(profile: str, shoe: Shoe, bettors: int, fixed: Tables) -> list[float]:
    """Return the punter's value on a shoe by who counts."""
    solved = solve_float(get_rules(profile), shoe, bettors)
    counts = coefficients(shoe, "total", "total")
    wins, losses = counts.played.astype(np.float64)
    pays = (wins - losses) / counts.sequences
    settled = (counts.naturals[0] - counts.naturals[1]) / counts.sequences
    options = coup_of(get_rules(profile), bettors)
    return [
        settled + _value(pays, punter, banker)
        for punter, banker in (
            (fixed.punter, fixed.banker),
            (solved.punter, fixed.banker),
            (fixed.punter, solved.banker),
            (solved.punter, solved.banker),
            (_punter_reply(pays, fixed.banker, options.punter_options[:8]), fixed.banker),
            (fixed.punter, _banker_reply(pays, fixed.punter, options.banker_options[:8])),
        )
    ]


def _punter_reply(pays: Floats, banker: Floats, options: npt.NDArray[np.int8]) -> Floats:
    replies = pays[..., 0] * (1 - banker) + pays[..., 1] * banker
    gain = replies[:, :, :10].sum(axis=(1, 2)) - replies[:, :, 10].sum(axis=1)
    return np.where(options == FREE, gain > 0, options == DRAW).astype(np.float64)


def _banker_reply(pays: Floats, punter: Floats, options: npt.NDArray[np.int8]) -> Floats:
    swing = pays[..., 1] - pays[..., 0]
    gain = (punter[:, None, None] * swing).sum(axis=0)
    gain[:, 10] = ((1 - punter)[:, None] * swing[:, :, 10]).sum(axis=0)
    return np.where(options == FREE, gain < 0, options == DRAW).astype(np.float64)


def _value(pays: Floats, punter: Floats, banker: Floats) -> float:
    weights = np.empty((len(punter), 1, 11))
    weights[:, 0, :10], weights[:, 0, 10] = punter[:, None], 1 - punter
    replies = pays[..., 0] * (1 - banker) + pays[..., 1] * banker
    return float((weights * replies).sum())


def deal(cards: list[int], tables: Tables, rolls: list[float]) -> list[int]:
    """Take one coup's cards off the end of `cards`, and return them.

    Args:
        cards: what is left of the shoe.
        tables: how both sides play.
        rolls: one number in [0, 1) for each side's decision.
    """
    dealt = [cards.pop() for _ in range(4)]
    punter, banker = (dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10
    if punter >= 8 or banker >= 8:
        return dealt
    third = 10
    if rolls[0] < tables.punter[punter]:
        third = cards.pop()
        dealt.append(third)
    if rolls[1] < tables.banker[banker, third]:
        dealt.append(cards.pop())
    return dealt


def summary(shoes: list[Any]) -> dict[str, Any]:
    """Summarise shoes: per coup, the gains of counting in per cent of a chip, and who has the edge.

    Args:
        shoes: arrays ``(coups, 6)``, one a shoe.
    """
    means = np.array([np.asarray(shoe).mean(axis=0) for shoe in shoes])
    fixed = means[:, Column.FIXED]
    both = np.concatenate([np.asarray(shoe)[:, Column.BOTH_COUNT] for shoe in shoes])
    gains = {
        "punter alone": means[:, Column.PUNTER_COUNTS] - fixed,
        "banker alone": fixed - means[:, Column.BANKER_COUNTS],
        "punter, best reply": means[:, Column.PUNTER_BEST] - fixed,
        "banker, best reply": fixed - means[:, Column.BANKER_BEST],
        "value, both counting": means[:, Column.BOTH_COUNT],
        "staking only on a plus": np.array(
            [np.maximum(np.asarray(shoe)[:, Column.BOTH_COUNT], 0).mean() for shoe in shoes]
        ),
    }
    found: dict[str, Any] = {
        name: {"per coup, %": dict(estimate(100 * each).to_json())} for name, each in gains.items()
    }
    for name, each in gains.items():
        found[name]["quantiles over shoes, %"] = (
            100 * np.quantile(each, [0.05, 0.5, 0.95])
        ).tolist()
    found["coups"] = len(both)
    found["shoes"] = len(shoes)
    found["coups in which the punter has the edge, %"] = 100 * float((both > _NOTHING).mean())
    found["spread of the value over coups, %"] = 100 * float(both.std())
    return found
