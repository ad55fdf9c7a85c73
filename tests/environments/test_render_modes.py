"""Render modes of environments: text, an SVG document, pixels."""

from __future__ import annotations

import builtins
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled

from chemmy_env import chemmy_v0
from chemmy_env.adapters.gymnasium_seat import SeatEnv
from chemmy_env.adapters.gymnasium_vector import SeatVectorEnv
from chemmy_env.rendering.picture import HEIGHT, WIDTH
from chemmy_env.rendering.raster import raster

from .cases import CASES, make

BANK = {"first_banker": 2, "shoe": ["5H", "KS", "AC", "9D", "TS"]}


def table(mode: str, **settings: Any) -> Any:
    env = chemmy_v0.env(render_mode=mode, **settings)
    env.reset(seed=1, options=BANK)
    return env


@pytest.mark.parametrize(("module", "profile"), CASES)
def test_pixels_of_every_game(module: str, profile: str | None) -> None:
    env = make(module, profile, render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20
    assert (pixels[HEIGHT // 4, WIDTH // 4] == (0x1F, 0x6B, 0x45)).all()  # The felt.


def test_pixels_are_repeatable_and_the_callers_own() -> None:
    env = table("rgb_array")
    first, second = env.render(), env.render()
    np.testing.assert_array_equal(first, second)
    first[:] = 0
    assert second.any()
    env.step(9)
    assert (env.render() != second).any()


def test_letters_and_suits_are_drawn() -> None:
    """Without a font of its own the renderer leaves words out, and says nothing."""
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"></svg>'
    seen = []
    for letter in "A9♥♦♠♣":
        drawn = raster(
            blank.replace("></svg>", f'><text y="30" font-size="30">{letter}</text></svg>')
        )
        assert (drawn < 128).any(), letter
        seen.append(drawn.tobytes())
    assert len(set(seen)) == len(seen)  # No box that stands for all missing letters.
    assert (raster(blank) == 255).all()


def test_svg_is_a_document_and_a_notebook_shows_it() -> None:
    env = table("svg")
    document = env.render()
    assert ElementTree.fromstring(document).tag.endswith("svg")
    assert env._repr_svg_() == document
    assert chemmy_v0.env()._repr_svg_() is None  # No session has begun.


def test_a_seat_is_drawn_with_its_own_eyes() -> None:
    drawn = {}
    for mode in ("svg", "rgb_array", "ansi"):
        env = SeatEnv(seat=0, render_mode=mode, num_players=3, opponents="random")
        env.reset(seed=1)
        drawn[mode] = env.render()
    assert drawn["rgb_array"].shape == (HEIGHT, WIDTH, 3)
    np.testing.assert_array_equal(raster(drawn["svg"]), drawn["rgb_array"])
    many = SeatVectorEnv(2, render_mode="rgb_array")
    many.reset(seed=1)
    assert [one.shape for one in many.render()] == [(HEIGHT, WIDTH, 3)] * 2


def test_without_the_libraries_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **named: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *arguments, **named)

    env = table("rgb_array")  # Made and played without them: a trainer may ask and never render.
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(DependencyNotInstalled, match=r"pip install 'chemmy_env\[render\]'"):
        env.render()
    env.step(9)
