"""Checks of rules: the words of an error, and what must hold for one game only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from chemmy_env.rules import options
from chemmy_env.rules.requiring import (
    LARGEST_STAKE,
    MAX_LISTED_STAKES,
    MAX_SEATS,
    is_whole,
    require,
)

if TYPE_CHECKING:
    from chemmy_env.rules.model import Rules


_BANKING: Final = (
    "bank",
    "succession",
    "ordinary_turn",
    "suivi",
    "banco_first",
    "naming",
    "bystanders",
    "strict_five",
    "misplay",
    "tie",
    "asks_after_tie",
)
_ONE_COUP: Final = ("bettors", "with_replacement")
_LACKED: Final[dict[str, tuple[str, ...]]] = {
    "chemmy": ("stakes", "tie_pays", "house", *_ONE_COUP),
    "punto_banco": (*_BANKING, "min_bank", "max_bank", "first_banker", "if_uncovered", "house",
                    "min_stake", "max_stake", *_ONE_COUP),
    "banque": (*_BANKING, "stakes", "tie_pays", *_ONE_COUP),
    "coup": ("bank", "succession", "ordinary_turn", "suivi", "banco_first", "naming", "bystanders",
             "tie", "asks_after_tie", "max_bank", "if_uncovered", "compulsory_stake", "stakes",
             "tie_pays", "house", "min_stake", "max_stake", "reshuffle_below"),
}  # fmt: skip
"""Rules that a game does not have."""


def check_game(rules: Rules, usual: Mapping[str, Any]) -> None:
    """Check what holds for the rules' game: most of all, that it has every rule that is changed.

    Args:
        rules: what to check.
        usual: each field's default.

    Raises:
        ValueError: names the field, the value and what is allowed.
    """
    for name in _LACKED[rules.game]:
        require(getattr(rules, name) == usual[name], name, getattr(rules, name),
                f"{usual[name]!r}: {rules.game} has no such rule")  # fmt: skip
    if rules.game == "chemmy":
        require(rules.min_bank >= 2, "min_bank", rules.min_bank, "at least 2 (R-H2)")
        return
    if rules.game == "coup":
        _check_coup(rules)
        return
    require(rules.naturals == "both", "naturals", rules.naturals, f"'both' for {rules.game}")
    if rules.game == "punto_banco":
        _check_punto_banco(rules)
        least = rules.stakes[0]
    else:
        _check_banque(rules)
        least = rules.min_stake
    require(rules.starting_chips >= least, "starting_chips", rules.starting_chips,
            f"at least the least stake, {least}")  # fmt: skip


def _check_coup(rules: Rules) -> None:
    """One coup: two sides, a chip each, nobody to choose a bank or a stake."""
    for name, only in (("max_coups", 1), ("starting_chips", 1), ("min_bank", 1),
                       ("min_players", 2), ("max_players", 2), ("num_players", 2),
                       ("at_max_coups", "terminated"), ("first_banker", "seat_0")):  # fmt: skip
        require(getattr(rules, name) == only, name, getattr(rules, name),
                f"{only!r}: coup has no such rule")  # fmt: skip


def _check_punto_banco(rules: Rules) -> None:
    stakes = rules.stakes
    rising = (
        isinstance(stakes, tuple)
        and 1 <= len(stakes) <= MAX_LISTED_STAKES
        and all(is_whole(stake) and 1 <= stake <= LARGEST_STAKE for stake in stakes)
        and list(stakes) == sorted(set(stakes))
    )
    require(rising, "stakes", stakes, f"a tuple of 1 to {MAX_LISTED_STAKES} rising whole numbers "
            f"from 1 to {LARGEST_STAKE} (R-B1)")  # fmt: skip
    for name in ("punter_one", "punter_several"):
        row = getattr(rules, name)
        require("F" not in row and row == rules.punter_one, name, row,
                "S and D alone, and one row for all (R-B2)")  # fmt: skip
    require(not any("F" in row for row in rules.banker_rows), "banker_rows", rules.banker_rows,
            "S and D alone (R-B2)")  # fmt: skip


def _check_banque(rules: Rules) -> None:
    for name in ("punter_one", "punter_several"):
        require(getattr(rules, name) == options.CAPTAIN_FREE, name, getattr(rules, name),
                f"{options.CAPTAIN_FREE!r}: captains are free (R-T5)")  # fmt: skip
    require(rules.banker_rows == options.BANKER_FREE, "banker_rows", rules.banker_rows,
            "all F: the banker is free (R-T6)")  # fmt: skip
    most = rules.max_stake
    require(most is None or most >= rules.min_stake, "max_stake", most,
            f"at least min_stake = {rules.min_stake}")  # fmt: skip
    if rules.house == "none":
        return
    require(most is not None, "max_stake", most, "a limit, where the house banks (R-T1)")
    require(rules.if_uncovered == "end", "if_uncovered", rules.if_uncovered,
            "'end': the house does not pass its bank (R-T5)")  # fmt: skip
    require(rules.max_bank is None, "max_bank", rules.max_bank,
            "None: the house has no limit of capital (R-T1)")  # fmt: skip
    if rules.house == "agent":
        require(rules.max_players < MAX_SEATS, "max_players", rules.max_players,
                f"at most {MAX_SEATS - 1}: the house has a seat (R-T9)")  # fmt: skip
