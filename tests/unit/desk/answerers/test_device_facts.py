"""A question about certain devices is answered from what is known of them."""

from companion.desk.answerers.device_facts import DeviceFacts
from companion.words.event import Event
from companion.words.text import LabelledText
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, SentenceReading
from tests.unit.desk.answerers.sentence import heard

FACT = LabelledText("The hall light is on.", TrustLabel.OBSERVED)


async def test_facts_are_told_of_what_the_sentence_is_about() -> None:
    """Beside the door, with the label of the facts; of nothing in particular nobody tells."""
    asked: list[tuple[str, ...]] = []

    async def tell(ids: tuple[str, ...], said: Event) -> LabelledText | None:
        asked.append(ids)
        return FACT

    facts = DeviceFacts(tell=tell)
    reading = SentenceReading(SentenceKind.QUESTION, about=("light.hall",))
    answer = await facts.answer(heard("is the hall light on?", reading))
    assert answer is not None
    assert answer.work is not None
    assert asked == []
    assert await answer.work() == FACT
    assert asked == [("light.hall",)]
    assert await facts.answer(heard("is it late?")) is None
    assert await facts.answer(heard("what music do you like?", reading)) is None
    assert await facts.answer(heard("好きな音楽は何？", reading)) is None
