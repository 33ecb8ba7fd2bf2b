"""Act causes 行為のいきさつ: tells from the record who or what led to an act of the companion.

A person is named where the sentence was said by a known voice; else it is told how it was asked
for, and that nobody knows by whom.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.phrases.causes import SET_THINKING
from companion.ports.clock import Clock
from companion.ports.record import Chain, Record
from companion.rooms.expression.claims import Names, claim_of_observation
from companion.words.decision import BY_MIND, ActionDecision
from companion.words.event import Event, EventSource
from companion.words.facts import MomentCame, SaidFacts, fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.said import PHONE, SATELLITE, VOICE
from companion.words.text import quoted
from companion.words.trust import UNTRUSTED

_SAID = Bilingual("{}と頼まれたからです", "because I was asked: {}")
_SAID_BY = Bilingual("{0}さんに{1}と頼まれたからです", "because {0} asked me: {1}")
_PRESSED = Bilingual("画面で頼まれたからです", "because it was asked for on the page")
_BY_VOICE = Bilingual("声で{}と頼まれたからです", "because a voice asked me: {}")
_WHO_UNKNOWN = Bilingual("誰だったかは分かりません", "but I do not know by whom")
_DUE = Bilingual("決めてあった予定の時刻になったからです", "because a saved plan was due")
_DUE_NAMED = Bilingual("予定{}の時刻になったからです", "because the plan {} was due")
_SEEN = Bilingual("{}ので、そう決めました", "I decided so after this: {}")
_MYSELF = Bilingual(
    "頼まれたのではなく、自分で決めました",
    "nobody asked for it; I decided so myself",
)
_APPROVED = Bilingual("その前に承認をもらいました", "and I was given leave first")
_VOICES = frozenset({VOICE, SATELLITE, PHONE})


@dataclass(frozen=True, slots=True)
class ActCauses:
    """Reads the chain of an act."""

    record: Record
    names: Names
    clock: Clock

    async def of(self, act: Event, *, who: bool = False) -> tuple[list[Bilingual], list[EventId]]:
        """The causes in words, the nearest first, and the events that they rest on. `who`: it was
        asked who did it, so it is said where nobody knows."""
        chain = await self.record.chain(act.id)
        by_mind = chain.decision is not None and chain.decision.decided_by in BY_MIND
        told = [(c, e) for e in _evidence(chain) if (c := self._cause(e, by_mind)) is not None][:1]
        causes = [cause for cause, _ in told] or [_MYSELF]
        if who and told and told[0][1].source is EventSource.USER_INPUT and not by_mind:
            causes += [] if _speaker(told[0][1]) else [_WHO_UNKNOWN]
        leave = (EventSource.APPROVAL_ANSWER, "granted")
        if any((e.source, e.kind) == leave for e in chain.events):
            causes.append(_APPROVED)
        return causes, [event.id for _, event in told]

    def _cause(self, event: Event, by_mind: bool) -> Bilingual | None:
        if event.source is EventSource.USER_INPUT:
            if event.trust in UNTRUSTED:
                return None
            return _quoting(SET_THINKING, event.user_text) if by_mind else _asked(event)
        if event.source is EventSource.SCHEDULE:
            came = fact_of(event, MomentCame)
            return _quoting(_DUE_NAMED, came.label) if came is not None and came.label else _DUE
        seen = claim_of_observation(event, self.names)
        if seen is None:
            return None
        words, at = seen.slots["outcome"], f"{event.at.astimezone(self.clock.now().tzinfo):%H:%M}"
        ja = words.ja.removesuffix("ました")
        told = f"{at}に{ja}た" if ja != words.ja else f"{at}に「{words.ja}」という"
        return Bilingual(_SEEN.ja.format(told), _SEEN.en.format(f"{words.en} ({at})"))


def _asked(event: Event) -> Bilingual:
    if event.kind != "said":
        return _PRESSED
    speaker = _speaker(event)
    if not speaker:
        return _quoting(_BY_VOICE if event.channel in _VOICES else _SAID, event.user_text)
    ja, en = quoted(event.user_text, Language.JA), quoted(event.user_text, Language.EN)
    return Bilingual(_SAID_BY.ja.format(speaker, ja), _SAID_BY.en.format(speaker, en))


def _speaker(event: Event) -> str:
    said = fact_of(event, SaidFacts)
    return "" if said is None else " ".join(said.speaker.split())


def _evidence(chain: Chain) -> Iterable[Event]:
    """Events that led to the decision: a person's word first, then due entries, then
    observations."""
    decision: ActionDecision | None = chain.decision
    cited: Sequence[int] = decision.evidence_event_ids if decision is not None else ()
    order = (EventSource.USER_INPUT, EventSource.SCHEDULE, EventSource.OBSERVATION)
    events = [e for e in chain.events if e.id in set(cited)]
    rank = {source: place for place, source in enumerate(order)}
    return sorted(events, key=lambda e: (rank.get(e.source, len(order)), -e.id))


def _quoting(words: Bilingual, text: str) -> Bilingual:
    ja, en = quoted(text, Language.JA), quoted(text, Language.EN)
    return Bilingual(words.ja.format(ja), words.en.format(en))
