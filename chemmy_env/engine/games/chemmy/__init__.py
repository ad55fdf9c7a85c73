"""Chemin de fer: banking, covering, playing and settling, stage by stage (R-C5)."""
