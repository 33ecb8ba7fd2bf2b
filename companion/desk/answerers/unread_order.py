"""Unread order: answers an order to a thing of the home that nothing has understood.

It stands behind all others. Such a sentence is no remark: thought over as one, it switched another
lamp on in the place of one that is not there. So nothing is done, and that is said at once.
"""

import re
from dataclasses import dataclass

from companion.phrases.wordings import usual
from companion.ports.answerer import Answer, HeardSentence
from companion.rooms.conversation.vocabulary import orders
from companion.words.trust import Authority, authority_of
from companion.words.understood import SentenceKind

_OF_A_THING = re.compile(
    r"\b(?:turn|switch|put)\b.*\b(?:on|off|up|down)\b|\b(?:switch|change)\b.*\b(?:over|to|channel)\b"
    r"|^(?:(?:please|hey|can you|could you|just),? )*(?:play|pause|mute|unmute|skip|start|stop|set"
    r"|make (?:it|that))\b (?!me (?:laugh|smile|happy)|sure\b|a (?:wish|joke)|up (?:a|with)\b)"
    r"|\b(?:open|close|shut|lock|unlock|dim|brighten|raise|lower)\b (?:the|my|all|both|every)\b"
    r"|(?:つけ|点け|着け|消し|けし|開け|あけ|閉め|しめ|閉じ|切っ|止め|とめ|回し|下げ|さげ|上げ|あげ|暗くし|明るくし|かけ"
    r"|流し|鳴らし|度にし)て"
    r"(?:おいて|といて)?(?:ください|下さい|くれる?|くれない|もらえる|もらえますか|ほしい|お願い|ね|よ|な)*[。！!]*$",
    re.IGNORECASE,
)
_NOT_READ = usual("not_read")


@dataclass(frozen=True, kw_only=True)
class UnreadOrder:
    """Answers people who may give orders."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """That nothing was understood and nothing done."""
        said = heard.text.strip()
        reading = heard.reading
        read = reading.kind is not SentenceKind.UNKNOWN or reading.requests or reading.reply
        if read or heard.is_question or authority_of(heard.event.trust) is not Authority.USER:
            return None
        is_order = orders(said) and _OF_A_THING.search(said) is not None
        return Answer(words=_NOT_READ, asks=True) if is_order else None
