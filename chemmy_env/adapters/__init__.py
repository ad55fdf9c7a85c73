"""Adapters: one seat of a table, as other libraries want to see it."""
