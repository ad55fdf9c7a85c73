import subprocess
import sys

import pytest
from typer.testing import CliRunner

from chemmy_env.cli import app

ANSWERS = ["y", "d", "s", "p", "2", "1"]
"""One of these answers every question of a session."""


def run(*arguments, **kwargs):
    return CliRunner().invoke(app, [str(one) for one in arguments], **kwargs)


def test_help_loads_no_engine():
    code = "import sys, chemmy_env.cli; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("profile", ["home", "practice", "salon", "club", "punto", "mini",
                                     "ouverte", "limitee"])  # fmt: skip
def test_rules_of_every_profile(profile):
    result = run("rules", profile)
    assert result.exit_code == 0, result.output
    assert profile in result.output
    assert "must draw" in result.output


def test_rules_with_an_override():
    result = run("rules", "salon", "--rule", "decks=8")
    assert "416 cards" in result.output
    assert "overridden" in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "kitchen"], "expected chemmy: home, practice"),
        (["rules", "home", "--rule", "decks"], "name=value"),
        (["rules", "home", "--rule", "dekcs=8"], "dekcs"),
        (["watch", "--agents", "nobody"], "random"),
        (["play", "--seat", 9], "seat = 9"),
        (["play", "--opponents", "missing.zip"], "no such file"),
        (["watch", "--forced", "maybe"], "forced_moves"),
    ],
)
def test_wrong_arguments_are_named(arguments, words):
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output


def test_a_model_needs_the_extra(tmp_path, monkeypatch):
    (tmp_path / "model.zip").touch()
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    result = run("play", "--opponents", tmp_path / "model.zip")
    assert result.exit_code == 2
    assert "chemmy_env[train]" in result.output


@pytest.mark.parametrize("profile", ["home", "club", "mini", "ouverte"])
def test_watch_is_the_same_for_the_same_seed(profile):
    arguments = ["watch", "--profile", profile, "--seed", 1, "--agents", "book,random"]
    if profile == "ouverte" or profile == "mini":
        arguments[-1] = "random"
    first = run(*arguments, "--rule", "max_coups=4", "--no-tables")
    assert first.exit_code == 0, first.output
    assert "Coup 1: " in first.output
    assert "The session is over after" in first.output
    assert run(*arguments, "--rule", "max_coups=4", "--no-tables").stdout == first.stdout


def test_watch_draws_the_table_after_a_coup():
    assert "The last coup's cards:" in run("watch", "--rule", "max_coups=1").output


def test_play_to_the_end_of_a_session():
    result = run("play", "--seed", 5, "--rule", "max_coups=3", input="\n".join(ANSWERS * 100))
    assert result.exit_code == 0, result.output
    assert "The session is over after" in result.output
    assert "you" in result.output
    assert "is no answer here" in result.output


@pytest.mark.parametrize("text", ["q\n", "?\nquit\n", ""])
def test_play_is_left_cleanly(text):
    result = run("play", "--seed", 5, "--forced", "ask", input=text)
    assert result.exit_code == 0, result.output
    assert result.output.rstrip().endswith("You leave the table.")


def test_warmup_says_how_long_it_took():
    result = run("warmup")
    assert result.exit_code == 0, result.output
    assert "ready after" in result.output
