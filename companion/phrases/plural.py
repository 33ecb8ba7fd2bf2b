"""Plural 複数形: makes the plural of English nouns by rule; Japanese has none."""

_IRREGULAR = {"person": "people", "shelf": "shelves", "child": "children"}
_HISSING = ("s", "x", "z", "ch", "sh")


def plural(noun: str) -> str:
    """`switches`, `batteries`, `vacuum cleaners`: the last word of a name in the plural."""
    head, gap, last = noun.rpartition(" ")
    if last.lower() in _IRREGULAR:
        return f"{head}{gap}{_IRREGULAR[last.lower()]}"
    if last.lower().endswith(_HISSING):
        return f"{noun}es"
    if last.lower().endswith("y") and last[-2:-1].lower() not in ("", *"aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}s"
