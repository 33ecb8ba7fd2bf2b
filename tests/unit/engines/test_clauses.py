"""Pieces of a text, as a voice makes them (P13)."""

import pytest

from companion.engines.synthesis.clauses import LONG_CHARS, clauses
from companion.words.language import Language

EN, JA = Language.EN, Language.JA


@pytest.mark.parametrize(
    ("language", "text", "pieces"),
    [
        (EN, "Okay. The kitchen light is on.", ("Okay.", "The kitchen light is on.")),
        (EN, "The lamp by the door, too, is on.", ("The lamp by the door,", "too, is on.")),
        (EN, "It is 21.5 degrees. Good.", ("It is 21.5 degrees.", "Good.")),
        (EN, 'I heard "Yes." Then he left.', ('I heard "Yes."', "Then he left.")),
        (EN, "Hello", ("Hello",)),
        (EN, "Oh, it is late.", ("Oh, it is late.",)),
        (JA, "はい。明かりをつけました。", ("はい。", "明かりをつけました。")),
        (JA, "わかりました、明かりを消します。", ("わかりました、", "明かりを消します。")),
        (
            JA,
            "「おはよう。」と言いました。以上です。",
            ("「おはよう。」と言いました。", "以上です。"),
        ),
        (JA, "気温は21.5度です！暑いですか？", ("気温は21.5度です！", "暑いですか？")),
        (JA, "はい", ("はい",)),
        (EN, "", ()),
        (JA, "…。😀", ()),
    ],
)
def test_a_text_is_cut_where_a_voice_may_pause(
    language: Language, text: str, pieces: tuple[str, ...]
) -> None:
    assert clauses(text, language) == pieces


@pytest.mark.parametrize(
    ("language", "part"), [(EN, "one two three four five, "), (JA, "一二三四五六七八九十、")]
)
def test_a_long_sentence_is_cut_at_its_commas_and_nothing_is_lost(
    language: Language, part: str
) -> None:
    text = (part * 12).strip()
    found = clauses(text, language)
    assert max(map(len, found)) <= LONG_CHARS[language] + len(part)
    joint = " " if language is EN else ""
    assert joint.join(found) == text
