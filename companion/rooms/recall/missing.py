"""Tells that the matter of a question was spoken of, and what is asked of it was not told.

"When does the window cleaner come" is not answered by his price. A time, a place and a reason are
looked for in those statements alone that hold a word of the matter; where none holds one, memory
may know it in other words.
"""

from collections.abc import Callable, Mapping, Sequence

from companion.rooms.recall.asked import Asked, asked_of, has_asked, plain, values_of
from companion.rooms.recall.due import is_over
from companion.rooms.recall.forms import holds_a_word
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.versions import tells
from companion.rooms.recall.words_of import names_in
from companion.words.episode import Episode
from companion.words.question import is_question
from companion.words.table import compiled, table

_TABLE = table("companion.rooms.recall", "missing.toml")
_TOLD = compiled(_TABLE["told"])
_ASKED = compiled(_TABLE["asked"])
_SAYS_MORE = 2
"""Words beside the matter, times and names, that may be a reason."""


def thing_is_missing(question: str, near: Sequence[Episode]) -> bool:
    """Whether a time to come, a place or a reason is asked for, and of these statements some speak
    of the matter and none of them tells it."""
    asked = asked_of(question)
    told = _TELLS.get(asked)
    if told is None or (asked is Asked.TIME and is_over(question)):
        return False
    if asked is Asked.PLACE and _ASKED["no_place"].search(plain(question)) is not None:
        return False
    of_it = [one for one in near if holds_a_word(question, one)]
    return any(map(tells, of_it)) and not any(
        told(question, one) for one in of_it if not is_question(one.text)
    )


def _tells_time(question: str, episode: Episode) -> bool:
    said = plain(episode.text)
    return bool(values_of(Asked.TIME, episode.text)) or _TOLD["time"].search(said) is not None


def _tells_place(question: str, episode: Episode) -> bool:
    said = _without_times(episode.text)
    if has_asked(Asked.PLACE, said) or _TOLD["place"].search(said) is not None:
        return True
    return bool(names_in(episode.text) - names_in(question))


def _tells_reason(question: str, episode: Episode) -> bool:
    """A reason needs no because; it needs words of its own."""
    if has_asked(Asked.REASON, episode.text):
        return True
    names = (word for name in names_in(episode.text) for word in stems(name))
    more = frozenset(stems(_without_times(episode.text))) - frozenset(stems(question))
    return len(more - frozenset(names)) >= _SAYS_MORE


_TELLS: Mapping[Asked, Callable[[str, Episode], bool]] = {
    Asked.TIME: _tells_time,
    Asked.PLACE: _tells_place,
    Asked.REASON: _tells_reason,
}


def _without_times(text: str) -> str:
    said = plain(text)
    for value in sorted(values_of(Asked.TIME, text), key=lambda one: -len(one.text)):
        said = said.replace(plain(value.text), " ")
    return said
