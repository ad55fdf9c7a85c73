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
        if earned is not None and self.balances[earned.seat] >= price:
            if (yield Question(earned.seat, "suivi", ("pass", "banco"))) == "banco":
                return self.banco(earned.seat, price, "banco suivi")
            declined = earned.seat  # R-C5: who declined suivi is not asked banco again
        order = self.others_in_order(self.owner())
        if self.banco_first in order:  # R-P4: one seat is asked first when another banks
            order.remove(self.banco_first)
            order.insert(0, self.banco_first)
        for seat in order:
            if seat == declined or self.balances[seat] < price:
                continue
            if (yield Question(seat, "banco", ("pass", "banco"))) == "banco":
                return self.banco(seat, price, "banco")
        return False

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
        return Question(seat, "stake", answers)

    def stakes_in_order(self) -> Steps[None]:
        """R-H4: each other player in order, up to the uncovered remainder."""
        for seat in self.others_in_order(self.owner()):
            most = min(self.whole(seat), floor(self.bank) - self.covered())
            if most < 1:
                continue
            answer = yield self.stake_question(seat, most)
            if isinstance(answer, int):
                self.put(seat, answer)
                self.say(f"seat {seat} stakes {answer}")

    def named_stakes(self) -> Steps[None]:
        """R-K2: all name without regard to the remainder; covered in order; excess; R-K3."""
        banker = self.owner()
        named = [0] * self.num_players
        for seat in self.others_in_order(banker):
            if self.whole(seat) < 1:
                continue
            answer = yield self.stake_question(seat, self.whole(seat))
            if isinstance(answer, int):
                named[seat] = answer
                self.say(f"seat {seat} names {answer}")
        limit = floor(self.bank)
        excess = sum(named) - limit
        if excess > 0:
            # as far as the free balance and max_bank go
            takes = min(excess, self.whole(banker))
            if self.max_bank is not None:
                takes = min(takes, floor(self.max_bank - self.bank))
            if takes >= 1:
                answer = yield Question(banker, "excess", ("pass", takes))
                if answer != "pass":
                    self.balances[banker] -= takes
                    self.bank += takes  # R-K2: B rises by it
                    limit += takes
                    self.say(f"seat {banker} accepts an excess of {takes}")
        for seat in self.others_in_order(banker):
            amount = min(named[seat], limit - self.covered())
            if amount > 0:
                self.put(seat, amount)
                self.say(f"seat {seat} is covered for {amount}")
        if self.covered() > 0:  # R-K3: only if a seat has staked
            self.bystander_stake = min(self.bystanders, limit - self.covered())
            if self.bystander_stake > 0:
                self.say(f"bystanders add {self.bystander_stake}")
