"""The lexicon: no word of it can be false of the home."""

import pytest

from companion.rooms.expression.lexicon import hour_words, lexicon, openings
from companion.words.decision import MessageKind
from companion.words.language import Language

STATES = {"on", "off", "open", "closed", "locked", "unlocked", "done", "safe", "bright", "dark"}


@pytest.mark.parametrize("kind", [k for k in MessageKind if k is not MessageKind.QUESTION])
@pytest.mark.parametrize("went_well", [True, False])
def test_no_english_word_says_how_something_is(kind: MessageKind, went_well: bool) -> None:
    """ADR 0004, ADR 0014: no state, no verb of having done, no sentence that begins with `it`."""
    words = lexicon(Language.EN, kind, went_well=went_well)
    assert not STATES & {word.lower() for word in (*words.words, *words.starts)}
    assert "It" not in words.starts


def test_after_a_failure_nothing_sounds_like_success() -> None:
    sorry = lexicon(Language.EN, MessageKind.REPORT, went_well=False)
    assert not {"glad", "happy", "pleased", "enjoy"} & set(sorry.words)
    assert "Sorry" in sorry.starts
    japanese = lexicon(Language.JA, MessageKind.REPORT, went_well=False)
    assert "うれしいです" not in japanese.ends
    assert "申し訳ありません" in japanese.ends


def test_a_person_is_called_as_the_sheet_says() -> None:
    called = lexicon(Language.JA, MessageKind.REPORT, went_well=True, label="ご主人")
    assert {"ご主人が", "ご主人に"} <= set(called.words)
    assert (
        "captain"
        in lexicon(Language.EN, MessageKind.REPORT, went_well=True, label=" captain ").words
    )
    plain = lexicon(Language.EN, MessageKind.REPORT, went_well=True, label="You")
    assert plain == lexicon(Language.EN, MessageKind.REPORT, went_well=True)


def test_only_english_names_the_part_of_the_day() -> None:
    assert hour_words(8, Language.EN) == ("morning",)
    assert hour_words(23, Language.EN) == ("night",)
    assert hour_words(8, Language.JA) == ()


def test_nobody_is_welcomed_who_did_not_come() -> None:
    assert openings(Language.EN, hour=8, welcomed=False) == ("Good morning",)
    assert "Welcome home" in openings(Language.EN, hour=8, welcomed=True)
    assert "おかえりなさい" in openings(Language.JA, hour=8, welcomed=True)
