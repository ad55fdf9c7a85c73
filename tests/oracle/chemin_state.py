"""What a chemin de fer table knows between the steps of a coup, and its options."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .cards import Question
from .table import Shoe, Table

# decks, max_coups, commission, least and most seats; (R-H1, R-P1, R-P6, R-S1, R-S9, R-K1, R-K7)
PROFILES: dict[str, tuple[int, int, Fraction, int, int]] = {
    "home": (6, 12, Fraction(0), 3, 12),
    "practice": (6, 50, Fraction(5, 100), 6, 6),
    "salon": (6, 50, Fraction(0), 3, 12),
    "club": (6, 50, Fraction(0), 3, 12),
}


@dataclass
class Suivi:
    """R-H3: who lost a BANCO in the coup before, and against whose bank."""

    seat: int
    banker: int


class CheminState(Table):
    """The options and the memory of a chemin de fer session."""

    def __init__(
        self,
        profile: str,
        num_players: int,
        shoe: Shoe | None,
        first_banker: int | None,
        chips: Sequence[int | Fraction] | None,
        *,
        decks: int | None = None,
        max_coups: int | None = None,
        commission: Fraction | None = None,
        max_bank: int | None = None,
        strict_five: bool = False,
        misplay: str = "forbidden",
        bystanders: int = 0,
        banco_first: int | str | None = "default",
        if_uncovered: str | None = None,
        min_bank: int = 2,
        handful: int = 0,
        leaving: bool = False,
        compulsory_stake: bool = False,
        forced_moves: str = "skip",
    ) -> None:
        if profile not in PROFILES:
            raise ValueError(f"no profile {profile!r}")
        usual_decks, usual_coups, usual_rate, fewest, most = PROFILES[profile]
        if not fewest <= num_players <= most:
            raise ValueError(f"{profile} seats {fewest} to {most}")
        if shoe is None:
            raise ValueError("a shoe is needed")
        if first_banker is None:
            if profile != "club":  # R-H1, R-P1, R-S1 draw a lot
                raise ValueError("the first banker is drawn by lot: pass first_banker")
            first_banker = 0  # R-K1
        if not 0 <= first_banker < num_players:
            raise ValueError("first_banker is no seat")
        if min_bank < 2:  # R-H2
            raise ValueError("min_bank must be at least 2")
        if max_bank is not None and max_bank < min_bank:  # R-H11
            raise ValueError("max_bank must be at least min_bank")
        if if_uncovered is None:  # R-H15: the end is home's own agreement
            if_uncovered = "end" if profile == "home" else "pass"
        if misplay not in ("forbidden", "liable") or if_uncovered not in ("end", "pass"):
            raise ValueError("misplay is forbidden or liable, if_uncovered is end or pass")
        if forced_moves not in ("skip", "ask"):
            raise ValueError("forced_moves is skip or ask")
        if strict_five and profile != "salon":
            raise ValueError("strict_five belongs to salon (R-S3)")
        if (misplay != "forbidden" or bystanders or handful) and profile != "club":
            raise ValueError("misplay, bystanders, handful belong to club (R-K3, R-K4, R-K7)")
        if banco_first == "default":
            banco_first = 0 if profile == "practice" else None  # R-P4
        if banco_first is not None and (profile != "practice" or isinstance(banco_first, str)):
            raise ValueError("banco_first is a seat, and belongs to practice (R-P4)")
        self.profile = profile
        self.decks = usual_decks if decks is None else decks
        coups = usual_coups if max_coups is None else max_coups
        if profile == "home" and 52 * self.decks < 6 * coups:  # R-H1
            raise ValueError("too few packs for so many coups (R-H1)")
        rate = usual_rate if commission is None else Fraction(commission)
        super().__init__(num_players, shoe, chips, rate, coups)
        self.handful = handful
        self.min_bank = min_bank
        self.leaving = leaving
        self.left: set[int] = set()  # R-S9: the seats that have left the table
        self.max_bank = max_bank
        self.strict_five = strict_five
        self.misplay = misplay
        self.bystanders = bystanders
        self.banco_first = banco_first
        self.if_uncovered = if_uncovered
        self.compulsory_stake = compulsory_stake
        self.forced_moves = forced_moves

        self.outgoing = first_banker  # who held the bank last (at the start: the first banker)
        self.last = "start"  # how the last coup went: win, tie, loss (bank's view), uncovered
        self.turn = self.after(first_banker)  # R-H14: T, used by home alone
        self.requirement = 0  # R-H11, used by home alone
        self.suivi: Suivi | None = None  # R-H3
        self.banco_caller: int | None = None  # the stake on the table is this seat's BANCO
        self.bystander_stake = 0  # R-K3
        self.riding = False  # R-S5, R-K5: the stakes of a tie lie for the next coup

    def capped(self, amount: int) -> int:
        """`max_bank` caps any bank (R-S7, R-H11)."""
        return amount if self.max_bank is None else min(amount, self.max_bank)

    def may_leave(self, question: Question) -> Question:
        """R-S9: with the option, one may also leave where one is asked this."""
        if not self.leaving:
            return question
        return Question(question.seat, question.kind, (*question.answers, "leave"))

    def leaves(self, seat: int) -> None:
        """R-S9: the balance is final, and nothing more is asked."""
        self.left.add(seat)
        self.say(f"seat {seat} leaves the table")

    def too_few(self) -> bool:
        """R-S9: the session ends when fewer than two seats remain."""
        return self.num_players - len(self.left) < 2

    def owner(self) -> int:
        """The seat that holds the bank."""
        assert self.banker is not None
        return self.banker

    def covered(self) -> int:
        """R-H5: S, the sum of the stakes (R-K3: bystanders' among them)."""
        return sum(self.stakes) + self.bystander_stake

    def bettors(self) -> list[int]:
        """The seats with a covered stake, in order (R-K2: covered 0 is no bet)."""
        return [seat for seat in self.others_in_order(self.owner()) if self.stakes[seat] > 0]

    def active(self) -> int:
        """R-H6: the largest stake, equal stakes favour the earlier in order."""
        best = self.bettors()[0]
        for seat in self.bettors():
            if self.stakes[seat] > self.stakes[best]:
                best = seat
        return best

    def put(self, seat: int, amount: int) -> None:
        """A seat's chips go from its balance to its stake (R-C4)."""
        assert amount <= self.balances[seat]
        self.balances[seat] -= amount
        self.stakes[seat] += amount

    def stakes_go_back(self) -> None:
        """Every stake returns to its owner; bystanders take theirs away."""
        for seat in self.seats:
            self.balances[seat] += self.stakes[seat]
        self.clear_stakes()

    def clear_stakes(self) -> None:
        """Nothing lies on the table any more."""
        self.stakes = [0] * self.num_players
        self.bystander_stake = 0
        self.banco_caller = None
        self.riding = False

    def bank_goes_back(self) -> None:
        """What is left in the bank returns to the banker, and nobody holds it."""
        self.outgoing = self.owner()
        self.balances[self.outgoing] += self.bank
        self.bank = Fraction(0)
        self.banker = None
