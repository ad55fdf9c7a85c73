"""Equilibria of the salon's coup for every number of packs at once, with certificates.

With d packs every coefficient of the coup is a polynomial in d of degree 6 at most: the counts are
linear in d, and six cards are dealt. From some number of packs on, the same cells draw, stand and
mix: one cell i of the punter's and one cell c of the banker's. Their chances are quotients of
polynomials, and what every other cell gains has the sign of a polynomial in d. Sturm's theorem
shows that no such sign changes any more, which proves the equilibrium for all greater d.

Why it is the only one:

- ``interchange``, without commission. Of two equilibria of a zero-sum game the strategies may be
  exchanged. Against this one's punter all cells of the banker's but c have a strict best choice,
  so any other equilibrium's banker differs at c alone, and i mixes, so must be indifferent, which
  fixes c. The same holds with the sides exchanged.
- ``sweep``, with commission, where the punter is free in one cell alone. Below its chance of
  drawing in the equilibrium, whatever the banker's best replies are, drawing gains; above, it
  loses. So no other chance is in equilibrium.

The numbers of packs below are solved one by one, and `chemmy_env.exact.solve` decides uniqueness.
A certificate is plain data: another program needs only to deal the coup and to count real roots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from chemmy_env.exact.box import BoxGame, CoupGame, coup_game
from chemmy_env.exact.cells import Sees
from chemmy_env.exact.certify import certify
from chemmy_env.exact.coup import coup_of
from chemmy_env.exact.polynomials import (
    Polynomial,
    add,
    interpolate,
    multiply,
    primitive,
    scale,
    sign_from,
)
from chemmy_env.exact.shoe import Shoe
from chemmy_env.exact.solve import Equilibrium, solve
from chemmy_env.rules import FREE, Rules, get_rules

DEGREE: Final = 6
FAR: Final = 10_000
"""Packs at which the cells that mix in the long run are read off."""
MOST_START: Final = 200
"""The proof is given up if it holds only from more packs than this on."""

Proof = dict[str, Any]


class Claim(NamedTuple):
    """A polynomial in the number of packs and the sign it has from some number on.

    Attributes:
        what: what has this sign.
        polynomial: coefficients, the constant first.
        sign: 1 or -1.
    """

    what: str
    polynomial: Polynomial
    sign: int


class _Packs(NamedTuple):
    """The gains of drawing as polynomials in the number of packs; as `BoxGame`, nested lists."""

    punter_base: list[Polynomial]
    punter_slope: list[list[Polynomial]]
    banker_base: list[Polynomial]
    banker_slope: list[list[Polynomial]]


class _Support(NamedTuple):
    """Which cells draw (1), stand (0), and which one mixes, by free cell."""

    x: list[int]
    row: int
    y: list[int]
    column: int


def certificate(
    punter_sees: Sees, banker_sees: Sees, commission: str = "0", start: int | None = None
) -> Proof:
    """Prove the equilibrium for every number of packs.

    Args:
        punter_sees: what the punter knows of its cards.
        banker_sees: what the banker knows of his.
        commission: as in `Rules`.
        start: packs from which the proof by polynomials is to hold; by default the fewest.

    Returns:
        Plain data: what sides see, ``commission``, ``start``, ``reason`` (``interchange``,
        ``sweep``, or None where uniqueness is not proved), ``mixed`` cells, ``claims``, and
        ``few``, the equilibria of fewer packs with whether each is unique.

    Raises:
        ValueError: if no number of packs up to `MOST_START` will do.
    """
    rules = get_rules("salon", commission=commission)
    game, labels = _game(rules, FAR, punter_sees, banker_sees)
    support = _support(rules, punter_sees, banker_sees, game)
    packs = _polynomials(rules, punter_sees, banker_sees)
    claims = list(_claims(packs, support, labels))
    reason = None
    if game.zero_sum:
        reason = "interchange"
    elif len(packs.punter_base) == 1:
        reason = "sweep"
        claims += _sweep_claims(packs, support)
    starts = range(1, MOST_START + 1) if start is None else (start,)
    first = next((d for d in starts if all(_holds(claim, d) for claim in claims)), None)
    if first is None:
        raise ValueError(f"the signs are not settled from {starts[-1]} packs on")
    return {
        "punter_sees": punter_sees,
        "banker_sees": banker_sees,
        "commission": commission,
        "start": first,
        "reason": reason,
        "mixed": [labels[0][support.row], labels[1][support.column]],
        "few": [_few(rules, d, punter_sees, banker_sees) for d in range(1, first)],
        "claims": [claim._asdict() for claim in claims],
    }


def check(claimed: Proof) -> list[str]:
    """Return what is wrong with a certificate, an empty list if nothing is.

    The claims are derived anew from other numbers of packs than `certificate` takes, and compared;
    the signs are counted out again, and the few small numbers of packs solved and certified.
    """
    sees = claimed["punter_sees"], claimed["banker_sees"]
    rules = get_rules("salon", commission=claimed["commission"])
    game, labels = _game(rules, FAR, *sees)
    support = _support(rules, *sees, game)
    packs = _polynomials(rules, *sees, first=11)
    derived = list(_claims(packs, support, labels))
    wrong = []
    if claimed["reason"] == "interchange" and not game.zero_sum:
        wrong.append("reason: interchange needs a zero-sum game")
    if claimed["reason"] == "sweep":
        if len(packs.punter_base) != 1:
            wrong.append("reason: sweep needs a single free cell of the punter's")
        else:
            derived += _sweep_claims(packs, support)
    if [claim._asdict() for claim in derived] != claimed["claims"]:
        wrong.append("claims: not those that dealing the coup gives")
    wrong += [
        f"{claim['what']}: the sign is not {claim['sign']} from {claimed['start']} packs on"
        for claim in claimed["claims"]
        if not _holds(Claim(**claim), claimed["start"])
    ]
    few = {int(entry["packs"]): entry for entry in claimed["few"]}
    for d in range(1, claimed["start"]):
        if few.get(d) != _few(rules, d, *sees) or not few[d]["unique"]:
            wrong.append(f"{d} packs: not the unique equilibrium")
    return wrong


def _holds(claim: Claim, start: int) -> bool:
    return claim.sign != 0 and sign_from(claim.polynomial, start) == claim.sign


def _few(rules: Rules, packs: int, punter_sees: Sees, banker_sees: Sees) -> dict[str, Any]:
    found = solve(rules, Shoe(packs), punter_sees, banker_sees)
    return {
        "packs": packs,
        "value": str(found.value),
        "banker_value": str(found.banker_value),
        "mixed": [[side, str(cell), str(chance)] for side, cell, chance in found.mixed],
        "unique": found.unique,
        "certified": bool(certify(found)),
    }


def _game(
    rules: Rules, packs: int, punter_sees: Sees, banker_sees: Sees
) -> tuple[CoupGame, tuple[list[str], list[str]]]:
    """Return the game, and the labels of the free cells of both sides."""
    game = coup_game(coup_of(rules), Shoe(packs), punter_sees, banker_sees)
    zeros = np.full(len(game.box.punter_base), 0), np.full(len(game.box.banker_base), 0)
    punter, banker = game.tables(*zeros)
    coup = coup_of(rules)
    rows = np.flatnonzero(coup.options("punter", punter_sees) == FREE)
    places = np.argwhere(coup.options("banker", banker_sees) == FREE)
    return game, (
        [f"punter at {punter.label(int(row))}" for row in rows],
        [f"banker at {banker.label((int(row), int(column)))}" for row, column in places],
    )


def _support(rules: Rules, punter_sees: Sees, banker_sees: Sees, game: CoupGame) -> _Support:
    found: Equilibrium = solve(rules, Shoe(FAR), punter_sees, banker_sees)
    x = found.punter.chances[game.punter_options == FREE]
    y = found.banker.chances[game.banker_options == FREE]
    rows, columns = (np.flatnonzero((side != 0) & (side != 1)) for side in (x, y))
    if len(rows) != 1 or len(columns) != 1:
        raise ValueError(f"{len(rows)} and {len(columns)} cells mix: expected one of each side")
    return _Support(
        [int(c == 1) for c in x], int(rows[0]), [int(c == 1) for c in y], int(columns[0])
    )


def _polynomials(rules: Rules, punter_sees: Sees, banker_sees: Sees, first: int = 1) -> _Packs:
    boxes: list[BoxGame] = [
        coup_game(coup_of(rules), Shoe(first + n), punter_sees, banker_sees).box
        for n in range(DEGREE + 1)
    ]

    def entries(name: str) -> Any:
        values = np.stack([getattr(box, name).astype(object) for box in boxes], axis=-1)
        flat = [interpolate([int(v) for v in row], first) for row in values.reshape(-1, len(boxes))]
        if values.ndim == 2:
            return flat
        width = values.shape[1]
        return [flat[n : n + width] for n in range(0, len(flat), width)]

    return _Packs(*(entries(name) for name in _Packs._fields))


def _at(base: Polynomial, slopes: list[Polynomial], chances: list[int]) -> Polynomial:
    return add(base, *(s for s, chance in zip(slopes, chances, strict=True) if chance))


def _claims(
    packs: _Packs, support: _Support, labels: tuple[list[str], list[str]]
) -> Iterator[Claim]:
    """Yield that both chances lie between 0 and 1, and that every other cell's gain is strict."""
    x, row, y, column = support
    columns = list(zip(*packs.banker_slope, strict=True))
    sides = (
        (labels[1], packs.banker_base, [list(c) for c in columns], x, row, y, column),
        (labels[0], packs.punter_base, packs.punter_slope, y, column, x, row),
    )
    for names, bases, slopes, others, other, own, mixing in sides:
        slope = slopes[mixing][other]
        base = _at(bases[mixing], slopes[mixing], others)
        turn = 1 if slope[-1] > 0 else -1  # the other side's chance is -base / slope
        yield Claim(f"{names[mixing]}: slope", primitive(slope), turn)
        yield Claim(f"{names[mixing]}: gains where the other stands", primitive(base), -turn)
        yield Claim(
            f"{names[mixing]}: gains where the other draws", primitive(add(base, slope)), turn
        )
        for cell, name in enumerate(names):
            if cell != mixing:
                gain = add(
                    multiply(_at(bases[cell], slopes[cell], others), slope),
                    scale(multiply(slopes[cell][other], base), -1),
                )
                yield Claim(name, primitive(scale(gain, turn)), 1 if own[cell] else -1)


