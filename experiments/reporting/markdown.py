"""Tables in Markdown."""

from __future__ import annotations


def markdown_table(headings: list[str], rows: list[list[str]]) -> str:
    """Return a table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
