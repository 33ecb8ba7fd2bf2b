"""Sentence reader: one sentence against this home, as requests or as an answer by code."""

from dataclasses import dataclass, field
from typing import Any, cast

from companion.desk.sentence_reader import STRANGERS, SentenceReader
from companion.ports.understanding import SpokenSentence
from companion.rooms.commands.travel import NO_WHEELS
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.travel import WHERE_ARE_YOU
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, Understood, UnderstoodWish
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import HouseTwin

WHICH = Bilingual("どれですか?", "Which one?")
ON = UnderstoodWish(intent="HassTurnOn", targets=("light.hall",))


@dataclass
class Grammar:
    """Understands every sentence alike."""

    gives: Understood
    asked: list[SpokenSentence] = field(default_factory=list)

    def understand(self, said: SpokenSentence, *, confirmed: bool = False) -> Understood:
        self.asked.append(said)
        return self.gives

    def preview(self, said: SpokenSentence) -> Understood:
        return self.gives


@dataclass
class Wheels:
    has: bool

    def there(self) -> bool:
        return self.has


def reader(grammar: Grammar, wheels: bool = False) -> SentenceReader:
    return SentenceReader(
        understanding=grammar,
        house=HouseTwin(),
        names=cast(Any, None),
        schedule=cast(Any, None),
        clock=JumpClock(),
        language=Language.EN,
        zone="Asia/Tokyo",
        wheels=cast(Any, Wheels(wheels)),
    )


def said(text: str, trust: TrustLabel = TrustLabel.HOUSEHOLD, place: str = "hall") -> Event:
    return Event(
        id=EventId(1),
        source=EventSource.USER_INPUT,
        kind="said",
        at=EVENING,
        trust=trust,
        user_text=text,
        payload={"place": place},
    )


def test_a_stranger_is_asked_about_and_never_obeyed() -> None:
    """T-56: and what they said completes no sentence of the household."""
    command = Grammar(Understood(kind=SentenceKind.COMMAND, wishes=(ON,)))
    reading = reader(command).read(said("turn on the light", TrustLabel.OBSERVED))
    assert reading.kind is SentenceKind.UNKNOWN
    assert reading.requests == ()
    assert command.asked[0].place == STRANGERS
    question = Grammar(Understood(kind=SentenceKind.QUESTION, wishes=(ON,), ask_back=WHICH))
    asked = reader(question).read(said("which lights are on", TrustLabel.OBSERVED))
    assert asked.kind is SentenceKind.QUESTION


def test_a_question_back_is_said_and_nothing_is_done() -> None:
    grammar = Grammar(Understood(kind=SentenceKind.COMMAND, wishes=(ON,), ask_back=WHICH))
    reading = reader(grammar).read(said("turn it on"))
    assert (reading.reply, reading.asks_back, reading.requests) == (WHICH, True, ())
    assert grammar.asked[0].place == "hall", "the room of the speaker is the default"


def test_a_refusal_is_said_as_the_grammar_words_it() -> None:
    refused = Bilingual("会議の終わりは分かりません。", "I cannot tell when the meeting ends.")
    grammar = Grammar(Understood(kind=SentenceKind.COMMAND, refused=refused))
    reading = reader(grammar).read(said("turn it off after the meeting"))
    assert (reading.reply, reading.asks_back, reading.requests) == (refused, False, ())


def test_a_base_without_wheels_is_not_asked_where_it_is() -> None:
    grammar = Grammar(Understood(kind=SentenceKind.COMMAND, ask_back=WHERE_ARE_YOU))
    assert reader(grammar).read(said("come here")).reply == NO_WHEELS
    assert reader(grammar, wheels=True).read(said("come here")).reply == WHERE_ARE_YOU


def test_small_talk_is_left_to_its_answerer() -> None:
    grammar = Grammar(Understood(kind=SentenceKind.COMMAND, wishes=(ON,)))
    assert reader(grammar).read(said("thank you")).kind is SentenceKind.UNKNOWN
    assert grammar.asked == []


def test_the_time_is_that_of_the_home() -> None:
    """A clock in UTC would set an alarm nine hours off."""
    grammar = Grammar(Understood(kind=SentenceKind.COMMAND, refused=WHICH))
    reader(grammar).read(said("wake me at seven"))
    offset = grammar.asked[0].at.utcoffset()
    assert offset is not None
    assert offset.total_seconds() == 9 * 3600
