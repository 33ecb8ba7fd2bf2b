"""Words by which a text is found."""

from companion.rooms.recall.words_of import words_of


def test_one_word_in_another_script_or_form_is_one_word() -> None:
    """Children write わすれた, adults 忘れました."""
    assert set(words_of("鍵をわすれた")) == set(words_of("鍵を忘れました"))
    assert words_of("打ち合わせに行った") == words_of("打合せに行きます")


def test_little_words_find_nothing() -> None:
    assert words_of("Where is the key that I had?") == ("key",)
    assert words_of("それはどこにありますか") == ()


def test_a_name_in_latin_letters_stays_itself_in_japanese() -> None:
    assert words_of("Skodaを洗った")[0] == words_of("I washed the Skoda")[-1] == "skoda"
