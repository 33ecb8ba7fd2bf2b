"""Device facts: answers a question about devices from their known states."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from companion.ports.answerer import Answer, HeardSentence
from companion.rooms.conversation.vocabulary import asks_opinion
from companion.words.event import Event
from companion.words.text import LabelledText


@dataclass(frozen=True, kw_only=True)
class DeviceFacts:
    """Asks no model; where nothing is known, the model answers as it does to everything else."""

    tell: Callable[[tuple[str, ...], Event], Awaitable[LabelledText | None]]
    """Tells the facts of these things, in the language of the question."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Tell the facts of the things that the sentence is about."""
        about = heard.reading.about
        if not about or asks_opinion(heard.text):  # "what music do you like?" is not of the player
            return None
        return Answer(work=partial(self.tell, about, heard.event))
