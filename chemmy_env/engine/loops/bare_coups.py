"""Bare coups: cards alone, no seats, no money, nothing observed.

What is left of the engine when only the hands are played, by the same functions and the same option
tables; for counting results, and for measuring the engine against plain C.
"""

from __future__ import annotations

import numpy as np

from chemmy_env.engine.common.keys import check_seed, row_seed
from chemmy_env.engine.common.shoe import (
    CARD_VALUES,
    begin_shoe,
    deal_third,
    deal_two_each,
    final_total,
    stack_packs,
    two_card_total,
)
from chemmy_env.engine.machine.jit import jit
from chemmy_env.engine.records.codes import BANK_HAND, PUNTER_HAND
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.record import TABLE_DTYPE
from chemmy_env.rules.options import DRAW, FREE, NATURAL, STOOD

COUPS_A_SHOE = 12
"""Coups between two shuffles: as many as a session at the home table has (R-H1)."""
_HANDS = (PUNTER_HAND, BANK_HAND)


@jit
def play_coups(tables, shoe, configs, count, tally):
    """Play coups by the option tables, `COUPS_A_SHOE` to each shuffle; FREE cells stand.

    Args:
        tables: (1,) records; ``session_key`` and ``shoe`` name the first shoe.
        shoe: (cards,) uint8, whole packs in any order.
        configs: (1,) compiled rules.
        count: how many coups.
        tally: (3,) int64 to add to: coups that the bank won, that the punter won, ties.
    """
    table = tables[0]
    config = configs[0]
    for coup in range(count):
        if coup % COUPS_A_SHOE == 0:
            begin_shoe(table, table.shoe + 1)
        tally[play_coup(table, shoe, config)] += 1


@jit
def play_coup(table, shoe, config):
    """Play one coup (R-B2) and return who won: 0 the bank, 1 the punter, 2 nobody."""
    deal_two_each(table, shoe, _HANDS)
    punter = two_card_total(table, PUNTER_HAND)
    bank = two_card_total(table, BANK_HAND)
    if punter < NATURAL and bank < NATURAL:
        third = STOOD
        if config.punter[0, punter] == DRAW:
            deal_third(table, shoe, PUNTER_HAND)
            third = CARD_VALUES[table.cards[PUNTER_HAND, 2]]
            punter = final_total(table, PUNTER_HAND)
        if config.banker[bank, third] == DRAW:
            deal_third(table, shoe, BANK_HAND)
            bank = final_total(table, BANK_HAND)
    if bank > punter:
        return 0
    return 1 if punter > bank else 2


def count_results(compiled: CompiledTable, coups: int, seed: int = 0) -> tuple[int, int, int]:
    """Play coups and count how they ended.

    Args:
        compiled: a table of two hands whose option tables leave no choice, such as Punto Banco's.
        coups: how many.
        seed: same seed, same coups.

    Returns:
        How many the bank won, the punter won, and nobody won.

    Raises:
        ValueError: if a cell is free to choose, the shoe is too small, or the seed is impossible.
    """
    config = compiled.config
    if (config["punter"] == FREE).any() or (config["banker"] == FREE).any():
        raise ValueError("the option tables leave a choice: bare coups need tables that fix it")
    if compiled.rules.cards < 6 * COUPS_A_SHOE:
        raise ValueError(
            f"{compiled.rules.cards} cards: expected at least {6 * COUPS_A_SHOE} for "
            f"{COUPS_A_SHOE} coups"
        )
    tables = np.zeros(1, TABLE_DTYPE)
    tables["session_key"] = row_seed(check_seed(seed), 0)
    shoe = np.zeros(compiled.rules.cards, np.uint8)
    stack_packs(shoe)
    tally = np.zeros(3, np.int64)
    play_coups(tables, shoe, config, coups, tally)
    bank, punter, tie = tally.tolist()
    return bank, punter, tie
