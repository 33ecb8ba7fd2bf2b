"""Words for what an open story waits for."""

import pytest

from companion.rooms.sifting.wishes import wish_told
from companion.words.language import Bilingual
from companion.words.story import StoryVerb, StoryWish

NAMES = {"mio": Bilingual("ミオ", "Mio"), "gen": Bilingual("ゲン", "Gen")}


@pytest.mark.parametrize("verb", list(StoryVerb))
def test_every_verb_of_a_story_has_its_words(verb: StoryVerb) -> None:
    told = wish_told(StoryWish(verb=verb, who="mio", whom="gen"), NAMES)
    assert told.ja != told.en
    assert "{" not in told.ja + told.en
    assert verb is StoryVerb.RAINED or "Mio" in told.en


def test_who_is_not_known_yet_is_somebody() -> None:
    told = wish_told(StoryWish(verb=StoryVerb.MET, who="gen"), NAMES)
    assert told == Bilingual("ゲンが誰かに会う", "Gen meets somebody")
