"""What a fresh process waits for, as one line of JSON: import, first environment, first batch."""

from __future__ import annotations

import json
import sys
import time

began = time.perf_counter()
import chemmy_env  # noqa: E402 - what it costs is the question

imported = time.perf_counter()
torch_loaded = "torch" in sys.modules


def first_env() -> None:
    """Reset an AEC environment and take one step."""
    env = chemmy_env.chemmy_v0.env()
    env.reset(seed=0)
    env.step(env.legal_actions(env.agent_selection)[0])


def first_tables() -> None:
    """Step a batch, and play on in the compiled loop."""
    from chemmy_env.policies import random

    tables = chemmy_env.Tables(num_tables=2)
    tables.step(tables.action_mask.argmax(1))
    tables.rollout(random, 10)


def first_seat() -> None:
    """Step a learner's seat."""
    from chemmy_env.adapters.gymnasium_seat import SeatEnv

    env = SeatEnv()
    _, info = env.reset(seed=0)
    env.step(info["action_mask"].argmax())


def main() -> None:
    """Do one thing after another and print how long each took."""
    taken = {"import chemmy_env": imported - began}
    for label, work in (
        ("env(): reset and a step", first_env),
        ("Tables: a step and a rollout", first_tables),
        ("SeatEnv: reset and a step", first_seat),
    ):
        since = time.perf_counter()
        work()
        taken[label] = time.perf_counter() - since
    taken["all, from the start of the process's own code"] = time.perf_counter() - began
    print(json.dumps({"seconds": taken, "torch_loaded": torch_loaded}))


if __name__ == "__main__":
    main()
