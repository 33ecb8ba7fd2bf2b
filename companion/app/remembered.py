"""An opened memory answers a question here for the command line and for the evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.app.memory import OpenedMemory
from companion.desk.answerers.told_answer import matching
from companion.rooms.recall.answer import answered, answered_by_told
from companion.words.language import Language
from companion.words.recalled import Found
from companion.words.remembered import Remembered


@dataclass(frozen=True, slots=True)
class Asking:
    """尋ね: a question, its moment in the zone of its dates, and who asks; "" is unknown."""

    question: str
    moment: datetime
    speaker: str = ""


async def answer_from(
    memory: OpenedMemory, asking: Asking, found: Sequence[Found], language: Language
) -> Remembered:
    """The answer of a memory to a question: by told things where they carry it, else by `found`,
    the best of what was said about it. Raises `IndexUnusable`."""
    question, moment = asking.question, asking.moment
    things = matching(question, await memory.told.told(as_of=moment), asking.speaker)
    told_in = await memory.index.episodes([i for one in things for i in one.evidence_event_ids])
    answer = answered_by_told(things, told_in, language, moment.tzinfo or UTC)
    if answer is not None:
        return answer
    beside = await memory.search.beside(found, moment, memory.withdrawn)
    return answered(question, found, beside, language, moment, asker=asking.speaker)
