"""Second reading 聞き直し: a sentence that the grammar does not read may hold a command; whether
that was meant is asked in one short question, and a confirmed reading is remembered.

A proposal alone acts on no device. A yes counts only as a whole sentence, from the same place,
soon after the question; the command then goes the way of every command, with its tier and its
approval. Only people with user authority are asked.
"""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol

from companion.phrases.proposed import question_of
from companion.ports.answerer import Answer, Answerer, HeardSentence
from companion.ports.approvals import ApprovalBook
from companion.ports.understanding import Proposing, SpokenSentence
from companion.words.event import Event
from companion.words.language import Bilingual
from companion.words.short_answer import ShortAnswer, short_answers
from companion.words.trust import Authority, authority_of
from companion.words.understood import SentenceKind, SentenceReading

FRESH = timedelta(minutes=2)
"""How long the question waits, as long as `it` refers to what was said."""
KEPT = 200
"""Confirmed readings that are remembered; a household repeats some dozens."""
LEFT = Bilingual("分かりました。しません。", "All right, I will not.")
_UNREAD = (SentenceKind.UNKNOWN, SentenceKind.MUSING)


class CommandReader(Protocol):
    """Reader of commands against this home; the desk's sentence reader is one."""

    def spoken(self, event: Event) -> SpokenSentence:
        """A recorded sentence as the grammar takes it."""

    def try_reading(self, said: SpokenSentence) -> SentenceReading:
        """Read a command that is not confirmed; the grammar does not remember it."""

    def read_instead(self, said: SpokenSentence) -> SentenceReading:
        """Read a confirmed command; the grammar remembers it as said."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question that waits for its yes."""

    at: datetime
    heard: SpokenSentence
    command: SpokenSentence
    """The same sentence in words that the grammar reads."""


@dataclass(frozen=True, kw_only=True)
class SecondReading:
    """Asks, and takes the answer. A confirmed command is handed to the answerer of commands, which
    stands behind it."""

    proposing: Proposing
    reader: CommandReader
    command: Answerer
    approvals: ApprovalBook
    _asked: dict[str, Asked] = field(default_factory=dict)
    """By place, as the grammar remembers what was asked back."""
    _confirmed: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """Commands by the sentence they were confirmed for."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The question, or what comes of its answer; None where the sentence is read already or
        holds no command."""
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        said = self.reader.spoken(heard.event)
        asked = self._asked.pop(said.place, None)
        if asked is not None and (answer := await self._answered(asked, said, heard)) is not None:
            return answer
        if heard.is_question or heard.reading.kind not in _UNREAD or not _empty(heard.reading):
            return None
        command = self._confirmed.get(_key(said))
        if command is not None:
            return await self._obey(replace(said, text=command), heard)
        return self._ask(said)

    async def _answered(
        self, asked: Asked, said: SpokenSentence, heard: HeardSentence
    ) -> Answer | None:
        answers = short_answers(said.text)
        yes, no = ShortAnswer.YES in answers, ShortAnswer.NO in answers
        if yes == no or said.at - asked.at > FRESH:
            return None
        pending = await self.approvals.pending()
        if any(question.asked_at > asked.at for question in pending):
            return None  # A newer question waits: the answer is meant for it.
        if no:
            return Answer(words=LEFT)
        self._confirmed[_key(asked.heard)] = asked.command.text
        while len(self._confirmed) > KEPT:
            self._confirmed.popitem(last=False)
        return await self._obey(replace(asked.command, at=said.at), heard)

    def _ask(self, said: SpokenSentence) -> Answer | None:
        proposal = self.proposing.propose(said)
        if proposal is None:
            return None
        command = replace(said, text=proposal.words)
        reading = self.reader.try_reading(command)
        if not reading.requests or reading.not_done is not None:
            return None
        question = question_of(reading.requests, said.at.tzinfo)
        if question is None:
            return None
        self._asked[said.place] = Asked(said.at, said, command)
        return Answer(words=question, asks=True)

    async def _obey(self, command: SpokenSentence, heard: HeardSentence) -> Answer | None:
        """The home may have changed since: what can no longer be done is told."""
        reading = self.reader.read_instead(command)
        if not reading.requests:
            return None if reading.reply is None else Answer(words=reading.reply)
        return await self.command.answer(HeardSentence(heard.event, lambda _: reading))


def _empty(reading: SentenceReading) -> bool:
    return not reading.requests and reading.reply is None and not reading.about


def _key(said: SpokenSentence) -> str:
    """Case and marks aside it is the same sentence; another room is another command."""
    words = "".join(c if c.isalnum() else " " for c in said.text.casefold())
    return f"{said.place}|{' '.join(words.split())}"
