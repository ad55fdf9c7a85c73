"""A slow, literal second reading of the rules, used to check the engine.

Everything here is written from the numbered rules alone (R-C1, R-H7, ...), with exact
fractions, plain lists and one generator per session that simply tells the rules in order.
"""

from .banque import Banque
from .cards import Question
from .chemin import Chemin
from .punto import Punto

__all__ = ["Banque", "Chemin", "Punto", "Question"]
