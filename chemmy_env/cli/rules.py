"""`chemmy rules`: a profile printed from its data."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table

from chemmy_env.rendering.printing import make_console
from chemmy_env.rendering.profiles import OptionTable, option_tables, rules_in_words
from chemmy_env.rules import get_rules

_COLORS = {"D": "green", "S": "red", "F": "yellow"}


def print_rules(profile: str, overrides: dict[str, Any]) -> None:
    """Print a profile's option tables and fields.

    Raises:
        ValueError: for an unknown profile or an impossible override.
    """
    rules = get_rules(profile, **overrides)
    console = make_console(highlight=False)
    console.print(f"[bold]{rules.facts.title} · {rules.profile}[/bold]")
    for table in option_tables(rules):
        console.print(_options(table))
    console.print("[green]D[/] must draw   [red]S[/] must stand   [yellow]F[/] free\n")
    fields = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    fields.add_column("Field", style="bold", no_wrap=True)
    fields.add_column("What it says")
    fields.add_column("Rule")
    for field in rules_in_words(rules):
        source = f"overridden ({field.source})" if field.name in overrides else field.source
        fields.add_row(field.name, field.words, source)
    console.print(fields)


def _options(table: OptionTable) -> Table:
    drawn = Table(box=box.SIMPLE_HEAD, title=table.title, title_justify="left", pad_edge=False)
    for name in table.header:
        drawn.add_column(name, justify="center")
    for label, *cells in table.rows:
        drawn.add_row(label, *(f"[{_COLORS[cell]}]{cell}[/]" for cell in cells))
    return drawn
