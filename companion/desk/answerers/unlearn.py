"""This answerer corrects, forgets, confirms or tells what people told, by a sentence.

"No, it's 5 May" and "forget that" mean the last thing that was told or answered from memory; where
there is none, the sentence is left to those who undo acts and to the grammar.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from companion.desk.memory_sentences import MemorySentence, MemoryWish, memory_sentence
from companion.desk.right_value import is_name_for, put_right
from companion.desk.unlearning import MayNotUnlearn, Unlearning
from companion.phrases.kinship import relation_of
from companion.phrases.told import told_said
from companion.ports.answerer import Answer, Answerer, Cited, HeardSentence
from companion.ports.clock import Clock
from companion.rooms.consolidation.statements.reading import read
from companion.words.areas import Standing
from companion.words.event import Event, EventSource
from companion.words.facts import SaidFacts, fact_of
from companion.words.feedback import FeedbackLearnt
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language, has_japanese
from companion.words.question import is_question
from companion.words.text import quoted
from companion.words.told import Told, ToldKind
from companion.words.trust import Authority, authority_of

FRESH = timedelta(minutes=10)
"""So long after something was told, "no" and "forget that" are meant for it."""
TURNS = 8
"""Newest turns of the talk among which the last told thing stands."""
MOST_TOLD = 8
"""Things that are told at once; the page has them all."""
MOST_FORGOTTEN = 10
"""Sentences that one sentence may take back; more are chosen by hand."""

_CORRECTED = Bilingual("覚え直しました: {}", "I have put it right: {}")
_FORGOTTEN = Bilingual("忘れました。", "I have forgotten it.")
_FORGOTTEN_SO_MANY = Bilingual("{}件、忘れました。", "I have forgotten {} things.")
_WHAT_THEN = Bilingual(
    "分かりました、それは忘れます。正しくは何ですか。",
    "All right, I have forgotten that. What is right?",
)
_NOT_YOURS = Bilingual(
    "それはほかの人から聞いたことなので、話した本人か持ち主だけが取り消せます。",
    "Somebody else told me that: only they or the owner can take it back.",
)
_NONE_SUCH = Bilingual(
    "それについて聞いた覚えはありません。", "I remember nothing that was told about that."
)
_TOO_MANY = Bilingual(
    "当てはまる話が{}件あります。`companion memory forget` で選んでください。",
    "{} things that were said match. Please choose them with `companion memory forget`.",
)
_FOR = Bilingual("「{0}」は、{1}、しようと思います。", "I am inclined to {0}: {1}.")
_AGAINST = Bilingual("「{0}」は、{1}、控えます。", "I rather do not {0}: {1}.")
_KEPT = Bilingual("覚えておきます。", "I will remember it.")
_NOTHING_KNOWN = Bilingual("まだ何も聞いていません。", "I was told nothing about that so far.")
_MORE = Bilingual("、ほかに{}件", "; and {} more")
_WHO_SAID = Bilingual("{}に{}が{}と言っていたからです。", "On {}, {} said: {}")
_SOMEBODY = Bilingual("家の人", "somebody of this home")


@dataclass(frozen=True, kw_only=True)
class Unlearn:
    """Answers sentences about memory itself; people of the house only."""

    unlearning: Unlearning
    settle: Callable[[str, Standing, Event], Awaitable[bool]]
    """Consolidation's way to confirm a preference."""
    clock: Clock
    whole: Answerer | None = None
    """Answers a correction that is a whole clause; None where no memory can be searched."""
    waiting: dict[str, tuple[Told, datetime]] = field(default_factory=dict)
    """By channel, a thing that was called wrong and whose right value was asked for."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None where the sentence is not about memory, or nothing was told that it could mean."""
        event = heard.event
        if authority_of(event.trust) is not Authority.USER:
            return None
        sentence = memory_sentence(heard.text)
        forgets = sentence is not None and sentence.wish is MemoryWish.FORGET
        if forgets and heard.reading.requests:
            return None  # forget about the hall light thing: a plan that is set
        if (asked := self._right_value(event, sentence)) is not None:
            return Answer(work=partial(self._correct, *asked, event))
        answer = await self._answer(sentence, event) if sentence is not None else None
        if answer is None and self.whole is not None:
            answer = await self.whole.answer(heard)
        if answer is not None or sentence is not None:
            return answer
        # An order ("remember to wake me at seven") is read by the grammar.
        tells = read(heard.text)
        if not tells or heard.reading.requests:
            return None
        if any(one.asked for one in tells):
            return Answer(words=_KEPT)
        # What a person likes may be a reason to do something now.
        asks = heard.is_question or heard.reading.reply is not None
        return None if asks else Answer(words=_KEPT, think=True)

    async def _answer(self, sentence: MemorySentence, event: Event) -> Answer | None:
        # What was said a moment ago may not have been remembered yet.
        for turn in reversed(await self.unlearning.turns_before(event, TURNS)):
            if turn.source is EventSource.USER_INPUT:
                await self.unlearning.remember(turn)
        if sentence.wish is MemoryWish.KNOWN:
            return await self._known(sentence.about, event)
        if sentence.wish is MemoryWish.SOURCE:
            return await self._source(event)
        if sentence.wish is MemoryWish.FORGET and sentence.about:
            return Answer(work=partial(self._forget_about, sentence.about, event))
        return await self._of_the_last(sentence, event)

    async def _of_the_last(self, sentence: MemorySentence, event: Event) -> Answer | None:
        thing = await self._meant(sentence, event)
        if thing is None:
            return await self._said_wrong(sentence, event) or await self._forget_last(
                sentence, event
            )
        if sentence.right and (text := put_right(thing.text, sentence.right)) is not None:
            right_thing = partial(self.unlearning.put_right, thing, text, event)
            return Answer(work=partial(self._put_right, right_thing, text))
        if sentence.bare and not is_name_for(sentence.right, thing.value):
            return None
        right = value_of(sentence.right, thing)
        work: Callable[[], Awaitable[Bilingual]]
        if sentence.wish is MemoryWish.KEEP:
            work = partial(self._keep, thing, event)
        elif sentence.wish is MemoryWish.FORGET:
            work = partial(self._forget, [thing], event)
        elif right:
            work = partial(self._correct, thing, right, event)
        else:
            self.waiting[event.channel] = (thing, event.at)
            work = partial(self._forget, [thing], event, _WHAT_THEN)
        return Answer(work=work)

    def _right_value(
        self, event: Event, sentence: MemorySentence | None
    ) -> tuple[Told, str] | None:
        """The answer to "what is right?"; it is asked once."""
        thing, since = self.waiting.pop(event.channel, (None, event.at))
        if thing is None or event.at - since > FRESH:
            return None
        if sentence is not None and sentence.wish is not MemoryWish.WRONG:
            return None
        said = sentence.right if sentence is not None else event.user_text
        right = value_of(said.strip(" .。!！"), thing)
        return (thing, right) if right else None

    async def _meant(self, sentence: MemorySentence, event: Event) -> Told | None:
        things = await self.unlearning.told.told()
        if sentence.wrong:
            denied = _plain(sentence.wrong)
            named = [one for one in things if _plain(one.value) in denied]
            theirs = [one for one in named if one.told_by == _speaker(event)]
            return next(reversed(theirs or named), None)
        turns = await self.unlearning.turns_before(event, TURNS)
        cited = [i for one in turns[:1] if one.assistant_text for i in one.evidence_event_ids]
        lately = [one.id for one in turns if event.at - one.at <= FRESH]
        if sentence.wish is MemoryWish.WRONG:
            # "Sorry, it's late" denies nothing that was told before the last sentence.
            last = next((one for one in turns if one.source is EventSource.USER_INPUT), None)
            lately = [last.id] if last is not None and last.id in lately else []
        if any(one.source is EventSource.ACTION_RESULT for one in turns[:2]):
            return None
        for ids in (cited, lately):
            found = [one for one in things if set(one.evidence_event_ids) & set(ids)]
            if found:
                return found[-1]
        return None

    async def _said_wrong(self, sentence: MemorySentence, event: Event) -> Answer | None:
        """A day or a time of the sentence that was just quoted, or of the last sentence of the same
        person, where nothing was done for it and no rule has read it."""
        turns = await self.unlearning.turns_before(event, TURNS)
        done = any(one.source is EventSource.ACTION_RESULT for one in turns[:2])
        if sentence.wish is not MemoryWish.WRONG or not sentence.right or done:
            return None
        for said in await self._could_be_wrong(turns, event):
            text = put_right(said.user_text, sentence.right)
            if text is not None and not is_question(said.user_text):
                right_event = partial(
                    self.unlearning.correct_event, said.id, text, event, whole=True
                )
                return Answer(work=partial(self._put_right, right_event, text))
        return None

    async def _could_be_wrong(self, turns: Sequence[Event], event: Event) -> list[Event]:
        cited = [i for one in turns[:1] if one.assistant_text for i in one.evidence_event_ids]
        found = [await self.unlearning.record.event(one) for one in cited]
        last = next((one for one in turns if one.source is EventSource.USER_INPUT), None)
        fresh = last is not None and event.at - last.at <= FRESH
        if last is not None and fresh and _speaker(last) == _speaker(event):
            found.append(last)
        return [one for one in found if one is not None and one.kind in ("said", "restated")]

    async def _put_right(self, do: Callable[[], Awaitable[Event]], text: str) -> Bilingual | Cited:
        try:
            right = await do()
        except MayNotUnlearn:
            return _NOT_YOURS
        return Cited(_CORRECTED.filled(text), (right.id,))

    async def _forget_last(self, sentence: MemorySentence, event: Event) -> Answer | None:
        """The last sentence of the same person, where nothing was done for it."""
        if sentence.wish is not MemoryWish.FORGET:
            return None
        turns = await self.unlearning.turns_before(event, TURNS)
        last = next((one for one in turns if one.source is EventSource.USER_INPUT), None)
        done = any(one.source is EventSource.ACTION_RESULT for one in turns[:2])
        if last is None or done or last.kind != "said" or event.at - last.at > FRESH:
            return None
        return Answer(work=partial(self._forget_events, [last.id], event))

    async def _correct(self, thing: Told, right: str, event: Event) -> Bilingual:
        try:
            text = await self.unlearning.correct(thing, right, event)
        except MayNotUnlearn:
            return _NOT_YOURS
        return _CORRECTED.filled(text)

    async def _forget(
        self, things: Sequence[Told], event: Event, words: Bilingual = _FORGOTTEN
    ) -> Bilingual:
        try:
            await self.unlearning.forget(things, event)
        except MayNotUnlearn:
            return _NOT_YOURS
        return words

    async def _forget_events(self, event_ids: Sequence[EventId], event: Event) -> Bilingual:
        try:
            await self.unlearning.forget_events(event_ids, event)
        except MayNotUnlearn:
            return _NOT_YOURS
        return _FORGOTTEN

    async def _forget_about(self, about: str, event: Event) -> Bilingual:
        things = [one for one in await self.unlearning.told.told() if is_about(one, about, event)]
        said = await self.unlearning.said_about(words_about(about), _speaker(event), event)
        ids = {i for one in things for i in one.evidence_event_ids} | set(said)
        shown = await self.unlearning.shown_about(words_about(about))
        if not ids and not shown:
            return _NONE_SUCH
        if len(ids) > MOST_FORGOTTEN:
            return _TOO_MANY.filled(len(ids))
        try:
            if ids:
                await self.unlearning.forget(things, event, also=ids)
            if shown:
                await self.unlearning.forget_feedback([one.key for one in shown], event)
        except MayNotUnlearn:
            return _NOT_YOURS
        many = len(ids) + len(shown)
        return _FORGOTTEN if many == 1 else _FORGOTTEN_SO_MANY.filled(many)

    async def _keep(self, thing: Told, event: Event) -> Bilingual:
        if thing.kind is ToldKind.PREFERENCE and thing.status is Standing.CANDIDATE:
            asked = await self.unlearning.journal.requested(
                event.user_text, {"action_type": "memory.confirm"}, event.trust, event.channel
            )
            await self.settle(thing.id, Standing.CONFIRMED, asked)
        return _KEPT

    async def _known(self, about: str, event: Event) -> Answer | None:
        things = [one for one in await self.unlearning.told.told() if is_about(one, about, event)]
        own = _is_self(about)
        learnt = await self.unlearning.shown_about(words_about(about))
        if learnt and not things:
            return Answer(words=_shown_said(learnt[:MOST_TOLD]))
        if not things:
            return Answer(words=_NOTHING_KNOWN) if own else None
        shown = things[-MOST_TOLD:]
        words = told_said(shown, self.clock.now().tzinfo)
        if more := len(things) - len(shown):
            words = Bilingual(words.ja + _MORE.ja.format(more), words.en + _MORE.en.format(more))
        return Answer(words=words)

    async def _source(self, event: Event) -> Answer | None:
        """From whom the last reply knows it; None where it rests on nothing that was said."""
        turns = await self.unlearning.turns_before(event, TURNS)
        last = next((one for one in turns if one.assistant_text), None)
        for event_id in last.evidence_event_ids[1:] if last is not None else ():
            found = await self.unlearning.record.event(event_id)
            if found is not None and found.source is EventSource.USER_INPUT and found.user_text:
                return Answer(words=self._who_said(found))
        return None

    def _who_said(self, found: Event) -> Bilingual:
        at = found.at.astimezone(self.clock.now().tzinfo)
        who = _speaker(found)
        return Bilingual(
            _WHO_SAID.ja.format(
                f"{at.month}月{at.day}日", who or _SOMEBODY.ja, quoted(found.user_text, Language.JA)
            ),
            _WHO_SAID.en.format(
                f"{at:%-d %B}", who or _SOMEBODY.en, quoted(found.user_text, Language.EN)
            ),
        )


