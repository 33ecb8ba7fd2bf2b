"""Mood: events leave affect; long mood is a decaying average, recent the last 20."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from companion.rooms.consolidation.kinds import Known
from companion.words.areas import MoodValue, VadValue, value_in
from companion.words.event import Event, EventSource
from companion.words.facts import Acted, fact_of, payload_of
from companion.words.facts.garden import GardenActed
from companion.words.garden import Stats
from companion.words.mood import MOOD, MOOD_KEY, Vad
from companion.words.result import ResultStatus, is_look
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, StateRow

ORDER = 20
WEIGHT = 0.1
"""Share of one affect record in the long mood: ten alike move it about two thirds of the way."""
HALF_LIFE = timedelta(hours=6)
"""Time in which an undisturbed long mood loses half its distance from neutral."""
RECENT = 20
"""Newest affects that the recent average is made of."""

AFFECT_OF_RESULT: Mapping[str, Vad] = {
    ResultStatus.SUCCESS.value: Vad(0.3, 0.1, 0.2),
    ResultStatus.PARTIAL.value: Vad(-0.1, 0.1, -0.1),
    ResultStatus.NO_EFFECT.value: Vad(-0.2, 0.1, -0.3),
    ResultStatus.FAILED.value: Vad(-0.4, 0.2, -0.4),
}
"""Affect by the result of an act: it worked, it half worked, nothing moved, it failed. A look is no
act: the companion looks around all day, and would be ever happier, or sad because of a broken
camera."""
AFFECT_OF_BEING_SPOKEN_TO = Vad(0.2, 0.3, 0.0)
GARDEN_NEUTRAL, GARDEN_WEIGHT = 50.0, 0.3


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The mood after one more affect record."""
    affect = affect_of(event)
    if affect is None:
        return ()
    return (mood_change(event, affect, await known.state.row(MOOD, MOOD_KEY)),)


def affect_of(event: Event) -> Vad | None:
    """The affect that one event leaves behind; None where it leaves none."""
    if event.origin == "garden":
        lived = fact_of(event, GardenActed)
        return None if lived is None else affect_of_garden(lived.after)
    if event.source is EventSource.ACTION_RESULT and not is_look(event.kind):
        acted = fact_of(event, Acted)
        return None if acted is None else AFFECT_OF_RESULT.get(acted.status)
    if event.source is EventSource.USER_INPUT and event.kind == "said":
        return AFFECT_OF_BEING_SPOKEN_TO
    return None


def affect_of_garden(stats: Stats) -> Vad:
    """The affect that an action in the garden leaves: pleasant with the garden's mood, lively with
    its energy, and weaker than what happens in the home."""

    def share(value: float) -> float:
        return (value - GARDEN_NEUTRAL) / GARDEN_NEUTRAL * GARDEN_WEIGHT

    return Vad(share(stats.mood), share(stats.energy), 0.0)


def mood_change(event: Event, affect: Vad, old: StateRow | None) -> StateChange:
    """The mood row after one more affect record."""
    long, recent = Vad(), []
    was = None if old is None else value_in(old, MoodValue)
    if old is not None and was is not None:
        long = _faded(_vad(was.long_mood_state), event.at - old.observed_at)
        recent = [_vad(record) for record in was.recent]
    recent = [*recent, affect][-RECENT:]
    long = _mix(long, affect, WEIGHT)
    average = Vad(*(sum(axis) / len(recent) for axis in zip(*map(_axes, recent), strict=True)))
    return StateChange(
        kind=MOOD,
        key=MOOD_KEY,
        value=payload_of(
            MoodValue(
                long_mood_state=_value(long),
                recent_vad_average=_value(average),
                recent=tuple(_value(record) for record in recent),
            )
        ),
        confidence=1.0,
        trust=TrustLabel.SELF,
        observed_at=_later(event.at, old),
        evidence_event_ids=(event.id,),
    )


def _later(at: datetime, old: StateRow | None) -> datetime:
    return at if old is None else max(at, old.observed_at)


def _faded(vad: Vad, passed: timedelta) -> Vad:
    rest = 0.5 ** max(0.0, passed / HALF_LIFE)
    return Vad(vad.v * rest, vad.a * rest, vad.d * rest)


def _mix(old: Vad, new: Vad, weight: float) -> Vad:
    pairs = zip(_axes(old), _axes(new), strict=True)
    return Vad(*(max(-1.0, min(1.0, o + weight * (n - o))) for o, n in pairs))


def _axes(vad: Vad) -> tuple[float, float, float]:
    return vad.v, vad.a, vad.d


def _value(vad: Vad) -> VadValue:
    return VadValue(v=round(vad.v, 4), a=round(vad.a, 4), d=round(vad.d, 4))


def _vad(value: VadValue) -> Vad:
    return Vad(value.v, value.a, value.d)
