"""Learners, learned policies, and the registry of all agents by name."""
