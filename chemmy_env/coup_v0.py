"""# One coup.

The matrix game of the literature: one coup of chemin de fer between `punter_0` and `banker_0`, a
chip each, with nothing to decide but whether to draw. Small enough for tabular methods, and solved
to the last digit by `chemmy_env.exact`: with cards drawn with replacement and both sides seeing
totals it is the 2 x 2^88 game of Kemeny and Snell (1957), whose value to the punter is
-679568/53094899.

| | |
|---|---|
| Creation | `chemmy_env.coup_v0.env()` or `pettingzoo.make("aec", "chemmy/coup-v0")` |
| Actions | Discrete(4): `Action`; BANCO is never legal |
| Agents | `punter_0`, `banker_0` |
| Observation | Dict: `observation` (D,) float32, `action_mask` (A,) int8 |
| Rewards | chips: 1, 0 or -1; the banker's less the commission |

A coup in which nobody has a choice, most often because of a natural, asks the punter to PASS once
both hands lie open. So every session has a step, no reward is lost, and no coup is left out:
dealing again until somebody is asked would change the game.

### Version history

* v0: first version
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from chemmy_env.engine.tables import make_table
from chemmy_env.environments.aec import RENDER_MODES, TableEnv
from chemmy_env.rules import Rules
from chemmy_env.rules.games import COUP

if TYPE_CHECKING:
    from chemmy_env.exact import BankerTable, PunterTable
    from chemmy_env.policies import Player

__all__ = ["Action", "env", "policy_table", "raw_env"]

AGENTS = COUP.agents


class Action(IntEnum):
    """Actions in a coup."""

    STAND = 0
    DRAW = 1
    PASS = 2
    """See the coup settled, in which nobody had a choice."""
    BANCO = 3
    """Never legal here: actions mean the same in every game."""


class raw_env(TableEnv):
    """One coup as a PettingZoo AEC environment.

    Args:
        profile: ``"free"``, the literature's coup (punter free on 5, banker free on 0-7), or the
            coup of ``"home"``, ``"practice"``, ``"salon"``, ``"club"``, or of a `Rules` value.
        sees: what each side sees of its own first two cards: their ``"total"``, or the ``"hand"``.
        bettors: how many bet on the punter's hand, which is what R-H8 asks.
        with_replacement: draw each card from a full shoe (model A of the literature).
        render_mode: ``"ansi"``, ``"human"``, ``"svg"``, ``"rgb_array"`` or `None`.
        **settings: ``forced_moves`` ("skip" or "ask"), ``illegal`` ("terminate" or "raise"),
            ``history`` (0 to 32 public events), and the rules of a coup: ``decks``, ``commission``,
            ``naturals``, ``punter_one``, ``punter_several``, ``banker_rows``, ``strict_five``,
            ``misplay``.

    Raises:
        ValueError: for anything unknown or impossible; it names the setting, the value and what is
            allowed.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "coup_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        profile: str | Rules | None = "free",
        sees: Literal["total", "hand"] = "total",
        bettors: int = 1,
        with_replacement: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        compiled = make_table(
            "coup", profile, sees=sees, bettors=bettors, with_replacement=with_replacement,
            **settings,
        )  # fmt: skip
        super().__init__(compiled, render_mode)


def env(**settings: Any) -> raw_env:
    """Make a coup; see `raw_env`. Nothing needs wrapping: `step` checks for itself."""
    return raw_env(**settings)


def policy_table(
    policy: str | Player, agent: str, table: Any = None, rolls: int | None = None
) -> PunterTable | BankerTable:
    """Read a policy out as an exact table over its information sets, for `chemmy_env.exact`.

    Args:
        policy: any object with ``act_batch(observation, action_mask, rng)``, or a name. One with
            ``draw_chance(observation, action_mask)`` is taken at its word; any other is asked
            `rolls` times at each question (see `chemmy_env.policies.readout`).
        agent: ``"punter_0"`` or ``"banker_0"``.
        table: the coup it plays: an environment of this module, or `Tables` of the game ``"coup"``;
            `None` for the default.
        rolls: how often a policy that cannot say its chances is asked; 1 will do for one that
            always acts the same.

    Raises:
        ValueError: for an unknown policy or agent, or a table of another game.
    """
    from chemmy_env.policies import make, readout

    table = make_table("coup") if table is None else getattr(table, "unwrapped", table)
    compiled = getattr(table, "compiled", table)
    player = make(policy, compiled)
    return readout.policy_table(player, agent, compiled, readout.ROLLS if rolls is None else rolls)
