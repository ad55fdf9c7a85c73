"""Bets named at the same time: what each bettor is asked before anybody has bet."""

from __future__ import annotations

from chemmy_env.engine.common.actions import write_mask_and_choices
from chemmy_env.engine.games.punto_banco.observing import observe
from chemmy_env.engine.games.punto_banco.session import offer_bets
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import MAY_PASS, Stage


@jit
def ask_all(tables, configs, observation, mask):
    """Write what every bettor sees and may do at the start of a round.

    A bettor who cannot stake may only pass.

    Args:
        tables: (2,) records: the table, whose first bettor is asked, and one to work in.
        configs: (1,) compiled rules and options.
        observation: (P, D) float32, written.
        mask: (P, A) int8, written.
    """
    config = configs[0]
    for seat in range(config.num_seats):
        tables[1] = tables[0]
        alone = tables[1]
        alone.cursor = seat
        alone.stage = Stage.STAKES
        offer_bets(alone, config)
        if alone.seat != seat:
            alone.seat = seat
            alone.legal = MAY_PASS
            alone.least = 0
            alone.most = 0
        observe(alone, config, seat, observation[seat])
        write_mask_and_choices(alone, config, mask[seat])
