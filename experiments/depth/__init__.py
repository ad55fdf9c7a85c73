"""The coup by how deep in the shoe it is played, and what counting is worth there."""
