"""Fold: one form for what is written in many, in both languages."""

import pytest

from companion.rooms.understanding.fold import fold, in_own_words, own_words, without_full_stop
from companion.words.language import Language


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Turn ON the Light!", "turn on the light"),
        ("turn  on\tthe light", "turn on the light"),
        ("set it to twenty five percent", "set it to 25 %"),
        ("a hundred percent", "100 %"),
        ("the bedroom one", "the bedroom one"),
    ],
)
def test_an_english_sentence_has_one_form(text: str, folded: str) -> None:
    assert fold(text, Language.EN).rstrip(" !.") == folded


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("カーテンをアケテ", "かーてんをあけて"),
        ("７時に起こして", "7時に起こして"),
        ("七時半に起こして", "7時半に起こして"),
        ("二十五度にして", "25度にして"),
        ("じゅっぷん後に消して", "10分後に消して"),
        ("ﾗｲﾄをつけて", "らいとをつけて"),
        ("アラーム後5分待って", "あらーむあと5分待って"),
        ("3分後10分だけ", "3分後10分だけ"),
        ("後5分で起こして", "あと5分で起こして"),
        ("帰宅後30分で消して", "帰宅後30分で消して"),
        ("食後30分の薬", "食後30分の薬"),
        ("玄関意外全部消して", "玄関以外全部消して"),
        ("意外と明るい", "意外と明るい"),
        ("忘れないように行って", "忘れないように言って"),
        ("忘れないように行ってって教えて", "忘れないように行ってって教えて"),
        ("病院に忘れないように行って", "病院に忘れないように行って"),
        ("遅れないように行って", "遅れないように行って"),
        ("起こして明日の朝", "起こして、明日の朝"),
    ],
)
def test_a_japanese_sentence_has_one_form(text: str, folded: str) -> None:
    assert fold(text, Language.JA) == folded


def test_what_was_folded_once_stays_as_it_is() -> None:
    for text, language in (("７時にライトを", Language.JA), ("Set It To Twenty", Language.EN)):
        once = fold(text, language)
        assert fold(once, language) == once


def test_a_reminder_keeps_the_words_as_they_were_said() -> None:
    assert own_words("Remind me to call Mika", "call mika", Language.EN) == "call Mika"
    assert own_words("ゴミを出すって教えて", "ごみを出す", Language.JA) == "ゴミを出す"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Open the curtains.", "Open the curtains"),
        ("つけて。", "つけて"),
        ("Wake me at 7 p.m.", "Wake me at 7 p.m."),
        ("turn on the...", "turn on the..."),
        ("Is it open?", "Is it open?"),
    ],
)
def test_a_full_stop_goes_and_no_other_mark(text: str, plain: str) -> None:
    assert without_full_stop(text) == plain


def test_one_letter_is_not_taken_from_another_word() -> None:
    said = in_own_words("てれびの音量を上げて", "テレビもうちょい大きく", Language.JA)
    assert said == "テレビの音量を上げて"
