"""Seen 見た記録: facts of what perception saw, devices reported and which moments came."""

from companion.words.device import DeviceState
from companion.words.event import EventSource
from companion.words.facts.registry import Fact, fact, register
from companion.words.language import Bilingual
from companion.words.observation import Observation

register(Observation, EventSource.OBSERVATION)
register(DeviceState, EventSource.DEVICE_STATE)


@fact(EventSource.OBSERVATION, "read")
class ReadFacts(Fact, frozen=True, kw_only=True):
    """読んだもの: a text that no person said: a sign, a web page, a screen. The words stand in the
    event's `user_text`."""

    source: str
    """`sign`, `web`, `tv` ...."""
    speaker: str = ""
    """Name of the thing that bears it, where that is known."""
    given_id: str = ""
    """Its id in the file that it was imported from."""


@fact(EventSource.SCHEDULE)
class MomentCame(Fact, frozen=True, kw_only=True):
    """来た時刻: a moment the owner saved has come, was missed, or is over."""

    alarm_id: int
    label: str
    due: str
    outcome: str
    """"" where it is due now; else as in `Firing.outcome`."""
    why: Bilingual | None = None
