"""Stop: walks a sentence that stops everything at once, and says nothing."""

from dataclasses import dataclass
from functools import partial

from companion.desk.channels import HEARD_HERE
from companion.desk.requests import Requests
from companion.ports.answerer import Answer, HeardSentence
from companion.words.stop_word import means_stop
from companion.words.trust import Authority, authority_of


@dataclass(frozen=True, kw_only=True)
class StopWord:
    """Never behind the walk it is to stop: the reflex decides and records it for every speaker."""

    requests: Requests

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """A walk beside the queue."""
        if not means_stop(heard.text):
            return None
        public = authority_of(heard.event.trust) is Authority.PUBLIC
        if public and heard.event.channel not in HEARD_HERE:
            return None  # a guest in the room may stop the wheels; a stranger outside may not
        return Answer(silent=True, work=partial(self.requests.halt, heard.event))
