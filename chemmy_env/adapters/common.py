"""What all adapters share: fresh seeds, render modes."""

from __future__ import annotations

import secrets

from chemmy_env.engine.common.keys import SEED_LIMIT


def fresh_seed() -> int:
    """Return a fresh, non-reproducible seed."""
    return secrets.randbelow(SEED_LIMIT)


def check_render_mode(render_mode: str | None, allowed: tuple[str, ...]) -> None:
    """Raise a `ValueError` unless it is `None` or one of the allowed modes."""
    if render_mode is not None and render_mode not in allowed:
        raise ValueError(f"render_mode = {render_mode!r}: expected None or one of {allowed}")
