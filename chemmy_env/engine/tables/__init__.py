"""Tables, many or one: their arrays, their sessions, and the threads that play them."""

from chemmy_env.engine.machine.crew import usable_cores
from chemmy_env.engine.machine.jit import CACHE
from chemmy_env.engine.records.making import make_table, observation_fields
from chemmy_env.engine.tables.batch import AUTORESETS, Tables
from chemmy_env.engine.tables.rollouts import Rollout
from chemmy_env.engine.tables.sessions import run_sessions

__all__ = [
    "AUTORESETS",
    "CACHE",
    "Rollout",
    "Tables",
    "make_table",
    "observation_fields",
    "run_sessions",
    "usable_cores",
]
