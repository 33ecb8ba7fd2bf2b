"""Forms of answers: what can only be told in a form of its own, in both languages."""

from datetime import UTC, datetime

import pytest

from companion.rooms.recall.forms import FORMS, form_is_missing, form_of
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.recalled import Found, Reason
from companion.words.trust import TrustLabel

CASES = (
    ("telephone number", "健の電話番号は?", "健の番号は090-1234-5678だよ", "健が電話したよ"),
    ("telephone number", "What's Ann's phone number?", "Ann is on 0114 496 0112", "Ann rang twice"),
    ("postcode", "家の郵便番号は何番?", "うちの家は920-0962", "家は角にある"),
    ("postcode", "What is Ann's postcode?", "Ann moved to S8 9QD", "Ann moved to Leeds"),
    ("password", "倉庫の暗証番号は?", "倉庫は7719だよ", "倉庫は寒いね"),
    ("password", "What's the code for the shed?", "The shed opens with 7719", "The shed is cold"),
    ("blood type", "健の血液型は?", "健はB型なんだ", "健は元気だよ"),
    ("blood type", "What blood type is Ann?", "Ann is O negative", "Ann is well"),
    ("age", "健の娘は何歳?", "娘が七歳になった", "娘が元気だった"),
    ("age", "How old is Ann's daughter?", "My daughter is seven", "My daughter sings"),
    ("birthday", "健の誕生日はいつ?", "健は5月8日に生まれた", "健は忙しいらしい"),
    ("birthday", "When is Ann's birthday?", "Ann turns nine on 8 May", "Ann likes cake"),
    ("price", "自転車はいくらだった?", "自転車は四万円したよ", "自転車は赤いよ"),
    ("price", "How much did the bike cost?", "The bike was £420", "The bike is red"),
    ("time of the clock", "歯医者は何時?", "歯医者は三時からだ", "歯医者は駅前だ"),
    ("time of the clock", "What time is the dentist?", "Dentist at 8:40", "The dentist is kind"),
    ("day of the week", "ゴミの日は何曜日?", "ゴミは火曜だよ", "ゴミが多いね"),
    ("day of the week", "Which weekday are the bins?", "The bins go on Fridays", "Bins are full"),
    ("colour", "健の車は何色?", "健の車は青いよ", "健の車は速いよ"),
    ("colour", "What colour is Ann's car?", "Ann's car is blue", "Ann's car is fast"),
    ("size", "健の靴のサイズは?", "健の靴は27だよ", "健の靴は古いよ"),
    ("size", "What size are Ann's boots?", "Ann's boots are a five", "Ann lost her boots"),
    ("count", "健の犬は何匹?", "健のところの犬は三匹だよ", "健は犬が好きだよ"),
    ("count", "How many dogs has Ann got?", "Ann got three dogs", "Ann likes dogs"),
)


def found(text: str) -> Found:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    said = Episode(
        id=EventId(1), at=at, voice=Voice.PERSON, text=text, trust=TrustLabel.OWNER, speaker="Zoe"
    )
    return Found(episode=said, score=1.0, why=(Reason.WORDS,))


@pytest.mark.parametrize(("form", "question", "with_form", "without"), CASES)
def test_a_text_without_the_form_does_not_answer(
    form: str, question: str, with_form: str, without: str
) -> None:
    assert form_of(question) == form
    assert not form_is_missing(question, [found(with_form)], {}, ["Zoe"])
    assert form_is_missing(question, [found(without)], {}, ["Zoe"])


def test_every_form_is_asked_for_in_both_languages() -> None:
    assert {case[0] for case in CASES} == FORMS.keys()


@pytest.mark.parametrize(
    "question",
    [
        "Who is Ann's dentist?",
        "健の歯医者は誰?",
        "Why did he leave?",
        "誕生日に何を食べた?",
        "何時間かかった?",
    ],
)
def test_other_questions_ask_for_no_form(question: str) -> None:
    assert form_of(question) == ""
    assert not form_is_missing(question, [found("Nothing")], {}, [])


def test_the_form_in_a_talk_about_something_else_is_none() -> None:
    """A price is near, of something else; beside it the thing may be named."""
    price = found("It was 420 pounds.")
    assert form_is_missing("How much did the boat cost?", [price], {}, [])
    named = found("We went to see the boat.").episode
    beside = {price.episode.id: [named]}
    assert not form_is_missing("How much did the boat cost?", [price], beside, [])


def test_a_name_alone_is_no_word_of_the_matter() -> None:
    one = found("Zoe turned nine in May")
    assert form_is_missing("How old is Zoe's parrot?", [one], {}, ["Zoe"])
