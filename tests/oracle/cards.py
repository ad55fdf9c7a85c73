"""Card values, the fixed drawing tables as literal text, and the question asked of a seat."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

Answer: TypeAlias = str | int | tuple[str, int]
T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """One question: the seat asked, what it is about, and every legal answer."""

    seat: int
    kind: str
    answers: tuple[Answer, ...]


# A piece of a session: it yields questions, is sent the answers, and returns a T.
Steps: TypeAlias = Generator[Question, Answer, T]

STAND_OR_DRAW: tuple[Answer, ...] = ("stand", "draw")

# In every table: D must draw, S must stand, F is free. One column for each total 0..7.
PUNTER_TABLES = """
total              01234567
home_one_bettor    DFFFFFFF
home_several       DDDDDFSS
practice           DFFFFFFF
salon              DDDDDFSS
salon_strict_five  DDDDDSSS
club               DDDDDFSS
club_liable        FFFFFFFF
punto              DDDDDDSS
"""

# Bankers' tables: a row for each total, a column for each third card, "-" when the punter stood.
BANKER_HOME = """
   0123456789-
0  DDDDDDDDDDD
1  DDDDDDDDDDD
2  DDDDDDDDDDD
3  DDDDDDDDSFD
4  SSDDDDDDSSD
5  SSSSFDDDSSD
6  SSSSSSDDSSS
7  SSSSSSSSSSS
"""  # R-H9

BANKER_PUNTO = """
   0123456789-
0  DDDDDDDDDDD
1  DDDDDDDDDDD
2  DDDDDDDDDDD
3  DDDDDDDDSDD
4  SSDDDDDDSSD
5  SSSSDDDDSSD
6  SSSSSSDDSSS
7  SSSSSSSSSSS
"""  # R-B2


def total(cards: Sequence[int]) -> int:
    """R-C1: the last digit of the sum."""
    return sum(cards) % 10


def natural(cards: Sequence[int]) -> bool:
    """R-C1: 8 or 9 on two cards."""
    return len(cards) == 2 and total(cards) in (8, 9)


def floor(amount: Fraction | int) -> int:
    """Rounding down to whole chips."""
    return amount.numerator // amount.denominator


def ceiling(amount: Fraction | int) -> int:
    """Rounding up to whole chips."""
    return -floor(-amount)


def punter_rule(row: str, hand_total: int) -> str:
    """D, S or F for a two-card total of 0..7 in the named row of PUNTER_TABLES."""
    for line in PUNTER_TABLES.split("\n"):
        if line and line.split()[0] == row:
            return line.split()[1][hand_total]
    raise KeyError(row)


def banker_rule(table: str, hand_total: int, third_card: int | None) -> str:
    """D, S or F for the banker's two-card total against a third card (None: punter stood)."""
    lines = [line for line in table.split("\n") if line]
    column = lines[0].index("-" if third_card is None else str(third_card))
    for line in lines[1:]:
        if line[0] == str(hand_total):
            return line[column]
    raise KeyError(hand_total)


def choices(rule: str) -> tuple[Answer, ...]:
    """The legal answers under D, S or F."""
    return {"D": ("draw",), "S": ("stand",), "F": STAND_OR_DRAW}[rule]


def show(cards: Sequence[int]) -> str:
    """A hand for the log: its card values and its total."""
    return " ".join(str(card) for card in cards) + f" = {total(cards)}"
