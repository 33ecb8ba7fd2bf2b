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

_MAY_I = Bilingual(
    "「{}」でよいですか？画面で答えられます。", "May I {}? You can answer on the page."
)


@dataclass(frozen=True, kw_only=True)
class LateAnswers:
    """Replies to the sentences among the causes of an act, each in its own language."""

    record: Record
    journal: Journal
    outcomes: Outcomes
    language: Language
    speaker_name: str

    async def became(self, decision: ActionDecision, result: ActionResult) -> None:
        """The last word on what somebody asked for, where the answer had left it open. Earlier
        sentences among the causes had their answers."""
        causes = decision.evidence_event_ids
        await self._reply(causes, self.outcomes.words((result,)), newest=True)

    async def waits(self, decision: ActionDecision, causes: Iterable[EventId]) -> None:
        """Ask whether the act may be done; the page takes the answer."""
        ja, en = decision.summary.ja, decision.summary.en
        words = Bilingual(_MAY_I.ja.format(ja), _MAY_I.en.format(en[:1].lower() + en[1:]))
        await self._reply(causes, words)

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

    async def _reply(
        self, causes: Iterable[EventId], words: Bilingual, *, newest: bool = False
    ) -> None:
        found = [await self.record.event(cause) for cause in sorted(causes)]
        said = [e for e in found if e and e.source is EventSource.USER_INPUT and e.kind == "said"]
        for event in said[-1:] if newest else said:
            await self.reply(event, words)