def _shown_said(shown: Sequence[FeedbackLearnt]) -> Bilingual:
    """The signs of the household, one act after another."""
    forms = [_FOR if one.value > 0 else _AGAINST for one in shown]
    pairs = list(zip(forms, shown, strict=True))
    return Bilingual(
        "".join(form.ja.format(one.act.ja, one.why.ja) for form, one in pairs),
        " ".join(form.en.format(one.act.en, one.why.en) for form, one in pairs),
    )


_PREPOSITIONS = frozenset(("in", "on", "at", "under", "to", "behind", "by", "near", "with", "of"))
_ARTICLES = frozenset(("the", "a", "an"))
_PRONOUNS = ("it's", "it", "its", "i'm", "i", "he's", "she's", "they're", "we're", "that's")
_EN_LEAD = frozenset(
    (*_PRONOUNS, "he", "she", "they", "we", "is", "am", "are", "actually", "but", "rather", "be")
) | frozenset(("in", "on", "at", "to", "the"))


def value_of(right: str, thing: Told) -> str:
    """The right value alone: "I live in York" in place of "I live in Leeds" is York."""
    right = right.strip(" 、,.。!！")
    if has_japanese(right):
        behind = thing.text.partition(thing.value)[2]
        for length in range(min(len(right), len(behind)), 1, -1):
            if right.endswith(behind[:length]):
                return right[:-length]
        return right
    before = thing.text.partition(thing.value)[0]
    lead = {word.casefold() for word in before.split()} | _EN_LEAD
    begins = thing.value.casefold().split()[0]
    if begins in _PREPOSITIONS or begins in _ARTICLES:
        lead -= _PREPOSITIONS | _ARTICLES
    words = right.split()
    while len(words) > 1 and words[0].casefold() in lead:
        words.pop(0)
    return " ".join(words)


