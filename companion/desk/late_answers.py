"""Late answers: tell a person aloud the result that came after the first answer."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.desk.commands.outcome import Outcomes
from companion.desk.commands.told import why_not
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult
from companion.words.said import language_to_answer
from companion.words.trust import TrustLabel


@dataclass(frozen=True, kw_only=True)
class LateAnswers:
    """Replies to the sentences among the causes of an act, each in its own language."""

    record: Record
    journal: Journal
    outcomes: Outcomes
    language: Language
    speaker_name: str

    async def became(self, decision: ActionDecision, result: ActionResult) -> None:
        """The last word on what somebody asked for, where the answer had left it open."""
        await self._reply(decision.evidence_event_ids, self.outcomes.words((result,)))

    async def refused(self, ruled: Event, causes: Iterable[EventId]) -> None:
        """The GM's reason why nothing was done about what somebody said."""
        await self._reply(causes, why_not((ruled,)))

    async def reply(self, said: Event, words: Bilingual) -> None:
        """Answer a person's word or press, in the language in which it came."""
        language = language_to_answer(said.user_text, said.payload, self.language)
        await self.journal.replied(
            words.get(language),
            said,
            trust=TrustLabel.OBSERVED,
            speaker_name=self.speaker_name,
        )

    async def _reply(self, causes: Iterable[EventId], words: Bilingual) -> None:
        for cause in causes:
            said = await self.record.event(cause)
            if said is None or said.source is not EventSource.USER_INPUT or said.kind != "said":
                continue
            await self.reply(said, words)
