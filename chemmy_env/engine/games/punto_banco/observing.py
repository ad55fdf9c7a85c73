"""What a bettor sees: nothing at this table is hidden but the shoe."""

from __future__ import annotations

from chemmy_env.engine.common.observing import write_chips, write_phase, write_shoe, write_sides
from chemmy_env.engine.machine.jit import jit, put


@jit
def observe(table, config, seat, out):
    """Write what `seat` may know into `out`, (D,) float32."""
    out[:] = 0.0
    write_phase(table, config, seat, out)
    write_chips(table, config, seat, out)
    write_sides(table, config, seat, out)
    if 1 <= table.result <= 3:
        put(out, config.at_result + table.result - 1, 1.0)
    write_shoe(table, config, seat, out)
