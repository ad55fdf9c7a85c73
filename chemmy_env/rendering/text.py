"""A table as text for the terminal: one renderer for every game, from the record alone."""

from __future__ import annotations

import io
from typing import Any, Final

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chemmy_env.engine.records.codes import ASKED, MAY_AMOUNT, NO_CARD, Over, Phase
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rendering.compact import Seat, narrow, seat_lines
from chemmy_env.rendering.printing import WIDTH
from chemmy_env.rendering.visibility import (
    Viewer,
    has_cards,
    in_play,
    is_natural,
    knows_who_is_asked,
    may_see,
    total,
)
from chemmy_env.rendering.words import (
    BACK,
    BANQUE_QUESTIONS,
    NO_CHOICE,
    QUESTIONS,
    Names,
    card,
    chips,
    count,
    legal_in_words,
    result_words,
    seat_name,
)
from chemmy_env.rules.options import STOOD as TOOK_NONE

_OVER: Final = {
    Over.TERMINATED: "The session is over.",
    Over.TRUNCATED: "The session is over: the last coup has been played.",
    Over.ILLEGAL: "The session was ended by an illegal action.",
}


def render_table(
    compiled: CompiledTable,
    record: Any,
    viewer: Viewer = None,
    color: bool = False,
    names: Names = None,
    width: int = WIDTH,
) -> str:
    """Draw a table as text.

    Args:
        compiled: the table's rules and options.
        record: its state, one `TABLE_DTYPE` record.
        viewer: whose eyes to use: a seat, ``"all"`` for every card, `None` for what is public.
        color: whether to colour it for a terminal.
        names: display names of the seats.
        width: columns there are; with fewer than 80 the layout is a compact one, without a frame.

    Returns:
        Lines of at most 80 and at most `width` columns, without a line break at the end.
    """
    names = names or compiled.rules.facts.agents or None
    title = Text(f"{compiled.rules.facts.title} · {compiled.rules.profile}", "bold")
    header = _header(compiled, record)
    seats = _seats(compiled, record, viewer, names)
    footer = _footer(compiled, record, viewer, names)
    if width < WIDTH:
        shown = Group(
            title,
            narrow(header, width),
            seat_lines(seats, width),
            _red_suits(narrow(hands_text(compiled, record, viewer), width)),
            *(narrow(part, width) for part in footer if part.plain),
        )
        return _printed(shown, color, width)
    parts: list[RenderableType] = [
        header,
        seats_table(seats),
        hands_text(compiled, record, viewer),
        *footer,
    ]
    return _printed(Panel(Group(*parts), title=title, box=box.ROUNDED), color, WIDTH)


def _printed(shown: RenderableType, color: bool, width: int) -> str:
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=color,
        color_system="truecolor" if color else None,
        legacy_windows=False,
        emoji=False,
        highlight=False,
        _environ={},
    )
    console.print(shown)
    return file.getvalue().rstrip("\n")


def _header(compiled: CompiledTable, record: Any) -> Text:
    """Return the coup, the shoe and the bank."""
    rules = compiled.rules
    played = int(record["coups"])
    over = bool(record["over"])
    coup = f"{played} of" if over else f"Coup {played + 1} of"
    coup += f" {rules.max_coups}" + (" coups played" if over else "")
    left = rules.cards - int(record["position"])
    lines = [f"{coup} · {left} of {rules.cards} cards in the shoe"]
    if rules.game == "chemmy" and not over:
        lines.append(f"Bank: {bank_words(compiled, record)}")
    if int(record["commission"]):
        lines[0] += f" · commission {chips(record['commission'])}"
    return Text("\n".join(lines))


def bank_words(compiled: CompiledTable, record: Any) -> str:
    """Say what bank is on offer, what covers it, and what is left (R-H5)."""
    phase = int(record["phase"])
    offered, covered = int(record["offered"]), int(record["covered"])
    if phase in (Phase.OPEN, Phase.SUCCEED) or not offered:
        if phase == Phase.SUCCEED:
            return f"at least {int(record['required'])} required"
        return "none yet"
    if phase == Phase.CONTINUE:
        if compiled.rules.bank == "carried":
            return f"{chips(record['bank'])} stands in it"
        return f"at least {int(record['required'])} required to go on"
    staking = phase in (Phase.STAKE, Phase.EXCESS)
    words = [f"{chips(offered)} offered", f"{chips(covered)} {'staked' if staking else 'covered'}"]
    if covered > offered:
        words.append(f"{chips(covered - offered)} in excess")
    elif phase < Phase.PUNTER:
        words.append(f"{chips(offered - covered)} uncovered")
    else:
        words.append(f"{chips(offered - covered)} in reserve")
    if int(record["bystanders"]):
        words.append(f"{chips(record['bystanders'])} by bystanders")
    return " · ".join(words)


def _seats(compiled: CompiledTable, record: Any, viewer: Viewer, names: Names) -> list[Seat]:
    """Say of each seat its name, its chips, its stake and its roles."""
    asked = asked_seat(compiled, record, viewer)
    return [
        Seat(
            seat,
            seat == asked,
            seat_name(seat, names),
            chips(record["balance"][seat]),
            chips(record["stake"][seat]) if int(record["stake"][seat]) else "",
            roles(compiled, record, seat),
        )
        for seat in range(compiled.num_seats)
    ]


