"""How strong a player is: matches, accounts, intervals."""
