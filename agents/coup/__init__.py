"""Learners of one coup, scored exactly: each solves or learns the matrix game."""
