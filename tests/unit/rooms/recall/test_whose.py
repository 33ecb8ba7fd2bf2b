"""A statement of one's own answers no question about another who speaks for themselves."""

from datetime import UTC, datetime

import pytest

from companion.rooms.recall.asked import asks_of_oneself
from companion.rooms.recall.whose import is_of_another, is_told_of_oneself, owners_in
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.trust import TrustLabel

PEOPLE = ("Maya", "Leo", "美咲", "亮")


def said(speaker: str, text: str, number: int = 1) -> Episode:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    return Episode(
        id=EventId(number),
        at=at,
        voice=Voice.PERSON,
        speaker=speaker,
        text=text,
        trust=TrustLabel.HOUSEHOLD,
    )


@pytest.mark.parametrize(
    ("question", "owners"),
    [
        ("How much rent does Maya pay?", ("Maya",)),
        ("What is Leo's boss called?", ("Leo",)),
        ("亮の家賃はいくら?", ("亮",)),
        ("美咲はいつ禁酒を始めた?", ("美咲",)),
        ("What did Sam give the neighbours?", ()),
        ("Where is the key?", ()),
    ],
)
def test_who_is_asked_about(question: str, owners: tuple[str, ...]) -> None:
    assert owners_in(question, PEOPLE) == owners


@pytest.mark.parametrize(
    ("owner", "statement", "another"),
    [
        ("Maya", said("Leo", "The rent is 940 a month"), True),
        ("Maya", said("Maya", "The rent is 940 a month"), False),
        ("Maya", said("Leo", "Maya pays 940 a month"), False),
        ("Maya", said("Leo", "She pays 940 a month"), False),
        ("Maya", said("Leo", "We pay 940 a month"), False),
        ("亮", said("美咲", "家賃は七万八千円"), True),
        ("亮", said("亮", "家賃は七万八千円"), False),
        ("亮", said("美咲", "亮の家賃は七万八千円だよ"), False),
    ],
)
def test_whose_a_statement_is(owner: str, statement: Episode, another: bool) -> None:
    assert is_of_another(statement, (owner,), ()) is another


def test_what_is_said_to_somebody_may_be_theirs_unless_it_is_of_the_speaker() -> None:
    talk = [said("Leo", "What is it then?", 2)]
    assert not is_of_another(said("Maya", "Three hundred from April, then"), ("Leo",), talk)
    assert is_of_another(said("Maya", "My rent is three hundred"), ("Leo",), talk)


@pytest.mark.parametrize(
    ("question", "own"),
    [
        ("What day is my choir practice?", True),
        ("When did I book the optician?", True),
        ("僕の面接は何時から？", True),
        ("I'm at the market, does Leo like olives?", False),
        ("When is Maya's choir practice?", False),
        ("どこで傘を売ってる？", False),
    ],
)
def test_a_question_of_the_askers_own_matter_names_nobody_else(question: str, own: bool) -> None:
    assert asks_of_oneself(question) is own


@pytest.mark.parametrize(
    ("speaker", "text", "of_their_own"),
    [
        ("Leo", "My choir practice is on Tuesdays.", True),
        ("亮", "面接は二時から。", True),
        ("Maya", "My choir practice is on Fridays.", False),
        ("Leo", "Maya's choir practice is off, I heard.", False),
        ("Leo", "Our choir sings on Sundays.", False),
    ],
)
def test_what_another_person_tells_of_their_own_matter(
    speaker: str, text: str, of_their_own: bool
) -> None:
    assert is_told_of_oneself(said(speaker, text), besides="Maya") is of_their_own
