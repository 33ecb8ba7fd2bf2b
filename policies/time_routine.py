"""Routine policy: turns a due routine into triggers; it decides nothing.

The clock wakes it, page or no page. Each saved action is one trigger with a deadline:
deliberation may choose the manner until then, and the guard does exactly what is saved at the
deadline.
"""

import asyncio
from datetime import timedelta

from pydantic import BaseModel, ConfigDict, Field

from companion.home.request import due_trigger
from companion.ports.clock import Clock
from companion.ports.policy import TriggerSink
from companion.ports.senses import Senses
from companion.words.language import Bilingual, Language
from companion.words.schedule import Entry, EntryKind, Firing, SavedAction
from companion.words.trigger import Deadline, Trigger

_ABOUT = Bilingual("決まりごと「{0}」の時刻になった。", "It is time for the routine “{0}”.")
_TOUCHES = Bilingual("保存された決まりごと", "as saved in the routine")


class Settings(BaseModel):
    """Settings of the time that deliberation has."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    deadline_s: float = Field(20.0, gt=0, description="seconds until the guard acts")


class TimeRoutine:
    """Policy that makes one trigger for each saved action of a due routine."""

    LABEL = Bilingual("時刻の予定", "Time routine")
    USES = ("schedule_alarm.ring",)
    KIND = EntryKind.ROUTINE

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def run(self, senses: Senses, triggers: TriggerSink, clock: Clock) -> None:
        """The clock calls `trigger_for`; nothing has to be watched."""
        await asyncio.Event().wait()

    def trigger_for(
        self, entry: Entry, firing: Firing, action: SavedAction, clock: Clock, language: Language
    ) -> Trigger:
        """One saved action of one due moment; `id` is filled in where triggers get theirs."""
        now = clock.now()
        name = entry.label or f"#{entry.id}"
        until = now + timedelta(seconds=self._settings.deadline_s)
        deadline = Deadline(at=until, manners=entry.manners)
        about = _ABOUT.get(language).format(name)
        return due_trigger(entry, firing, now, about, action, deadline, _TOUCHES)


def build(settings: Settings) -> TimeRoutine:
    """Build the policy; it does not run yet."""
    return TimeRoutine(settings)
