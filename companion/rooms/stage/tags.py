"""Action tags 行動タグ: reads and writes `(VERB: target)` by one exact grammar.

Only tags at the head of a text are acts. The rest is a line, and is never read for control. A
keyboard for Japanese writes full-width brackets and colons, so those are taken too.
"""

import re
from collections.abc import Callable

from companion.words.stage import Performance, SceneTag

VERB_CHARS = 20
TARGET_CHARS = 60
TAGS_AT_MOST = 6
"""Tags of one performance that are read; more are left unread with the line."""

_TAG = re.compile(
    rf"\s*[(（]\s*([^()（）:：\n]{{1,{VERB_CHARS}}}?)\s*"
    rf"(?:[:：]\s*([^()（）:：\n]{{1,{TARGET_CHARS}}}?)\s*)?[)）]"
)
_VERB = re.compile("[A-Za-z]+")
_QUOTED = re.compile(r"\s*[「“]([^「」“”\n]*)[」”]\s*")


def as_written(verb: str, target: str) -> SceneTag | None:
    """A tag whose verb is English letters; None for any other text in brackets."""
    return SceneTag(verb.upper(), target) if _VERB.fullmatch(verb) else None


def read_performance(
    text: str, tag_of: Callable[[str, str], SceneTag | None] = as_written
) -> Performance:
    """Tags at the head of a text, then its line, without its quotation marks. `tag_of` makes a tag
    of a verb and a target; at the first brackets that are none to it, the line begins."""
    tags: list[SceneTag] = []
    at = 0
    while len(tags) < TAGS_AT_MOST and (found := _TAG.match(text, at)) is not None:
        tag = tag_of(found[1], found[2] or "")
        if tag is None:
            break
        tags.append(tag)
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
