"""GBNF 文法の書き方: fixed words in the grammar of a request to the model.

A name comes from a device or from a config file, and must not break out of its quotes.
"""

from collections.abc import Iterable


def literal(text: str) -> str:
    """A GBNF string literal of exactly `text`."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def one_of(words: Iterable[str]) -> str:
    """A GBNF choice between fixed words."""
    return "(" + " | ".join(literal(word) for word in words) + ")"
