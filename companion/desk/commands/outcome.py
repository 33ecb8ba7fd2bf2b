"""Outcome: makes one answer to an understood sentence from the observed results."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from companion.desk.commands.told import NEEDS_A_YES, NOT_NOW, told, why_not
from companion.phrases.manner import Manner
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.rooms.expression.claims import Names, deed_words
from companion.words.event import Event, EventSource
from companion.words.language import Bilingual
from companion.words.result import ActionResult

MOST_LOOKED_THROUGH = 16
"""Results looked through for those of one sentence."""


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """Reads what came of a sentence from its own chain of the record."""

    record: Record
    names: Names
    clock: Clock
    zone: tzinfo
    """The household's, in which times are told."""
    manner: Manner = field(default_factory=Manner)
    """How the persona words it."""

    async def of(self, said: Event) -> Bilingual:
        """The outcome of a command: done, asked for first, or why not."""
        chain = await self.record.chain(said.id)
        asked = any(event.source is EventSource.APPROVAL_QUESTION for event in chain.events)
        results = await self._results_of(said) or chain.results
        if not results and not asked:
            return why_not(chain.events)
        return self.words(results) if results else NEEDS_A_YES

    def words(self, results: Sequence[ActionResult]) -> Bilingual:
        """The outcome of these acts in words."""
        if not results:
            return NOT_NOW
        now = self.clock.now().astimezone(self.zone)
        return told(results, self.names, now, self.manner)

    def deed_words(self, result: ActionResult) -> Bilingual | None:
        """Words by which an act is remembered; None for one that is of no later use."""
        return deed_words(result, self.names)

    async def _results_of(self, said: Event) -> tuple[ActionResult, ...]:
        """Of every act that one sentence led to, in order: each wish has a walk of its own."""
        sources, found = (EventSource.ACTION_RESULT,), list[ActionResult]()
        events = await self.record.recent(limit=MOST_LOOKED_THROUGH, after=said.id, sources=sources)
        for event in events:
            result = await self.record.result(event.id)
            if result is None:
                continue
            decision = await self.record.decision(result.decision_event_id)
            if decision is not None and said.id in decision.evidence_event_ids:
                found.insert(0, result)
        return tuple(found)
