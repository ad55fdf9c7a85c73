"""Banque with two tableaux, ouverte and limitée (R-T1 to R-T9), literally."""

from collections.abc import Sequence
from fractions import Fraction

from .cards import (
    BANKER_PUNTO,
    STAND_OR_DRAW,
    Answer,
    Question,
    Steps,
    banker_rule,
    floor,
    natural,
    show,
    total,
)
from .table import Shoe, Table

SIDES = ("right", "left")
HOUSE_SEAT = 6  # R-T9: the house banker as an agent is player_6


class Banque(Table):
    """Six seats. Nothing is posted (R-T2), so `bank` stays 0; the house account is `outside`."""

    def __init__(
        self,
        profile: str = "ouverte",
        num_players: int = 6,
        shoe: Shoe | None = None,
        first_banker: int | None = None,
        chips: Sequence[int | Fraction] | None = None,
        *,
        decks: int | None = None,
        max_coups: int = 50,
        commission: Fraction | None = None,
        house: str = "script",
    ) -> None:
        if profile not in ("ouverte", "limitee"):
            raise ValueError(f"no profile {profile!r}")
        if num_players != 6:
            raise ValueError("six seats (R-T1)")
        if shoe is None:
            raise ValueError("a shoe is needed")
        if house not in ("script", "agent"):
            raise ValueError("house is script or agent")
        if profile == "limitee" and first_banker is not None:
            raise ValueError("the house always banks in limitee")
        if profile == "ouverte" and house != "script":
            raise ValueError("there is no house banker in ouverte")
        if commission is None:  # R-T7
            commission = Fraction(125, 10_000) if profile == "ouverte" else Fraction(2, 100)
        super().__init__(num_players, shoe, chips, Fraction(commission), max_coups)
        self.profile = profile
        self.decks = decks if decks is not None else {"ouverte": 6, "limitee": 3}[profile]
        self.house = house
        self.bets: list[tuple[str, int] | None] = [None] * 6
        self.pointers = {"right": 0, "left": 1}  # R-T4
        if profile == "ouverte":
            self.banker = 0 if first_banker is None else first_banker  # R-T1: seat 0 first
        elif house == "agent":
            self.banker = HOUSE_SEAT
        self.begin()

    # -- the session -------------------------------------------------------------------------

    def session(self) -> Steps[None]:
        """Coups until the end."""
        while True:
            if self.coups == self.max_coups:  # R-T8; after the last coup nothing is asked (R-C5)
                return self.finish("truncated", "max_coups is reached")
            if self.profile == "ouverte":
                # R-C6: one seat to bank and another to stake, a whole chip each (R-T1).
                if len([seat for seat in self.seats if self.whole(seat) >= 1]) < 2:
                    return self.finish("terminated", "nobody can bank or nobody else can stake")
                if not (yield from self.who_banks()):
                    return self.finish("terminated", "nobody takes the bank")
            elif all(self.whole(seat) < 5 for seat in self.seats):  # R-T5
                return self.finish("terminated", "nobody holds 5")
            yield from self.betting()
            if any(bet is not None for bet in self.bets):
                self.reshuffle_if_under(9)  # R-T8
                yield from self.play()
            else:
                self.coups += 1  # R-T5: no cards, the coup counts
                self.say(f"coup {self.coups}: nobody bets")

    def who_banks(self) -> Steps[bool]:
        """R-T1: the banker keeps the bank until retiring or ruined; then it is offered."""
        outgoing = self.banker
        assert outgoing is not None
        if self.whole(outgoing) >= 1:
            if self.coups == 0:
                return True  # R-T1: the first banker simply banks
            answers: tuple[Answer, ...] = ("pass", self.whole(outgoing))
            if (yield Question(outgoing, "continue", answers)) != "pass":
                return True
            self.say(f"seat {outgoing} retires")
        self.banker = None
        for seat in [*self.others_in_order(outgoing), outgoing]:  # R-T1: a retired banker last
            if self.whole(seat) < 1:
                continue
            if (yield Question(seat, "open", ("pass", self.whole(seat)))) != "pass":
                self.banker = seat
                self.say(f"seat {seat} takes the bank")
                return True
        return False

    def betting(self) -> Steps[None]:
        """R-T2: one tableau and a stake, or none."""
        self.bets = [None] * 6
        order, remainder = self.seats, 0
        if self.profile == "ouverte":
            assert self.banker is not None
            order = self.others_in_order(self.banker)
            remainder = self.whole(self.banker)
        for seat in order:
            if self.profile == "ouverte":
                least, most = 1, min(self.whole(seat), remainder)
            else:
                least, most = 5, min(25, self.whole(seat))
            if most < least:
                continue  # R-C5: a seat with no legal yes is not asked
            answers: list[Answer] = ["pass"]
            answers += [(side, stake) for side in SIDES for stake in range(least, most + 1)]
            answer = yield Question(seat, "bet", tuple(answers))
            if isinstance(answer, tuple):
                side, stake = answer
                self.bets[seat] = (side, stake)
                self.stakes[seat] = stake
                self.balances[seat] -= stake
                if self.profile == "ouverte":
                    remainder -= stake
                self.say(f"seat {seat} bets {stake} on the {side}")

    # -- a coup with cards -------------------------------------------------------------------

    def staked(self, side: str) -> int:
        """How much lies on a tableau."""
        return sum(bet[1] for bet in self.bets if bet is not None and bet[0] == side)

    def captain(self, side: str) -> int:
        """R-T4: the first seat at or after the pointer that bets on that side."""
        seat = self.pointers[side]
        while True:
            bet = self.bets[seat]
            if bet is not None and bet[0] == side:
                return seat
            seat = self.after(seat)

    def play(self) -> Steps[None]:
        """R-T3, R-T5, R-T6: the deal, the captains, the banker; then the settlement."""
        hands: dict[str, list[int]] = {"right": [], "left": [], "bank": []}
        for _ in range(2):  # R-T3: right, left, banker, twice
            for name in ("right", "left", "bank"):
                hands[name].append(self.deal())
        bank = hands["bank"]
        bank_two = list(bank)
        betted = [side for side in SIDES if self.staked(side) > 0]
        captains = {side: self.captain(side) for side in betted}
        thirds: dict[str, int | None] = {"right": None, "left": None}
        going_on: list[str] = []
        if not natural(bank):  # R-T3: a banker's natural settles both at once
            for side in betted:
                if natural(hands[side]):  # R-T3: shown; settled against the bank's two cards
                    self.say(f"the {side} shows {show(hands[side])}")
                else:
                    going_on.append(side)
            for side in going_on:  # R-T5: the right captain, then the left one, free on 0-7
                if (yield Question(captains[side], side, STAND_OR_DRAW)) == "draw":
                    third = self.deal()
                    thirds[side] = third
                    hands[side].append(third)
                    self.say(f"the {side} draws {third}")
                else:
                    self.say(f"the {side} stands")
            if going_on:  # R-T3: all tableaux with bets natural, the banker is not asked
                move = yield from self.banker_choice(total(bank), thirds, going_on)
                if move == "draw":
                    bank.append(self.deal())
        self.settle(hands, bank_two, betted, going_on, captains)

    def banker_choice(
        self, bank_total: int, thirds: dict[str, int | None], going_on: list[str]
    ) -> Steps[Answer]:
        """R-T6: free on 0-7; R-T9: the house follows its script unless it is an agent."""
        if self.profile == "ouverte" or self.house == "agent":
            assert self.banker is not None
            return (yield Question(self.banker, "banker", STAND_OR_DRAW))
        # R-T9: against the tableau with more staked (of those not settled yet), the right if equal.
        side = going_on[0]
        if len(going_on) == 2 and self.staked("left") > self.staked("right"):
            side = "left"
        drawn = banker_rule(BANKER_PUNTO, bank_total, thirds[side])
        return "draw" if drawn == "D" else "stand"

    def settle(
        self,
        hands: dict[str, list[int]],
        bank_two: list[int],
        betted: list[str],
        going_on: list[str],
        captains: dict[str, int],
    ) -> None:
        """R-T7: each tableau on its own, 1:1; commission on the banker's positive net gain."""
        self.coups += 1
        gain = 0
        for side in betted:
            bank_total = total(hands["bank"] if side in going_on else bank_two)
            for seat in self.seats:
                bet = self.bets[seat]
                if bet is None or bet[0] != side:
                    continue
                if total(hands[side]) > bank_total:
                    self.balances[seat] += 2 * bet[1]
                    gain -= bet[1]
                elif total(hands[side]) == bank_total:
                    self.balances[seat] += bet[1]
                else:
                    gain += bet[1]
            if total(hands[side]) < bank_total:  # R-T4
                self.pointers[side] = self.after(captains[side])
            else:
                self.pointers[side] = captains[side]
        self.stakes = [0] * 6
        taken = gain * self.rate if gain > 0 else Fraction(0)
        self.commission += taken
        if self.profile == "ouverte":
            assert self.banker is not None
            self.balances[self.banker] += gain - taken
            assert floor(self.balances[self.banker]) >= 0
        else:
            self.outside += gain - taken
        shown = ", ".join(f"{name} {show(cards)}" for name, cards in hands.items())
        self.say(f"coup {self.coups}: {shown}; the bank's gain is {gain}")
