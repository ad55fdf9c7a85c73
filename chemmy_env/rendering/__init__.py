"""Tables, actions, observations and rules for people: text, a picture, words."""

from chemmy_env.rendering.describe import describe
from chemmy_env.rendering.picture import picture
from chemmy_env.rendering.profiles import option_tables, rules_in_words
from chemmy_env.rendering.text import render_table
from chemmy_env.rendering.words import action_to_string, legal_in_words

__all__ = [
    "action_to_string",
    "describe",
    "legal_in_words",
    "option_tables",
    "picture",
    "render_table",
    "rules_in_words",
]
