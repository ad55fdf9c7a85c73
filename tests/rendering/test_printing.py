import io
import os
import subprocess
import sys

import pytest
from rich.cells import cell_len

from chemmy_env.engine.records.codes import Phase
from chemmy_env.rendering import render_table
from chemmy_env.rendering.modes import render
from chemmy_env.rendering.printing import folded, has_color, make_console, printable
from tests.rendering.tables import BANKER, every_state, example

COMMANDS = """
import io, sys
from chemmy_env import chemmy_v0
from chemmy_env.cli import app
sys.stdin = io.StringIO("?\\nnonsense\\nq\\n")
app(["rules", "home"], standalone_mode=False)
app(["watch", "--seed", "1", "--rule", "max_coups=1"], standalone_mode=False)
app(["play", "--seed", "5"], standalone_mode=False)
env = chemmy_v0.env(render_mode="human")
env.reset(seed=1)
env.step(0)
"""


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def clean_environment(monkeypatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize(("encoding", "separator"), [("ascii", "|"), ("cp1252", "·")])
def test_every_command_prints_in_the_encoding_of_its_stream(encoding, separator):
    settings = os.environ | {"PYTHONIOENCODING": encoding, "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS], env=settings, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode(encoding, "replace")[-600:]
    text = done.stdout.decode(encoding)
    assert f"Chemin de fer {separator} home" in text
    assert "+---" in text
    assert any(f"{rank}{suit}]" in text for rank in "A23456789" for suit in "SHDC")


def test_plain_letters_keep_the_columns():
    drawn = render_table(example(Phase.BANKER).compiled, example(Phase.BANKER).state[0], BANKER)
    plain = printable(drawn, "ascii")
    assert "[##] [##] [9H]" in plain
    assert "[AS] [2D]  3" in plain
    assert ">2   player_2" in plain
    assert [len(line) for line in plain.split("\n")] == [80] * drawn.count("\n") + [80]
    assert "?" not in plain.replace("bank?", "")
    assert printable(drawn, "utf-8") == drawn
    assert printable(drawn, None) == drawn


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("a — b · ♥", "cp1252", "a — b · H"),
        ("a — b · ♥", "ascii", "a - b | H"),
        ("╭─┬╮", "cp437", "+-++"),
        ("é € 牌", "ascii", "e ? ?"),
        ("é € 牌", "cp1252", "é € ?"),
    ],
)
def test_only_what_an_encoding_lacks_is_replaced(text, encoding, shown):
    assert printable(text, encoding) == shown


@pytest.mark.parametrize(
    "declined", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "unknown"}, None]
)
def test_streams_that_want_no_colour_get_none(declined, monkeypatch):
    clean_environment(monkeypatch)
    table = example(Phase.BANKER)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert has_color()
    assert "\x1b[" in render("human", table.compiled, table.state[0], "all")
    if declined is None:
        monkeypatch.setattr(sys, "stdout", io.StringIO())  # As a pipe: no terminal.
    for name, value in (declined or {}).items():
        monkeypatch.setenv(name, value)
    assert "\x1b[" not in render("human", table.compiled, table.state[0], "all")


def test_a_console_declines_bold_too(monkeypatch):
    clean_environment(monkeypatch)
    stream = Terminal()
    make_console(stream, width=40).print("[bold]x[/] ♥")
    assert "\x1b[" in stream.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    make_console(stream, width=40).print("[bold]x[/] ♥")
    assert stream.getvalue() == "x ♥\n"


@pytest.mark.parametrize("width", [40, 60])
@pytest.mark.parametrize(
    ("profile", "game"),
    [("home", "chemmy"), ("club", "chemmy"), ("punto", "punto_banco"), ("ouverte", "banque")],
)
def test_no_line_is_wider_than_a_narrow_console(profile, game, width):
    for tables in every_state(profile, game, 30):
        compiled, record = tables.compiled, tables.state[0]
        for viewer in (None, "all"):
            text = render_table(compiled, record, viewer, width=width)
            assert max(cell_len(line) for line in text.split("\n")) <= width
            for seat in range(compiled.num_seats):
                assert str(record["balance"][seat] // 10_000) in text
            full = render_table(compiled, record, viewer)
            for words in ("cards in the shoe", "banker", "active punter", "draw"):
                assert (words in " ".join(text.split())) == (words in full)


def test_columns_choose_the_layout(monkeypatch):
    clean_environment(monkeypatch)
    table = example(Phase.BANKER)
    wide = render("human", table.compiled, table.state[0], BANKER)
    assert wide == render("ansi", table.compiled, table.state[0], BANKER)
    monkeypatch.setenv("COLUMNS", "50")
    text = render("human", table.compiled, table.state[0], BANKER)
    assert max(cell_len(line) for line in text.split("\n")) <= 50
    assert "►2 player_2" in text
    assert "Bank    [A♠] [2♦]  3" in text


def test_lines_break_between_items():
    assert folded("  one · two · three", 12) == ["  one · two", "    three"]
    assert folded("a longer sentence", 10) == ["a longer", "  sentence"]
    assert folded("short\n\nlines", 30) == ["short", "", "lines"]
