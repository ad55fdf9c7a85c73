"""The record of a built-in player, which the compiled loops play."""

from __future__ import annotations

from typing import Final

import numpy as np

from chemmy_env.engine.machine.record_types import declare_record

RANDOM: Final = 0
TABLE: Final = 1
EXTERNAL: Final = -1
"""Index of a seat that is not played inside the loop; -2, -3 ... for further ones."""
PLAYER_DTYPE: Final = declare_record(
    np.dtype(
        [
            ("kind", np.int64),
            # Chances of drawing: bettors (one, several) by total; total by third card.
            ("punter", np.float64, (2, 10)),
            ("banker", np.float64, (10, 11)),
            # Whether the drawing rule is kept where the table lets it be broken (R-K4).
            ("obeys", np.int64),
            # Money, in hundredths of the starting chips; banco_multiple in multiples of the bank.
            ("bank", np.float64),
            ("stake", np.float64),
            ("banco_multiple", np.float64),
            ("significant_win", np.float64),
        ],
        align=True,
    )
)
