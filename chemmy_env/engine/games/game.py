"""One table of any game: start a session, take an action, observe.

This is where a game is chosen, so that every batch loop is written once.
"""

from __future__ import annotations

from chemmy_env.engine.common.actions import is_legal
from chemmy_env.engine.common.ending import end_by_illegal_action
from chemmy_env.engine.common.keys import DECISION, SESSION, derive, uniform
from chemmy_env.engine.common.money import UNIT
from chemmy_env.engine.common.shoe import begin_shoe, stack_packs
from chemmy_env.engine.games.banque import knowing as banque_knowing
from chemmy_env.engine.games.banque import observing as banque_observing
from chemmy_env.engine.games.banque import session as banque_session
from chemmy_env.engine.games.chemmy import knowing as chemmy_knowing
from chemmy_env.engine.games.chemmy import observing as chemmy_observing
from chemmy_env.engine.games.chemmy import session as chemmy_session
from chemmy_env.engine.games.coup import observing as coup_observing
from chemmy_env.engine.games.coup import session as coup_session
from chemmy_env.engine.games.punto_banco import observing as punto_observing
from chemmy_env.engine.games.punto_banco import session as punto_session
from chemmy_env.engine.machine.dispatch import by_config
from chemmy_env.engine.machine.jit import jit, jit_inline
from chemmy_env.engine.records.codes import NO_CARD, UNDECIDED


@by_config(
    chemmy=chemmy_session.start,
    punto_banco=punto_session.start,
    coup=coup_session.start,
    banque=banque_session.start,
)
def start_game(table, shoe, config, first_banker):
    """Begin the game's session at a cleared table, up to its first question."""


@by_config(
    chemmy=chemmy_session.answer,
    punto_banco=punto_session.answer,
    coup=coup_session.answer,
    banque=banque_session.answer,
)
def answer(table, shoe, config, action):
    """Carry out a legal action, and go on to the next question."""


@by_config(
    chemmy=chemmy_observing.observe,
    punto_banco=punto_observing.observe,
    coup=coup_observing.observe,
    banque=banque_observing.observe,
)
def observe(table, config, seat, out):
    """Write what `seat` may know into `out`, (D,) float32."""


@by_config(
    chemmy=chemmy_knowing.sees,
    coup=chemmy_knowing.sees,
    otherwise=banque_knowing.sees,  # At Punto Banco nothing is asked in mid-round.
)
def sees(table, config, seat, hand):
    """Tell whether a seat has seen the first two cards of a hand that is being played."""


@by_config(
    chemmy=chemmy_knowing.is_possible,
    coup=chemmy_knowing.is_possible,
    otherwise=banque_knowing.is_possible,
)
def is_possible(table, config):
    """Tell whether the hands on the table could have led to the pending question."""


@by_config(
    chemmy=chemmy_knowing.renew_question,
    coup=chemmy_knowing.renew_question,
    otherwise=banque_knowing.keep_question,
)
def renew_question(table, config):
    """Set which answers are legal, where that follows from a hand that was dealt again."""


@jit
def start_session(table, shoe, config, first_banker, laid):
    """Start the session that `table.key` and `table.session` name, from the chips in `table.start`.

    Args:
        table: the record.
        shoe: its cards.
        config: compiled rules and options.
        first_banker: a seat, or -1 for what the rules say.
        laid: how many cards at the top of `shoe` were laid out by hand; the rest is shuffled. With
            0 the shoe is stacked anew.
    """
    table.session_key = derive(table.key, SESSION, table.session)
    table.roll_key = derive(table.session_key, DECISION, 0)
    if laid == 0:
        stack_packs(shoe)
    begin_shoe(table, 0)
    table.laid = laid
    clear(table)
    clear_reward(table, config)
    start_game(table, shoe, config, first_banker)


@jit
def clear(table):
    """Empty a table: nobody banks, nothing is staked, no card lies there."""
    table.decisions = 0
    table.phase = 0
    table.seat = 0
    table.legal = 0
    table.least = 0
    table.most = 0
    table.cursor = 0
    table.origin = 0
    table.last = -1
    table.banker = -1
    table.turn = -1
    table.suivi = -1
    table.banco = -1
    table.active = -1
    table.bettors = 0
    table.left = 0
    table.misplayed = 0
    table.over = 0
    table.result = 0
    table.coups = 0
    table.required = 0
    table.bank = 0
    table.offered = 0
    table.covered = 0
    table.bystanders = 0
    table.commission = 0
    table.outside = 0
    table.num_events = 0
    for seat in range(table.balance.shape[0]):
        table.balance[seat] = table.start[seat]
        table.stake[seat] = 0
        table.side[seat] = 0
    for hand in range(3):
        table.third[hand] = UNDECIDED
        for at in range(3):
            table.cards[hand, at] = NO_CARD
    for side in range(2):
        table.pointer[side] = side
        table.captain[side] = -1


@jit_inline
def clear_reward(table, config):
    """Forget what the last action earned."""
    if table.credited:
        table.credited = 0
        for seat in range(config.num_seats):
            table.reward[seat] = 0.0


@jit
def next_session(table, shoe, config):
    """Go on to the next session of the table's key."""
    table.session += 1
    for seat in range(config.num_seats):  # Chips laid out by hand were for one session.
        table.start[seat] = config.starting_chips * UNIT if seat < config.num_players else 0
    start_session(table, shoe, config, -1, 0)


@jit_inline
def take_action(table, shoe, config, action):
    """Answer the pending question; what it earns every seat is in `table.reward`.

    An illegal action ends the session (`Over.ILLEGAL`).
    """
    if is_legal(table, config, action):
        take_legal_action(table, shoe, config, action)
    else:
        end_by_illegal_action(table, config)


@jit_inline
def take_legal_action(table, shoe, config, action):
    """Answer the pending question with an action that is known to be legal."""
    clear_reward(table, config)
    table.decisions += 1
    answer(table, shoe, config, action)


@jit_inline
def decision_roll(table):
    """Return the number in [0, 1) that a built-in policy uses for the pending decision."""
    return uniform(table.roll_key, table.decisions)


@jit
def has_seen(table, config, seat, hand):
    """Tell what `sees` tells, where Python asks."""
    return sees(table, config, seat, hand)
