"""Personal questions ask for what only people can tell: of a relative or a pet the name, the
birthday, an allergy, where somebody lives or works; of a thing, where it is kept.

Only a whole sentence of that form counts. Where somebody is now, what somebody does and small talk
are not of it.
"""

import re
import unicodedata

from companion.phrases.kinship import BY_WORD
from companion.words.table import compiled, table

_LONGEST_FIRST = sorted(BY_WORD, key=len, reverse=True)
_READ = table("companion.desk", "personal_question.toml")
_WORDS = {
    **_READ["words"],
    "en": tuple(re.escape(word) for word in _LONGEST_FIRST if word.isascii()),
    "ja": tuple(re.escape(word) for word in _LONGEST_FIRST if not word.isascii()),
}
_FORMS = tuple(compiled(dict(enumerate(_READ["relatives"])), _WORDS).values())
_THINGS = compiled(_READ["things"], _WORDS)
_NO_THING = frozenset(_READ["no_thing"])
_IN_KANA = re.compile("[ぁ-んー]+")
"""ここ, みんな: in hiragana alone it is seldom the name of a thing."""


def relative_asked(text: str) -> str | None:
    """The relative or the pet (a key of `kinship.RELATIVES`) that a sentence asks such a thing
    of; None where it is another sentence."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    plain = " ".join(plain.strip(" ?.!。、").split())
    for form in _FORMS:
        if (found := form.fullmatch(plain)) is not None:
            return BY_WORD[found[1]]
    return None


def thing_sought(text: str) -> str | None:
    """The thing whose place a sentence asks for; None where it is another sentence, or asks for a
    relative, whom a camera may have seen."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    plain = " ".join(plain.strip(" ?.!。、").split())
    found = _THINGS["en"].fullmatch(plain) or _THINGS["ja"].fullmatch(plain)
    if found is None:
        return None
    thing = next(word for word in found.groupdict().values() if word)
    none = thing in BY_WORD or thing in _NO_THING or _IN_KANA.fullmatch(thing)
    return None if none else thing


def names_relative(text: str, relative: str) -> bool:
    """Whether a sentence speaks of this relative or pet at all."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return any(
        re.search(rf"\b{re.escape(word)}", plain) if word.isascii() else word in plain
        for word, key in BY_WORD.items()
        if key == relative or relative in key or key in relative
    )
