"""Learners and players with neural networks: their checkpoints, and how those play."""
