"""The coup with replacement (model A1, Kemeny & Snell 1957) as a game of OpenSpiel.

For holding `chemmy_env.exact` against the algorithms of another library (Lanctot et al. 2019,
OpenSpiel: a framework for reinforcement learning in games, arXiv 1908.09453): its best responses,
NashConv and counterfactual regret minimisation know nothing of ours. Needs the extra ``openspiel``;
importing this module registers ``python_chemin_coup``.

Who may draw or stand comes from the option tables of `chemmy_env.rules`; forced draws and stands
are played by the game itself. Both sides see their totals alone, so chance deals totals.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from chemmy_env.exact import BankerTable, PunterTable, Shoe
from chemmy_env.exact.cells import STOOD, TOTALS
from chemmy_env.exact.coup import FREE_COUP, as_rules
from chemmy_env.rules import DRAW, FREE

Chances = npt.NDArray[np.float64]

NAME: Final = "python_chemin_coup"
PUNTER: Final = 0
BANKER: Final = 1
NATURAL: Final = 8
_UNDECIDED: Final = -1
_RULES: Final = as_rules(FREE_COUP)
_PUNTER_OPTIONS: Final = _RULES.punter_options[0]
_BANKER_OPTIONS: Final = _RULES.banker_options


def _deals() -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """Return the chances of a card's value, and of a two-card total."""
    counts = Shoe.with_replacement().counts
    cards = sum(counts)
    totals = [
        sum(counts[one] * counts[(total - one) % 10] for one in range(10)) for total in range(10)
    ]
    return (
        [(value, count / cards) for value, count in enumerate(counts)],
        [(total, ways / cards**2) for total, ways in enumerate(totals)],
    )


_CARDS, _TOTALS = _deals()
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Python Chemin de Fer Coup",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=2,
    max_chance_outcomes=10,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=2,
)


class CoupState(pyspiel.State):
    """One coup on its way: two totals, then at most one card for each side."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.totals: list[int] = []
        self.third = _UNDECIDED
        """The punter's third card; `STOOD` without one."""
        self.drawing = _UNDECIDED
        """The side that waits for a card."""
        self.over = False

    def current_player(self) -> int:
        """Return whose turn it is: a side, chance, or nobody's."""
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if len(self.totals) < 2 or self.drawing != _UNDECIDED:
            return int(pyspiel.PlayerId.CHANCE)
        return PUNTER if self.third == _UNDECIDED else BANKER

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may deal next, a total or a card, with its chances."""
        return _TOTALS if len(self.totals) < 2 else _CARDS

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._deal(action)
        else:
            self._decide(self.current_player(), action == 1)

    def _deal(self, dealt: int) -> None:
        if len(self.totals) < 2:
            self.totals.append(dealt)
            if len(self.totals) == 2:
                if max(self.totals) >= NATURAL:
                    self.over = True
                else:
                    self._ask(PUNTER, int(_PUNTER_OPTIONS[self.totals[PUNTER]]))
            return
        side, self.drawing = self.drawing, _UNDECIDED
        if side == PUNTER:
            self.third = dealt
            self._ask(BANKER, int(_BANKER_OPTIONS[self.totals[BANKER], dealt]))
        else:
            self.totals[BANKER] = (self.totals[BANKER] + dealt) % 10
            self.over = True

    def _ask(self, side: int, option: int) -> None:
        """Play what the rules decide; leave the rest to the side."""
        if option != FREE:
            self._decide(side, option == DRAW)

    def _decide(self, side: int, draws: bool) -> None:
        if draws:
            self.drawing = side
        elif side == PUNTER:
            self.third = STOOD
            self._ask(BANKER, int(_BANKER_OPTIONS[self.totals[BANKER], STOOD]))
        else:
            self.over = True

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return "draw" if action else "stand"

    def is_terminal(self) -> bool:
        """Tell whether the coup is settled."""
        return self.over

    def returns(self) -> list[float]:
        """Return what a chip has brought each side."""
        if not self.over:
            return [0.0, 0.0]
        punter, banker = self.totals
        if 0 <= self.third < STOOD:
            punter = (punter + self.third) % 10
        won = float((punter > banker) - (punter < banker))
        return [won, -won]

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a side knows when it is asked, as the labels of `chemmy_env.exact`."""
        side = self.current_player() if player is None else player
        if len(self.totals) <= side:
            return f"{side}"
        shown = "" if side == PUNTER or self.third == _UNDECIDED else f" v {self.third}"
        return f"{side}: {self.totals[side]}{shown}"

    def __str__(self) -> str:
        """Show the state for debugging."""
        return f"{self.totals} third {self.third} drawing {self.drawing}"


class CoupGame(pyspiel.Game):
    """One coup with replacement, both sides seeing totals."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> CoupState:
        """Return the state before the deal."""
        return CoupState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CoupObserver:
        """Return what OpenSpiel's compiled algorithms read information states with."""
        return CoupObserver()


class CoupObserver:
    """An observer of OpenSpiel that has words and no numbers."""

    def __init__(self) -> None:
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Chances] = {}

    def set_from(self, state: CoupState, player: int) -> None:
        """Write no numbers: no algorithm used here asks for them."""

    def string_from(self, state: CoupState, player: int) -> str:
        """Return what a side knows."""
        return state.information_state_string(player)


pyspiel.register_game(_TYPE, CoupGame)


def chances_by_label(punter: PunterTable, banker: BankerTable) -> dict[str, Chances]:
    """Return ``[stand, draw]`` chances by information state, for OpenSpiel's policies."""
    found = {}
    for total in TOTALS:
        found[f"{PUNTER}: {total}"] = _pair(punter[total])
        for third in range(STOOD + 1):
            found[f"{BANKER}: {total} v {third}"] = _pair(banker[total, third])
    return found


def _pair(draw: Fraction) -> Chances:
    return np.array([float(1 - draw), float(draw)])


def tables_of(policy: Any) -> tuple[PunterTable, BankerTable]:
    """Read an OpenSpiel policy out as tables.

    Args:
        policy: a `TabularPolicy` of this game, or one that has `policy_for_key`.

    Returns:
        The punter's and the banker's chances of drawing; where the rules decide, the rules'.
    """
    punter = (_PUNTER_OPTIONS[: len(TOTALS)] == DRAW).astype(float)
    banker = (_BANKER_OPTIONS[: len(TOTALS)] == DRAW).astype(float)
    for total in TOTALS:
        if _PUNTER_OPTIONS[total] == FREE:
            punter[total] = policy.policy_for_key(f"{PUNTER}: {total}")[1]
        for third in range(STOOD + 1):
            if _BANKER_OPTIONS[total, third] == FREE:
                key = f"{BANKER}: {total} v {third}"
                banker[total, third] = policy.policy_for_key(key)[1]
    return PunterTable(punter), BankerTable(banker)