def _sweep_claims(packs: _Packs, support: _Support) -> list[Claim]:
    """Return that drawing gains below the punter's chance, and loses above it.

    A cell of the banker's whose choice is the same at the end (0 or 1) as at the chance itself
    keeps it in between, its gain being linear; where it is not, or not surely, the cell may do
    either, and the punter's gain is taken at its least or most.
    """
    (slopes,) = packs.punter_slope
    (moves,) = packs.banker_slope
    _, _, y, column = support
    rising = moves[column][-1] > 0
    claims = []
    for end, side in ((0, 1), (1, -1)):
        total = packs.punter_base[0]
        for cell, slope in enumerate(slopes):
            gain = (
                packs.banker_base[cell] if end == 0 else add(packs.banker_base[cell], moves[cell])
            )
            if cell == column:
                choice = int(rising == (end == 1))
            else:
                settled = (gain[-1] > 0) == bool(y[cell]) if gain else False
                choice = y[cell] if settled else int((slope[-1:] > [0]) == (side < 0))
                if settled:
                    claims.append(
                        Claim(f"banker's cell {cell}, punter at {end}", primitive(gain),
                              1 if y[cell] else -1)
                    )  # fmt: skip
                elif slope:
                    claims.append(
                        Claim(f"punter's swing by the banker's cell {cell}, {end}",
                              primitive(slope), 1 if slope[-1] > 0 else -1)
                    )  # fmt: skip
            if choice:
                total = add(total, slope)
        where = "below" if end == 0 else "above"
        claims.append(Claim(f"punter {where} its chance", primitive(total), side))
    return claims
