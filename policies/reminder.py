"""Turns a reminder that is due into a trigger; decides nothing (B-102, B-088).

Due is a moment of the clock, or somebody's arriving or leaving. Deliberation says it in persona
until the deadline; after it the guard sounds a chime, and the words stand in the log (T-08).
"""

import asyncio
from datetime import timedelta

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.clock import Clock
from companion.ports.policy import TriggerSink
from companion.ports.senses import Senses
from companion.words.ids import TriggerId
from companion.words.language import Bilingual, Language
from companion.words.schedule import Entry, EntryKind, Firing, Manner, SavedAction
from companion.words.text import LabelledText
from companion.words.trigger import Deadline, Priority, RequestedAction, Trigger, TriggerKind
from companion.words.trust import TrustLabel

_ABOUT = Bilingual("リマインダー「{0}」の時になった。", "The reminder “{0}” is due.")
_LABEL = Bilingual("「{0}」と知らせる", "remind: “{0}”")
_TOUCHES = Bilingual("何も変えない", "nothing is changed")

UNNAMED = TriggerId("")


class Settings(BaseModel):
    """How long deliberation has."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    deadline_s: float = Field(20.0, gt=0, description="seconds until the guard acts (T-08)")


class Reminder:
    """The policy."""

    LABEL = Bilingual("リマインダー", "Reminder")
    USES = ("schedule_alarm.remind",)
    KIND = EntryKind.REMINDER

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def run(self, senses: Senses, triggers: TriggerSink, clock: Clock) -> None:
        """The clock calls `trigger_for`; nothing has to be watched."""
        await asyncio.Event().wait()

    def trigger_for(
        self, entry: Entry, firing: Firing, action: SavedAction, clock: Clock, language: Language
    ) -> Trigger:
        """The one trigger of one due reminder."""
        now = clock.now()
        label = Bilingual(_LABEL.ja.format(entry.label), _LABEL.en.format(entry.label))
        return Trigger(
            id=UNNAMED,
            kind=TriggerKind.TIME,
            priority=Priority.ROUTINE,
            at=now,
            about=LabelledText(_ABOUT.get(language).format(entry.label), TrustLabel.SELF),
            event_ids=tuple(i for i in (firing.event_id, entry.event_id) if i),
            place=entry.place,
            requested=RequestedAction(
                action_type=action.action_type,
                payload=action.payload,
                label=label,
                impact=_TOUCHES,
            ),
            deadline=Deadline(
                at=now + timedelta(seconds=self._settings.deadline_s),
                manners=(Manner.WITH_WORDS,),
            ),
        )


def build(settings: Settings) -> Reminder:
    """The policy."""
    return Reminder(settings)
