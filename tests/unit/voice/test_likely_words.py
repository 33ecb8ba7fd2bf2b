"""Of several readings of one sound the one that says something here (issue 13, points 1 and 2)."""

import json
from pathlib import Path

import pytest

from companion.desk.closed_sentences import is_closed
from companion.ports.listening import Transcript
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.voice.likely_words import LikelyWords
from companion.words.language import Language
from tests.twins.clock import JumpClock

SPOKEN = Path(__file__).parents[2] / "data" / "spoken"


def _likely(language: Language) -> LikelyWords:
    home = home_of(json.loads((SPOKEN / f"home_{language}.json").read_text("utf-8")))
    return LikelyWords(
        endings=GrammarEndings(GrammarUnderstanding(lambda: home), closed=is_closed),
        clock=JumpClock(),
        language=language,
        place="kitchen",
    )


def _chosen(language: Language, text: str, *others: str, rejected: str = "") -> str:
    words = Transcript(text=text, language=language, others=others, rejected=rejected)
    return _likely(language).choose(words).text


@pytest.mark.parametrize(
    ("language", "heard", "others", "said"),
    [
        ("ja", "街灯頭をつけてください。", ("外灯をつけてください。",), "外灯をつけてください。"),
        ("en", "Head the lights.", ("Set the lights", "Hit the lights."), "Hit the lights."),
        (
            "ja",
            "玄関の分かり消してくれない。",
            ("玄関の明かり消してくれない。",),
            "玄関の明かり消してくれない。",
        ),
        ("ja", "プロアランプを青くして", (), "フロアランプを青くして"),
        (
            "en",
            "Dim the kitchen lamb.",
            ("Dim the kitchen lamp.", "Dim the kitchen lights to half."),
            "Dim the kitchen lights to half.",
        ),
    ],
)
def test_what_is_nothing_here_gives_way_to_a_command(
    language: str, heard: str, others: tuple[str, ...], said: str
) -> None:
    assert _chosen(Language(language), heard, *others) == said


@pytest.mark.parametrize(
    ("heard", "other"),
    [
        ("turn on the kitchen lights", "turn off the kitchen lights"),
        ("turn on the", "turn on the kitchen lights"),
        ("my sister likes her job", "my sister likes her jog"),
        ("mumble", "yes"),
        ("スニーカーを洗っておいて", "スピーカーを洗っておいて"),
        ("mumble", "no"),
    ],
)
def test_what_says_something_or_nothing_at_all_stays(heard: str, other: str) -> None:
    """A whole command, an open one and talk; and a mumble is nobody's yes."""
    assert _chosen(Language.EN, heard, other) == heard


@pytest.mark.parametrize(
    ("language", "text", "counts"),
    [
        ("en", "Turn off the kitchen lights.", True),
        ("ja", "台所の明かりを消して。", True),
        ("en", "I don't have anything to do.", False),
        ("en", "Set an alarm.", True),
        ("en", "Turn off the", False),
        ("en", "Yes.", False),
        ("ja", "はい。", False),
    ],
)
@pytest.mark.parametrize("may_be_ours", [True, False])
def test_f14_of_words_in_doubt_a_command_of_this_home_alone_counts(
    language: str, text: str, counts: bool, may_be_ours: bool
) -> None:
    """Of what is surely in another language nothing does, nor is a doubted yes an answer."""
    words = Transcript(
        text=text,
        language=Language(language),
        rejected="other_language",
        may_be_ours=may_be_ours,
    )
    chosen = _likely(Language(language)).choose(words)
    assert chosen.text == text
    assert chosen.rejected == ("" if counts and may_be_ours else "other_language")


@pytest.mark.parametrize(
    ("language", "text", "rejected", "suffices"),
    [
        ("en", "Close the bedroom curtains.", "", True),
        ("ja", "寝室のカーテン閉めて。", "", True),
        ("en", "Close the", "", False),
        ("ja", "寝室のカーテンを", "", False),
        ("en", "Close the bedroom curtains at nun.", "", False),
        ("ja", "うん", "", False),
        ("en", "Clothes the bedroom certain's.", "", False),
        ("ja", "新室の価値観占めて。", "", False),
        ("en", "Close the bedroom curtains.", "other_language", False),
    ],
)
def test_a_first_reading_that_is_a_whole_sentence_here_suffices(
    language: str, text: str, rejected: str, suffices: bool
) -> None:
    """What lacks a word waits for more, and what must not be used is no sentence."""
    words = Transcript(text=text, language=Language(language), rejected=rejected)
    assert _likely(Language(language)).suffices(words) is suffices


@pytest.mark.parametrize("other", ["はい", "うん", "いいえ", "お願い"])
def test_a_mumble_is_no_yes_in_japanese(other: str) -> None:
    assert _chosen(Language.JA, "むにゃむにゃ", other) == "むにゃむにゃ"


def test_words_that_must_not_be_used_are_not_replaced() -> None:
    said = _chosen(Language.EN, "head the lights", "hit the lights", rejected="no_speech")
    assert said == "head the lights"


@pytest.mark.parametrize(
    ("text", "nothing"),
    [("emama", True), ("turn on the", True), ("quieter", False), ("stop", False)],
)
def test_a_sound_says_nothing_where_it_is_no_sentence_of_this_home(
    text: str, nothing: bool
) -> None:
    assert _likely(Language.EN).says_nothing(text, Language.EN) is nothing
