"""What code alone answers while it reads: the words of the reading, and nothing else."""

from companion.desk.answerers.known_answer import KnownAnswer
from companion.words.language import Bilingual
from companion.words.understood import SentenceKind, SentenceReading
from tests.unit.desk.answerers.sentence import heard


async def test_the_words_of_the_reading_are_the_answer() -> None:
    asked = Bilingual("どの明かりですか？", "Which light?")
    answer = await KnownAnswer().answer(
        heard(
            "turn on the light", SentenceReading(SentenceKind.COMMAND, reply=asked, asks_back=True)
        )
    )
    assert answer is not None
    assert (answer.words, answer.work, answer.think, answer.asks) == (asked, None, False, True)
    assert await KnownAnswer().answer(heard("hello")) is None