def seats_table(seats: list[Seat]) -> Table:
    """Return the seats in order, anticlockwise: chips, stake, roles."""
    table = Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)
    table.add_column("Seat", justify="right", no_wrap=True)
    table.add_column("Player", no_wrap=True)
    table.add_column("Chips", justify="right", no_wrap=True)
    table.add_column("Stake", justify="right", no_wrap=True)
    table.add_column("", ratio=1)
    for seat in seats:
        table.add_row(
            f"{'►' if seat.asked else ''}{seat.number}",
            seat.name,
            seat.chips,
            seat.stake,
            ", ".join(seat.roles),
            style="bold" if seat.asked else "",
        )
    return table


def asked_seat(compiled: CompiledTable, record: Any, viewer: Viewer) -> int:
    """Return the seat that the table waits for, or -1 where the viewer may not know."""
    if not int(record["phase"]) or not knows_who_is_asked(compiled, record, viewer):
        return -1
    return int(record["seat"])


def roles(compiled: CompiledTable, record: Any, seat: int) -> list[str]:
    """Return what a seat is in this coup: banker, active punter, and so on."""
    rules = compiled.rules
    playing = in_play(record)
    out = []
    if seat == int(record["banker"]) and not int(record["over"]):
        bank = int(record["bank"])
        out.append(f"banker ({chips(bank)} in the bank)" if bank else "banker")
    if int(record["left"]) >> seat & 1:
        return ["has left"]
    if rules.game == "chemmy":
        if playing and seat == int(record["active"]):
            out.append("active punter")
        if seat == int(record["suivi"]) and rules.suivi and not int(record["over"]):
            out.append("may call suivi")
        if seat == int(record["turn"]) and rules.ordinary_turn and not int(record["over"]):
            out.append("ordinary turn")
    else:
        sides = rules.facts.side_titles
        if int(record["stake"][seat]):
            out.append(f"on {sides[int(record['side'][seat])]}")
        if playing and rules.game == "banque":
            captain = [side for side in range(2) if int(record["captain"][side]) == seat]
            out += [f"captain of {sides[side]}" for side in captain]
    return out


def hands_text(compiled: CompiledTable, record: Any, viewer: Viewer) -> Text:
    """Return the hands, one a line, those the viewer may not see as backs."""
    hands = compiled.rules.facts.hands
    if not any(has_cards(record, hand) for hand, _ in hands):
        return Text("No cards yet.")
    lines = [] if in_play(record) else ["The last coup's cards:"]
    for hand, name in hands:
        if has_cards(record, hand):
            lines.append(f"{name:<7} {hand_words(compiled, record, hand, viewer)}")
    return _red_suits(Text("\n".join(lines)))


def _red_suits(text: Text) -> Text:
    text.highlight_regex(r"\[\w+[♥♦]\]", "red")
    return text


def hand_words(compiled: CompiledTable, record: Any, hand: int, viewer: Viewer) -> str:
    """Return a hand's cards and what can be said of its total."""
    cards = [int(one) for one in record["cards"][hand] if one != NO_CARD]
    faces = [f"[{card(one)}]" for one in cards]
    open_ = may_see(compiled, record, hand, viewer)
    if not open_:
        faces[:2] = [f"[{BACK}]"] * 2
    words = " ".join(faces)
    if open_:
        words += f"  {total(record, hand)}"
        if is_natural(record, hand):
            return words + ", a natural"
    third = int(record["third"][hand])
    if third == ASKED:
        return words + ", asked for a card"
    stands = in_play(record) and len(cards) == 2 and third == TOOK_NONE
    return words + ("  stands" if stands else "")


def _footer(compiled: CompiledTable, record: Any, viewer: Viewer, names: Names) -> list[Text]:
    """Return the last result, and the question or the end."""
    out = [Text("")]
    words = last_result(compiled, record)
    if words:
        out.append(Text(f"Last coup: {words}."))
    over = int(record["over"])
    if over:
        out.append(Text(_OVER[Over(over)], "bold"))
    elif int(record["phase"]):
        out.append(Text(question_words(compiled, record, viewer, names), "bold"))
    return out


def last_result(compiled: CompiledTable, record: Any) -> str:
    """Say how the last coup ended; empty where each tableau ends in its own way (R-T7)."""
    if compiled.rules.game == "banque":
        return ""
    return result_words(compiled.rules.game, record["result"])


def question_words(
    compiled: CompiledTable, record: Any, viewer: Viewer = None, names: Names = None
) -> str:
    """Return the question on the table and what answers it allows, as far as the viewer may know.

    What a hand may legally do tells what it is, so only the seat that is asked sees it.
    """
    seat = asked_seat(compiled, record, viewer)
    if seat < 0:
        return "The hands are being played."
    phase = Phase(int(record["phase"]))
    if phase >= Phase.PUNTER and viewer not in ("all", seat):
        answers = ["stand", "draw"]
    else:
        answers = legal_in_words(compiled, record)
    banque = compiled.rules.game == "banque"
    question = BANQUE_QUESTIONS.get(phase, QUESTIONS[phase]) if banque else QUESTIONS[phase]
    if compiled.rules.game == "coup" and phase == Phase.CONTINUE:
        question = NO_CHOICE
    if phase == Phase.STAKE and int(record["legal"]) & MAY_AMOUNT:
        question = f"a stake, up to {count(int(record['most']))}?"
    return f"{seat_name(seat, names)}: {question}\n  {' · '.join(answers)}"
