"""Action tags 行動タグ: reads and writes `(VERB: target)` by one exact grammar.

Only tags at the head of a text are acts. The rest is a line, and is never read for control. A
keyboard for Japanese writes full-width brackets and colons, so those are taken too.
"""

import re

from companion.words.stage import Performance, SceneTag

VERB_CHARS = 20
TARGET_CHARS = 60
TAGS_AT_MOST = 6
"""Tags of one performance that are read; more are left unread with the line."""

_TAG = re.compile(
    rf"\s*[(（]\s*([A-Za-z]{{1,{VERB_CHARS}}})\s*(?:[:：]\s*([^()（）:：\n]{{1,{TARGET_CHARS}}}?)\s*)?[)）]"
)
_QUOTED = re.compile(r"\s*「([^「」\n]*)」\s*")


def read_performance(text: str) -> Performance:
    """Tags at the head of a text, then its line, without its quotation marks."""
    tags: list[SceneTag] = []
    at = 0
    while len(tags) < TAGS_AT_MOST and (found := _TAG.match(text, at)) is not None:
        tags.append(SceneTag(found[1].upper(), found[2] or ""))
        at = found.end()
    rest = text[at:].strip()
    quoted = _QUOTED.fullmatch(rest)
    return Performance(tags=tuple(tags), line=quoted[1] if quoted is not None else rest)


def read_strictly(text: str) -> Performance | None:
    """A performance that consists of tags and one quoted line and of nothing else, as a grammar
    writes it; None for any other text."""
    read = read_performance(text)
    written = " ".join(str(tag) for tag in read.tags)
    whole = f"{written} 「{read.line}」" if written else f"「{read.line}」"
    return read if text.strip() == whole else None
