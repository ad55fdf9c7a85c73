"""How much noise luck adjustment takes away: ``python -m experiments.luck``.

Two tables of the same seed are played alike, one for chips and one for chips less luck. What is
told is the variance of the one over that of the other, for single coups from a full shoe of six
packs and for whole sessions. The question is whether adjustment makes estimates surer; the answer
is no where the ratio is 1 or less, or where the two means differ by more than their intervals.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.table import Table

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.tables import Tables
from chemmy_env.policies import BuiltIn, KeyedRolls, TablePolicy, book, random
from chemmy_env.rules import PROFILES, Rules, get_rules
from chemmy_env.rules.options import BANKER_FREE
from experiments.measuring import matches
from experiments.measuring.evaluation import chips_of
from experiments.measuring.statistics import Z_95, Array
from experiments.measuring.table import TableSettings
from experiments.reporting.console import console
from experiments.reporting.files import write_json
from experiments.reporting.manifest import make_manifest
from experiments.reporting.outputs import Overwrite, output_file

app = typer.Typer(add_completion=False)

COUP: Final[Rules] = get_rules("home", "coup", banker_rows=BANKER_FREE)
"""The coup in which both sides are freest: the punter on 1-7, the banker on 0-7."""
_ROWS: Final = 8_192
_STOOD: Final = 10


@dataclass(frozen=True)
class Ratio:
    """What luck adjustment does to one pair of players, or to one table's sessions."""

    name: str
    n: int
    raw_mean: float
    raw_variance: float
    adjusted_mean: float
    adjusted_variance: float

    @property
    def ratio(self) -> float:
        """Raw variance over adjusted variance."""
        return self.raw_variance / self.adjusted_variance

    def to_json(self) -> dict[str, Any]:
        """Return the fields and the ratio."""
        return {**asdict(self), "ratio": self.ratio}


def compare(name: str, raw: Array, adjusted: Array) -> Ratio:
    """Return the moments of the same plays' two rewards, each ``(n,)``."""
    moments = [float(one) for one in (raw.mean(), raw.var(), adjusted.mean(), adjusted.var())]
    return Ratio(name, len(raw), *moments)


def coups(policy: BuiltIn, count: int, seed: int, rules: Rules = COUP) -> tuple[Array, Array]:
    """Play coups from full shoes; return the punter's rewards, raw and adjusted, ``(count,)``.

    Args:
        policy: plays both sides.
        count: how many coups.
        seed: of the tables.
        rules: the coup's.
    """
    found = []
    for reward in ("chips", "luck_adjusted"):
        tables = Tables(
            "coup", rules, min(_ROWS, count), seed=seed, autoreset="disabled", reward=reward
        )
        player = policy.bind(tables)
        rewards: list[Array] = []
        while len(rewards) * tables.num_tables < count:
            won = np.zeros(tables.num_tables)
            while not (tables.terminated | tables.truncated).all():
                tables.step(
                    player.act_batch(
                        tables.observation, tables.action_mask, KeyedRolls(tables.rolls())
                    )
                )
                won += tables.rewards[:, 0]
            rewards.append(won)
            tables.reset()
        found.append(np.concatenate(rewards)[:count])
    return found[0], found[1]


def deviations() -> Iterator[tuple[str, TablePolicy]]:
    """Yield the book with one cell changed, for every cell that `COUP` leaves free."""
    punter = np.asarray(book.punter, np.float64)
    banker = np.asarray(book.banker, np.float64)
    for total in range(1, 8):
        other = punter.copy()
        other[:, total] = 1 - other[:, total]
        verb = "draws" if other[0, total] else "stands"
        yield f"punter {verb} on {total}", TablePolicy(other, banker)
    for total in range(8):
        for third in range(11):
            other = banker.copy()
            other[total, third] = 1 - other[total, third]
            verb = "draws" if other[total, third] else "stands"
            against = "a stand" if third == _STOOD else f"a {third}"
            yield f"banker {verb} on {total} against {against}", TablePolicy(punter, other)


def sessions(profile: str, policy: BuiltIn, count: int, seed: int, threads: int = 1) -> Ratio:
    """Play whole sessions, one policy on all seats, and compare the first seat's totals."""
    settings = TableSettings(profile=profile, reward="luck_adjusted")
    lineup = [matches.whole(policy)] * settings.compiled.num_seats
    accounts = matches.play(settings, lineup, count, seed, threads=threads)
    name = f"{profile}: {policy.name} against {policy.name}, a session"
    return compare(name, chips_of(accounts) / UNIT, accounts.reward)


def show(title: str, found: Sequence[Ratio]) -> None:
    """Print a table of ratios, with the means for comparison."""
    table = Table(title=title)
    table.add_column("who plays", overflow="fold")
    for heading in ("raw mean", "adjusted mean", "variance ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        spread = [
            f"{mean:+.4f} ± {Z_95 * (variance / one.n) ** 0.5:.4f}"
            for mean, variance in (
                (one.raw_mean, one.raw_variance),
                (one.adjusted_mean, one.adjusted_variance),
            )
        ]
        table.add_row(one.name, *spread, f"{one.ratio:,.1f}")
    console.print(table)


@app.command()
def main(
    count: Annotated[int, typer.Option(min=2, help="Coups of each pair.")] = 32_768,
    session_count: Annotated[int, typer.Option(min=2, help="Sessions of each table.")] = 4_000,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    worst: Annotated[int, typer.Option(min=1, help="Deviations to print.")] = 10,
    out: Annotated[Path, typer.Option(help="JSON file of all ratios.")] = Path("runs/luck.json"),
    overwrite: Overwrite = False,
) -> None:
    """Measure by how much luck adjustment lowers the variance of coups and sessions."""
    started = time.time()
    output_file(out, overwrite=overwrite)
    pairs = {"book against book": book, "two random players": random}
    whole = [compare(name, *coups(policy, count, seed)) for name, policy in pairs.items()]
    cells = [compare(name, *coups(policy, count, seed)) for name, policy in deviations()]
    cells.sort(key=lambda one: one.ratio)
    tables = [
        sessions(profile, policy, session_count, seed)
        for profile in PROFILES["chemmy"]
        for policy in (book, random)
    ]
    show(f"a coup from a full shoe, {count:,} each", whole)
    show(f"the book with one cell changed: the least of {len(cells)}", cells[:worst])
    show(f"a seat's session, {session_count:,} each", tables)
    manifest = make_manifest("experiments.luck", seed, started)
    groups = {"coups": whole, "one_cell": cells, "sessions": tables}
    told = {name: [one.to_json() for one in group] for name, group in groups.items()}
    write_json(out, {"manifest": manifest, **told})
    console.print(f"written: {out}")


if __name__ == "__main__":
    app()