_SELF = re.compile(r"(?:me|myself|us|i|私|わたし|あたし|僕|ぼく|俺|おれ|自分|うち)")
_MY = re.compile(r"^(?:my|our|the|私の|僕の|俺の|うちの)\s*", re.I)
_PARTS = re.compile(r"[\s、のはがをに]+|(?:'s)\b")
_LITTLE = (
    _PREPOSITIONS
    | _ARTICLES
    | frozenset(
        (
            "my",
            "our",
            "i",
            "we",
            "i'm",
            "i've",
            "we're",
            "we've",
            "that",
            "is",
            "are",
            "am",
            "was",
            "and",
            "like",
            "likes",
        )
    )
)


def _is_self(about: str) -> bool:
    return _SELF.fullmatch(about.strip(" ?？").casefold()) is not None


def words_about(about: str) -> tuple[str, ...]:
    """The words of what is spoken about, by which sentences are found."""
    plain = _MY.sub("", about.strip(" ?？")).casefold()
    return tuple(word for word in _PARTS.split(plain) if word and word not in _LITTLE)


def is_about(one: Told, about: str, event: Event) -> bool:
    """Whether a told thing is about the speaker, a relative, a person or a thing."""
    if _is_self(about):
        return one.whose in (_speaker(event), "")
    words = words_about(about)
    holds = f"{one.whose} {one.subject} {one.predicate} {one.text}".casefold()
    return bool(words) and all(word in holds or relation_of(word) in holds for word in words)


def _speaker(event: Event) -> str:
    said = fact_of(event, SaidFacts)
    return said.speaker if said is not None else ""


def _plain(value: str) -> str:
    return re.sub(r"^(?:the|a|an) |\s+", "", value.casefold())
