"""`chemmy warmup`: compile the kernels ahead of the first use."""

from __future__ import annotations

import time


def warm_up() -> None:
    """Compile, or load from numba's cache, what environments and tables of every game call."""
    from chemmy_env.engine.tables import CACHE
    from chemmy_env.rendering.printing import say
    from chemmy_env.rules import PROFILES

    for game in PROFILES:
        began = time.perf_counter()
        play_once(game)
        say(f"The kernels of {game} are ready after {time.perf_counter() - began:.1f} s.")
    say(f"They are kept in {CACHE}")


def play_once(game: str) -> None:
    """Take a step at a table of a game in each of the ways there are."""
    from chemmy_env.engine.tables import Tables
    from chemmy_env.environments.aec import TableEnv
    from chemmy_env.policies import random
    from chemmy_env.rendering.words import legal_mask

    tables = Tables(game)
    tables.step(tables.action_mask.argmax(1))
    tables.observe(0)
    tables.rollout(random, 1)
    legal_mask(tables.compiled, tables.state[0])
    env = TableEnv(tables.compiled)
    env.reset(seed=0)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
