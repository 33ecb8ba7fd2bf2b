"""Commands: an understood sentence is done at once, and answered from what was seen of it."""

from dataclasses import dataclass
from functools import partial

from companion.desk.commands.outcome import Outcomes
from companion.desk.requests import Requests
from companion.ports.answerer import Answer, HeardSentence
from companion.words.event import Event
from companion.words.language import Bilingual
from companion.words.understood import SentenceReading


@dataclass(frozen=True, kw_only=True)
class Command:
    """Corrections too: the grammar reads 違う、寝室の / "no, the other one" as the command that it
    stands for."""

    requests: Requests
    outcomes: Outcomes

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The walks of its wishes, then the one answer."""
        if not heard.reading.requests:
            return None
        return Answer(work=partial(self._obey, heard.event, heard.reading))

    async def _obey(self, event: Event, reading: SentenceReading) -> Bilingual:
        """Each wish is its own act, in the order said; then what was seen of all of them, with what
        could not be done."""
        for wish in reading.requests:
            await self.requests.walk_for(event, wish)
        came, left = await self.outcomes.of(event), reading.not_done
        if left is None:
            return came
        return Bilingual(f"{came.ja}{left.ja}", f"{came.en} {left.en}")
