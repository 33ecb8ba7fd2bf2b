"""Known answers: what code alone answers while it reads the sentence.

A question back ("which one?"), why something cannot be done, what is planned, what is on, what the
companion can do: the reading brings the words along.
"""

from companion.ports.answerer import Answer, HeardSentence


class KnownAnswer:
    """Says what the reading has to say."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The words of the reading, where nothing is to be done."""
        reply = heard.reading.reply
        return Answer(words=reply) if reply is not None else None
