"""Cover: every letter is read as known words, and what is not stays unread."""

from companion.rooms.understanding.cover import Token, cover, with_others
from companion.rooms.understanding.lexicon import Lexeme, words_of
from companion.words.language import Language


def read(text: str, language: Language, *given: Token) -> list[tuple[str, str]]:
    return [(t.text, t.cls) for t in cover(text, [words_of(language)], given, language)]


def test_an_order_is_read_whole() -> None:
    assert ("turn on", "verb") in read("turn on the light", Language.EN)
    found = read("電気をつけて", Language.JA)
    assert found[0] == ("電気", "kind")
    assert found[-1] == ("つけて", "verb")


def test_a_word_that_nobody_knows_stays_unread() -> None:
    assert ("zorbulate", "unread") in read("zorbulate the light", Language.EN)
    assert any(cls == "unread" for _, cls in read("電気をゑゑゑ", Language.JA))


def test_no_english_word_is_read_within_another() -> None:
    """`tonight` holds `on` and `night`, `lightning` holds `light`."""
    assert ("light", "kind") not in read("lightning", Language.EN)


def test_what_was_read_before_is_taken_as_it_is() -> None:
    time = Token("at 7", 8, 12, (Lexeme("when", None),))
    assert ("at 7", "when") in read("turn on at 7", Language.EN, time)


def test_a_japanese_verb_goes_on_to_its_polite_end() -> None:
    (token,) = [
        t
        for t in cover("消してもらっていいですか", [words_of(Language.JA)], (), Language.JA)
        if t.cls == "verb"
    ]
    assert token.form == "te", "a request, as polite as can be"


def test_a_token_can_be_several_things() -> None:
    token = Token("x", 0, 1, (Lexeme("verb", "on"), Lexeme("name", ("light.a",))))
    assert token.is_("verb", "on")
    assert not token.is_("name")
    assert token.as_("name") == ("light.a",)
    assert token.as_("area") is None


def test_all_tables_say_what_a_spelling_can_be() -> None:
    bare = Token("on", 0, 2, (Lexeme("fill", None),))
    (full,) = with_others([bare], [words_of(Language.EN)])
    assert full.cls == "fill", "the first stays the likeliest"
    assert len(full.meanings) > 1
