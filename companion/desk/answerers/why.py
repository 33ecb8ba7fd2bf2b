"""Why: answers "why did you?" and "thanks for doing it" from the record, without a model.

The act that is meant: the last one, or the last one with the things a question names. The answer is
put together from that act's cause chain: what came of it, as observed, and what
stands at the beginning of the chain, each in code's own words, a person's in quotation marks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from companion.desk.act_causes import ActCauses
from companion.desk.act_history import ActHistory
from companion.phrases.credit import blames, credits_a_deed, credits_an_alarm
from companion.ports.answerer import Answer, HeardSentence
from companion.rooms.conversation.vocabulary import devices_named
from companion.rooms.expression.claims import claim_of_result
from companion.rooms.understanding.unanswered import Unanswered, unanswered
from companion.words.device import devices_in
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.result import ActionResult, ResultStatus

_WHY = re.compile(
    r"(なぜ|なんで|何で(?!す)|どうして|何のために)|\b(why|how come|what made you|what for)\b", re.I
)
_PAST = re.compile(
    r"(た|てる|ている|だ)(の|ん)?(です)?か?[？?。]*$"
    r"|\b(did|have|has|is|are|was|were)\b"
    r"|^\W*(why|how come)\W*$|^(なぜ|なんで|どうして)[？?。]*$",
    re.I,
)
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


_RINGS, _LATELY = 20, timedelta(days=1)
"""Newest moments of the schedule, and for so long thanks are for one of them."""
_NOTHING = Bilingual(
    "最近の記録に、私がしたそのようなことは見つかりません。",
    "I find nothing like that among the things I did lately.",
)
_WELCOME = Bilingual("どういたしまして。", "You're welcome.")


def asks_why(text: str) -> bool:
    """Whether a sentence asks why something was done; closed vocabulary."""
    said = text.strip().strip("。.!！ ")
    return _WHY.search(said) is not None and _PAST.search(said) is not None


@dataclass(frozen=True, kw_only=True)
class Why:
    """Finds the act that is meant and tells how it came about."""

    history: ActHistory
    causes: ActCauses
    places: tuple[Place, ...]

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The act and its cause; to thanks or blame for a deed, whether the record holds it."""
        if credits_a_deed(heard.text):
            return Answer(work=partial(self._credited, heard.text))
        if credits_an_alarm(heard.text):
            return Answer(work=self._credited_with_an_alarm)
        if not asks_why(heard.text) or unanswered(heard.text, (Unanswered.WHY_NOT,)) is not None:
            return None
        return Answer(work=partial(self.why, heard.text))

    async def why(self, question: str) -> Bilingual:
        """The act that is meant, and its cause."""
        named = devices_named(question, self.causes.names.house.devices(), self.places)
        acts = await self.history.acts()
        about = {device.id for device in named}
        meant = [a for a in acts if _is_meant(a[1], question, about)]
        if not meant:
            return _NOTHING
        event, result = meant[0]
        claim = claim_of_result(result, event.id, self.causes.names, brief=True)
        done = claim.slots["outcome"] if claim is not None else None
        causes, _ = await self.causes.of(event)
        return _told(done, causes)

    async def _credited_with_an_alarm(self) -> Bilingual:
        rang = await self.history.record.recent(limit=_RINGS, sources=(EventSource.SCHEDULE,))
        since = self.causes.clock.now() - _LATELY
        return _WELCOME if any(event.at >= since for event in rang) else _NOTHING

    async def _credited(self, text: str) -> Bilingual:
        """A model thanks for the thanks, and so takes a deed for its own that it never did."""
        about = {d.id for d in devices_named(text, self.causes.names.house.devices(), self.places)}
        known = about or any(pattern.search(text) for pattern, _ in _VERBS)
        acts = await self.history.acts() if known else ()
        done = (result for _, result in acts if result.status is ResultStatus.SUCCESS)
        found = any(_is_meant(result, text, about) for result in done)
        return _WELCOME if found and not blames(text) else _NOTHING


def _is_meant(result: ActionResult, question: str, about: set[DeviceId]) -> bool:
    if about and not about & set(devices_in(result.result_payload)):
        return False
    verbs = [ends for pattern, ends in _VERBS if pattern.search(question)]
    return not verbs or any(result.operation.endswith(ends) for ends in verbs)


def _told(done: Bilingual | None, causes: Sequence[Bilingual]) -> Bilingual:
    ja, en = [c.ja for c in causes], [c.en for c in causes]
    if done is None:
        return Bilingual("。".join(ja) + "。", f"{en[0][:1].upper()}{', '.join(en)[1:]}.")
    first = f"{done.en[:1].upper()}{done.en[1:]}" if not done.en.startswith("I ") else done.en
    return Bilingual(f"{done.ja}。{'。'.join(ja)}。", f"{first}, {', '.join(en)}.")
