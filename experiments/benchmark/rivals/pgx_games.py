"""Measuring program for PGX on one core: ``kuhn_poker N``, ``leduc_holdem N``."""

from __future__ import annotations

import os
from typing import Any

from experiments.benchmark.serving import (
    Case,
    Clock,
    Counts,
    serve,
    steps_a_call,
    versions_of,
)


def make_case(game: str, batch: str) -> Case:
    """Return the case of one game: jit and vmap, actions drawn inside the compiled loop."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    size = int(batch)
    steps = steps_a_call(size)
    advance = jax.vmap(auto_reset(env.step, env.init))

    def one(_: Any, carried: Any) -> Any:
        state, key = carried
        key, for_actions, for_steps = jax.random.split(key, 3)
        # One number a row: faster than `jax.random.categorical`.
        legal = jnp.cumsum(state.legal_action_mask, axis=1)
        numbers = jax.random.uniform(for_actions, (size, 1))
        actions = jnp.argmax(legal > numbers * legal[:, -1:], axis=1)
        return advance(state, actions, jax.random.split(for_steps, size)), key

    play = jax.jit(lambda carried: jax.lax.fori_loop(0, steps, one, carried))
    carried = (
        jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), size)),
        jax.random.key(2),
    )

    def measure(seconds: float) -> Counts:
        nonlocal carried
        clock = Clock()
        decisions = 0
        while clock.seconds < seconds:
            with clock:
                # The observations come out, so none of the work on them can be left out.
                carried = jax.block_until_ready(play(carried))
            decisions += size * steps
        return clock.counts(decisions)

    counted = (
        "random legal actions, chosen inside the compiled loop; observations and masks written; "
        "the next game begins within the step that ends one"
    )
    return Case(measure, counted, versions_of("pgx", "jax"))


if __name__ == "__main__":
    serve(make_case)
