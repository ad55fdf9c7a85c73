"""A table seen from above, as an SVG picture: for a README, a notebook, a slide."""

from __future__ import annotations

import math
from typing import Any, Final
from xml.sax.saxutils import escape

from chemmy_env.engine.records.codes import NO_CARD
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rendering.text import asked_seat, bank_words, last_result, question_words, roles
from chemmy_env.rendering.visibility import Viewer, has_cards, in_play, may_see, total
from chemmy_env.rendering.words import (
    Names,
    card,
    chips,
    seat_name,
)

WIDTH: Final = 840
HEIGHT: Final = 520
_CENTRE: Final = (420.0, 262.0)
_FELT: Final = (390.0, 214.0)
_SEATS: Final = (318.0, 166.0)
_STAKES: Final = (208.0, 110.0)
_CARD: Final = (38, 52)
# Presentation attributes by letter: some viewers, and most sanitisers, ignore style sheets.
_STYLES: Final = {
    "m": 'text-anchor="middle"',
    "e": 'text-anchor="end"',
    "t": 'font-size="15" font-weight="600"',
    "s": 'font-size="11" fill="#cfe0d2"',
    "c": 'font-size="16" font-weight="600" fill="#1b1b1b"',
    "r": 'font-size="16" font-weight="600" fill="#b3261e"',
    "k": 'font-size="11" fill="#1b1b1b"',
}
_FONT: Final = 'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif"'


def picture(
    compiled: CompiledTable, record: Any, viewer: Viewer = None, names: Names = None
) -> str:
    """Draw a table from above.

    Args:
        compiled: the table's rules and options.
        record: its state.
        viewer: whose eyes to use, as for `render_table`.
        names: display names of the seats.

    Returns:
        An SVG document; the same table always gives the same text.
    """
    (cx, cy), (rx, ry) = _CENTRE, _FELT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" aria-label="{escape(compiled.rules.facts.title)}">',
        f'<g {_FONT} font-size="13" fill="#f4f1e6">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="#20262b"/>',
        f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="#5b3a1e"/>',
        f'<ellipse cx="{cx}" cy="{cy}" rx="{rx - 14}" ry="{ry - 14}" fill="#1f6b45"/>',
    ]
    parts += _corners(compiled, record, viewer, names)
    for seat in range(compiled.num_seats):
        parts += _seat(compiled, record, seat, seat == asked_seat(compiled, record, viewer), names)
    parts += _hands(compiled, record, viewer)
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _text(x: float, y: float, words: str, style: str = "m") -> str:
    look = " ".join(_STYLES[letter] for letter in style)
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'


def _corners(compiled: CompiledTable, record: Any, viewer: Viewer, names: Names) -> list[str]:
    """Draw what stands round the table: coup, shoe, last result, question."""
    rules = compiled.rules
    coup = min(int(record["coups"]) + 1, rules.max_coups)
    left = rules.cards - int(record["position"])
    out = [
        _text(18, 28, f"{rules.facts.title} · {rules.profile}", "t"),
        _text(WIDTH - 18, 28, f"coup {coup} of {rules.max_coups}", "te"),
        _text(WIDTH - 18, 46, f"{left} cards in the shoe", "se"),
    ]
    result = last_result(compiled, record)
    if result:
        out.append(_text(18, 46, f"last coup: {result}", "s"))
    if int(record["phase"]):
        words = question_words(compiled, record, viewer, names).split("\n")
        out.append(_text(18, HEIGHT - 16 * len(words), words[0], "t"))
        out += [_text(18, HEIGHT - 12, line.strip(), "s") for line in words[1:]]
    return out


def _around(seat: int, seats: int, radii: tuple[float, float]) -> tuple[float, float]:
    """Return where a seat is: seat 0 in front, the others anticlockwise."""
    angle = 2 * math.pi * seat / seats
    return _CENTRE[0] + radii[0] * math.sin(angle), _CENTRE[1] + radii[1] * math.cos(angle)


def _seat(compiled: CompiledTable, record: Any, seat: int, asked: bool, names: Names) -> list[str]:
    """Draw a seat: its name, chips and roles, and its stake before it."""
    x, y = _around(seat, compiled.num_seats, _SEATS)
    edge = ' stroke="#f2c14e" stroke-width="3"' if asked else ""
    said = ", ".join(roles(compiled, record, seat)).replace(" in the bank)", ")")
    out = [
        f'<rect x="{x - 58:.1f}" y="{y - 22:.1f}" width="116" height="44" rx="9" '
        f'fill="#123f2a"{edge}/>',
        _text(x, y - 4, seat_name(seat, names)),
        _text(x, y + 13, f"{chips(record['balance'][seat])} chips", "sm"),
    ]
    if said:
        out.append(_text(x, y + 36, said, "sm"))
    staked = int(record["stake"][seat])
    if staked:
        sx, sy = _around(seat, compiled.num_seats, _STAKES)
        out.append(
            f'<circle cx="{sx:.1f}" cy="{sy:.1f}" r="15" fill="#f2c14e" stroke="#fff7dc" '
            'stroke-width="3" stroke-dasharray="5 4"/>'
        )
        out.append(_text(sx, sy + 4, chips(staked), "km"))
    return out


def _hands(compiled: CompiledTable, record: Any, viewer: Viewer) -> list[str]:
    """Draw the hands in the middle, and the bank under them."""
    hands = [one for one in compiled.rules.facts.hands if has_cards(record, one[0])]
    cx, cy = _CENTRE
    step = _CARD[1] + (10 if len(hands) < 3 else 4)
    top = cy - step * len(hands) / 2 - 8
    out = []
    for row, (hand, name) in enumerate(hands):
        y = top + row * step
        seen = may_see(compiled, record, hand, viewer)
        out.append(_text(cx - 76, y + 31, name, "e"))
        cards = [int(one) for one in record["cards"][hand] if one != NO_CARD]
        for at, one in enumerate(cards):
            out += _card(cx - 66 + at * (_CARD[0] + 6), y, one if seen or at == 2 else None)
        if seen:
            out.append(_text(cx + 76, y + 31, str(total(record, hand)), "t"))
    if compiled.rules.game == "chemmy" and not int(record["over"]):
        words = bank_words(compiled, record).replace(" in reserve", " reserve")
        out.append(_text(cx, top + step * len(hands) + 14, words, "sm"))
    if hands and not in_play(record):
        out.append(_text(cx, top - 8, "the last coup's cards", "sm"))
    return out


def _card(x: float, y: float, number: int | None) -> list[str]:
    """Draw a card's face, or its back for `None`."""
    width, height = _CARD
    where = f'x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}" rx="5"'
    if number is None:
        inner = (
            f'x="{x + 5:.1f}" y="{y + 5:.1f}" width="{width - 10}" height="{height - 10}" rx="3"'
        )
        return [f'<rect {where} fill="#fbfaf5"/>', f'<rect {inner} fill="#7a2331"/>']
    face = card(number)
    style = "rm" if face[-1] in "♥♦" else "cm"
    return [f'<rect {where} fill="#fbfaf5"/>', _text(x + width / 2, y + 32, face, style)]
