"""Chemin de fer (b) and (c): suivi, banco and the stakes (R-H3 to R-H5, R-P4, R-K2, R-K3)."""

from fractions import Fraction

from .cards import Answer, Question, Steps, floor
from .chemin_state import CheminState


class Covering(CheminState):
    """How the bank gets covered."""

    def cover(self) -> Steps[None]:
        """Run (b), then (c) if nobody called."""
        if not (yield from self.suivi_and_banco()):
            if self.profile == "club":
                yield from self.named_stakes()
            else:
                yield from self.stakes_in_order()
        if self.profile == "home":
            # R-H5: B-S goes back to the banker as reserve
            reserve = self.bank - self.covered()
            self.balances[self.owner()] += reserve
            self.bank = Fraction(self.covered())

    # -- (b) ---------------------------------------------------------------------------------

    def suivi_and_banco(self) -> Steps[bool]:
        """R-H3: the question goes round in priority order, the first yes takes it."""
        price = floor(self.bank)  # R-C4
        declined: int | None = None
        earned, self.suivi = self.suivi, None
        # R-H3, R-K2: it lapses when the bank has changed hands
        if earned is not None and earned.banker != self.owner():
            earned = None
        if earned is not None and earned.seat not in self.left and self.can(earned.seat, price):
            answer = yield from self.called(earned.seat, "suivi")
            if answer == "banco":
                return self.banco(earned.seat, price, "banco suivi")
            declined = earned.seat  # R-C5: who declined suivi is not asked banco again
        order = self.others_in_order(self.owner())
        if self.banco_first in order:  # R-P4: one seat is asked first when another banks
            order.remove(self.banco_first)
            order.insert(0, self.banco_first)
        for seat in order:
            if self.too_few():
                return False
            if seat == declined or seat in self.left or not self.can(seat, price):
                continue
            if (yield from self.called(seat, "banco")) == "banco":
                return self.banco(seat, price, "banco")
        return False

    def can(self, seat: int, price: int) -> bool:
        """R-H3: any other player with at least floor(B)."""
        return self.balances[seat] >= price

    def called(self, seat: int, kind: str) -> Steps[Answer]:
        """Ask for a banco; R-S9: one may leave instead."""
        answer = yield self.may_leave(Question(seat, kind, ("pass", "banco")))
        if answer == "leave":
            self.leaves(seat)
        return answer

    def banco(self, seat: int, price: int, call: str) -> bool:
        """One seat covers all of it alone."""
        self.put(seat, price)
        self.banco_caller = seat
        self.say(f"seat {seat} calls {call} for {price}")
        return True

    # -- (c) ---------------------------------------------------------------------------------

    def stake_question(self, seat: int, most: int) -> Question:
        """1 up to most, or pass; a compulsory stake leaves no pass."""
        answers: tuple[Answer, ...] = tuple(range(1, most + 1))
        if not self.compulsory_stake:
            answers = ("pass", *answers)
        return self.may_leave(Question(seat, "stake", answers))

    def staked(self, seat: int, most: int) -> Steps[int]:
        """What a seat answers, in chips; R-S9: one may leave instead of staking."""
        answer = yield self.stake_question(seat, most)
        if answer == "leave":
            self.leaves(seat)
        return answer if isinstance(answer, int) else 0

    def stakes_in_order(self) -> Steps[None]:
        """R-H4: each other player in order, up to the uncovered remainder."""
        for seat in self.others_in_order(self.owner()):
            most = min(self.whole(seat), floor(self.bank) - self.covered())
            if most < 1 or seat in self.left or self.too_few():
                continue
            answer = yield from self.staked(seat, most)
            if answer:
                self.put(seat, answer)
                self.say(f"seat {seat} stakes {answer}")

    def named_stakes(self) -> Steps[None]:
        """R-K2: all name without regard to the remainder; covered in order; excess; R-K3."""
        banker = self.owner()
        named = [0] * self.num_players
        for seat in self.others_in_order(banker):
            if self.whole(seat) < 1 or seat in self.left or self.too_few():
                continue
            named[seat] = yield from self.staked(seat, self.whole(seat))
            if named[seat]:
                self.say(f"seat {seat} names {named[seat]}")
        if self.too_few():
            return
        limit = floor(self.bank)
        excess = sum(named) - limit
        if excess > 0:
            # any whole amount up to the excess, the free balance and the room under max_bank
            takes = min(excess, self.whole(banker))
            if self.max_bank is not None:
                takes = min(takes, floor(self.max_bank - self.bank))
            if takes >= 1:
                amounts = range(1, takes + 1)
                answer = yield Question(banker, "excess", ("pass", *amounts))
                if isinstance(answer, int):
                    self.balances[banker] -= answer
                    self.bank += answer  # R-K2: B rises by it
                    limit += answer
                    self.say(f"seat {banker} accepts an excess of {answer}")
        for seat in self.others_in_order(banker):
            amount = min(named[seat], limit - self.covered())
            if amount > 0:
                self.put(seat, amount)
                self.say(f"seat {seat} is covered for {amount}")
        if self.covered() > 0:  # R-K3: only if a seat has staked
            self.bystander_stake = min(self.bystanders, limit - self.covered())
            if self.bystander_stake > 0:
                self.say(f"bystanders add {self.bystander_stake}")
