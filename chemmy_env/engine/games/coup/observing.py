"""What a side of a single coup sees."""

from __future__ import annotations

from chemmy_env.engine.common.observing import steps, write_hand, write_phase, write_shoe
from chemmy_env.engine.games.chemmy.knowing import sees
from chemmy_env.engine.machine.jit import jit, put
from chemmy_env.engine.records.codes import BANK_HAND, PUNTER_HAND, UNDECIDED, Phase
from chemmy_env.rules.options import STOOD


@jit
def observe(table, config, seat, out):
    """Write what `seat` may know into `out`, (D,) float32."""
    out[:] = 0.0
    write_phase(table, config, seat, out)
    put(out, config.at_several, table.bettors > 1)
    put(out, config.at_banker + steps(table.banker, seat, config.num_seats), 1.0)
    open_hands = table.phase == Phase.CONTINUE  # Nobody had a choice.
    if open_hands or table.phase >= Phase.PUNTER:
        third = table.third[PUNTER_HAND]
        if third != UNDECIDED and third <= STOOD:
            put(out, config.at_third + third, 1.0)
        own = BANK_HAND if seat == table.banker else PUNTER_HAND
        if open_hands or sees(table, config, seat, own):
            write_hand(table, config, own, out)
    if 1 <= table.result <= 3:
        put(out, config.at_result + table.result - 1, 1.0)
    write_shoe(table, config, seat, out)
