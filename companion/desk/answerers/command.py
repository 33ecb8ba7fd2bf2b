"""Commands: does an understood sentence at once and answers with the observed result."""

import asyncio
from dataclasses import dataclass, field
from functools import partial

from companion.desk.commands.outcome import Outcomes
from companion.desk.corrections import Corrections
from companion.desk.requests import Requests
from companion.ports.answerer import Answer, HeardSentence
from companion.words.event import Event
from companion.words.facts import SaidFacts, fact_of
from companion.words.language import Bilingual
from companion.words.understood import SentenceReading


@dataclass(frozen=True, slots=True)
class _Obeyed:
    """The last command of one place."""

    event: Event
    done: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, kw_only=True)
class Command:
    """Corrections too: the grammar reads 違う、寝室の / "no, the other one" as the command that it
    stands for."""

    requests: Requests
    outcomes: Outcomes
    corrections: Corrections
    _last: dict[str, _Obeyed] = field(default_factory=dict)
    """By place, as the grammar remembers what "no, the other one" refers to."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The walks of its wishes, then the one answer."""
        if not heard.reading.requests:
            return None
        said = fact_of(heard.event, SaidFacts) or SaidFacts()
        before, now = self._last.get(said.place), _Obeyed(heard.event)
        self._last[said.place] = now
        if not heard.reading.corrects and (before is None or before.event.id != said.adds_to):
            before = None
        return Answer(work=partial(self._obey, now, heard.reading, before))

    async def _obey(
        self, now: _Obeyed, reading: SentenceReading, before: _Obeyed | None
    ) -> Bilingual:
        """Each wish is its own act, in the order said; then what was seen of all of them, with what
        could not be done."""
        try:
            event, wishes = now.event, reading.requests
            if before is not None:
                await before.done.wait()
                wishes = await self.corrections.make_way(event, before.event.id, wishes)
            for wish in wishes:
                await self.requests.walk_for(event, wish)
        finally:
            now.done.set()
        told_of = event if wishes or before is None else before.event
        came, left = await self.outcomes.of(told_of), reading.not_done
        if left is None:
            return came
        return Bilingual(f"{came.ja}{left.ja}", f"{came.en} {left.en}")
