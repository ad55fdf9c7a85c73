"""What all adapters share: seeds from the system."""

from __future__ import annotations

import secrets

from chemmy_env.engine.common.keys import SEED_LIMIT


def fresh_seed() -> int:
    """Return a fresh, non-reproducible seed."""
    return secrets.randbelow(SEED_LIMIT)
