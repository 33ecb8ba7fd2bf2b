"""Stop: walks a sentence that stops everything at once, and says nothing."""

from dataclasses import dataclass
from functools import partial

from companion.desk.requests import Requests
from companion.ports.answerer import Answer, HeardSentence
from companion.words.stop_word import means_stop


@dataclass(frozen=True, kw_only=True)
class StopWord:
    """Never behind the walk it is to stop: the reflex decides and records it for every speaker."""

    requests: Requests

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """A walk beside the queue."""
        if not means_stop(heard.text):
            return None
        return Answer(silent=True, work=partial(self.requests.halt, heard.event))
