"""Everybody against everybody."""
