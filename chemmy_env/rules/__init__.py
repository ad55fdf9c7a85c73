"""The rules as data: profiles, option tables, and the checks of both. Imports nothing of ours."""

from chemmy_env.rules.model import RULE_FIELDS, UNITS_PER_CHIP, Rules
from chemmy_env.rules.options import DRAW, FREE, STAND, STOOD
from chemmy_env.rules.profiles import PROFILES, get_rules
from chemmy_env.rules.requiring import MAX_SEATS

__all__ = [
    "DRAW",
    "FREE",
    "MAX_SEATS",
    "PROFILES",
    "RULE_FIELDS",
    "STAND",
    "STOOD",
    "UNITS_PER_CHIP",
    "Rules",
    "get_rules",
]
