"""Chemin de fer, the card table.

The card table of Bertrand, Borel and von Neumann: three to twelve players bank in turn, cover
the bank, and draw or stand, with masked actions. docs/rules.md numbers the rules, and
docs/environment.md lists every number of the observation.

| | |
|---|---|
| Creation | `chemmy_env.chemmy_v0.env()` or `pettingzoo.make("aec", "chemmy/chemmy-v0")` |
| Actions | Discrete(10): `Action`; with `stakes="chips"`, one a whole chip; `LEAVE` by option |
| Agents | `player_0` .. `player_11` (3 to 12; 6 by default) |
| Observation | Dict: `observation` (D,) float32, `action_mask` (A,) int8 |
| Rewards | `placement` at home, `chips` elsewhere |

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
    """Actions at the table; amounts are levels of what is legal (``stakes="levels"``).

    With ``stakes="chips"`` actions from 4 on are whole chips instead: action 3 + k is k chips.
    """

    STAND = 0
    DRAW = 1
    PASS = 2
    """Decline, retire, stake nothing, leave the excess."""
    BANCO = 3
    """Cover the whole bank alone."""
    LEAST = 4
    """The least legal amount; also: carry on, where the bank's size is fixed."""
    EIGHTH = 5
    """The least, and an eighth of what lies between it and the most."""
    QUARTER = 6
    HALF = 7
    THREE_QUARTERS = 8
    ALL = 9
    """The most."""
    LEAVE = 10
    """Leave the table for good; exists with ``leaving=True`` alone, always as the last action."""


class raw_env(TableEnv):
    """The chemin de fer table as a PettingZoo AEC environment.

    Args:
        profile: ``"home"`` (R-H), ``"practice"`` (R-P), ``"salon"`` (R-S), ``"club"`` (R-K), or a
            `Rules` value.
        num_players: seats; `None` for the profile's.
        render_mode: ``"ansi"``, ``"human"``, ``"svg"``, ``"rgb_array"`` or `None`.
        **settings: ``stakes`` ("levels" or "chips"), ``forced_moves`` ("skip" or "ask"), ``reward``
            ("placement", "chips", "ahead", "luck_adjusted" or `None` for the profile's aim),
            ``illegal`` ("terminate" or "raise"), ``history`` (0 to 32 public events), and any field
            of `Rules`, such as ``decks=8`` or ``max_bank=20``.

    Raises:
        ValueError: for anything unknown or impossible; it names the setting, the value and what is
            allowed.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "chemmy_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        profile: str | Rules | None = "home",
        num_players: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(make_table("chemmy", profile, num_players, **settings), render_mode)


def env(**settings: Any) -> raw_env:
    """Make a chemin de fer table; see `raw_env`. No wrappers: `step` checks for itself."""
    return raw_env(**settings)
