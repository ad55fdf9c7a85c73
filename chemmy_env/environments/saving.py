"""A session as bytes: a line of JSON that says whose it is, then the record and the shoe."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.engine.records.record import TABLE_DTYPE

if TYPE_CHECKING:
    from chemmy_env.environments.table import LiveTable

_MAGIC: Final = "chemmy_env session 1"
_BOOKS: Final = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations")


def fingerprint(compiled: CompiledTable) -> str:
    """Return a digest of a table's rules, options and record layout."""
    told = repr((compiled.rules, compiled.options, compiled.num_players, TABLE_DTYPE.descr))
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def save(env: LiveTable) -> bytes:
    """Return the environment's session as bytes; `RuntimeError` if none has begun."""
    env.require_session()
    parts = (env._table, env._shoe, env._observation, env._mask, env._rewards)
    body = b"".join(part.tobytes() for part in parts)
    head: dict[str, Any] = {
        "format": _MAGIC,
        "digest": hashlib.sha256(body).hexdigest(),
        "table": fingerprint(env.compiled),
        "selection": env.agent_selection,
        "skip": env._skip_agent_selection,
        "asked": env._asked,
        "books": {name: getattr(env, name) for name in _BOOKS},
    }
    return json.dumps(head).encode() + b"\n" + body


def restore(env: LiveTable, state: bytes) -> None:
    """Put a saved session in place of the environment's, once all of it has been checked.

    Raises:
        ValueError: if the bytes are no saved session, or one of another table.
    """
    head, body = _split(state)
    mine = fingerprint(env.compiled)
    if head["table"] != mine:
        raise ValueError(
            f"state of table {head['table']}: expected {mine}, a table with the same rules, seats "
            "and options"
        )
    parts = (env._table, env._shoe, env._observation, env._mask, env._rewards)
    expected = sum(part.nbytes for part in parts)
    if len(body) != expected or hashlib.sha256(body).hexdigest() != head["digest"]:
        raise ValueError(f"state with {len(body)} bytes of arrays: expected {expected}, unharmed")
    at = 0
    for part in parts:
        part[...] = np.frombuffer(body, part.dtype, part.size, at).reshape(part.shape)
        at += part.nbytes
    for name in _BOOKS:
        setattr(env, name, head["books"][name])
    env.agent_selection = head["selection"]
    env._skip_agent_selection = head["skip"]
    env._asked = head["asked"]
    env.infos = {agent: {} for agent in env.agents}
    env._credited = any(env.rewards.values())
    env._seeded = True


def _split(state: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        line, body = bytes(state).split(b"\n", 1)
        head = json.loads(line)
        if head["format"] != _MAGIC:
            raise ValueError(head["format"])
        _ = [head[name] for name in ("table", "digest", "selection", "skip", "asked")]
        _ = [head["books"][name] for name in _BOOKS]
    except (ValueError, KeyError, TypeError):
        raise ValueError(
            f"state of type {type(state).__name__}: expected bytes from get_state()"
        ) from None
    return head, body
