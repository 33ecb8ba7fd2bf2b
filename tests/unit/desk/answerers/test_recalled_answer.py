"""Tests of answers by what people said before."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.desk.answerers.recalled_answer import RecalledAnswer
from companion.ports.answerer import Cited
from companion.words.episode import Episode, Voice
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, SentenceReading
from tests.twins.clock import JumpClock
from tests.unit.desk.answerers.sentence import NOTHING, heard

SAID = Episode(
    id=EventId(3),
    at=datetime(2026, 11, 20, tzinfo=UTC),
    voice=Voice.PERSON,
    speaker="Nell",
    text="The dentist is on Thursday",
    trust=TrustLabel.OWNER,
)


def answerer(*said: Episode) -> RecalledAnswer:
    async def said_of(question: str, as_of: datetime, **without: Any) -> tuple[Episode, ...]:
        return said

    return RecalledAnswer(said_of=said_of, clock=JumpClock())


async def test_it_quotes_with_the_day_and_the_speaker() -> None:
    """C-032: in both languages, with its evidence."""
    answer = await answerer(SAID).answer(heard("when is the dentist?"))
    assert answer is not None
    assert answer.work is not None
    said = await answer.work()
    assert isinstance(said, Cited)
    assert isinstance(said.words, Bilingual)
    assert said.evidence == (EventId(3),)
    assert "Nell, 20 November" in said.words.en
    assert "11月20日" in said.words.ja


async def test_where_nothing_was_said_the_model_answers() -> None:
    """It gives no words."""
    answer = await answerer().answer(heard("when is the dentist?"))
    assert answer is not None
    assert answer.work is not None
    assert await answer.work() is None


@pytest.mark.parametrize("text", ["how are you?", "turn on the light", "what do you think?"])
async def test_other_sentences_are_not_its_own(text: str) -> None:
    """A time, a place, a name, a number: nothing else."""
    assert await answerer(SAID).answer(heard(text)) is None


async def test_guests_and_questions_about_devices_are_not_answered() -> None:
    """T-09: memory of the house is for its people; the home tells of itself."""
    guest = heard("when is the dentist?", NOTHING, TrustLabel.GUEST)
    assert await answerer(SAID).answer(guest) is None
    lamp = SentenceReading(SentenceKind.QUESTION, about=(DeviceId("light.hall"),))
    assert await answerer(SAID).answer(heard("where is the lamp?", lamp)) is None
