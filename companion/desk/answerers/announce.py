"""This answerer says aloud in every room what a person of the home asks to have said.

The words are the asker's own and are marked so: "Message: dinner's ready". A message is recorded
before it sounds, as every other one.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from companion.ports.answerer import Answer, HeardSentence
from companion.rooms.understanding.announcement import announcement
from companion.words.decision import ConsoleDelivery, DeliveryKind, MessageKind
from companion.words.event import Event
from companion.words.language import Bilingual, Language, has_japanese
from companion.words.trust import Authority, authority_of
from companion.words.utterance import Utterance

_MESSAGE = Bilingual("伝言です。{}", "Message: {}")
_EVERYWHERE = Bilingual("はい。みんなに伝えます。", "All right, I tell everybody.")
_HERE = Bilingual(
    "はい。スピーカーは一つなので、その部屋で伝えます。",
    "All right. I have one speaker, so I say it in that room.",
)


@dataclass(frozen=True, kw_only=True)
class Announce:
    """Takes an announcement and sounds it."""

    record: Callable[[Utterance], Awaitable[Event]]
    speak_everywhere: Callable[[Event], int]
    """Gives a recorded message to every mouth; tells how many there are."""
    speaker_name: str

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Only for people of the home."""
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        words = announcement(heard.text)
        return Answer(work=partial(self._announced, words, heard)) if words else None

    async def _announced(self, words: str, heard: HeardSentence) -> Bilingual:
        language = Language.JA if has_japanese(heard.text) else Language.EN
        message = Utterance(
            text=_MESSAGE.get(language).format(words),
            language=language,
            delivery=ConsoleDelivery(DeliveryKind.CHAT, MessageKind.REPORT),
            speaker_name=self.speaker_name,
            claims=(),
            decision_event_id=heard.event.id,
        )
        rooms = self.speak_everywhere(await self.record(message))
        return _EVERYWHERE if rooms > 1 else _HERE
