"""The README's Python snippets run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


def test_there_are_snippets_for_every_interface() -> None:
    text = "\n".join(SNIPPETS)
    for name in ("agent_iter", "make_vec", "MaskablePPO", "rollout", "solve"):
        assert name in text


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda one: one.splitlines()[0])
def test_snippet_runs(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(snippet, "README.md", "exec"), {"__name__": "snippet"})
    if "print(" in snippet:
        assert capsys.readouterr().out.strip()
