"""Why: answers "why did you?" and "thanks for doing it" from the record, without a model.

The act that is meant: the last one, or the last one with the things a question names. The answer is
put together from that act's cause chain: what came of it, as observed, and what
stands at the beginning of the chain, each in code's own words, a person's in quotation marks.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.desk.act_history import ActHistory
from companion.phrases.causes import SET_THINKING
from companion.phrases.credit import blames, credits_a_deed
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.ports.record import Chain
from companion.rooms.conversation.vocabulary import devices_named
from companion.rooms.expression.claims import Names, claim_of_observation, claim_of_result
from companion.words.decision import BY_MIND, ActionDecision
from companion.words.device import devices_in
from companion.words.event import Event, EventSource
from companion.words.facts import MomentCame, fact_of
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.result import ActionResult, ResultStatus
from companion.words.text import quoted
from companion.words.trust import UNTRUSTED

_WHY = re.compile(
    r"(なぜ|なんで|何で(?!す)|どうして|何のために)|\b(why|how come|what made you|what for)\b", re.I
)
_PAST = re.compile(
    r"(た|てる|ている|だ)(の|ん)?(です)?か?[？?。]*$"
    r"|\b(did|have|has|is|are|was|were)\b"
    r"|^\W*(why|how come)\W*$|^(なぜ|なんで|どうして)[？?。]*$",
    re.I,
)
_SWITCHED = r"\b(turn(ed|ing)?|switch(ed|ing)?|put(ting)?)"
_VERBS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.I), operations)
    for pattern, operations in (
        (
            r"つけ|点け|付け|\b(turn(ed|ing)?|switch(ed|ing)?|put(ting)?) .*\bon\b",
            ("turn_on", "play"),
        ),
        (
            r"消し|けし|切っ|\b(turn(ed|ing)?|switch(ed|ing)?|put(ting)?) .*\boff\b",
            ("turn_off", "pause"),
        ),
        (r"開け|あけ|\bopen(ed|ing)?\b", ("open", "set_position", "unlock")),
        (r"閉め|しめ|閉じ|\b(close[d]?|closing|shut(ting)?)\b", ("close", "set_position", "lock")),
        (r"施錠|鍵を?.{0,2}(?:かけ|しめ|閉め)|\block(ed|ing)?\b", ("lock",)),
        (r"解錠|\bunlock(ed|ing)?\b", ("unlock",)),
    )
)
"""The act that a question names, and the endings of the operations that may be meant."""


_NOTHING = Bilingual(
    "最近の記録に、私がしたそのようなことは見つかりません。",
    "I find nothing like that among the things I did lately.",
)
_WELCOME = Bilingual("どういたしまして。", "You're welcome.")
_SAID = Bilingual("{}と頼まれたからです", "because I was asked: {}")
_DUE = Bilingual("決めてあった予定の時刻になったからです", "because a saved plan was due")
_DUE_NAMED = Bilingual("予定{}の時刻になったからです", "because the plan {} was due")
_SEEN = Bilingual("{}ので、そう決めました", "I decided so after this: {}")
_MYSELF = Bilingual(
    "頼まれたのではなく、自分で決めました",
    "nobody asked for it; I decided so myself",
)
_APPROVED = Bilingual("その前に承認をもらいました", "and I was given leave first")


def asks_why(text: str) -> bool:
    """Whether a sentence asks why something was done; closed vocabulary."""
    said = text.strip().strip("。.!！ ")
    return _WHY.search(said) is not None and _PAST.search(said) is not None


@dataclass(frozen=True, kw_only=True)
class Why:
    """Finds the act that is meant and tells how it came about."""

    history: ActHistory
    names: Names
    places: tuple[Place, ...]
    clock: Clock

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The act and its cause; to thanks or blame for a deed, whether the record holds it."""
        if credits_a_deed(heard.text):
            return Answer(work=partial(self._credited, heard.text))
        if not asks_why(heard.text):
            return None
        return Answer(work=partial(self.why, heard.text))

    async def why(self, question: str) -> Bilingual:
        """The act that is meant, and its cause."""
        named = devices_named(question, self.names.house.devices(), self.places)
        acts = await self.history.acts()
        about = {device.id for device in named}
        meant = [a for a in acts if _is_meant(a[1], question, about)]
        if not meant:
            return _NOTHING
        event, result = meant[0]
        claim = claim_of_result(result, event.id, self.names, brief=True)
        chain = await self.history.record.chain(event.id)
        done = claim.slots["outcome"] if claim is not None else None
        return _told(done, event, self._causes(chain))

    async def _credited(self, text: str) -> Bilingual:
        """A model thanks for the thanks, and so takes a deed for its own that it never did."""
        about = {d.id for d in devices_named(text, self.names.house.devices(), self.places)}
        known = about or any(pattern.search(text) for pattern, _ in _VERBS)
        acts = await self.history.acts() if known else ()
        done = (result for _, result in acts if result.status is ResultStatus.SUCCESS)
        found = any(_is_meant(result, text, about) for result in done)
        return _WELCOME if found and not blames(text) else _NOTHING

    def _causes(self, chain: Chain) -> list[Bilingual]:
        by_mind = chain.decision is not None and chain.decision.decided_by in BY_MIND
        found = (self._cause(e, by_mind) for e in _evidence(chain))
        causes = [c for c in found if c is not None][:1]
        causes = causes or [_MYSELF]
        if any(
            e.source is EventSource.APPROVAL_ANSWER and e.kind == "granted" for e in chain.events
        ):
            causes.append(_APPROVED)
        return causes

    def _cause(self, event: Event, by_mind: bool) -> Bilingual | None:
        if event.source is EventSource.USER_INPUT:
            if event.trust in UNTRUSTED:
                return None
            return _quoting(SET_THINKING if by_mind else _SAID, event.user_text)
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


def _is_meant(result: ActionResult, question: str, about: set[DeviceId]) -> bool:
    if about and not about & set(devices_in(result.result_payload)):
        return False
    verbs = [ends for pattern, ends in _VERBS if pattern.search(question)]
    return not verbs or any(result.operation.endswith(ends) for ends in verbs)


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


def _told(done: Bilingual | None, event: Event, causes: Sequence[Bilingual]) -> Bilingual:
    ja, en = [c.ja for c in causes], [c.en for c in causes]
    if done is None:
        return Bilingual("。".join(ja) + "。", f"{en[0][:1].upper()}{', '.join(en)[1:]}.")
    first = f"{done.en[:1].upper()}{done.en[1:]}" if not done.en.startswith("I ") else done.en
    return Bilingual(f"{done.ja}。{'。'.join(ja)}。", f"{first}, {', '.join(en)}.")
