"""Laws of free words: both languages have the same forms."""

from companion.rooms.free_words.law import law_of
from companion.words.language import Language


def test_letters_are_read_in_either_case_in_english() -> None:
    assert law_of(Language.EN).wish.search("Good morning")


def test_a_mood_is_spared_its_rules() -> None:
    for language in Language:
        law = law_of(language)
        spared = frozenset[str]().union(*(rules for _, rules in law.spared))
        known = {*law.states, "no_frame", "at_large"}
        assert spared <= known


def test_a_word_list_stands_in_every_form_that_names_it() -> None:
    thing = law_of(Language.JA).states["thing"]
    assert thing.search("カーテンがね")
    assert not thing.search("うれしいね")
