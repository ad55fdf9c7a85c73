"""Generated blocks in Markdown files, and every block by name.

A block stands between two markers, and nothing outside it is touched::

    <!-- begin generated: NAME -->
    <!-- end generated: NAME -->
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from experiments.docs import environment, results

ROOT: Final = Path(__file__).parents[2]
PICTURE: Final = Path("docs/images/table.svg")
_BEGIN: Final = re.compile(r"^<!-- begin generated: ([\w-]+) -->$", re.MULTILINE)

GENERATORS: Final[Mapping[str, Callable[[], str]]] = {
    "sizes": environment.sizes,
    "observations": environment.observations,
    "actions": environment.action_tables,
    "home-observation": environment.home_observation,
    "home-actions": environment.home_actions,
    "profile-fields": environment.profile_fields,
    "profile-options": environment.profile_options,
    "chosen-readings": environment.chosen_readings,
    "claims": environment.claims_table,
    "study": results.study,
    "league": results.league,
    "chips": results.chips,
    "models": results.models,
    "speed": results.speed,
    "luck": results.luck,
    "luck-training": results.luck_training,
}
"""Every block by name; a file may hold any of them."""


def replace_block(text: str, name: str, body: str) -> str:
    """Put `body` between the markers of the block `name`.

    Raises:
        ValueError: unless both markers are there, once each and in order.
    """
    begin, end = f"<!-- begin generated: {name} -->", f"<!-- end generated: {name} -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise ValueError(f"block {name!r}: expected {begin!r} and {end!r}, once each")
    before, rest = text.split(begin)
    return f"{before}{begin}\n{body.strip()}\n{end}{rest.split(end)[1]}"


def documents(root: Path) -> list[Path]:
    """Return the files that may hold blocks."""
    candidates = (root / "README.md", *sorted((root / "docs").rglob("*.md")))
    return [path for path in candidates if path.exists()]


def regenerate(root: Path = ROOT) -> dict[Path, str]:
    """Return what every generated file should hold.

    Raises:
        ValueError: for a block that nothing generates, or a marker without its fellow.
    """
    out = {root / PICTURE: environment.draw_picture()}
    for path in documents(root):
        text = path.read_text(encoding="utf-8")
        for name in _BEGIN.findall(text):
            if name not in GENERATORS:
                raise ValueError(f"{path}: block {name!r}: expected one of {', '.join(GENERATORS)}")
            text = replace_block(text, name, GENERATORS[name]())
        out[path] = text
    return out
