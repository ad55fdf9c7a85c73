"""Which hands a viewer may see (R-H6, R-H7, R-S2, R-T3, R-T6)."""

from __future__ import annotations

from typing import Any, Literal

from chemmy_env.engine.common.shoe import final_total
from chemmy_env.engine.games import game
from chemmy_env.engine.records.codes import NO_CARD, SHOWN, Over, Phase
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rules.options import NATURAL

Viewer = int | Literal["all"] | None
"""A seat, ``"all"`` for everything, or `None` for what is public."""


def in_play(record: Any) -> bool:
    """Tell whether the cards on the table belong to a coup that is not settled."""
    return int(record["phase"]) >= Phase.PUNTER or int(record["over"]) == Over.ILLEGAL


def may_see(compiled: CompiledTable, record: Any, hand: int, viewer: Viewer) -> bool:
    """Tell whether a viewer may see the first two cards of a hand; third cards are public.

    Args:
        compiled: the table's rules and options.
        record: its state.
        hand: index of the hand in the record.
        viewer: who looks.
    """
    if viewer == "all" or not in_play(record):
        return True
    if int(record["third"][hand]) == SHOWN:  # A tableau's natural (R-T3).
        return True
    return viewer is not None and bool(game.has_seen(record, compiled.config[0], viewer, hand))


def has_cards(record: Any, hand: int) -> bool:
    """Tell whether a hand has been dealt."""
    return int(record["cards"][hand, 0]) != NO_CARD


def total(record: Any, hand: int) -> int:
    """Return the total of a hand as it lies (R-C1)."""
    return int(final_total(record, hand))


def is_natural(record: Any, hand: int) -> bool:
    """Tell whether a hand as it lies is a natural (R-C1)."""
    return int(record["cards"][hand, 2]) == NO_CARD and total(record, hand) >= NATURAL


def knows_who_is_asked(compiled: CompiledTable, record: Any, viewer: Viewer) -> bool:
    """Tell whether a viewer may know whose draw the table waits for.

    Where forced draws are played unasked, being asked tells what the hand is: among the seats only
    the one that is asked knows it. `None` does, as `agent_selection` shows it.
    """
    drawing = int(record["phase"]) >= Phase.PUNTER
    skips = compiled.options.forced_moves == "skip"
    return not (drawing and skips and isinstance(viewer, int) and viewer != int(record["seat"]))
