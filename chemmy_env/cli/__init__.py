"""The `chemmy` command: rules, a session to watch, a session to play."""

from chemmy_env.cli.app import app

__all__ = ["app"]
