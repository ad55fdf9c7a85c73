"""Punto Banco and Mini Baccarat: bets on Player, Banker or Tie (R-B1 to R-B3).

Both hands are played by the fixed table; one to twelve bettors, each on their own, choose an
outcome and a stake.

| | |
|---|---|
| Creation | `chemmy_env.punto_banco_v0.env()`, `pettingzoo.make("aec", "chemmy/punto_banco-v0")` |
| Parallel | `chemmy_env.punto_banco_v0.parallel_env()`: all bettors at once |
| Actions | Discrete(16): `Action` |
| Agents | `player_0` .. `player_11` (1 by default) |
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
from chemmy_env.environments.parallel import BettorsEnv
from chemmy_env.rules import Rules

__all__ = ["Action", "env", "parallel_env", "raw_env"]


class Action(IntEnum):
    """Actions of a bettor; the four stakes are those of the profile, from the least (R-B1)."""

    STAND = 0
    """Never legal here: actions mean the same in every game."""
    DRAW = 1
    """Never legal here."""
    PASS = 2
    """No bet."""
    BANCO = 3
    """Never legal here."""
    PLAYER_1 = 4
    PLAYER_2 = 5
    PLAYER_3 = 6
    PLAYER_4 = 7
    BANKER_1 = 8
    BANKER_2 = 9
    BANKER_3 = 10
    BANKER_4 = 11
    TIE_1 = 12
    TIE_2 = 13
    TIE_3 = 14
    TIE_4 = 15


class raw_env(TableEnv):
    """Outcome betting as a PettingZoo AEC environment.

    Args:
        profile: ``"punto"``, ``"mini"``, or a `Rules` value.
        num_players: bettors, 1 to 12; `None` for the profile's.
        render_mode: ``"ansi"``, ``"human"``, ``"svg"``, ``"rgb_array"`` or `None`.
        **settings: table options and fields of `Rules`, as in `chemmy_env.chemmy_v0`.

    Raises:
        ValueError: for anything unknown or impossible.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "punto_banco_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        profile: str | Rules | None = "punto",
        num_players: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(make_table("punto_banco", profile, num_players, **settings), render_mode)


def env(**settings: Any) -> raw_env:
    """Make a table of bettors who are asked in turn; see `raw_env`."""
    return raw_env(**settings)


def parallel_env(**settings: Any) -> BettorsEnv:
    """Make a table of bettors who are asked all at once; arguments as in `raw_env`."""
    return BettorsEnv(raw_env(**settings))
