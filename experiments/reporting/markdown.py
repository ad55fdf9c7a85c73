"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def markdown_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = ()
) -> str:
    """Return a table; a ``|`` in a cell is escaped.

    Args:
        headings: of the columns.
        rows: of cells, as many as there are headings.
        right: numbers of the columns that are aligned to the right.

    Raises:
        ValueError: for a row with more or fewer cells.
    """
    rules = ["---:" if at in right else "---" for at in range(len(headings))]
    lines = [headings, rules, *rows]
    for cells in lines:
        if len(cells) != len(headings):
            raise ValueError(f"row = {list(cells)}: expected {len(headings)} cells")
    escaped = [[cell.replace("|", "\\|") for cell in cells] for cells in lines]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in escaped)
