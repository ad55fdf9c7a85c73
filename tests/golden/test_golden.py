"""Golden playthroughs: a session of each profile as text that a person can check.

After a change that is meant to change them: `pytest tests/golden --update-golden`, and read the
difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from chemmy_env.rules import PROFILES

from .playthrough import playthrough

FOLDER = Path(__file__).parent
EVERY = [(game, name) for game, profiles in PROFILES.items() for name in profiles]


def page(game: str, profile: str) -> Path:
    return FOLDER / f"{game}_{profile}.txt"


@pytest.mark.parametrize(("game", "profile"), EVERY)
def test_a_session_is_told_as_it_was(
    game: str, profile: str, request: pytest.FixtureRequest
) -> None:
    told = playthrough(game, profile)
    path = page(game, profile)
    if request.config.getoption("--update-golden"):
        path.write_text(told)
    assert path.read_text() == told


def test_every_profile_has_a_page_and_every_page_a_profile() -> None:
    expected = {page(game, profile).name for game, profile in EVERY}
    assert {path.name for path in FOLDER.glob("*.txt")} == expected


@pytest.mark.parametrize(("game", "profile"), EVERY)
def test_a_page_shows_some_play(game: str, profile: str) -> None:
    text = page(game, profile).read_text()
    assert text.count("\ncoup ") >= 4
    assert "paid" in text
    assert len({line.split("[")[0] for line in text.splitlines() if "seat" in line}) > 1


@pytest.mark.parametrize(
    ("profile", "shown"),
    [
        ("home", ["suivi", "succeed", ": tie", "asked for, not dealt"]),
        ("practice", [": tie", ".95", "open"]),
        ("salon", [": tie", "continue"]),
        ("club", [": tie", "excess", "succeed", "suivi"]),
    ],
)
def test_a_page_shows_what_is_special_about_its_profile(profile: str, shown: list[str]) -> None:
    text = page("chemmy", profile).read_text()
    assert [words for words in shown if words not in text] == []
