"""An observation vector, turned back into words field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from chemmy_env.engine.records.codes import Event, Phase, Result
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.fields import EVENT_KINDS, EVENT_WIDTH, Field
from chemmy_env.rendering.words import count, result_words
from chemmy_env.rules.options import STOOD

NOT_SEEN: Final = "not seen"
Values = npt.NDArray[np.float64]


def describe(observation: npt.ArrayLike, compiled: CompiledTable) -> str:
    """Turn an observation back into words, one line a field.

    Args:
        observation: (D,) numbers.
        compiled: the table that wrote them.

    Returns:
        Lines ``name: what it says``; seats are ``you``, ``+1`` (on your right), ``+2`` ...

    Raises:
        ValueError: for another length than the table's observations have.
    """
    vector = np.asarray(observation, np.float64)
    if vector.shape != (compiled.observation_size,):
        raise ValueError(
            f"observation of shape {vector.shape}: expected ({compiled.observation_size},)"
        )
    words = {
        field.name: field_words(vector[field.slice], field, compiled) for field in compiled.fields
    }
    if words.get("total") == NOT_SEEN:
        words["cards"] = NOT_SEEN  # Two cards of value 0 are zeros as well.
    return "\n".join(f"{name}: {said}" for name, said in words.items())


def field_words(values: Values, field: Field, compiled: CompiledTable) -> str:
    """Return what one field of an observation says."""
    if field.name in _SPECIAL:
        return _SPECIAL[field.name](values, compiled)
    if field.unit == "flag":
        return "yes" if values[0] > 0.5 else "no"
    if field.unit == "stacks":
        amounts = [_chips(value, compiled) for value in values]
        if len(amounts) == 1:
            return count(amounts[0])
        return ", ".join(f"{_seat(ahead)} {chips}" for ahead, chips in enumerate(amounts))
    return " ".join(f"{value:g}" for value in values)


def _seat(ahead: int) -> str:
    return "you" if ahead == 0 else f"+{ahead}"


def _chips(stacks: float, compiled: CompiledTable) -> str:
    return f"{round(float(stacks) * compiled.rules.starting_chips, 3):.10g}"


def _set(values: Values) -> int:
    """Return which part of a one-hot field is set, or -1."""
    return int(values.argmax()) if values.max() > 0.5 else -1


def _phase(values: Values, compiled: CompiledTable) -> str:
    return Phase(_set(values)).name


def _coups_left(values: Values, compiled: CompiledTable) -> str:
    coups = compiled.rules.max_coups
    return f"{round(values[0] * coups)} of {coups}"


def _one_seat(values: Values, compiled: CompiledTable) -> str:
    at = _set(values)
    return "nobody" if at < 0 else _seat(at)


def _steps(values: Values, compiled: CompiledTable) -> str:
    ahead = round(values[0] * compiled.num_seats) - 1
    return "nobody" if ahead < 0 else _seat(ahead)


def _side(values: Values, compiled: CompiledTable) -> str:
    names = compiled.rules.facts.side_titles
    rows = values.reshape(compiled.num_seats, len(names))
    bets = [f"{_seat(ahead)} on {names[_set(row)]}" for ahead, row in enumerate(rows)
            if _set(row) >= 0]  # fmt: skip
    return ", ".join(bets) or "nobody"


def _captain(values: Values, compiled: CompiledTable) -> str:
    rows = values.reshape(2, -1)
    return ", ".join(
        f"of {name} {_one_seat(row, compiled)}"
        for name, row in zip(compiled.rules.facts.side_titles, rows, strict=True)
    )


def _total(values: Values, compiled: CompiledTable) -> str:
    at = _set(values)
    return NOT_SEEN if at < 0 else str(at)


def _third(values: Values, compiled: CompiledTable) -> str:
    at = _set(values)
    return {-1: "not yet", STOOD: "stood"}.get(at, str(at))


def _cards(values: Values, compiled: CompiledTable) -> str:
    return " and ".join(str(round(value * 9)) for value in values)


def _result(values: Values, compiled: CompiledTable) -> str:
    return result_words(compiled.rules.game, Result(_set(values) + 1)) or "none"


def _natural(values: Values, compiled: CompiledTable) -> str:
    shown = [f"{'right' if at < 2 else 'left'} {8 + at % 2}" for at in np.flatnonzero(values > 0.5)]
    return ", ".join(shown) or "none"


def _seen(values: Values, compiled: CompiledTable) -> str:
    kinds = [round(share * compiled.rules.decks * (16 if value == 0 else 4))
             for value, share in enumerate(values)]  # fmt: skip
    return ", ".join(f"{number} × {value}" for value, number in enumerate(kinds))


def _shoe_left(values: Values, compiled: CompiledTable) -> str:
    cards = compiled.rules.cards
    return f"{round(values[0] * cards)} of {cards} cards"


def _supply(values: Values, compiled: CompiledTable) -> str:
    cards = compiled.rules.handful
    return f"{round(values[0] * cards)} of {cards} cards"


def _left(values: Values, compiled: CompiledTable) -> str:
    return ", ".join(_seat(int(ahead)) for ahead in np.flatnonzero(values > 0.5)) or "nobody"


def _history(values: Values, compiled: CompiledTable) -> str:
    rows = values.reshape(compiled.options.history, -1)
    return (
        ", ".join(_event(row, compiled) for row in rows if _set(row[:EVENT_KINDS]) >= 0) or "none"
    )


def _event(row: Values, compiled: CompiledTable) -> str:
    kind = Event(_set(row[:EVENT_KINDS]) + 1)
    who = _steps(row[EVENT_KINDS : EVENT_KINDS + 1], compiled)
    value = row[EVENT_KINDS + 1]
    tenths = kind > Event.ACCEPTS
    side = _set(row[EVENT_WIDTH:]) if len(row) > EVENT_WIDTH else -1
    on = f" on {compiled.rules.facts.side_titles[side]}" if side >= 0 else ""
    return f"{kind.name} {who} {round(value * 10) if tenths else _chips(value, compiled)}{on}"


_SPECIAL: Final[dict[str, Callable[[Values, CompiledTable], str]]] = {
    "phase": _phase,
    "coups_left": _coups_left,
    "side": _side,
    "banker": _one_seat,
    "first": _one_seat,
    "captain": _captain,
    "natural": _natural,
    "suivi": _steps,
    "turn": _steps,
    "cards": _cards,
    "total": _total,
    "third": _third,
    "third_left": _third,
    "result": _result,
    "seen": _seen,
    "shoe_left": _shoe_left,
    "history": _history,
    "supply": _supply,
    "left": _left,
}


def observation_rows(compiled: CompiledTable) -> list[tuple[str, str, str, str, str]]:
    """Return the observation's fields as rows of a table: name, where, unit, range, meaning."""
    return [
        (field.name, f"{field.slice.start}:{field.slice.stop}", field.unit,
         f"{field.low:g} to {field.high:g}", field.meaning)
        for field in compiled.fields
    ]  # fmt: skip


