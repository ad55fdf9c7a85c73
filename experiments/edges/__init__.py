"""The bets of Punto Banco by the cards that are left: exact edges, and what counting finds."""
