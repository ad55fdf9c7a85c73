"""Python snippets of the README, the documentation and docstrings run as they stand.

An illegal action is an error in all of them, whatever they ask for.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chemmy_env.engine.records.config import TableOptions
from chemmy_env.sb3 import SeatVecEnv

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "chemmy_env").rglob("*.py")]
FENCED = re.compile(r"^( *)```python\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def snippets(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [textwrap.dedent(indent + code) for indent, code in FENCED.findall(text)]


SNIPPETS = [(page, code) for page in PAGES for code in snippets(page)]
NAMES = [f"{page.name}: {code.splitlines()[0]}" for page, code in SNIPPETS]
README = [code for page, code in SNIPPETS if page.name == "README.md"]


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``illegal="raise"`` be the default."""
    defaults = TableOptions.__init__.__kwdefaults__
    monkeypatch.setitem(defaults, "illegal", "raise")


def run(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(compile(code, "snippet", "exec"), names)
    return names


def test_there_are_snippets_for_every_interface() -> None:
    text = "\n".join(README)
    for name in ("agent_iter", "make_vec", "MaskablePPO", "rollout", "solve"):
        assert name in text


@pytest.mark.parametrize(("page", "code"), SNIPPETS, ids=NAMES)
def test_snippet_runs(page: Path, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(code)
    if "print(" in code:
        assert capsys.readouterr().out.strip()


def test_the_sb3_snippet_plays_with_the_masks_of_the_state_it_predicts_on() -> None:
    (code,) = [one for one in README if "model.predict" in one]
    names = run(code)
    assert isinstance(names["envs"], SeatVecEnv)
    assert "envs.step(actions)" in code
    masks = names["envs"].action_masks()
    chosen, _ = names["model"].predict(names["observations"], action_masks=masks)
    assert masks[np.arange(64), chosen].all()


def test_an_illegal_action_in_a_snippet_is_found() -> None:
    with pytest.raises(ValueError, match="expected one of"):
        run("from chemmy_env import chemmy_v0\nenv = chemmy_v0.env()\nenv.reset()\nenv.step(0)")
