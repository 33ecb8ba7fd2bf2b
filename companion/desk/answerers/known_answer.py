"""Known answers: says the answers that code alone finds while it reads the sentence.

A question back ("which one?"), why something cannot be done, what is planned, what is on, what the
companion can do: the reading brings the words along.
"""

from companion.ports.answerer import Answer, HeardSentence


class KnownAnswer:
    """Says what the reading has to say."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The words of the reading, where nothing is to be done."""
        reading = heard.reading
        if reading.reply is None:
            return None
        return Answer(words=reading.reply, asks=reading.asks_back)
