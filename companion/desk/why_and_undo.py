"""Why and undo: "why did you?" and "undo that", answered from the record and by no model.

Which act is meant: the last one, or the last one with the things a question names. The answer is
put together from that act's cause chain: what came of it, as observed, and what
stands at the beginning of the chain, each in code's own words, a person's in quotation marks.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from companion.home.device_group import ways_back
from companion.home.device_operation import BY_OWN_ID, OPERATION_BY_NAME
from companion.phrases.causes import SET_THINKING
from companion.ports.clock import Clock
from companion.ports.record import Chain, Record
from companion.rooms.conversation.vocabulary import devices_named
from companion.rooms.expression.claims import Names, claim_of_observation, claim_of_result
from companion.words.decision import BY_MIND, ActionDecision
from companion.words.device import devices_in
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.result import ActionResult
from companion.words.text import quoted
from companion.words.trust import UNTRUSTED

LOOKED_THROUGH = 40
"""Newest results among which the act is looked for; what is older is found on the page."""
UNDONE_WITHIN = timedelta(hours=1)
"""What was done longer ago is not what anybody means by "undo that"."""
_NO_DEEDS = frozenset({"speak", "notice", "vision_perception"})
"""Nobody asks why of a chime, and none of it can be taken back."""

_WHY = re.compile(
    r"(なぜ|なんで|何で(?!す)|どうして|何のために)|\b(why|how come|what made you|what for)\b", re.I
)
_PAST = re.compile(
    r"(た|てる|ている|だ)(の|ん)?(です)?か?[？?。]*$"
    r"|\b(did|have|has|is|are|was|were)\b"
    r"|^\W*(why|how come)\W*$|^(なぜ|なんで|どうして)[？?。]*$",
    re.I,
)
_KINDLY_JA = "(ください|くれる|くれ|よ|ね)?"
_UNDO = re.compile(
    rf"(今の|さっきの|それ|それを|今のを|さっきのを)?(元に|もとに|元どおりに|元通りに)(戻して|もどして){_KINDLY_JA}"
    rf"|(今の|さっきの)(は|を)?(取り消して|取り消し|なしで?|やめて|戻して){_KINDLY_JA}"
    r"|(please )?(undo|revert|take back|reverse)"
    r"( (that|it|this|the last (one|thing|action)|what you( have)?( just)? (did|done)))?"
    r"(,? please)?"
    r"|(please )?(take (that|it) back|put it back( (how|the way) it was)?|change it back)"
    r"(,? please)?",
    re.I,
)
_NEVER = re.compile(
    r"(please )?((never|don'?t( ever)?|do not( ever)?) do (that|it|this)( again)?( by yourself)?"
    r"|never again|stop doing (that|this))(,? please)?"
    rf"|(もう|そんなこと(は|を)?|それ(は|を)?|今の(は|を)?|さっきの(は|を)?|勝手に|二度と|絶対に|、)+"
    rf"(しないで|やらないで|しないでほしい){_KINDLY_JA}",
    re.I,
)

_VERBS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.I), operations)
    for pattern, operations in (
        (r"つけ|点け|付け|\b(turn(ed)?|switch(ed)?|put) .*\bon\b", ("turn_on", "play")),
        (r"消し|けし|切っ|\b(turn(ed)?|switch(ed)?|put) .*\boff\b", ("turn_off", "pause")),
        (r"開け|あけ|\bopen(ed)?\b", ("open", "set_position", "unlock")),
        (r"閉め|しめ|閉じ|\b(close[d]?|shut)\b", ("close", "set_position", "lock")),
        (r"施錠|\block(ed)?\b", ("lock",)),
        (r"解錠|\bunlock(ed)?\b", ("unlock",)),
    )
)
"""What a question says was done, and the ends of the operations that may be meant."""


class Hindsight(StrEnum):
    """What of its own past it is asked about."""

    WHY = "why"
    UNDO = "undo"
    NEVER = "never"
    """What it did by itself it is not to do by itself again."""


_NOTHING = Bilingual(
    "最近の記録に、私がしたそのようなことは見つかりません。",
    "I find nothing like that among the things I did lately.",
)
NOTHING_TO_UNDO = Bilingual(
    "最近したことで、元に戻せるものは見つかりません。",
    "I find nothing that I did lately and could take back.",
)
_FOR_GOOD = Bilingual(
    "「{}」が何をしたかは私には分からないので、元には戻せません。",
    "I cannot take back “{}”: I do not know all that it did.",
)
NOTHING_OF_MY_OWN = Bilingual(
    "最近、頼まれずに自分からしたことはありません。",
    "I did nothing of my own accord lately.",
)
ONLY_THE_OWNER = Bilingual(
    "それを決められるのは持ち主だけです。", "Only the owner can decide that."
)
_NEVER_AGAIN = Bilingual(
    "分かりました。「{}」は、自分からはもうしません。「その他」で取り消せます。",
    "All right. I will not do that by myself any more: {}. You can take it back under More.",
)
_SAID = Bilingual("{}と頼まれたからです", "because I was asked: {}")
_DUE = Bilingual("決めてあった予定の時刻になったからです", "because a saved plan was due")
_DUE_NAMED = Bilingual("予定{}の時刻になったからです", "because the plan {} was due")
_SEEN = Bilingual("{}ので、そう決めました", "I decided so after this: {}")
_MYSELF = Bilingual(
    "頼まれたのではなく、自分で決めました",
    "nobody asked for it; I decided so myself",
)
_APPROVED = Bilingual("その前に承認をもらいました", "and I was given leave first")


def asked_of(text: str) -> Hindsight | None:
    """Whether a sentence asks back at what was done; closed vocabulary."""
    said = text.strip().strip("。.!！ ")
    if _UNDO.fullmatch(said):
        return Hindsight.UNDO
    if _NEVER.fullmatch(said):
        return Hindsight.NEVER
    if _WHY.search(said) and _PAST.search(said):
        return Hindsight.WHY
    return None


@dataclass(frozen=True, kw_only=True)
class Recollection:
    """Finds an act and tells how it came about."""

    record: Record
    names: Names
    places: tuple[Place, ...]
    clock: Clock
    language: Language

    async def why(self, question: str) -> Bilingual:
        """The act that is meant, and its cause."""
        named = devices_named(question, self.names.house.devices(), self.places)
        acts = await self._acts()
        about = {device.id for device in named}
        meant = [a for a in acts if _is_meant(a[1], question, about)]
        if not meant:
            return _NOTHING
        event, result = meant[0]
        claim = claim_of_result(result, event.id, self.names)
        chain = await self.record.chain(event.id)
        done = claim.slots["outcome"] if claim is not None else None
        return _told(done, event, self._causes(chain))

    async def last_undoable(self) -> tuple[Event, ActionResult] | None:
        """The newest act that can be taken back, was not, and is no taking back itself."""
        asked = await self.record.recent(limit=LOOKED_THROUGH, sources=(EventSource.USER_INPUT,))
        undone = {e.payload["undo_of"]: e.id for e in asked if "undo_of" in e.payload}
        since = self.clock.now() - UNDONE_WITHIN
        for event, result in await self._acts():
            if event.at < since:
                return None
            decision = await self.record.decision(result.decision_event_id)
            takes_back = decision is not None and set(undone.values()) & set(
                decision.evidence_event_ids
            )
            if ways_back(result) and event.id not in undone and not takes_back:
                return event, result
        return None

    async def last_of_my_own(self) -> tuple[Event, ActionDecision] | None:
        """The newest act that nobody asked for, of the last hour."""
        since = self.clock.now() - UNDONE_WITHIN
        for event, result in await self._acts():
            if event.at < since:
                return None
            decision = await self.record.decision(result.decision_event_id)
            if decision is not None and decision.decided_by in BY_MIND:
                return event, decision
        return None

    async def never_undone(self) -> Bilingual | None:
        """Why the newest act cannot be taken back, where it was a scene or script: it can do
        anything, so nothing is known that would undo it, and what was done before it is not what
        "undo that" means."""
        for event, result in await self._acts():
            if event.at < self.clock.now() - UNDONE_WITHIN:
                return None
            row = OPERATION_BY_NAME.get(result.operation)
            if row is None or row.kind not in BY_OWN_ID:
                return None
            name = self.names.device(str(result.result_payload.get("device_id", "")))
            known = name or Bilingual("それ", "that")
            return Bilingual(_FOR_GOOD.ja.format(known.ja), _FOR_GOOD.en.format(known.en))
        return None

    async def _acts(self) -> list[tuple[Event, ActionResult]]:
        events = await self.record.recent(
            limit=LOOKED_THROUGH, sources=(EventSource.ACTION_RESULT,)
        )
        found = [(event, await self.record.result(event.id)) for event in events]
        return [(e, r) for e, r in found if r is not None and r.capability not in _NO_DEEDS]

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
            label = event.payload.get("label")
            return _quoting(_DUE_NAMED, label) if isinstance(label, str) and label else _DUE
        seen = claim_of_observation(event, self.names)
        if seen is None:
            return None
        words, at = seen.slots["outcome"], f"{event.at.astimezone(self.clock.now().tzinfo):%H:%M}"
        ja = words.ja.removesuffix("ました")
        told = f"{at}に{ja}た" if ja != words.ja else f"{at}に「{words.ja}」という"
        return Bilingual(_SEEN.ja.format(told), _SEEN.en.format(f"{words.en} ({at})"))


def never_again(decision: ActionDecision) -> Bilingual:
    """That this act is not done by itself any more."""
    does = decision.summary
    return Bilingual(_NEVER_AGAIN.ja.format(does.ja), _NEVER_AGAIN.en.format(does.en))


def _is_meant(result: ActionResult, question: str, about: set[DeviceId]) -> bool:
    if about and not about & set(devices_in(result.result_payload)):
        return False
    verbs = [ends for pattern, ends in _VERBS if pattern.search(question)]
    return not verbs or any(result.operation.endswith(ends) for ends in verbs)


def _evidence(chain: Chain) -> Iterable[Event]:
    """What led to the decision: a person's word first, then what was due, then what was seen."""
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
