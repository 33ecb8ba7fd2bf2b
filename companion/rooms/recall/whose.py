"""Reads whose matter a statement is, among people who speak for themselves.

"The rent is 940" tells the rent of the person who says it: it answers no question about another's.
"""

import re
from collections.abc import Iterable, Sequence

from companion.rooms.recall.asked import is_of_oneself
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.words_of import names_in
from companion.words.episode import Episode, Voice
from companion.words.language import has_japanese

_ASKED_OF_EN = (
    r"(?:\b{name}(?:'s|s')|\b(?:do|does|did|is|was|has|had|will|can|should) {name}\b(?! or\b)"
    r"|\b{name} (?:\w+s|\w+ed|has|had|is|was|does|did|work|live|pay|play|want|like)\b)"
)
_ASKED_OF_JA = r"{name}(?:さん|ちゃん|くん|君)?(?:の|は|が|って)"
_SHARED = re.compile(
    r"\b(?:we|we're|we've|we'll|us|our|ours|both|everyone|everybody|he|she|they|him|his|her|their|you"
    r"|your|you're)\b|うち|私たち|みんな|一緒|二人|彼|彼女|あの人",
    re.IGNORECASE,
)
"""The statement may be of more people than the one who makes it."""


def owners_in(question: str, people: Iterable[str]) -> tuple[str, ...]:
    """Speakers whose matter a question asks for."""
    return tuple(one for one in people if one and _asked_of(one).search(question) is not None)


def _asked_of(name: str) -> re.Pattern[str]:
    form = _ASKED_OF_EN if name.isascii() else _ASKED_OF_JA
    return re.compile(form.format(name=re.escape(name)), re.IGNORECASE)


def is_told_of_oneself(episode: Episode, *, besides: str) -> bool:
    """Whether a person other than this one tells here of a matter of their own alone."""
    if episode.voice is not Voice.PERSON or episode.speaker in ("", besides):
        return False
    # Japanese leaves out who it is of: of the speaker, where nobody is named.
    unsaid = has_japanese(episode.text) and not names_in(episode.text)
    alone = is_of_oneself(episode.text) or unsaid
    return alone and _SHARED.search(episode.text) is None and not _speaks_of(episode, besides)


def is_of_another(episode: Episode, owners: Sequence[str], beside: Iterable[Episode]) -> bool:
    """Whether a person speaks here of a matter of their own, with no word of these owners.
    `beside`: the turns beside it in the same talk."""
    if not owners or episode.voice is not Voice.PERSON or episode.speaker in owners:
        return False
    if _SHARED.search(episode.text) is not None:
        return False
    spoken_to = any(one.speaker in owners for one in beside)
    if spoken_to and not is_of_oneself(episode.text):
        return False
    return not any(_speaks_of(episode, one) for one in owners)


def _speaks_of(episode: Episode, name: str) -> bool:
    return name.casefold() in episode.text.casefold() or set(stems(name)) <= set(
        stems(episode.text)
    )
