"""Punto Banco and Mini Baccarat (R-B1 to R-B3), literally."""

from collections.abc import Sequence
from fractions import Fraction

from .cards import (
    BANKER_PUNTO,
    Answer,
    Question,
    Steps,
    banker_rule,
    natural,
    punter_rule,
    show,
    total,
)
from .table import Shoe, Table

STAKES = {"punto": (5, 10, 25, 50), "mini": (1, 2, 5, 10)}  # R-B1
SIDES = ("player", "banker", "tie")


class Punto(Table):
    """A table of independent bettors; the house account is `outside`."""

    def __init__(
        self,
        profile: str = "punto",
        num_players: int = 1,
        shoe: Shoe | None = None,
        first_banker: int | None = None,
        chips: Sequence[int | Fraction] | None = None,
        *,
        decks: int = 8,
        max_coups: int = 100,
        commission: Fraction = Fraction(5, 100),
    ) -> None:
        if profile not in STAKES:
            raise ValueError(f"no profile {profile!r}")
        if not 1 <= num_players <= 12:
            raise ValueError("one to twelve bettors (R-B1)")
        if shoe is None or first_banker is not None:
            raise ValueError("a shoe is needed, and nobody banks")
        super().__init__(num_players, shoe, chips, Fraction(commission), max_coups)
        self.profile = profile
        self.decks = decks
        self.bets: list[tuple[str, int] | None] = [None] * num_players
        self.begin()

    def session(self) -> Steps[None]:
        """Rounds until nobody can stake or max_coups is reached (R-B1)."""
        while True:
            if self.coups == self.max_coups:
                return self.finish("truncated", "max_coups is reached")
            if all(self.balances[seat] < STAKES[self.profile][0] for seat in self.seats):
                return self.finish("terminated", "nobody can stake")
            yield from self.betting()
            self.reshuffle_if_under(20)  # R-B1
            self.play_and_settle()

    def betting(self) -> Steps[None]:
        """R-B1: in seat order, one bet a round each, or none."""
        for seat in self.seats:
            stakes = [stake for stake in STAKES[self.profile] if stake <= self.balances[seat]]
            if not stakes:
                continue
            answers: list[Answer] = ["pass"]
            answers += [(side, stake) for side in SIDES for stake in stakes]
            answer = yield Question(seat, "bet", tuple(answers))
            if isinstance(answer, tuple):
                side, stake = answer
                self.bets[seat] = (side, stake)
                self.stakes[seat] = stake
                self.balances[seat] -= stake
                self.say(f"seat {seat} bets {stake} on {side}")

    def play_and_settle(self) -> None:
        """R-B2 and R-B3. A round without bets is dealt and counts (R-B1)."""
        player, banker = [self.deal()], [self.deal()]
        player.append(self.deal())
        banker.append(self.deal())
        if not natural(player) and not natural(banker):  # R-B2: a natural stops both
            third = None
            if punter_rule("punto", total(player)) == "D":
                third = self.deal()
                player.append(third)
            if banker_rule(BANKER_PUNTO, total(banker), third) == "D":
                banker.append(self.deal())
        self.coups += 1
        if total(player) > total(banker):
            winner = "player"
        elif total(banker) > total(player):
            winner = "banker"
        else:
            winner = "tie"
        pays = {"player": Fraction(1), "banker": 1 - self.rate, "tie": Fraction(8)}  # R-B3
        for seat in self.seats:
            bet = self.bets[seat]
            if bet is None:
                continue
            side, stake = bet
            if side == winner:
                self.balances[seat] += stake + stake * pays[side]
                self.outside -= stake * pays[side]
            elif winner == "tie":
                self.balances[seat] += stake  # R-B3: Player and Banker bets push
            else:
                self.outside += stake
        self.bets = [None] * self.num_players
        self.stakes = [0] * self.num_players
        self.say(f"round {self.coups}: player {show(player)}, banker {show(banker)}: {winner}")
