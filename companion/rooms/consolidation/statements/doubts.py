"""Doubts: whether a sentence tells something as so, or asks, supposes, quotes or jokes.

A fact is made of a plain statement alone; where there is a doubt, the sentence stays an episode.
"""

from companion.words.language import Language
from companion.words.table import compiled, table

_DOUBTS = compiled(table("companion.rooms.consolidation.statements", "clauses.toml")["doubts"])


def is_doubtful(text: str, language: Language) -> bool:
    """Whether a sentence asks, supposes, quotes, reports somebody's words, jokes, or tells of
    another time."""
    return _DOUBTS[language].search(text) is not None
