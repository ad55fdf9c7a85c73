"""Chemin de fer (a): who banks, and for how much (R-C7, R-H11 to R-H14, R-P5, R-S6, R-K6)."""

from collections.abc import Sequence

from .cards import Answer, Question, Steps, floor
from .chemin_state import CheminState


class WhoBanks(CheminState):
    """The first bank, continuing, retiring, succession, and the fresh bank."""

    def who_banks(self) -> Steps[bool]:
        """Settle who banks the coming coup; False if nobody does."""
        if self.last == "start":
            return (yield from self.first_bank())
        if self.last in ("loss", "uncovered"):
            # R-H12, R-P5, R-S6, R-K6; R-H15: an uncovered bank passes as after a loss
            return (yield from self.fresh_bank())
        if (yield from self.continues()):
            return True
        self.retires()
        if self.left and not self.can_go_on():  # R-S9, R-C6: nobody is asked in vain
            return False
        if self.profile in ("home", "club") and (yield from self.succession()):
            return True
        return (yield from self.fresh_bank())

    def take_bank(self, seat: int, amount: Answer, how: str) -> None:
        """A seat puts so much in the bank."""
        assert isinstance(amount, int)
        assert amount <= self.balances[seat]
        self.balances[seat] -= amount
        self.bank += amount
        self.banker = seat
        self.say(f"seat {seat} {how} a bank of {amount}")

    # -- opening -----------------------------------------------------------------------------

    def opening_amounts(self, seat: int) -> Sequence[int]:
        """R-H2: at least 2 and a whole number, up to the balance."""
        if seat in self.left:
            return range(0)
        return range(self.min_bank, self.capped(self.whole(seat)) + 1)

    def first_bank(self) -> Steps[bool]:
        """R-C7: the first banker must open, for 2 up to the whole balance."""
        seat = self.outgoing
        amounts = self.opening_amounts(seat)
        if not amounts:  # R-C6: too poor to open, it is passed over as a decliner would be
            return (yield from self.fresh_bank())
        self.take_bank(seat, (yield Question(seat, "open", tuple(amounts))), "opens")
        self.turn = self.after(seat)  # R-H14
        return True

    def fresh_bank(self) -> Steps[bool]:
        """R-H12: offered in order to each seat with at least 2, the outgoing banker last.

        Home begins with T (R-H14), the others with the outgoing banker's right (R-P5, R-S6, R-K6).
        """
        start = self.turn if self.profile == "home" else self.after(self.outgoing)
        order = [(start + step) % self.num_players for step in range(self.num_players)]
        order.remove(self.outgoing)
        for seat in [*order, self.outgoing]:
            amounts = self.opening_amounts(seat)
            if not amounts:
                continue
            answer = yield Question(seat, "open", ("pass", *amounts))
            if answer != "pass":
                self.take_bank(seat, answer, "opens")
                self.turn = self.after(seat)  # R-H14
                return True
        return False

    # -- going on ----------------------------------------------------------------------------

    def continues(self) -> Steps[bool]:
        """After a win or a tie: does the banker go on?"""
        seat = self.owner()
        if self.profile == "home":
            # R-H11: from the requirement up to the whole balance; less only by retiring
            most = self.capped(self.whole(seat))
            if most < self.requirement:
                return False
            amounts = range(self.requirement, most + 1)
            question = Question(seat, "continue", ("pass", *amounts))
            answer = yield self.may_leave(question)
            if answer == "leave":
                self.leaves(seat)
            if answer in ("pass", "leave"):
                return False
            self.take_bank(seat, answer, "continues with")
            return True
        # R-P2, R-S6, R-K5: the bank is what it is
        level = floor(self.bank)
        answer = yield self.may_leave(Question(seat, "continue", ("pass", level)))
        if answer == "leave":
            self.leaves(seat)
        if answer in ("pass", "leave"):
            return False
        self.say(f"seat {seat} continues with a bank of {level}")
        return True

    def retires(self) -> None:
        """R-H13, R-P2, R-S6, R-K6: the banker retires, taking all; riding stakes return (R-K5)."""
        self.say(f"seat {self.owner()} passes the bank")
        if self.profile != "home":
            self.requirement = floor(self.bank)  # R-K6: the level at which it may be taken over
        self.stakes_go_back()
        self.bank_goes_back()
        # R-H14: T is the right of the immediate neighbour of whoever last retired
        self.turn = self.after(self.outgoing)

    def can_go_on(self) -> bool:
        """R-C6 (chemin.py)."""
        raise NotImplementedError

    def succession(self) -> Steps[bool]:
        """R-H13, R-K6: in order from the retiring banker's right, to seats that have it."""
        for seat in self.others_in_order(self.outgoing):
            most = self.capped(self.whole(seat))
            if most < self.requirement or seat in self.left:
                continue
            if self.profile == "club":  # R-K6: exactly floor(the present level)
                most = self.requirement
            amounts = range(self.requirement, most + 1)
            answer = yield Question(seat, "succeed", ("pass", *amounts))
            if answer != "pass":
                self.take_bank(seat, answer, "succeeds with")
                if seat == self.turn:  # R-H14: the neighbour has used its turn
                    self.turn = self.after(seat)
                return True
        return False
