"""Second reading 聞き直し: asks in one short question whether a command was meant by a sentence
that the grammar does not read, and remembers the answer.

A proposal that is asked about acts on no device; what the model is sure of is no question (ADR
0151), unless somebody said no to that very reading. A yes counts only as a whole sentence, from the
same place, soon after the question; the command then goes the way of every command, with its tier
and its approval. Only people with user authority are asked. A question about the home is answered
at once.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol

from companion.phrases.proposed import question_of
from companion.ports.answerer import Answer, Answerer, HeardSentence
from companion.ports.approvals import ApprovalBook
from companion.ports.state import StateReader
from companion.ports.understanding import Proposing, SpokenSentence
from companion.rooms.journal.room import Journal
from companion.rooms.understanding.answers import did_you_mean
from companion.rooms.understanding.own_phrase import OwnPhrase, own_phrase
from companion.words.areas import HEARD_AS, HeardAsValue, value_in
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.short_answer import ShortAnswer, short_answers
from companion.words.trust import Authority, authority_of
from companion.words.understood import SentenceKind, SentenceReading

FRESH = timedelta(minutes=2)
"""How long the question waits, as long as `it` refers to what was said."""
ALWAYS_ASKED = (
    "device_control.lock_",
    "device_control.garage_",
    "device_control.climate_",
    "device_control.humidifier_",
)
"""Doors, locks and heating: a confirmed reading of them is asked about every time."""
_MEANS = Bilingual("「{}」は「{}」の意味", '"{}" means "{}"')
_MEANS_NOT = Bilingual("「{}」は「{}」の意味ではない", '"{}" does not mean "{}"')
_NAMED = (
    "分かりました。これから「{}」は「{}」の意味です。",
    "All right. From now on “{}” means “{}”.",
)
_TAKEN = (
    "「{}」はもう別の頼みごとの言い方です。ほかの合言葉にしてください。",
    "“{}” is an order already. Please choose another phrase.",
)
_UNCLEAR = (
    "「{}」だけでは決められません。どの部屋の何をどうするかまで入れて、もう一度言ってください。",
    "“{}” is not clear enough for that. Please say it again with the thing and its room.",
)
LEFT = Bilingual("分かりました。しません。", "All right, I will not.")


class CommandReader(Protocol):
    """Reader of commands against this home; the desk's sentence reader is one."""

    def spoken(self, event: Event) -> SpokenSentence:
        """A recorded sentence as the grammar takes it."""

    def try_reading(self, said: SpokenSentence) -> SentenceReading:
        """Read a command that is not confirmed; the grammar does not remember it."""

    def read_instead(self, said: SpokenSentence) -> SentenceReading:
        """Read a confirmed command; the grammar remembers it as said."""


