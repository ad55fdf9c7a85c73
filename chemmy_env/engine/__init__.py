"""The compiled engine: every game's rules once, on one record per table."""
