"""The parts of a table drawn in fewer than 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from chemmy_env.rendering.printing import folded

_LONGEST_NAME: Final = 12


class Seat(NamedTuple):
    """What a table says of a seat."""

    number: int
    asked: bool
    name: str
    chips: str
    stake: str
    roles: Sequence[str]


def narrow(text: Text, width: int) -> Text:
    """Return a text of one style broken into lines of a width."""
    return Text("\n".join(folded(text.plain, width)), text.style)


def seat_lines(seats: Sequence[Seat], width: int) -> Text:
    """Return a line for each seat: number, player, chips, stake, roles.

    Roles that do not fit go on a line of their own below.
    """
    longest = min(max(cell_len(seat.name) for seat in seats), _LONGEST_NAME)
    chips = max(*(len(seat.chips) for seat in seats), len("Chips"))
    stake = max(*(len(seat.stake) for seat in seats), len("Stake"))
    text = Text(f" # {set_cell_size('Player', longest)} {'Chips':>{chips}} {'Stake':>{stake}}")
    for seat in seats:
        marked = f"{'►' if seat.asked else ''}{seat.number}"
        name = set_cell_size(seat.name, longest)
        line = f"{marked:>2} {name} {seat.chips:>{chips}} {seat.stake:>{stake}}"
        roles = ", ".join(seat.roles)
        together = f"{line}  {roles}" if roles else line
        if cell_len(together) > width:
            together = "\n".join([line, *folded(f"   {roles}", width)])
        text.append("\n" + together, "bold" if seat.asked else "")
    return text
