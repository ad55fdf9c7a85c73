"""Strategy claims of the rulebooks, held against the exact truth."""
