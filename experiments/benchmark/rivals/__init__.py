"""The others: each module is a program that measures one library.

By hand: ``echo 1 | python -m experiments.benchmark.rivals.pgx_games kuhn_poker 256`` (a number of
seconds for every measurement).
"""

from __future__ import annotations

from typing import Final

REQUIREMENTS: Final = {
    "envpool": "envpool",
    "gymnasium": "gymnasium",
    "openspiel": "open-spiel",
    "pettingzoo": "pettingzoo[classic]",
    "pgx": "pgx",
    "rlcard": "rlcard",
}
"""What each library is installed from; constraints-bench.txt holds the versions."""
