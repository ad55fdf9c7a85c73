"""`chemmy warmup`: compile the kernels ahead of the first use."""

from __future__ import annotations

import time

import typer


def warm_up() -> None:
    """Compile, or load from numba's cache, what the environments and tables call."""
    began = time.perf_counter()
    import numpy as np

    from chemmy_env.engine.jit import CACHE, remember_compilation
    from chemmy_env.engine.tables import Tables
    from chemmy_env.policies import random
    from chemmy_env.rendering.words import legal_mask

    tables = Tables(num_tables=1)
    tables.step(tables.action_mask.argmax(1))
    tables.observe(0)
    tables.rollout(random, 1)
    legal_mask(tables.compiled, tables.state[0])
    assert np.isfinite(tables.observation).all()
    remember_compilation()
    typer.echo(f"The kernels are ready after {time.perf_counter() - began:.1f} s.")
    typer.echo(f"They are kept in {CACHE}")