Keep = Callable[[str, HeardAsValue, Sequence[EventId], Event], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question that waits for its yes."""

    at: datetime
    heard: SpokenSentence
    event: EventId
    """Of the sentence."""
    command: SpokenSentence
    """The same sentence in words that the grammar reads."""


@dataclass(frozen=True, kw_only=True)
class SecondReading:
    """Asks, and takes the answer. A confirmed command is handed to the answerer of commands, which
    stands behind it."""

    proposing: Proposing
    reader: CommandReader
    command: Answerer
    questions: Sequence[Answerer]
    """Answer a question about the home."""
    approvals: ApprovalBook
    state: StateReader
    journal: Journal
    keep: Keep
    """Consolidation's way to keep what a sentence means."""
    _asked: dict[str, Asked] = field(default_factory=dict)
    """By place, as the grammar remembers what was asked back."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The question, or what comes of its answer; None where the sentence is read already or
        holds no command."""
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        said = self.reader.spoken(heard.event)
        own = own_phrase(said.text)
        if own is not None and (named := await self._named(own, said, heard)) is not None:
            return named
        asked = self._asked.pop(said.place, None)
        if asked is not None and (answer := await self._answered(asked, said, heard)) is not None:
            return answer
        if heard.reading.read_as:
            kept = await self._kept(said)
            return None if kept is None else await self._as_kept(kept, said, heard)
        if heard.reading.kind is SentenceKind.COMMAND or not _empty(heard.reading):
            return None
        return await self._unread(said, heard)

    async def _unread(self, said: SpokenSentence, heard: HeardSentence) -> Answer | None:
        kept = await self._kept(said)
        if kept is not None and (not kept.meant or not heard.is_question):
            return await self._as_kept(kept, said, heard)
        return await self._propose(said, heard)

    async def _as_kept(
        self, kept: HeardAsValue, said: SpokenSentence, heard: HeardSentence
    ) -> Answer | None:
        """As a person's word has it: what was meant, or not that."""
        if kept.meant:
            command = replace(said, text=kept.command)
            reading = self.reader.try_reading(command)
            if not _always_asked(reading):
                return await self._obey(command, heard)
            return self._question(command, said, heard)
        # Not that, so what is read of it now; what was refused once is asked about where it would
        # else be done.
        sure = heard.reading.read_as
        if not sure and kept.command == said.text:
            return None
        return self._question(replace(said, text=sure or said.text), said, heard)

    async def _kept(self, said: SpokenSentence) -> HeardAsValue | None:
        """A person's word on the meaning of this sentence, here or in every room."""
        for key in (_key(said), _key(replace(said, place=""))):
            row = await self.state.row(HEARD_AS, key)
            if row is not None and (held := value_in(row, HeardAsValue)) is not None:
                return held
        return None

    async def _named(
        self, own: OwnPhrase, said: SpokenSentence, heard: HeardSentence
    ) -> Answer | None:
        """When I say movie time: the order is kept for its phrase, and nothing is done now."""
        reading = self.reader.try_reading(replace(said, text=own.order))
        if reading.kind is not SentenceKind.COMMAND or not reading.requests:
            unclear = Bilingual(*(w.format(own.order) for w in _UNCLEAR))
            return None if reading.reply is None else Answer(words=unclear)
        if self.reader.try_reading(replace(said, text=own.phrase)).requests:
            return Answer(words=Bilingual(*(w.format(own.phrase) for w in _TAKEN)))
        value = HeardAsValue(sentence=own.phrase, command=own.order, meant=True)
        by = await self._requested(value, said.language, heard.event)
        await self.keep(
            _key(replace(said, text=own.phrase, place="")), value, (heard.event.id,), by
        )
        return Answer(words=Bilingual(*(w.format(own.phrase, own.order) for w in _NAMED)))

    async def _answered(
        self, asked: Asked, said: SpokenSentence, heard: HeardSentence
    ) -> Answer | None:
        answers = short_answers(said.text)
        yes = ShortAnswer.YES in answers
        no = bool(answers & {ShortAnswer.NO, ShortAnswer.LATER})
        if yes == no or said.at - asked.at > FRESH:
            return None
        pending = await self.approvals.pending()
        if any(question.asked_at > asked.at for question in pending):
            return None  # A newer question waits: the answer is meant for it.
        value = HeardAsValue(sentence=asked.heard.text, command=asked.command.text, meant=yes)
        await self._keep(asked, value, heard.event)
        if no:
            return Answer(words=LEFT)
        return await self._obey(replace(asked.command, at=said.at), heard)

    async def _keep(self, asked: Asked, value: HeardAsValue, answer: Event) -> None:
        """Write the answer down, then have consolidation keep it."""
        by = await self._requested(value, asked.heard.language, answer)
        await self.keep(_key(asked.heard), value, (asked.event, answer.id), by)

    async def _requested(self, value: HeardAsValue, language: Language, of: Event) -> Event:
        """The event of a person's word on a meaning."""
        words = _MEANS if value.meant else _MEANS_NOT
        label = {
            lang.value: words.get(lang).format(value.sentence, value.command) for lang in Language
        }
        payload = {"action_type": "memory.heard_as", "label": label}
        return await self.journal.requested(label[language.value], payload, of.trust, of.channel)

    async def _propose(self, said: SpokenSentence, heard: HeardSentence) -> Answer | None:
        proposal = self.proposing.propose(said)
        if proposal is None:  # the grammar may read it, and be doubted
            return None if heard.is_question else self._question(said, said, heard)
        command = replace(said, text=proposal.words)
        if not proposal.asks:
            silent = heard.is_question and not proposal.requested
            return None if silent else self._question(command, said, heard)
        reading = self.reader.try_reading(command)
        again = HeardSentence(heard.event, lambda _: reading)
        for answerer in self.questions:
            if (answer := await answerer.answer(again)) is not None:
                return answer
        return None

    def _question(
        self, command: SpokenSentence, said: SpokenSentence, heard: HeardSentence
    ) -> Answer | None:
        reading = self.reader.try_reading(command)
        if not reading.requests or reading.not_done is not None:
            return None
        # No label names the alarm that would be skipped: then its words are asked about.
        question = question_of(reading.requests, said.at.tzinfo) or did_you_mean(command.text)
        self._asked[said.place] = Asked(said.at, said, heard.event.id, command)
        return Answer(words=question, asks=True)

    async def _obey(self, command: SpokenSentence, heard: HeardSentence) -> Answer | None:
        """The home may have changed since: what can no longer be done is told."""
        reading = self.reader.read_instead(command)
        if not reading.requests:
            return None if reading.reply is None else Answer(words=reading.reply)
        return await self.command.answer(HeardSentence(heard.event, lambda _: reading))


def _empty(reading: SentenceReading) -> bool:
    return not reading.requests and reading.reply is None and not reading.about


def _always_asked(reading: SentenceReading) -> bool:
    """Whether it lets people in, or heats."""
    return any(request.action_type.startswith(ALWAYS_ASKED) for request in reading.requests)


def _key(said: SpokenSentence) -> str:
    """Case and marks aside it is the same sentence; another room is another command."""
    words = "".join(c if c.isalnum() else " " for c in said.text.casefold())
    return f"{said.place}|{' '.join(words.split())}"
