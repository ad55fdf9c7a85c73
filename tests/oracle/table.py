"""What every game shares: chips, shoe, log, and the driving of a session by answers."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from .cards import Answer, Question, Steps, floor

Shoe = Callable[[int], Sequence[int]]


class Table:
    """A table in play: `question` is what is asked now, `answer(value)` goes on.

    `balances` are free chips only. `bank` is what lies in the bank, `stakes` what each seat has
    covered. `banker` is the seat holding the bank, None while the bank is on offer.
    """

    def __init__(
        self,
        num_players: int,
        shoe: Shoe,
        chips: Sequence[int | Fraction] | None,
        commission: Fraction,
        max_coups: int,
    ) -> None:
        if (commission * 10_000).denominator != 1 or not 0 <= commission <= 1:
            raise ValueError("commission must be a multiple of 1/10,000 (R-C3)")
        if max_coups < 1:
            raise ValueError("max_coups must be at least 1")
        start = [100] * num_players if chips is None else list(chips)
        if len(start) != num_players or min(start) < 0:
            raise ValueError("chips: one amount of at least 0 for each seat")
        self.num_players = num_players
        self.seats = list(range(num_players))
        self.balances: list[Fraction] = [Fraction(amount) for amount in start]
        self.stakes: list[int] = [0] * num_players
        self.bank = Fraction(0)
        self.banker: int | None = None
        self.rate = commission
        self.commission = Fraction(0)
        self.outside = Fraction(0)
        self.coups = 0
        self.max_coups = max_coups
        self.ended: str | None = None
        self.log: list[str] = []
        self.payoffs: list[Fraction] = [Fraction(0)] * num_players
        self.question: Question | None = None
        self._shoe = shoe
        self._shoe_number = 0
        self._cards = list(shoe(0))
        self._in_hand: int | None = None  # R-K7: the cards left of the banker's handful
        self._steps: Steps[None] | None = None

    # -- the outside of a session -----------------------------------------------------------

    def begin(self) -> None:
        """Run up to the first question."""
        self._steps = self.session()
        self.question = next(self._steps, None)

    def answer(self, value: Answer) -> None:
        """Answer the question that stands and run up to the next one."""
        if self.question is None or self._steps is None:
            raise ValueError("nothing is asked: the session has ended")
        if value not in self.question.answers:
            raise ValueError(f"{value!r} is no legal answer to {self.question}")
        before = self.wealth
        try:
            self.question = self._steps.send(value)
        except StopIteration:
            self.question = None
        self.payoffs = [now - then for now, then in zip(self.wealth, before, strict=True)]

    @property
    def wealth(self) -> list[Fraction]:
        """What each seat owns: balance, bank, and its stakes lying on the table."""
        owned = [self.balances[seat] + self.stakes[seat] for seat in self.seats]
        if self.banker is not None and self.banker < self.num_players:
            owned[self.banker] += self.bank
        return owned

    def session(self) -> Steps[None]:
        """The whole session, told in order."""
        raise NotImplementedError

    # -- small tools -------------------------------------------------------------------------

    def say(self, line: str) -> None:
        """Add a public line to the log."""
        self.log.append(line)

    def whole(self, seat: int) -> int:
        """R-C4: of a balance with a fraction only the whole chips can be used."""
        return floor(self.balances[seat])

    def after(self, seat: int) -> int:
        """The seat on the right of a seat."""
        return (seat + 1) % self.num_players

    def others_in_order(self, banker: int) -> list[int]:
        """In order: anticlockwise, beginning on the banker's right, the banker left out."""
        return [(banker + step) % self.num_players for step in range(1, self.num_players)]

    def reshuffle_if_under(self, cards: int) -> None:
        """Take a fresh shoe if fewer than so many cards are left."""
        if len(self._cards) < cards:
            self._shoe_number += 1
            self._cards = list(self._shoe(self._shoe_number))
            self.say("the cards are reshuffled")

    def take_supply_if_under(self, cards: int, handful: int) -> None:
        """R-K7: the banker has a handful; too low, it is thrown in and the next one is taken."""
        if self._in_hand is None:
            self._in_hand = handful
        if self._in_hand >= cards:
            return
        del self._cards[: self._in_hand]
        if len(self._cards) < handful:
            self._shoe_number += 1
            self._cards = list(self._shoe(self._shoe_number))
            self.say("the cards are reshuffled")
        else:
            self.say("a new supply is taken")
        self._in_hand = handful

    def deal(self) -> int:
        """R-C2: the next card of the shoe, not to come again."""
        if not self._cards:
            raise RuntimeError("the shoe is empty")
        if self._in_hand is not None:
            self._in_hand -= 1
        return self._cards.pop(0)

    def finish(self, how: str, why: str) -> None:
        """The session ends: everything goes back to its owner (R-H16, R-P6)."""
        self.balances = self.wealth
        self.stakes = [0] * self.num_players
        self.bank = Fraction(0)
        self.banker = None
        self.ended = how
        self.say(f"the session ends: {why}")
