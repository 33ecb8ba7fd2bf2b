"""Discretion: refuses politely a stranger's questions about the home; other people go on."""

from companion.desk.answerers.never_again import forbids
from companion.desk.answerers.undo import asks_to_undo
from companion.desk.answerers.why import asks_why
from companion.ports.answerer import Answer, HeardSentence
from companion.words.disclosure import KEPT_BACK, TO_STRANGERS, Topic, may_be_told
from companion.words.understood import SentenceKind


class Discretion:
    """Stands before all who tell of the home or of what was done."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Refuse politely an answer that this asker may not be told."""
        asker = heard.event.trust
        if asks_to_undo(heard.text) or forbids(heard.text) or asks_why(heard.text):
            return None if may_be_told(asker, Topic.DEEDS) else Answer(words=KEPT_BACK)
        reading = heard.reading
        if reading.kind is not SentenceKind.QUESTION or may_be_told(asker, Topic.HOME):
            return None
        if reading.topic is Topic.ITSELF:
            return Answer(words=TO_STRANGERS)
        return None if may_be_told(asker, reading.topic) else Answer(words=KEPT_BACK)
