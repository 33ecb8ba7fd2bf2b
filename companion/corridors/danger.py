"""The danger bell tells a danger at once, also at night and without a model.

It stands before the trigger queue. An alarm is first put on the page and into the record, as a
notice of the system and not as speech of the persona; then the chime rings, decided by the guard in
deliberation; the persona's own message follows where a model can make one. The trigger is passed
on, and the answer to it is thought over like any other. Quiet hours hold back speech, never this.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

from companion.home.occasion import ALARMS
from companion.home.request import SOUND_ALARM
from companion.ports.clock import Ids
from companion.ports.part import ResidentSpec, Stage
from companion.ports.policy import TriggerSink
from companion.rooms.journal.room import Journal
from companion.words.facts import Danger
from companion.words.ids import TriggerId
from companion.words.trigger import Trigger

log = logging.getLogger(__name__)

RUNG_FOR = timedelta(minutes=1)
DANGER = "danger"
"""Kind of the notice's event and of its line in the activity view."""


class DangerBell:
    """Port `TriggerSink`. `run` is a resident; the walk is joined in `app`."""

    def __init__(
        self,
        triggers: TriggerSink,
        journal: Journal,
        ids: Ids,
        walk: Callable[[Trigger], Awaitable[None]],
    ) -> None:
        self._triggers, self._journal, self._ids, self._walk = triggers, journal, ids, walk
        self._rung: dict[tuple[str, str], datetime] = {}
        self._due: asyncio.Queue[Trigger] = asyncio.Queue()

    def raise_trigger(self, trigger: Trigger) -> bool:
        """Pass every trigger on; an alarm rings first. Of several detectors of one kind in one room
        the first rings."""
        danger = trigger.occasion in ALARMS and trigger.requested is None
        if danger and self._is_news((trigger.occasion, trigger.place), trigger.at):
            said = trigger.about.text
            self._journal.activity(DANGER, event_id=trigger.about.event_id, about=said)
            self._due.put_nowait(trigger)
        return self._triggers.raise_trigger(trigger)

    def _is_news(self, what: tuple[str, str], at: datetime) -> bool:
        rung = self._rung.get(what)
        if rung is not None and at - rung < RUNG_FOR:
            return False
        self._rung[what] = at
        return True

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("danger bell", self.run, Stage.ACT, needed=True),)

    async def run(self) -> None:
        """Ring for each, beside the queue and never behind it, until cancelled."""
        while True:
            await self._ring(await self._due.get())

    async def _ring(self, trigger: Trigger) -> None:
        fact = Danger(occasion=trigger.occasion, place=trigger.place, about=trigger.about.text)
        await self._journal.noted(fact, evidence=trigger.event_ids, durable=True)
        guard = replace(
            trigger,
            id=TriggerId(self._ids.new()),
            requested=SOUND_ALARM,
            coalesce_key="",
            expires_at=None,
        )
        await self._walk(guard)
