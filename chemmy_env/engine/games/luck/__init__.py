"""Luck adjustment: what the cards gave a seat beyond the average is taken off (R-L)."""
