"""Wishes 物語の続き: words the fact that an open story waits for, from `wishes.toml`."""

from collections.abc import Mapping
from typing import Final

from companion.words.language import Bilingual
from companion.words.story import StoryVerb, StoryWish
from companion.words.table import in_both_languages, table

_WORDS: Final = {
    StoryVerb(verb): words
    for verb, words in in_both_languages(
        table("companion.rooms.sifting", "wishes.toml")["wishes"]
    ).items()
}
_SOMEBODY: Final = Bilingual("誰か", "somebody")


def wish_told(wish: StoryWish, names: Mapping[str, Bilingual]) -> Bilingual:
    """The fact that would carry the story on, in a few words; who is not known yet is somebody."""
    who, whom = (names.get(one or "?", _SOMEBODY) for one in (wish.who, wish.whom))
    words = _WORDS[wish.verb]
    en = words.en.format(who=who.en, whom=whom.en)
    return Bilingual(words.ja.format(who=who.ja, whom=whom.ja), en)
