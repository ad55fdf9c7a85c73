"""What a person types, read as an action."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from chemmy_env.cli.session import Session
from chemmy_env.engine.records.codes import BANCO, DRAW, FIRST_AMOUNT, PASS, STAND, Phase
from chemmy_env.rendering.words import legal_in_words

_WORDS: Final = {
    "stand": STAND,
    "s": STAND,
    "draw": DRAW,
    "card": DRAW,
    "d": DRAW,
    "c": DRAW,
    "pass": PASS,
    "p": PASS,
    "banco": BANCO,
    "b": BANCO,
}
_YES: Final = ("y", "yes")
_NO: Final = ("n", "no")


def parse_answer(session: Session, text: str) -> int:
    """Read a typed answer to the pending question.

    Args:
        session: the table.
        text: a word, its first letter, or a number of chips; where stakes can lie on several sides,
            a number and a side.

    Returns:
        A legal action.

    Raises:
        ValueError: for anything else; it lists the legal answers.
    """
    action = _read(session, text)
    if not 0 <= action < len(session.mask) or not session.mask[action]:
        answers = " · ".join(legal_in_words(session.compiled, session.record))
        raise ValueError(f"{text!r} is no answer here. You may: {answers}.")
    return action


def _read(session: Session, text: str) -> int:
    """Return the action that a text means, -1 for none; it need not be legal."""
    if text in ("leave", "l") and session.compiled.rules.leaving:
        return session.compiled.num_actions - 1
    if text in _WORDS:
        return _WORDS[text]
    if text in _YES or text in _NO:
        return _yes_or_no(session, text in _YES)
    match = re.fullmatch(r"(\d{1,9})\s*(?:chips?)?\s*(?:on\s+)?(?:the\s+)?([a-z]*)", text)
    if match is None:
        return -1
    chips = int(match[1])
    if session.mask[BANCO]:
        return BANCO if chips == int(session.record["least"]) else -1
    if chips == 0:
        return PASS
    side = _side(session, match[2])
    return -1 if side < 0 else session.amount_action(chips, side)


def _side(session: Session, text: str) -> int:
    """Return the side that a word or its first letter names, -1 for none or several."""
    sides = [name.removeprefix("the ").lower() for name in session.compiled.rules.facts.side_titles]
    if len(sides) == 1:
        return 0 if not text else -1
    named = [at for at, name in enumerate(sides) if text and name.startswith(text)]
    return named[0] if len(named) == 1 else -1


def _yes_or_no(session: Session, yes: bool) -> int:
    """Return what a plain yes or no means: a card, a banco, or the one amount there is."""
    if int(session.record["phase"]) >= Phase.PUNTER:
        return DRAW if yes else STAND
    if not yes:
        return PASS
    if session.mask[BANCO]:
        return BANCO
    stays = len(session.mask) - session.compiled.rules.leaving
    amounts = np.flatnonzero(session.mask[FIRST_AMOUNT:stays])
    return FIRST_AMOUNT + int(amounts[0]) if len(amounts) == 1 else -1
