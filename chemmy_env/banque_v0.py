"""Banque with two tableaux, against a player's bank or the house's (R-T1 to R-T9).

Bettors back the right or the left hand; a captain plays each against the one hand of the banker.

| | |
|---|---|
| Creation | `chemmy_env.banque_v0.env()` or `pettingzoo.make("aec", "chemmy/banque-v0")` |
| Actions | Discrete(16): `Action`; with `stakes="chips"`, one a side and whole chip |
| Agents | `player_0` .. `player_5`; with `house="agent"` also `player_6`, the house |
| Observation | Dict: `observation` (D,) float32, `action_mask` (A,) int8 |
| Rewards | chips |

### Version history

* v0: first version
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, ClassVar

from chemmy_env.engine.tables import make_table
from chemmy_env.environments.aec import RENDER_MODES, TableEnv
from chemmy_env.rules import Rules

__all__ = ["Action", "env", "raw_env"]


class Action(IntEnum):
    """Actions at the two tableaux; amounts are levels of what is legal (``stakes="levels"``).

    With ``stakes="chips"`` there are as many amounts a side as chips: k on the right is action
    3 + k, and the left's follow.
    """

    STAND = 0
    DRAW = 1
    PASS = 2
    """No bet; retire; decline the bank."""
    BANCO = 3
    """Never legal here: actions mean the same in every game."""
    RIGHT_LEAST = 4
    """The least stake on the right; also: take the bank, or keep it."""
    RIGHT_EIGHTH = 5
    RIGHT_QUARTER = 6
    RIGHT_HALF = 7
    RIGHT_THREE_QUARTERS = 8
    RIGHT_ALL = 9
    LEFT_LEAST = 10
    LEFT_EIGHTH = 11
    LEFT_QUARTER = 12
    LEFT_HALF = 13
    LEFT_THREE_QUARTERS = 14
    LEFT_ALL = 15


class raw_env(TableEnv):
    """Two tableaux as a PettingZoo AEC environment.

    Args:
        profile: ``"ouverte"`` (a player banks), ``"limitee"`` (the house banks), or a `Rules`.
        num_players: seats; `None` for the profile's.
        render_mode: ``"ansi"``, ``"human"``, ``"svg"``, ``"rgb_array"`` or `None`.
        **settings: table options and fields of `Rules`, as in `chemmy_env.chemmy_v0`;
            ``house="agent"`` makes the house of ``"limitee"`` an agent (R-T9).

    Raises:
        ValueError: for anything unknown or impossible.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "banque_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        profile: str | Rules | None = "ouverte",
        num_players: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(make_table("banque", profile, num_players, **settings), render_mode)


def env(**settings: Any) -> raw_env:
    """Make a table of two tableaux; see `raw_env`."""
    return raw_env(**settings)
