"""Chemin de fer, all four profiles: the coups one after another (R-C5, R-C6, R-H15, R-H16)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .cards import Steps, floor
from .chemin_bank import WhoBanks
from .chemin_coup import Coup
from .chemin_stakes import Covering
from .table import Shoe


class Chemin(WhoBanks, Covering, Coup):
    """A table of chemin de fer. Profiles: home, practice, salon, club.

    In home everything the banker owns is in the balance while it is decided who banks, and B-S is
    back there once the stakes lie (R-H5); elsewhere the bank keeps its chips until it passes.
    """

    def __init__(
        self,
        profile: str = "home",
        num_players: int = 6,
        shoe: Shoe | None = None,
        first_banker: int | None = None,
        chips: Sequence[int | Fraction] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(profile, num_players, shoe, first_banker, chips, **options)
        self.begin()

    def session(self) -> Steps[None]:
        """R-C5, over and over."""
        while True:
            if self.coups == self.max_coups:  # R-C5: after the last coup nothing is asked
                # R-H1: home is terminated; R-P6, R-S9, R-K7: the others are truncated
                how = "terminated" if self.profile == "home" else "truncated"
                return self.finish(how, "max_coups is reached")
            if self.riding and self.profile == "salon":
                self.say("the stakes ride")  # R-S5: nobody is asked in (a) to (c)
            else:
                if not self.can_go_on():  # R-C6
                    return self.finish("terminated", "nobody can open or nobody can stake")
                if not (yield from self.who_banks()):  # (a), R-H12
                    if self.too_few():
                        return self.finish("terminated", "fewer than two seats remain")  # R-S9
                    return self.finish("terminated", "nobody opens a bank")
                if self.riding:
                    self.say("the stakes ride")  # R-K5, R-S5: after it nothing more is asked
                else:
                    yield from self.cover()  # (b), (c)
                    if self.too_few():
                        return self.finish("terminated", "fewer than two seats remain")  # R-S9
            if self.covered() > 0:
                yield from self.play()  # (d) to (g)
            elif self.if_uncovered == "end":  # R-H15
                return self.finish("terminated", "everybody declines to stake")
            else:
                self.coups += 1
                self.say(f"coup {self.coups}: nobody stakes, the bank passes")
                self.bank_back_uncovered()

    def can_go_on(self) -> bool:
        """R-C6: some seat could open and another has a whole chip to stake; who left, neither."""
        owned = [floor(amount) for amount in self.wealth]
        here = [seat for seat in self.seats if seat not in self.left]
        for opener in here:
            for other in here:
                if opener != other and owned[opener] >= self.min_bank and owned[other] >= 1:
                    return True
        return False

    def bank_back_uncovered(self) -> None:
        """R-H15: the bank passes as after a loss, returned whole."""
        self.bank_goes_back()
        self.last = "uncovered"
