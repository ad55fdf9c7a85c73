"""Printing: what a stream can show of a text, in its encoding, its colours and its width."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from typing import Any, Final, TextIO

from rich.cells import cell_len
from rich.console import Console

WIDTH: Final = 80
"""Columns of a table drawn in full, and of a stream that does not tell its width."""

_LEAST_WIDTH: Final = 30
_SUITS: Final = dict(zip("♠♥♦♣", "SHDC", strict=True))
_SIGNS: Final = {
    "·": "|",
    "•": "*",
    "—": "-",
    "–": "-",
    "−": "-",
    "±": "~",
    "×": "x",
    "►": ">",
    "▒": "#",
    "…": "~",
    "→": ">",
    "≤": "<",
    "≥": ">",
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
}
"""One plain letter each: columns that were aligned stay so."""


def printable(text: str, encoding: str | None) -> str:
    """Return a text in characters that an encoding has.

    Suits become S, H, D and C, and lines of boxes ``-``, ``|`` and ``+``, all of them where one
    is missing; any other sign is replaced alone, and one that nothing stands for by ``?``.

    Args:
        text: any text.
        encoding: a codec's name; `None` for a stream without one, which takes every character.
    """
    if encoding is None or text.isascii() or _fits(text, encoding):
        return text
    out = text
    for family in (_SUITS, {one: _line(one) for one in set(text) if "─" <= one <= "╿"}):
        if not all(_fits(one, encoding) for one in family):
            out = out.translate(str.maketrans("".join(family), "".join(family.values())))
    return "".join(one if _fits(one, encoding) else _plain(one) for one in out)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _line(sign: str) -> str:
    """Return what stands for a sign of the block of box drawing (U+2500 to U+257F)."""
    name = unicodedata.name(sign)
    if "AND" in name:
        return "+"
    return "|" if "VERTICAL" in name else "-"


def _plain(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    decomposed = unicodedata.normalize("NFKD", sign)
    return decomposed[0] if decomposed[0].isascii() else "?"


def has_color(stream: TextIO | None = None) -> bool:
    """Return whether a stream wants ANSI codes: a terminal that neither is dumb nor declines.

    Args:
        stream: standard output by default.
    """
    console = make_console(stream)
    return console.is_terminal and not console.is_dumb_terminal and not console.no_color


def known_columns(stream: TextIO | None = None) -> int | None:
    """Return the columns that the environment (``COLUMNS``) or a terminal tells, if either does."""
    stream = _real(stream)
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return max(int(told), _LEAST_WIDTH)
    if not stream.isatty():
        return None
    return max(shutil.get_terminal_size((WIDTH, 24)).columns, _LEAST_WIDTH)


def columns(stream: TextIO | None = None) -> int:
    """Return how wide a table may be drawn on a stream, at most 80 columns."""
    return min(known_columns(stream) or WIDTH, WIDTH)


def say(text: str = "", *, error: bool = False, fold: bool = False) -> None:
    """Print a text on standard output, in what its encoding has.

    Args:
        text: a text, with or without ANSI codes.
        error: print on standard error instead.
        fold: break lines where the stream tells a width; only for a text without ANSI codes.
    """
    stream = sys.stderr if error else sys.stdout
    width = known_columns(stream) if fold else None
    if width is not None:
        text = "\n".join(folded(text, width))
    print(printable(text, _encoding(stream)), file=stream, flush=True)


def folded(text: str, width: int) -> list[str]:
    """Break a text into lines of a width: between items (`` · ``) where it can, else at spaces.

    Continued lines are indented by two more columns than the line they belong to.
    """
    out: list[str] = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        current = ""
        for item in line.split(" · "):
            joined = f"{current} · {item}" if current else item
            if cell_len(joined) <= width:
                current = joined
                continue
            if current:
                out.append(current)
                item = indent + item
            *full, current = textwrap.wrap(item, width, subsequent_indent=indent) or [""]
            out += full
        out.append(current)
    return out


class PrintableStream:
    """A stream that writes what its encoding has; all else is the stream's own.

    Args:
        stream: where to write; `None` for what is standard output at the time.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text in characters that the stream can encode."""
        stream = _real(self._stream)
        return stream.write(printable(text, _encoding(stream)))

    def __getattr__(self, name: str) -> Any:
        return getattr(_real(self._stream), name)


def make_console(stream: TextIO | None = None, **settings: Any) -> Console:
    """Return a rich console whose boxes, signs and colours suit a stream.

    Args:
        stream: standard output, whichever it is at the time, by default.
        **settings: further arguments of `rich.console.Console`.
    """
    if os.environ.get("NO_COLOR"):
        settings.setdefault("color_system", None)  # Without bold and italics too.
    file: Any = PrintableStream(stream)
    return Console(file=file, **settings)


def _real(stream: TextIO | None) -> TextIO:
    """Return a stream, past the one that rich puts before it while a progress bar is shown."""
    stream = sys.stdout if stream is None else stream
    real: TextIO = getattr(stream, "rich_proxied_file", stream)
    return real


def _encoding(stream: TextIO) -> str | None:
    return getattr(stream, "encoding", None)
