"""Every file and module that the documentation names exists."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PATH = re.compile(r"(?<![\w./-])(?:chemmy_env|experiments|agents|tests|docs)/[\w./*-]*")
MODULE = re.compile(r"python -m\s+((?:experiments|chemmy_env|agents)[\w.]*\w)")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
PLACEHOLDER = re.compile(r"NAME")


def cited_paths(text: str) -> list[str]:
    """Return the paths named in a text; those with a NAME to fill in are left out."""
    found = (path.rstrip(".") for path in PATH.findall(text))
    return [path for path in found if not PLACEHOLDER.search(path)]


def missing_paths(text: str, root: Path) -> list[str]:
    return [path for path in cited_paths(text) if not list(root.glob(path.rstrip("/")))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.name)
def test_cited_files_exist(document: Path) -> None:
    assert missing_paths(document.read_text(encoding="utf-8"), ROOT) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.name)
def test_cited_modules_exist(document: Path) -> None:
    names = set(MODULE.findall(document.read_text(encoding="utf-8")))
    assert [name for name in sorted(names) if "NAME" not in name and not find_spec(name)] == []


def test_the_checks_find_something() -> None:
    text = "".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    assert len(set(cited_paths(text))) > 15
    assert len(set(MODULE.findall(text))) > 8
    assert missing_paths("see `chemmy_env/nowhere.py`, `tests/docs/`.", ROOT) == [
        "chemmy_env/nowhere.py"
    ]
