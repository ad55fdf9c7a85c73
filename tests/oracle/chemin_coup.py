"""Chemin de fer (d) to (g): deal, punter, banker, settlement."""

from fractions import Fraction

from .cards import (
    BANKER_HOME,
    STAND_OR_DRAW,
    Answer,
    Question,
    Steps,
    banker_rule,
    ceiling,
    choices,
    floor,
    natural,
    punter_rule,
    show,
    total,
)
from .chemin_state import CheminState, Suivi

# R-H1: home never; R-P6, R-S8, R-K7: a coup with fewer cards is dealt from a fresh shoe
RESHUFFLE_UNDER = {"home": 0, "practice": 20, "salon": 6, "club": 7}


class Coup(CheminState):
    """A coup once its stakes lie."""

    def play(self) -> Steps[None]:
        """(d), (e), (f), then (g)."""
        if self.handful:  # R-K7
            self.take_supply_if_under(RESHUFFLE_UNDER[self.profile], self.handful)
        else:
            self.reshuffle_if_under(RESHUFFLE_UNDER[self.profile])
        punter: list[int] = []
        bank: list[int] = []
        for _ in range(2):  # R-H7: singly punter, banker, punter, banker
            punter.append(self.deal())
            bank.append(self.deal())
        misplayed = False
        both_look = self.profile in ("salon", "club")  # R-S2, R-K4
        if not natural(punter) and not (both_look and natural(bank)):
            before = total(punter)
            move = yield from self.asked(self.active(), "punter", self.punter_answers(before))
            self.say(f"seat {self.active()} says {move}")
            row = "club" if self.misplay == "liable" else self.punter_row()
            misplayed = move not in choices(punter_rule(row, before))  # R-K4
            if not natural(bank):  # R-H7: else it wins at once, the card is not dealt
                third: int | None = None
                if move == "draw":
                    third = self.deal()
                    punter.append(third)
                    self.say(f"the punter's third card is {third}")
                answers = self.banker_answers(total(bank), third)
                if (yield from self.asked(self.owner(), "banker", answers)) == "draw":
                    bank.append(self.deal())
        self.coups += 1
        self.say(f"coup {self.coups}: punter {show(punter)}, bank {show(bank)}")
        if total(bank) > total(punter):
            self.bank_wins(misplayed)
        elif total(bank) == total(punter):
            self.tie()
        else:
            self.punters_win()

    def asked(self, seat: int, kind: str, answers: tuple[Answer, ...]) -> Steps[Answer]:
        """Ask, but not for a forced move unless forced_moves is "ask"."""
        if len(answers) == 1 and self.forced_moves == "skip":
            return answers[0]
        return (yield Question(seat, kind, answers))

    def punter_row(self) -> str:
        """R-H8, R-P3, R-S3, R-K4: which table binds the punter."""
        if self.profile == "home":
            return "home_one_bettor" if len(self.bettors()) == 1 else "home_several"
        if self.profile == "salon" and self.strict_five:
            return "salon_strict_five"
        if self.profile == "club" and self.misplay == "liable":
            return "club_liable"
        return self.profile

    def punter_answers(self, hand_total: int) -> tuple[Answer, ...]:
        """What the active punter may say."""
        return choices(punter_rule(self.punter_row(), hand_total))

    def banker_answers(self, hand_total: int, third: int | None) -> tuple[Answer, ...]:
        """R-H9; free on 0-7 in salon (R-S4) and club (R-K4)."""
        if self.profile in ("salon", "club"):
            return STAND_OR_DRAW
        return choices(banker_rule(BANKER_HOME, hand_total, third))

    # -- (g) ---------------------------------------------------------------------------------

    def bank_wins(self, misplayed: bool) -> None:
        """R-H10, R-P2, R-S6, R-K5: the bank takes S, less commission."""
        covered = self.covered()
        taken = covered * self.rate
        self.commission += taken
        self.outside -= self.bystander_stake
        # R-H3: only a lost BANCO earns suivi (none in practice and salon)
        if self.banco_caller is not None and self.profile in ("home", "club"):
            self.suivi = Suivi(self.banco_caller, self.owner())
        lost = [(seat, self.stakes[seat]) for seat in self.bettors()]
        active = self.active()
        self.clear_stakes()
        self.bank += covered - taken
        if misplayed:  # R-K4: makes good the others' lost stakes, in order
            for seat, stake in lost:
                fine = min(Fraction(stake), self.balances[active])
                if seat != active and fine > 0:
                    self.balances[active] -= fine
                    self.balances[seat] += fine
                    self.say(f"seat {active} makes good {fine} to seat {seat}")
        if self.profile == "home":  # R-H11
            self.all_home()
            wanted = 2 * covered - taken
            if self.whole(self.owner()) >= ceiling(wanted):  # rounded up where the balance allows
                self.requirement = self.required(ceiling(wanted))
            else:
                self.requirement = self.required(floor(wanted))
        elif self.max_bank is not None and self.bank > self.max_bank:  # R-S6: surplus to balance
            self.balances[self.owner()] += self.bank - self.max_bank
            self.bank = Fraction(self.max_bank)
        self.say(f"the bank wins {covered}")
        self.last = "win"

    def tie(self) -> None:
        """R-H10: stakes go back; R-S5, R-K5: they stay for the next coup."""
        covered = self.covered()
        self.say("a tie")
        self.last = "tie"
        if self.profile in ("salon", "club"):
            self.riding = True
            return
        self.stakes_go_back()
        if self.profile == "home":  # R-H11
            self.requirement = self.required(covered)
            self.all_home()

    def required(self, amount: int) -> int:
        """R-H11: never under the least new bank, and at most `max_bank`."""
        return self.capped(max(self.min_bank, amount))

    def all_home(self) -> None:
        """Home: between coups the banker's chips are all in the balance (R-H11 asks anew)."""
        self.balances[self.owner()] += self.bank
        self.bank = Fraction(0)

    def punters_win(self) -> None:
        """R-H10: each is paid 1:1, the banker loses S and the bank, keeping the rest."""
        covered = self.covered()
        self.bank -= covered
        for seat in self.bettors():
            self.balances[seat] += 2 * self.stakes[seat]
        self.outside += self.bystander_stake
        self.clear_stakes()
        self.bank_goes_back()
        self.say(f"the bank loses {covered}")
        self.last = "loss"
