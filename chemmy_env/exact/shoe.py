"""The shoe: how many cards of each value are left, and whether a dealt card goes back."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

VALUES: Final = 10
"""Card values 0-9; tens and court cards are 0 (R-C1)."""
CARDS_A_COUP: Final = 6
"""Two hands of at most three cards."""
PACK: Final = (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
"""Cards of each value in one pack of 52 (R-C2)."""


@dataclass(frozen=True, init=False)
class Shoe:
    """An immutable, hashable shoe, known by its composition and not by its order.

    Make it with `Shoe(decks)`, `Shoe(counts=[...])` or `Shoe.with_replacement()`.

    Attributes:
        counts: ten whole numbers, the cards of value 0-9 that are left.
        replacement: whether every card is drawn from the full composition again.
    """

    counts: tuple[int, ...]
    replacement: bool

    def __init__(self, decks: int | None = None, *, counts: Iterable[int] | None = None) -> None:
        """Make a shoe of whole packs, or of given counts.

        Args:
            decks: whole packs of 52 cards, at least 1.
            counts: ten whole numbers, none below 0, together at least 6.

        Raises:
            ValueError: unless exactly one of the two is given, or when no coup can be dealt.
        """
        if (decks is None) == (counts is None):
            raise ValueError("Shoe: expected either decks or counts")
        if decks is not None:
            if _whole(decks, "decks") < 1:
                raise ValueError(f"decks = {decks!r}: expected at least 1")
            counts = (decks * cards for cards in PACK)
        assert counts is not None
        self._fill(tuple(_whole(count, "counts") for count in counts), replacement=False)

    @classmethod
    def with_replacement(cls) -> Self:
        """Return the endless shoe: value 0 with chance 4/13, any other with 1/13 (model A)."""
        shoe = cls.__new__(cls)
        shoe._fill(tuple(cards // 4 for cards in PACK), replacement=True)
        return shoe

    def _fill(self, counts: tuple[int, ...], *, replacement: bool) -> None:
        if len(counts) != VALUES:
            raise ValueError(
                f"counts: expected {VALUES} numbers, for values 0-9, got {len(counts)}"
            )
        if min(counts) < 0:
            raise ValueError(f"counts = {counts}: expected none below 0")
        if sum(counts) < CARDS_A_COUP:
            raise ValueError(
                f"counts = {counts}: a coup can need {CARDS_A_COUP} cards, got {sum(counts)}"
            )
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "replacement", replacement)

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @property
    def depletion(self) -> int:
        """By how much a dealt card lowers the count of its value: 1, or 0 with replacement."""
        return 0 if self.replacement else 1

    def sequences(self, cards: int = CARDS_A_COUP) -> int:
        """Return the number of equally likely ordered sequences of `cards` cards."""
        number = 1
        for dealt in range(cards):
            number *= self.cards - self.depletion * dealt
        return number

    def without(self, cards: Sequence[int]) -> Shoe:
        """Return the shoe after the given card values were dealt from it.

        Raises:
            ValueError: for a value outside 0-9, or when a coup can no longer be dealt.
        """
        if any(card not in range(VALUES) for card in cards):
            raise ValueError(f"cards = {tuple(cards)}: expected values 0-9")
        if self.replacement:
            return self
        return Shoe(counts=[n - list(cards).count(value) for value, n in enumerate(self.counts)])


def _whole(value: object, name: str) -> int:
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name} = {value!r}: expected a whole number") from None
