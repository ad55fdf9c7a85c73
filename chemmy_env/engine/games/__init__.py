"""The rules of play, a folder a game; `game` chooses among them."""
