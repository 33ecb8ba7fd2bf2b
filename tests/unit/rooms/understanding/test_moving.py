"""Sentences that send the wheeled base somewhere, and sentences that only sound like it."""

from datetime import datetime, timedelta, timezone

import pytest

from companion.dollhouse.home import load_home
from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import REMEMBERED, GrammarUnderstanding
from companion.rooms.understanding.home import home_now
from companion.words.language import Language, language_of
from companion.words.timing import Once, Recurring
from companion.words.understood import SentenceKind, Understood

NOW = datetime(2026, 11, 22, 18, 30, tzinfo=timezone(timedelta(hours=9)))
HOME = home_now([], {}, load_home().places)
GO = "mobility_move.go_to_room"


def engine() -> GrammarUnderstanding:
    return GrammarUnderstanding(lambda: HOME, packaged=False)


def read(
    text: str, place: str = "", *, at: datetime = NOW, by: GrammarUnderstanding | None = None
) -> Understood:
    return (by or engine()).understand(
        SpokenSentence(text, language_of(text, Language.EN), at, place)
    )


def room_of(understood: Understood) -> str:
    (wish,) = understood.wishes
    assert (understood.kind, wish.operation) == (SentenceKind.COMMAND, GO)
    return str(wish.parameters.get("room") or ("dock" if wish.slots.get("dock") else ""))


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("go to the kitchen", "kitchen"),
        ("Please go to the living room.", "living"),
        ("Could you drive to the study, please?", "study"),
        ("come to the hall", "hall"),
        ("go back to your dock", "dock"),
        ("キッチンに行って", "kitchen"),
        ("台所へ行ってください", "kitchen"),
        ("リビングに移動して", "living"),
        ("居間に来てくれる？", "living"),
        ("お風呂まで行って", "bathroom"),
        ("充電台に戻って", "dock"),
    ],
)
def test_p_004_a_room_is_understood(text: str, room: str) -> None:
    """P-004: ja and en as equals, by name and by alias."""
    assert room_of(read(text)) == room


@pytest.mark.parametrize(
    "text",
    [
        "did you go to the kitchen?",
        "i go to the kitchen",
        "go to bed",
        "go to sleep",
        "come on",
        "キッチンに行ってきます",
        "私はキッチンに行きました",
        "キッチンに行ってもいい？",
        "キッチンに行かないで",
        "買い物に行って",
        "キッチンに行ったら教えて",
    ],
)
def test_what_only_sounds_like_it_moves_nothing(text: str) -> None:
    """T-12: a row fits the whole sentence or not at all."""
    assert all(wish.operation != GO for wish in read(text, "study").wishes)


@pytest.mark.parametrize(
    ("call", "asks", "answer"),
    [
        ("come here", "Which room are you in?", "I'm in the bedroom"),
        ("come over here please", "Which room are you in?", "the bedroom"),
        ("こっちに来て", "どの部屋にいますか？", "寝室にいるよ"),
        ("おいで", "どの部屋にいますか？", "寝室"),
    ],
)
def test_here_is_where_it_is_said_else_it_is_asked(call: str, asks: str, answer: str) -> None:
    """The speaker's room, where it is known; the answer to the question, for two minutes."""
    assert room_of(read(call, "study")) == "study"
    one = engine()
    asked = read(call, by=one)
    assert asked.wishes == ()
    assert asked.ask_back is not None
    assert asks in (asked.ask_back.ja, asked.ask_back.en)
    assert room_of(read(answer, by=one)) == "bedroom"
    again = engine()
    read(call, by=again)
    late = read(answer, at=NOW + REMEMBERED + timedelta(seconds=1), by=again)
    assert all(wish.operation != GO for wish in late.wishes), "a room alone is no command"


@pytest.mark.parametrize(
    ("text", "timing"),
    [
        ("go to the kitchen at 7 pm", Once),
        ("明日7時に台所に行って", Once),
        ("every morning at 7 go to the kitchen", Recurring),
        ("毎朝7時に台所に行って", Recurring),
    ],
)
def test_a_way_may_wait_for_its_time(text: str, timing: type) -> None:
    """T-50: said for later, it is a routine."""
    understood = read(text)
    assert room_of(understood) == "kitchen"
    assert isinstance(understood.wishes[0].when, timing)