def action_rows(compiled: CompiledTable) -> list[tuple[str, str]]:
    """Return the actions as rows of a table: number, meaning."""
    rows = [("0", "STAND"), ("1", "DRAW"), ("2", "PASS: decline, retire, no stake"), ("3", "BANCO")]
    config: Any = compiled.config[0]
    amounts, sides = int(config["amounts"]), compiled.rules.facts.side_titles
    for side, name in enumerate(sides):
        on = f" on {name}" if len(sides) > 1 else ""
        first = 4 + side * amounts
        if compiled.rules.listed_stakes:
            rows += [(str(first + at), f"stake {count(chips)}{on}")
                     for at, chips in enumerate(compiled.rules.listed_stakes)]  # fmt: skip
        elif compiled.options.stakes == "chips":
            rows.append((f"{first}–{first + amounts - 1}", f"1 to {amounts} chips{on}"))
        elif amounts:
            rows += [(str(first + at), f"{share}{on}") for at, share in enumerate(LEVEL_WORDS)]
    if compiled.rules.leaving:
        rows.append((str(compiled.num_actions - 1), "LEAVE the table"))
    return rows


LEVEL_WORDS: Final = (
    "the least legal amount; also: go on, where the bank's size is fixed",
    "least + 1/8 of (largest − least), rounded down",
    "least + 1/4 of (largest − least)",
    "least + 1/2 of (largest − least)",
    "least + 3/4 of (largest − least)",
    "the largest legal amount",
)
