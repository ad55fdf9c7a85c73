"""What a seat at the chemin de fer table sees."""

from __future__ import annotations

from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.common.observing import (
    steps,
    write_chips,
    write_hand,
    write_phase,
    write_shoe,
)
from chemmy_env.engine.games.chemmy.knowing import sees
from chemmy_env.engine.machine.jit import jit_inline, put
from chemmy_env.engine.records.codes import BANK_HAND, PUNTER_HAND, UNDECIDED, Phase


@jit_inline
def observe(table, config, seat, out):
    """Write what `seat` may know into `out`, (D,) float32."""
    out[:] = 0.0
    seats = config.num_seats
    per_unit = config.per_unit
    phase = table.phase
    playing = phase >= Phase.PUNTER
    write_phase(table, config, seat, out)
    write_chips(table, config, seat, out)
    put(out, config.at_bank, (table.offered if playing else table.bank) * per_unit)
    put(out, config.at_covered, table.covered * per_unit)
    if phase in (Phase.CONTINUE, Phase.SUCCEED):
        put(out, config.at_required, table.required * UNIT * per_unit)
    put(out, config.at_several, table.bettors > 1)
    if table.banker >= 0:
        put(out, config.at_banker + steps(table.banker, seat, seats), 1.0)
        if config.ordinary_turn:
            put(out, config.at_turn, (steps(table.turn, seat, seats) + 1) * config.per_seat)
    if table.suivi >= 0 and config.suivi:
        put(out, config.at_suivi, (steps(table.suivi, seat, seats) + 1) * config.per_seat)
    if playing:
        third = table.third[PUNTER_HAND]
        if third != UNDECIDED:
            put(out, config.at_third + third, 1.0)
        if sees(table, config, seat, PUNTER_HAND):
            write_hand(table, config, PUNTER_HAND, out)
        elif sees(table, config, seat, BANK_HAND):
            write_hand(table, config, BANK_HAND, out)
    if 1 <= table.result <= 3:
        put(out, config.at_result + table.result - 1, 1.0)
    write_shoe(table, config, seat, out)
