"""Reminder policy: turns a due reminder into a trigger; it decides nothing.

Due is a moment of the clock, or somebody's arriving or leaving. Deliberation says it in persona
until the deadline; after it the guard sounds a chime, and the words stand in the log.
"""

import asyncio
from dataclasses import replace
from datetime import timedelta

from pydantic import BaseModel, ConfigDict, Field

from companion.home.request import due_trigger
from companion.ports.clock import Clock
from companion.ports.policy import TriggerSink
from companion.ports.senses import Senses
from companion.words.language import Bilingual, Language
from companion.words.schedule import Entry, EntryKind, Firing, Manner, SavedAction
from companion.words.trigger import Deadline, Trigger

_ABOUT = Bilingual("リマインダー「{0}」の時になった。", "The reminder “{0}” is due.")
_LABEL = Bilingual("「{0}」と知らせる", "remind: “{0}”")
_TOUCHES = Bilingual("何も変えない", "nothing is changed")


class Settings(BaseModel):
    """Settings of the time that deliberation has."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    deadline_s: float = Field(20.0, gt=0, description="seconds until the guard acts")


class Reminder:
    """Policy that makes the trigger of a due reminder."""

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
        label = _LABEL.filled(entry.label)
        asked = replace(action, label=label)
        until = now + timedelta(seconds=self._settings.deadline_s)
        about = _ABOUT.get(language).format(entry.label)
        deadline = Deadline(at=until, manners=(Manner.WITH_WORDS,))
        return due_trigger(entry, firing, now, about, asked, deadline, _TOUCHES)


def build(settings: Settings) -> Reminder:
    """Build the policy."""
    return Reminder(settings)
