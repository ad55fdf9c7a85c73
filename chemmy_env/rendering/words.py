"""Words for what the engine keeps as small integers: money, cards, seats, actions, events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from chemmy_env.engine.common import actions
from chemmy_env.engine.records.codes import (
    BANCO,
    DRAW,
    FIRST_AMOUNT,
    MAY_AMOUNT,
    MAY_LEAVE,
    PASS,
    STAND,
    Event,
    Phase,
)
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.reset_options import RANKS
from chemmy_env.rules import GAMES, UNITS_PER_CHIP

Names = Mapping[int, str] | Sequence[str] | None
"""Display names of the seats; a seat without one is ``player_<seat>``."""

QUESTIONS: Final = {
    Phase.OPEN: "open a bank?",
    Phase.CONTINUE: "go on with the bank?",
    Phase.SUCCEED: "take the bank over?",
    Phase.SUIVI: "banco suivi?",
    Phase.BANCO: "banco?",
    Phase.STAKE: "a stake?",
    Phase.EXCESS: "accept any of the excess?",
    Phase.PUNTER: "a card?",
    Phase.LEFT: "a card for the left?",
    Phase.BANKER: "a card for the bank?",
}
BANQUE_QUESTIONS: Final = {
    Phase.OPEN: "take the bank?",
    Phase.CONTINUE: "keep the bank?",
}
"""Where nothing is posted, a bank is taken, not opened (R-T2)."""
NO_CHOICE: Final = "the hands lie open, nobody has a choice"
"""What a single coup says where it asks nothing but to go on."""
_PASS_WORDS: Final = {
    Phase.OPEN: "decline the bank",
    Phase.CONTINUE: "give up the bank",
    Phase.SUCCEED: "decline the succession",
    Phase.SUIVI: "decline suivi",
    Phase.BANCO: "decline banco",
    Phase.STAKE: "no stake",
    Phase.EXCESS: "decline the excess",
}
_AMOUNT_WORDS: Final = {
    Phase.OPEN: "open a bank of {}",
    Phase.CONTINUE: "bank {}",
    Phase.SUCCEED: "take over with {}",
    Phase.STAKE: "stake {}",
    Phase.EXCESS: "accept {} more",
}
_BANQUE_WORDS: Final = {Phase.OPEN: "take the bank", Phase.CONTINUE: "keep the bank"}
_LEAVE_WORDS: Final = {
    Phase.CONTINUE: "give up the bank and leave the table",
}
_SUIT_SIGNS: Final = "♠♥♦♣"
BACK: Final = "▒▒"
"""A card that the viewer may not see."""


def chips(units: int) -> str:
    """Return an amount in chips, exactly: ``"12"``, ``"31.4"``."""
    whole, part = divmod(abs(int(units)), UNITS_PER_CHIP)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}" + (f".{part:04d}".rstrip("0") if part else "")


def count(number: str | int, word: str = "chip") -> str:
    """Return a number and its noun: ``"1 chip"``, ``"12 chips"``."""
    return f"{number} {word}" if str(number) == "1" else f"{number} {word}s"


def card(number: int) -> str:
    """Return a card's face: ``"9♥"``."""
    return RANKS[number % 13] + _SUIT_SIGNS[number // 13]


def seat_name(seat: int, names: Names = None) -> str:
    """Return what a seat is called; nobody's seat is a dash."""
    if seat < 0:
        return "—"
    if isinstance(names, Mapping):
        return names.get(seat, f"player_{seat}")
    if names is not None and seat < len(names):
        return names[seat]
    return f"player_{seat}"


def result_words(game: str, result: int) -> str:
    """Return how a coup ended; empty before the first."""
    results = GAMES[game].results
    return results[result - 1] if 1 <= result <= len(results) else ""


def action_to_string(compiled: CompiledTable, record: Any, action: int) -> str:
    """Say what an action means as an answer to the pending question, such as ``"stake 12 chips"``.

    Args:
        compiled: the table's rules and options.
        record: its state, one `TABLE_DTYPE` record.
        action: the action's number; it need not be legal.

    Raises:
        ValueError: for a number that is no action.
    """
    if not 0 <= action < compiled.num_actions:
        raise ValueError(f"action = {action!r}: expected 0 to {compiled.num_actions - 1}")
    phase = Phase(int(record["phase"]))
    if action == STAND:
        return "stand"
    if action == DRAW:
        return "draw"
    if action == PASS:
        if compiled.rules.game == "coup":
            return "see the coup settled"
        return _PASS_WORDS.get(phase, "pass")
    if action == BANCO:
        call = "banco suivi" if phase == Phase.SUIVI else "banco"
        return f"{call} for {int(record['least'])}"
    if compiled.rules.leaving and action == compiled.num_actions - 1:
        return _LEAVE_WORDS.get(phase, "leave the table")
    words = _amount_words(compiled, phase).format(count(_amount(compiled, record, action)))
    return words + _on_side(compiled, phase, action)


def legal_in_words(compiled: CompiledTable, record: Any, mask: Any = None) -> list[str]:
    """Say what answers the pending question allow, runs of chips drawn together.

    Args:
        compiled: the table's rules and options.
        record: its state.
        mask: (A,) int8, the legal actions; worked out from the record if not given.
    """
    legal = np.flatnonzero(legal_mask(compiled, record) if mask is None else mask)
    out = [action_to_string(compiled, record, int(one)) for one in legal if one < FIRST_AMOUNT]
    if int(record["legal"]) & MAY_LEAVE:
        out.append(action_to_string(compiled, record, compiled.num_actions - 1))
    if not int(record["legal"]) & MAY_AMOUNT:
        return out
    config = compiled.config[0]
    phase = Phase(int(record["phase"]))
    template = _amount_words(compiled, phase)
    for side in range(int(config["sides"])):
        first = FIRST_AMOUNT + side * int(config["amounts"])
        mine = [int(one) for one in legal if first <= one < first + int(config["amounts"])]
        if mine:
            amounts = [_amount(compiled, record, one) for one in mine]
            out.append(template.format(_listed(amounts)) + _on_side(compiled, phase, mine[0]))
    return out


def legal_mask(compiled: CompiledTable, record: Any) -> np.ndarray[Any, Any]:
    """Return the legal actions of the pending question under these options, (A,) int8.

    The options need not be those the table is played with: only the encoding of amounts counts.
    """
    mask = np.zeros(compiled.num_actions, np.int8)
    actions.write_mask_and_choices(record, compiled.config[0], mask)
    return mask


def event_words(compiled: CompiledTable, event: Sequence[int], names: Names = None) -> str:
    """Say what a public event of the record's ring was."""
    kind, seat, value, side = (int(part) for part in event)
    who = seat_name(seat, names) if seat >= 0 else "the house"
    game = compiled.rules.game
    sides = compiled.rules.facts.side_titles
    on = f" on {sides[side]}" if len(sides) > 1 and side >= 0 else ""
    per_side = game == "banque"  # Each tableau is settled on its own (R-T7).
    asks = "takes a card"
    return {
        Event.BANKS: f"{who} banks" if per_side else f"{who} banks {value}",
        Event.PASSES: f"{who} passes",
        Event.BANCO: f"{who} calls banco for {value}",
        Event.STAKES: f"{who} stakes {value}{on}",
        Event.ACCEPTS: f"{who} accepts {value} more",
        Event.PUNTER_CARD: f"{who} {asks}: {value}" if value >= 0 else f"{who} asks for a card",
        Event.PUNTER_STANDS: f"{who} stands",
        Event.BANKER_CARD: f"{who} {asks} for the bank: {value}",
        Event.BANKER_STANDS: f"{who} stands with the bank",
        Event.SETTLED: (result_words(game, value) or "the coup is settled") + on * per_side,
        Event.SHUFFLE: "the shoe is shuffled",
        Event.SUPPLY: "the croupier hands over a new supply of cards",
        Event.LEAVES: f"{who} leaves the table",
    }.get(kind, "")  # type: ignore[call-overload]


def _amount_words(compiled: CompiledTable, phase: Phase) -> str:
    """Return the words of an answer that names an amount, with a place for it."""
    if compiled.rules.game == "banque" and phase in _BANQUE_WORDS:
        return _BANQUE_WORDS[phase]
    return _AMOUNT_WORDS.get(phase, "{}")


def _amount(compiled: CompiledTable, record: Any, action: int) -> int:
    return int(actions.amount_of(record, compiled.config[0], action))


def _on_side(compiled: CompiledTable, phase: Phase, action: int) -> str:
    sides = compiled.rules.facts.side_titles
    if len(sides) == 1 or phase != Phase.STAKE:
        return ""
    _, side = actions.split_action(compiled.config[0], action)
    return f" on {sides[int(side)]}"


def _listed(amounts: Sequence[int]) -> str:
    """Return ``"12 chips"``, ``"1, 3 or 6 chips"``, ``"1 to 24 chips"``."""
    if len(amounts) == 1:
        return count(amounts[0])
    if len(amounts) > 2 and amounts[-1] - amounts[0] == len(amounts) - 1:
        return f"{amounts[0]} to {amounts[-1]} chips"
    return ", ".join(map(str, amounts[:-1])) + f" or {amounts[-1]} chips"
