"""Typed turns 打ち込んだ一手: reads the acts and lines that a person who plays a role types.

`(OPEN: drawer)`, `（開ける：引き出し）`, `open the drawer` and `引き出しを開ける` are one act. A
thing may be named by a part of its name that no other thing has. Any other text is a line.
"""

import re
from collections.abc import Iterator, Mapping

from companion.rooms.stage.tags import as_written, read_performance
from companion.words.scene import SceneState
from companion.words.stage import Performance, SceneTag, VerbRow

_STOPS = " 。．.!！"
_PARTICLES = "[をにでは]"
_THE = "(?:(?:the|a|an) )?"


def read_typed(
    text: str, state: SceneState, verbs: Mapping[str, VerbRow], *, holds: bool = False
) -> Performance:
    """One typed turn; `state` is the scene in view. `holds`: the hands hold something, so that a
    verb alone, `食べる` or `eat it`, is about that."""
    plain = text.strip().strip(_STOPS).casefold()
    for row in verbs.values():
        if holds and plain.removesuffix(" it").removeprefix("それを") in row.words:
            return Performance(tags=(SceneTag(row.name),))
        for form in _forms(row):
            found = re.fullmatch(form, plain)
            if found is not None and (name := _named(found[1], state)):
                return Performance(tags=(SceneTag(row.name, name),))
    words = {word: row.name for row in verbs.values() for word in row.words}

    def tag_of(verb: str, target: str) -> SceneTag | None:
        known = words.get(verb.casefold(), verb)
        tag = as_written(known, target)
        return SceneTag(tag.verb, _named(target, state) or target) if tag is not None else None

    return read_performance(text, tag_of)


def _forms(row: VerbRow) -> Iterator[str]:
    """Patterns of an act in words: as it is told, and by each word of the verb."""
    yield re.escape(row.told.ja).replace(r"\{\}", "(.+)")
    told = re.escape(row.told.en.casefold()).replace(r"the\ \{\}", rf"{_THE}(.+)")
    yield re.sub(r"^(\w+?)s\\ ", r"\1s?\\ ", told)
    for word in map(re.escape, row.words):
        yield f"{word} {_THE}(.+)" if word.isascii() else f"(.+?){_PARTICLES}?{word}"


def _named(name: str, state: SceneState) -> str:
    """Name of the thing that is meant, or "": in full, by its id, or by a part of its own."""
    thing = state.find(name)
    if thing is not None:
        return thing.name
    names = [one.name for one in state.objects if name.casefold() in one.name.casefold()]
    whole = [one for one in names if one.casefold() == name.casefold()]
    return (whole or names)[0] if whole or (name and len(names) == 1) else ""
