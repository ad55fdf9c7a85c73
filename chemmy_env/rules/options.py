"""Option tables: what a hand must, may not, or may do, one letter a cell.

A table is written as text, so that it can be held against a rulebook line by line:
``D`` must draw, ``S`` must stand, ``F`` free to choose. Punter rows run over the two-card
totals 0-7. Banker rows are the two-card totals 0-7; their eleven columns are the punter's third
card 0-9 and, last, a punter who stood. Totals 8 and 9 are naturals and never ask.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

STAND: Final = 0
DRAW: Final = 1
FREE: Final = 2

NATURAL: Final = 8
"""Least total of a natural, on two cards (R-C1)."""
TOTALS: Final = 10
"""Hand totals 0-9."""
STOOD: Final = 10
"""Column of a banker table for a punter who took no third card."""
THIRDS: Final = 11
"""Third card 0-9, or stood."""

_LETTERS: Final = {"S": STAND, "D": DRAW, "F": FREE}
_ROWS: Final = 8

Table = npt.NDArray[np.int8]

# Punters.
PUNTER_FREE_ON_1_TO_7: Final = "DFFFFFFF"
"""R-H8 with one bettor, R-P3."""
PUNTER_FREE_ON_5: Final = "DDDDDFSS"
"""R-H8 with several bettors, R-S3, R-K4."""
PUNTER_FIXED: Final = "DDDDDDSS"
"""R-B2: Player draws on 0-5."""
CAPTAIN_FREE: Final = "FFFFFFFF"
"""R-T5: a captain is free on 0-7."""

# Bankers: third card 0123456789 and stood.
BANKER_FREE_AT_TWO_CELLS: Final = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDSFD",
    "SSDDDDDDSSD",
    "SSSSFDDDSSD",
    "SSSSSSDDSSS",
    "SSSSSSSSSSS",
)
"""R-H9: free on 3 against a 9 and on 5 against a 4."""
BANKER_FIXED: Final = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDSDD",
    "SSDDDDDDSSD",
    "SSSSDDDDSSD",
    "SSSSSSDDSSS",
    "SSSSSSSSSSS",
)
"""R-B2: the Punto Banco table; also the book's answer (R-X1) where the banker is free."""
BANKER_FREE: Final = ("FFFFFFFFFFF",) * _ROWS
"""R-S4, R-K4, R-T6: free on 0-7 whatever was shown."""


def parse_row(text: str, width: int) -> Table:
    """Turn a row of option letters into codes.

    Args:
        text: letters ``S``, ``D`` and ``F``.
        width: how many cells the row must have.

    Returns:
        ``(width,)`` int8 codes.

    Raises:
        ValueError: on another letter or length.
    """
    if len(text) != width or not set(text) <= set(_LETTERS):
        raise ValueError(f"option row {text!r}: expected {width} letters out of S, D and F")
    return np.array([_LETTERS[letter] for letter in text], dtype=np.int8)


def punter_table(one: str, several: str) -> Table:
    """Build the ``(2, 10)`` int8 table of a punter with one bettor (row 0) and several (row 1).

    Naturals (8 and 9) are filled in as stands.
    """
    table = np.full((2, TOTALS), STAND, dtype=np.int8)
    for row, text in zip(table, (one, several), strict=True):
        row[:_ROWS] = parse_row(text, _ROWS)
    return table


def banker_table(rows: tuple[str, ...]) -> Table:
    """Build the ``(10, 11)`` int8 table of a banker: own total by the punter's third card."""
    if len(rows) != _ROWS:
        raise ValueError(
            f"banker option table: expected {_ROWS} rows (totals 0-7), got {len(rows)}"
        )
    table = np.full((TOTALS, THIRDS), STAND, dtype=np.int8)
    for total, text in enumerate(rows):
        table[total] = parse_row(text, THIRDS)
    return table


def punter_words(row: str) -> str:
    """Say a row of a punter's options."""
    return f"{row} on totals 0-7"


def banker_words(rows: tuple[str, ...]) -> str:
    """Say how much freedom a banker's options leave."""
    free = sum(row.count("F") for row in rows)
    cells = sum(len(row) for row in rows)
    if free == cells:
        return "see the table; free everywhere"
    return (
        f"see the table; free in {free} of {cells} cells" if free else "see the table; free nowhere"
    )


def letters(table: Table) -> list[str]:
    """Return the rows of an option table as text again, one letter a cell."""
    names = {code: letter for letter, code in _LETTERS.items()}
    return ["".join(names[int(cell)] for cell in row) for row in np.atleast_2d(table)]
