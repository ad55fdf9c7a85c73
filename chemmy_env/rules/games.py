"""The games: everything that is a fact about a game and not about one table of it.

The engine, the environments, the adapters and the words printed read these values; how a game is
played is in chemmy_env/engine/games, in a folder of the game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from chemmy_env.rules import options
from chemmy_env.rules.requiring import (
    LARGEST_STAKE,
    MAX_LISTED_STAKES,
    MAX_SEATS,
    is_whole,
    require,
)


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game; `check` takes a `Rules`, of which this module knows nothing."""

    name: str
    """What the compiled rules are marked with, and the folder under engine/games."""
    title: str
    """In print."""
    module: str
    """The PettingZoo module; ``chemmy_env.<module>.env`` makes its environment."""
    sides: tuple[str, ...]
    """Sides a stake can lie on, in the order of their actions."""
    side_titles: tuple[str, ...]
    """Those sides in a sentence: a stake on ..."""
    hands: tuple[tuple[int, str], ...]
    """Hands in play: index in the record, name."""
    punter: str
    """Who draws against the bank, and whose option table comes first."""
    results: tuple[str, ...]
    """How a coup ends, in the order of the engine's `Result` codes from 1."""
    most_cards: int
    """Cards that a coup can take: a hand has at most three."""
    adjusts_luck: bool = False
    """Whether the luck of the cards can be taken out of its rewards (R-L)."""
    agents: tuple[str, ...] = ()
    """What its seats are called; empty for ``player_<seat>``."""
    aec_parallel: bool = False
    """Whether all seats can act at once, so that there is a ``parallel_env`` too."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Values of rules that it lacks, where they are not the fields' defaults."""
    check: Callable[[Any], None] = lambda rules: None
    """Raise `ValueError` if rules do not suit the game."""


def _check_chemmy(rules: Any) -> None:
    require(rules.min_bank >= 2, "min_bank", rules.min_bank, "at least 2 (R-H2)")


def _check_punto_banco(rules: Any) -> None:
    _check_naturals(rules)
    stakes = rules.listed_stakes
    rising = (
        isinstance(stakes, tuple)
        and 1 <= len(stakes) <= MAX_LISTED_STAKES
        and all(is_whole(stake) and 1 <= stake <= LARGEST_STAKE for stake in stakes)
        and list(stakes) == sorted(set(stakes))
    )
    require(
        rising,
        "listed_stakes",
        stakes,
        f"a tuple of 1 to {MAX_LISTED_STAKES} rising whole numbers from 1 to {LARGEST_STAKE} "
        "(R-B1)",
    )
    for name in ("punter_one", "punter_several"):
        row = getattr(rules, name)
        same = "F" not in row and row == rules.punter_one
        require(same, name, row, "S and D alone, and one row for all (R-B2)")
    free = any("F" in row for row in rules.banker_rows)
    require(not free, "banker_rows", rules.banker_rows, "S and D alone (R-B2)")
    _check_least_stake(rules, stakes[0])


def _check_banque(rules: Any) -> None:
    _check_naturals(rules)
    for name in ("punter_one", "punter_several"):
        row = getattr(rules, name)
        free = options.CAPTAIN_FREE
        require(row == free, name, row, f"{free!r}: captains are free (R-T5)")
    free_banker = rules.banker_rows == options.BANKER_FREE
    require(free_banker, "banker_rows", rules.banker_rows, "all F: the banker is free (R-T6)")
    _check_least_stake(rules, rules.min_stake)
    most = rules.max_stake
    least = rules.min_stake
    require(most is None or most >= least, "max_stake", most, f"at least min_stake = {least}")
    if rules.house == "none":
        return
    require(most is not None, "max_stake", most, "a limit, where the house banks (R-T1)")
    words = "None: the house has no limit of capital (R-T1)"
    require(rules.max_bank is None, "max_bank", rules.max_bank, words)
    if rules.house == "agent":
        words = f"at most {MAX_SEATS - 1}: the house has a seat (R-T9)"
        require(rules.max_players < MAX_SEATS, "max_players", rules.max_players, words)


def _check_naturals(rules: Any) -> None:
    both = rules.naturals == "both"
    require(both, "naturals", rules.naturals, f"'both' for {rules.game}")


def _check_least_stake(rules: Any, least: int) -> None:
    chips = rules.starting_chips
    require(chips >= least, "starting_chips", chips, f"at least the least stake, {least}")


CHEMMY: Final = Game(
    name="chemmy",
    title="Chemin de fer",
    module="chemmy_v0",
    sides=("punter",),
    side_titles=("the punters' hand",),
    hands=((0, "Punter"), (2, "Bank")),
    punter="Punter",
    results=("the punters won", "the bank won", "a tie", "nobody covered the bank"),
    most_cards=6,
    adjusts_luck=True,
    check=_check_chemmy,
)
PUNTO_BANCO: Final = Game(
    name="punto_banco",
    title="Punto Banco",
    module="punto_banco_v0",
    sides=("Player", "Banker", "Tie"),
    side_titles=("Player", "Banker", "Tie"),
    hands=((0, "Player"), (2, "Banker")),
    punter="Player",
    results=("Player won", "Banker won", "a tie"),
    most_cards=6,
    aec_parallel=True,
    check=_check_punto_banco,
)
BANQUE: Final = Game(
    name="banque",
    title="Banque with two tableaux",
    module="banque_v0",
    sides=("right", "left"),
    side_titles=("the right", "the left"),
    hands=((0, "Right"), (1, "Left"), (2, "Bank")),
    punter="Captain",
    results=("the punters won", "the bank won", "a tie", "nobody covered the bank"),
    most_cards=9,
    check=_check_banque,
)
COUP: Final = Game(
    name="coup",
    title="One coup of chemin de fer",
    module="coup_v0",
    sides=("punter",),
    side_titles=("the punter's hand",),
    hands=((0, "Punter"), (2, "Bank")),
    punter="Punter",
    results=("the punter won", "the bank won", "a tie"),
    most_cards=6,
    adjusts_luck=True,
    agents=("punter_0", "banker_0"),
    fixed={  # Two sides, a chip each, nobody to choose a bank or a stake.
        "max_coups": 1,
        "starting_chips": 1,
        "min_bank": 1,
        "min_players": 2,
        "max_players": 2,
        "num_players": 2,
        "at_max_coups": "terminated",
        "first_banker": "seat_0",
    },
)
GAMES: Final = {game.name: game for game in (CHEMMY, PUNTO_BANCO, BANQUE, COUP)}
"""Every game by its name."""
