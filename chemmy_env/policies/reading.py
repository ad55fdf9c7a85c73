"""Read from an observation of chemin de fer, or of one coup of it, what a draw depends on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from chemmy_env.engine.records.codes import DRAW, STAND, Phase
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies.base import Array
from chemmy_env.rules.options import STOOD


class Reader:
    """Reads the observations of a table.

    Args:
        table: whose observations they are.

    Raises:
        ValueError: for a game in which a draw depends on more.
    """

    def __init__(self, table: CompiledTable) -> None:
        if table.rules.game not in ("chemmy", "coup"):
            raise ValueError(f"game = {table.rules.game!r}: expected 'chemmy' or 'coup'")
        self._at = {field.name: field.slice for field in table.fields}

    def asked(self, observation: Array) -> npt.NDArray[np.bool_]:
        """Tell, row by row, whether a card is in question."""
        phase = observation[:, self._at["phase"]].argmax(axis=1)
        return np.asarray(phase >= Phase.PUNTER)

    def several(self, seen: Array) -> bool:
        """Tell whether several seats bet in this coup (R-H8)."""
        return bool(seen[self._at["several"]][0] > 0.5)

    def cell(self, seen: Array) -> tuple[int, int | None]:
        """Return the own total, and the punter's third card (10: stood); `None` for the punter."""
        total = int(seen[self._at["total"]].argmax())
        if int(seen[self._at["phase"]].argmax()) == Phase.PUNTER:
            return total, None
        return total, int(seen[self._at["third"]][: STOOD + 1].argmax())

    def chance(self, seen: Array, mask: Array, tables: Any) -> Any:
        """Return the chance of drawing that tables give; what is forced is 0 or 1.

        Args:
            seen: (D,) float32.
            mask: (A,) int8.
            tables: anything with ``punter`` by total, and ``banker`` by total and third card.
        """
        if not (mask[STAND] and mask[DRAW]):
            return int(mask[DRAW] != 0)
        total, third = self.cell(seen)
        return tables.punter[total] if third is None else tables.banker[total, third]

    def shown(self, seen: Array, full: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the cards of value 0-9 that the shoe has shown, ``(10,)``, out of `full`."""
        return np.rint(seen[self._at["seen"]] * full).astype(np.int64)
