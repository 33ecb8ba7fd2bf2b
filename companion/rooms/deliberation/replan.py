"""Replanning 再計画: has another means thought of after a result that is not the wanted one.

The failed action is never run again by itself; another means to the same end may be, as often as
the persona's Grit allows (low 0, middle 1, high 2), each through referee and approval. An act that
a person named exactly is not replaced by another, a stop is a stop, and a failure of motion, locks
or heating ends the attempts.
"""

from collections.abc import Callable
from datetime import timedelta

from companion.home.kinds import KINDS
from companion.home.request import DEVICES
from companion.ports.clock import Clock, Ids
from companion.ports.record import Record
from companion.words.decision import BY_MIND, ActionDecision
from companion.words.event import Event, EventSource
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.persona import PersonaSheet
from companion.words.result import ActionResult, ResultStatus
from companion.words.text import LabelledText
from companion.words.travel import MOVES
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

LOW_GRIT, HIGH_GRIT = 0.34, 0.66
"""Bands of the mood."""
FRESH = timedelta(minutes=2)
"""A failure older than this is no reason to start thinking now."""
SAFETY_KINDS = (
    MOVES,
    *(f"{DEVICES}.{kind.name}_" for kind in KINDS if kind.safety),
)
"""Action types whose failure ends the trying."""
_SUMMARY_CHARS = 80

_CAME_TO = {
    ResultStatus.PARTIAL: Bilingual("途中までだった", "it got only part of the way"),
    ResultStatus.FAILED: Bilingual("うまくいかなかった", "it did not work"),
    ResultStatus.NO_EFFECT: Bilingual("変化が見られなかった", "no change was seen"),
}
_UNKNOWN = Bilingual("どうなったか分からない", "what came of it is not known")
_ANOTHER = Bilingual("同じ目的のほかの手段はあるか。", "Is there another means to the same end?")


def most_means(grit: float) -> int:
    """How many other means may be tried."""
    return 0 if grit < LOW_GRIT else 1 if grit <= HIGH_GRIT else 2


class Replanning:
    """Planner that raises the trigger again, or not; the record itself bounds the tries per
    goal."""

    def __init__(
        self,
        record: Record,
        clock: Clock,
        ids: Ids,
        language: Language,
        area_of: Callable[[str], str],
    ) -> None:
        """`area_of`: the room of a device, "" where it has none."""
        self._record, self._clock, self._ids = record, clock, ids
        self._language, self._area_of = language, area_of

    async def trigger_for(
        self, decision: ActionDecision, result: ActionResult, acted: Event, persona: PersonaSheet
    ) -> Trigger | None:
        """The trigger to go on after one result."""
        if not worth_another(decision, result):
            return None
        decided = await self._record.event(result.decision_event_id)
        if decided is None or await self._tried(decided) >= most_means(persona.grit):
            return None
        now = self._clock.now()
        return Trigger(
            id=TriggerId(self._ids.new()),
            kind=TriggerKind.EVENT,
            priority=Priority.PLAN,
            at=now,
            about=LabelledText(self._about(decision, result), TrustLabel.OBSERVED, acted.id),
            event_ids=(acted.id, *decision.evidence_event_ids),
            coalesce_key=f"replan|{decided.id}",
            place=self._area_of(decision.object_id),
            expires_at=now + FRESH,
            instead_of=decision.action_type,
        )

    async def _tried(self, decided: Event) -> int:
        """Other means tried before this one: results that stand first among the causes."""
        tried = 0
        while (cause := await self._caused_by(decided)) is not None:
            tried, decided = tried + 1, cause
        return tried

    async def _caused_by(self, decided: Event) -> Event | None:
        """The decision whose result made this one be thought of, if one did."""
        first = next(iter(decided.evidence_event_ids), EventId(0))
        event = await self._record.event(first)
        if event is None or event.source is not EventSource.ACTION_RESULT:
            return None
        result = await self._record.result(first)
        return None if result is None else await self._record.event(result.decision_event_id)

    def _about(self, decision: ActionDecision, result: ActionResult) -> str:
        unknown = result.unsettled and result.status is not ResultStatus.PARTIAL
        came_to = _UNKNOWN if unknown else _CAME_TO[result.status]
        what = decision.summary.get(self._language)[:_SUMMARY_CHARS]
        words, another = came_to.get(self._language), _ANOTHER.get(self._language)
        japanese = self._language is Language.JA
        return f"「{what}」は、{words}。{another}" if japanese else f"“{what}”: {words}. {another}"


def worth_another(decision: ActionDecision, result: ActionResult) -> bool:
    """Whether this result is one after which other means may be thought of."""
    wanted = result.status is ResultStatus.SUCCESS or result.was_so
    stopped = result.stopped
    safety = decision.action_type.startswith(SAFETY_KINDS)
    return not (wanted or stopped or safety or decision.decided_by not in BY_MIND)
