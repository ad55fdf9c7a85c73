"""The PettingZoo environments: one class for all games, and what it needs."""
