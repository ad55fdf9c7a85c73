"""Risk of ruin, the end of a session and growth for the three ways to keep a bank."""
