"""Steps that several games share: questions, the shoe, money, seats, events, the end."""
