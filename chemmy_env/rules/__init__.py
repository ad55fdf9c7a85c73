"""The rules as data: games, profiles, option tables, and their checks. Imports nothing of ours."""

from chemmy_env.rules.fields import UNITS_PER_CHIP
from chemmy_env.rules.games import GAMES, Game
from chemmy_env.rules.model import RULE_FIELDS, RULES, Rules
from chemmy_env.rules.options import DRAW, FREE, STAND, STOOD
from chemmy_env.rules.profiles import PROFILES, find_game, get_rules
from chemmy_env.rules.requiring import MAX_SEATS, UnknownSettingError

__all__ = [
    "DRAW",
    "FREE",
    "GAMES",
    "MAX_SEATS",
    "PROFILES",
    "RULES",
    "RULE_FIELDS",
    "STAND",
    "STOOD",
    "UNITS_PER_CHIP",
    "Game",
    "Rules",
    "UnknownSettingError",
    "find_game",
    "get_rules",
]
