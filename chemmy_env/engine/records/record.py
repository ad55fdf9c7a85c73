"""The state of one table as one record, and the compiled rules as another.

Every game uses the same record type, twelve seats wide, so that each kernel is compiled once. The
shoe lies beside it in a byte array of its own, whose length depends on the number of packs.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from chemmy_env.engine.machine.record_types import declare_record
from chemmy_env.rules.requiring import MAX_SEATS

MAX_HISTORY: Final = 32
"""Public events that a table remembers, and the largest `history`."""

TABLE_DTYPE: Final = declare_record(
    np.dtype(
        [
            # Random numbers are keyed, not carried along (engine/common/keys.py).
            ("key", np.uint64),
            ("session_key", np.uint64),
            ("shoe_key", np.uint64),
            ("roll_key", np.uint64),
            ("session", np.int64),
            ("decisions", np.int64),
            # The shoe: how many were shuffled, the next card, and how far it was laid out by hand.
            ("shoe", np.int32),
            ("position", np.int32),
            ("laid", np.int32),
            # The banker's handful (R-K7): where it ends, 0 before the first; and how many cards
            # were thrown in unseen, which lie at the top of the shoe.
            ("supply_end", np.int32),
            ("thrown_in", np.int32),
            # The question, and what answers it; amounts in whole chips. How many actions are open.
            ("stage", np.int8),
            ("phase", np.int8),
            ("seat", np.int8),
            ("legal", np.uint8),
            ("least", np.int32),
            ("most", np.int32),
            ("choices", np.int32),
            # Progress of a round of offers.
            ("cursor", np.int8),
            ("origin", np.int8),
            ("last", np.int8),
            # Roles; -1 for nobody.
            ("banker", np.int8),
            ("turn", np.int8),
            ("suivi", np.int8),
            ("banco", np.int8),
            ("active", np.int8),
            ("bettors", np.int8),
            # Seats that have left the table, a bit each (R-S9).
            ("left", np.int32),
            ("misplayed", np.int8),
            ("credited", np.int8),
            ("over", np.int8),
            ("result", np.int8),
            ("coups", np.int32),
            ("required", np.int32),
            # Money in units of 1/10,000 of a chip.
            ("bank", np.int64),
            ("offered", np.int64),
            ("covered", np.int64),
            ("bystanders", np.int64),
            ("commission", np.int64),
            ("outside", np.int64),
            ("balance", np.int64, (MAX_SEATS,)),
            ("stake", np.int64, (MAX_SEATS,)),
            ("start", np.int64, (MAX_SEATS,)),
            # Chips, or shares of places: what the last action earned each seat.
            ("reward", np.float64, (MAX_SEATS,)),
            ("side", np.int8, (MAX_SEATS,)),
            # The hands: punter (or right), left, bank; two cards and a third.
            ("cards", np.uint8, (3, 3)),
            ("third", np.int8, (3,)),
            ("pointer", np.int8, (2,)),
            ("captain", np.int8, (2,)),
            ("seen", np.int16, (10,)),
            ("shown", np.int32),
            # What observations say of the shoe: shares of the ten values, and of the cards left.
            ("shoe_view", np.float32, (11,)),
            # Ring of public events: kind, seat, value, side (-1: none).
            ("num_events", np.int32),
            ("events", np.int32, (MAX_HISTORY, 4)),
        ],
        align=True,
    )
)
"""State of one table; `Tables.state` is an array of these."""


def copy_records(tables: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Copy records byte by byte: numpy's own copy leaves stray memory between the fields."""
    return tables.view(np.uint8).copy().view(TABLE_DTYPE)
